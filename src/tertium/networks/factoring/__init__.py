"""A flat list of sentences as cards that a person would write."""
