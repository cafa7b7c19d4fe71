"""What can be chosen about an acquisition."""

from dataclasses import dataclass
from typing import Literal, get_args

from tertium.errors import OptionError

Symmetrization = Literal["intersection", "union", "grow-diag", "grow-diag-final-and"]
SYMMETRIZATIONS: tuple[Symmetrization, ...] = get_args(Symmetrization)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaning:
    """Which sentence pairs are used, and how they are split into words."""

    language: str = "en"
    """The language of the paraphrases."""
    tokenizer: str = "auto"
    """For that language: METEOR's normaliser where it knows the language, else `intl` in lowercase."""
    pivot_tokenizer: str = "auto"
    max_words: int = 100
    max_ratio: float = 9.0
    shard: int = 500_000
    """How many sentence pairs are aligned at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Which phrase pairs a sentence pair gives."""

    symmetrization: Symmetrization = "grow-diag-final-and"
    max_phrase: int = 7
    punctuation: bool = True
    """Leave out phrases with a word that has no letter and no digit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivoting:
    """Which translations lead from phrase to phrase."""

    min_phrase_count: int = 1
    """Phrases seen less often take no part."""
    min_pair_count: int = 1
    min_translation_probability: float = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtering:
    """Which paraphrases are kept."""

    min_probability: float = 0.01
    min_back_probability: float = 0.0
    min_count: int = 1
    min_pivots: int = 1
    min_score: float = 0.02
    """Least geometric mean of the probabilities both ways, times the number of pivot languages, for each word of the
    longer phrase: long phrases are seen seldom, so that they seem probable at random."""
    max_words: int = 7
    max_per_phrase: int = 20
    numbers: bool = True
    function_words: bool = True
    inclusion: bool = True
    negation: bool = True
    min_set_probability: float = 0.01
    """Minimum p(phrase | pivot) for a phrase to be in the set of a pivot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All of them."""

    cleaning: Cleaning = Cleaning()
    extraction: Extraction = Extraction()
    pivoting: Pivoting = Pivoting()
    filtering: Filtering = Filtering()

    def check(self) -> None:
        """Raise OptionError where a value makes no sense."""
        if self.extraction.symmetrization not in SYMMETRIZATIONS:
            raise OptionError(
                f"symmetrisation {self.extraction.symmetrization!r}: expected one of {', '.join(SYMMETRIZATIONS)}"
            )
        for name, value, least, most in (
            ("words of a sentence", self.cleaning.max_words, 1, 1000),
            ("ratio of lengths", self.cleaning.max_ratio, 1, 1000),
            ("sentence pairs of a shard", self.cleaning.shard, 1, 1 << 31),
            ("words of a phrase", self.extraction.max_phrase, 1, 64),
            ("count of a phrase that takes part", self.pivoting.min_phrase_count, 1, 1 << 31),
            ("count of a phrase pair", self.pivoting.min_pair_count, 1, 1 << 31),
            ("probability of a translation", self.pivoting.min_translation_probability, 0, 1),
            ("probability of a paraphrase", self.filtering.min_probability, 0, 1),
            ("probability back", self.filtering.min_back_probability, 0, 1),
            ("score of a paraphrase", self.filtering.min_score, 0, 1000),
            ("probability of a phrase in a set", self.filtering.min_set_probability, 0, 1),
            ("count of a phrase", self.filtering.min_count, 1, 1 << 31),
            ("number of pivots", self.filtering.min_pivots, 1, 1 << 31),
            ("words of a paraphrase", self.filtering.max_words, 1, 64),
            ("paraphrases of a phrase", self.filtering.max_per_phrase, 1, 1 << 31),
        ):
            if not least <= value <= most:
                raise OptionError(f"{name}: found {value:g}, expected a number from {least} to {most}")
