"""Challenges: small changes of references, with and without harm, and which of them a metric prefers."""
