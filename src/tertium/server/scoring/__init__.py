"""Scores and comparisons for programs: the same as the commands give, over HTTP."""
