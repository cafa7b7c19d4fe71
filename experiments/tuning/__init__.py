"""Tuning with a real decoder: data, the decoder, and the tables of docs/results/tuning.md."""
