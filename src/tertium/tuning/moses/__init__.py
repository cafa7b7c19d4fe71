"""Moses: its configuration, and the rules of its tuning programs."""
