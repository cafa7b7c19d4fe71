"""What the package knows about words: stems, synonyms, function words, abbreviations and paraphrases.

`store` finds a resource by its name; the other files hold one kind each.
"""
