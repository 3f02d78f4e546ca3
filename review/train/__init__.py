"""Data, fine-tuning, export and model cards."""
