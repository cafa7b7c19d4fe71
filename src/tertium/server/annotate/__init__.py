"""Where people write every correct translation of a sentence, and judge sentences: projects, sheets, their log."""
