"""One module per step; what is released is never changed."""
