"""Protocols that adapters fulfil."""
