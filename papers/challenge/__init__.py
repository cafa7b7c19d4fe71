"""What minimal pairs teach the metric `tertium`, and what it costs: makes papers/results/challenge.md."""
