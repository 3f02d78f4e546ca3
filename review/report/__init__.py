"""JSON and HTML from one model."""
