"""N-best lists: what they are, and how they are put together."""
