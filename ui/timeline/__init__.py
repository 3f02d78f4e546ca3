"""The lanes under the picture: shots, counts, events, and where the playhead stands."""
