"""Results of rooms that stand below this one, such as networks: those rooms know no tables."""
