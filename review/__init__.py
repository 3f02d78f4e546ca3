"""Benchgate: who crossed which gate when, how many men were on the ice, and what the book says follows."""

__version__ = "0.1.0"
