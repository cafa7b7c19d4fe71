"""Networks of correct translations: cards of alternatives, their text forms, and what can be asked of them."""
