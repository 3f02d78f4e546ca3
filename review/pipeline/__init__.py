"""Stages of one tape, resumable."""
