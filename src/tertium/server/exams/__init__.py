"""Exams of translators: set-up, candidates, graders, results."""
