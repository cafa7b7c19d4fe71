"""Tuning with a real decoder: data, the decoder, and the tables of papers/results/tuning.md."""
