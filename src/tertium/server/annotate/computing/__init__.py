"""Live answers, worked out in processes of their own."""
