"""The web application in which people write every correct translation of a sentence."""
