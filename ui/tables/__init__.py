"""The findings list and the inspector: adapters over frozen rows."""
