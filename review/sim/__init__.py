"""Rinksim: a scenario becomes a clip and its truth."""
