"""N-best lists: one file per form; `formats` finds out which one a file has."""
