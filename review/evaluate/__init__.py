"""Scores against truth."""
