"""Exams in the database: everything that happens is an entry of a hash-chained log, and the tables follow from it."""
