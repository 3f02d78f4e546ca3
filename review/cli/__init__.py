"""The command line; with wiring, the only place that knows everything."""
