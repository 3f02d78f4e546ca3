"""Files from people and leagues, each a pure parser."""
