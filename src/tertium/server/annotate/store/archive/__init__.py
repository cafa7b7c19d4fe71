"""Whole projects as zip files: out, and in again after everything in them was checked."""
