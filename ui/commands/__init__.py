"""Everything the window can be told to do, each with a name, a key and a place in a menu."""
