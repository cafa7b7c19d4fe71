"""What build servers read of a gate."""
