"""One library a file; siblings apart."""
