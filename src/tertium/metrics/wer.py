"""WER, CER and PER: errors of words or characters against the closest reference, and of words in any order."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from tertium import _core
from tertium.errors import DataError
from tertium.metrics.base import Metric, Misfit, case, option, ratio, register
from tertium.metrics.edits import equal_words, read_script
from tertium.metrics.explanation import Excerpt, Explanation, Part, Unit, left_over
from tertium.text import tokenizers
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers.char import CHAR, INNER_CHARACTERS


@dataclass(frozen=True, kw_only=True)
class Errors(Metric):
    """Errors of words or characters against the closest reference.

    That is the one with the lowest rate, or where errors are counted, with the fewest errors.
    """

    lowercase: bool = option(False, "ignore letter case")
    unit: Literal["rate", "count"] = option("rate", "errors per 100 of the reference, or their number")

    bounds = "0-100 and more"
    higher_is_better = False
    explained: ClassVar[Unit] = "word"
    """What an explanation counts."""

    @abstractmethod
    def tokens(self, pairing: Pairing) -> Batch:
        """What is counted, as ids."""

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: errors, words or characters of the reference."""
        return self.count(pairing, _core.wer_statistics)

    def score(self, statistics: Floats) -> Floats:
        errors, words = statistics[..., 0], statistics[..., 1]
        # jiwer divides by 1 where there is nothing to divide by.
        return errors.copy() if self.unit == "count" else 100.0 * ratio(errors, words, empty=errors)

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        tokens = self.tokens(pairing)
        hypothesis, reference = excerpt.tokens(tokens, number)
        edits = read_script(_script(tokens, excerpt.hypothesis, excerpt.rows[number]), len(hypothesis))
        return replace(
            excerpt.explanation(self.segment_score(excerpt), hypothesis, reference, number),
            unit=self.explained,
            links=tuple(edits.links),
            loose=tuple(edits.loose),
            parts=(*edits.counted(), *self.totals(excerpt)),
        )

    def totals(self, excerpt: Excerpt) -> tuple[Part, ...]:
        """Errors and what they are divided by."""
        errors, words = self.statistics(excerpt.pairing)[0]
        return Part("errors", errors), Part(f"reference {self.explained}s", words)

    def segment_score(self, excerpt: Excerpt) -> float:
        """The score of the segment that is explained."""
        return float(self.score(self.statistics(excerpt.pairing))[0])

    def count(self, pairing: Pairing, kernel: Callable[..., Floats]) -> Floats:
        """Rows of a kernel that counts errors."""
        fewest = self.unit == "count"
        return kernel(pairing.pairs(self.tokens(pairing)), fewest=fewest, threads=pairing.threads)

    def closest(self) -> dict[str, str]:
        """What signatures say about which reference counts."""
        return {"unit": "count", "ref": "fewest"} if self.unit == "count" else {"unit": "rate"}


@dataclass(frozen=True, kw_only=True)
class SplitAtSpaces(Metric):
    """What splits texts at spaces unless told otherwise, and so needs another tokeniser where there are none."""

    tok: str = option("none", "tokeniser; `tertium metrics` lists them")

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {} if language.spaced else {"tok": "char"}

    def misfit(self, language: Language) -> Misfit | None:
        if self.tok == "none" and not language.spaced:
            return Misfit(f"{language.name} has no spaces between words", f"use {self.key}(tok=char)")
        return super().misfit(language)


@register("wer")
@dataclass(frozen=True, kw_only=True)
class WER(SplitAtSpaces, Errors):
    """Insertions, deletions and substitutions of words."""

    summary = "word errors: insertions, deletions, substitutions"
    original = "jiwer 4 (times 100)"
    papers = ("niessen-etal-2000-evaluation",)
    revision = 2
    name = "WER"

    def signature(self) -> dict[str, str]:
        return {"tok": tokenizers.get(self.tok).name, "case": case(self.lowercase), **self.closest()}

    def tokens(self, pairing: Pairing) -> Batch:
        return pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)


@register("cer")
@dataclass(frozen=True, kw_only=True)
class CER(Errors):
    """The same for characters. Spaces between words are characters; those around a text are not."""

    spaces: bool = option(True, "count spaces between words")

    summary = "character errors: insertions, deletions, substitutions"
    original = "jiwer 4 (times 100)"
    papers = ("niessen-etal-2000-evaluation",)
    name = "CER"
    explained = "character"

    def signature(self) -> dict[str, str]:
        return {"case": case(self.lowercase), "space": "yes" if self.spaces else "no", **self.closest()}

    def tokens(self, pairing: Pairing) -> Batch:
        return pairing.pool.tokens(INNER_CHARACTERS if self.spaces else CHAR, lowercase=self.lowercase)


@register("per")
@dataclass(frozen=True, kw_only=True)
class PER(WER):
    """Words that the two texts do not share, wherever they stand (Tillmann et al. 1997)."""

    summary = "word errors without regard to order"
    original = "the definition"
    papers = ("tillmann-etal-1997-accelerated",)
    name = "PER"

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: errors, reference words."""
        return self.count(pairing, _core.per_statistics)

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        tokens = self.tokens(pairing)
        hypothesis, reference = excerpt.tokens(tokens, number)
        steps = _script(tokens, excerpt.hypothesis, excerpt.rows[number]).steps
        links = equal_words(steps, hypothesis, reference)
        return replace(
            excerpt.explanation(self.segment_score(excerpt), hypothesis, reference, number),
            links=tuple(links),
            loose=left_over(links, hypothesis, reference),
            parts=(Part("words in common", len(links)), *self.totals(excerpt)),
            notes=("Errors: the words left over on the side that has more of them.",),
        )


def _script(tokens: Batch, hypothesis: int, reference: int) -> _core.EditScript:
    try:
        return _core.edit_script(tokens, hypothesis, reference)
    except ValueError as error:
        raise DataError(f"the segment cannot be explained: {error}; split it") from None
