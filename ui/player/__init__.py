"""The picture: exact frames from a decode thread, drawn with what was found in them."""
