"""N-best lists: one file a form; `formats` finds out which one a file has."""
