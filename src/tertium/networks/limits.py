"""How large a network may be. What is larger is refused at once, and says which limit to raise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Sizes that are refused beyond; raise those that a message names."""

    cards: int = 100_000
    alternatives: int = 200_000
    """Of all cards together."""
    symbols: int = 1_000_000
    """Words and card references of all alternatives together."""
    name: int = 1_000
    """Characters of a card's name."""
    digits: int = 4_000
    """Decimal digits of a number of paths that is worked out exactly."""
    words: int = 100_000
    """Words of one path that is written out."""
    states: int = 100_000
    """States of an automaton in which cards are expanded."""


DEFAULT = Limits()
