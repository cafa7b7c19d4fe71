"""Reports of tuning: the way to the weights, and how much runs differ."""
