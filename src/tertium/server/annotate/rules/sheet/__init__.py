"""A sheet: its document, the commands that change it, why they are refused, and its two forms as text."""
