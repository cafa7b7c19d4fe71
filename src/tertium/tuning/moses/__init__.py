"""Moses: where its tuning programs decide otherwise than ours, and their files."""
