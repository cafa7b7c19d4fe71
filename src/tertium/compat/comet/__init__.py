"""The command line of unbabel-comet over our reading of its checkpoints."""
