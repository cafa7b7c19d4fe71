"""Long work, one piece at a time, in a process with limits."""
