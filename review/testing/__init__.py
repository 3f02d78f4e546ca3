"""Fakes for ports and builders for core types."""
