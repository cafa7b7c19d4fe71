"""The routes of exams: set-up, candidates, graders, results."""
