"""The XML of bilingual files: characters with their places, tokens, inline tags."""
