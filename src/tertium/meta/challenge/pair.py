"""A minimal pair: a translation that is good and one that is not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """A reference with a translation that is good and one that is not.

    Attributes:
        segment: The number of the sentence, from 0.
        phenomenon: What is wrong with the bad one.
        reference: What both are compared with.
        good: The better translation.
        bad: The worse one.
        change: How the good one came about; empty where nobody says.
        source: Empty where there is none.
    """

    segment: int
    phenomenon: str
    reference: str
    good: str
    bad: str
    change: str = ""
    source: str = ""
