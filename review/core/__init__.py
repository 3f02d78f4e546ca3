"""Ground floor: frozen data and its checks; numpy and the standard library only."""
