"""Judgement about a docket: what is in force, what may be entered, the accounts of clubs and men."""
