"""Proposals of grades as text, TSV, JSON and pages."""
