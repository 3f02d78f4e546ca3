"""One table a language: English phrase -> phrase."""
