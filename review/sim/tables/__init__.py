"""The tables of a scenario file, one module each, read by pydantic: wrong keys and types are refused."""
