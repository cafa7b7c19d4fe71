"""Pages about exams: one for each candidate, and one for a board."""
