"""The F-measure of maximum matching, "GTM" (Turian, Shen & Melamed 2003)."""

from dataclasses import dataclass, replace

from tertium import _core
from tertium.metrics.base import Metric, case, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, Link, Part, left_over
from tertium.text import tokenizers
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing


@register("fmeasure")
@dataclass(frozen=True, kw_only=True)
class FMeasure(Metric):
    """Twice the size of the best matching over the words of both texts.

    A matching is a set of equal stretches of the two texts ("runs") in which no word is used twice, and its size
    is the `exponent`-norm of the runs' lengths: 1 counts words in common, more rewards longer runs. Of several
    references the one with the best F counts, of equals the shortest.
    """

    exponent: float = option(1.0, "reward for longer runs of matching words; 1 gives none", minimum=1, maximum=100)
    exact_up_to: int = option(
        10,
        "with an exponent above 1: the length in words up to which the best matching is searched exactly",
        minimum=0,
        maximum=_core.LARGEST_EXACT_GTM,
    )
    tok: str = option("13a", "tokeniser; `tertium metrics` lists them")
    lowercase: bool = option(False, "ignore letter case")

    summary = "F-score of matching words and runs of words (GTM)"
    original = "the definition; examples of Kulesza (2004)"
    papers = ("turian-etal-2003-evaluation",)
    name = "F-measure"
    revision = 2

    def signature(self) -> dict[str, str]:
        search = "words" if self.exponent == 1 else f"exact{self.exact_up_to}"
        return {
            "tok": tokenizers.get(self.tok).name,
            "case": case(self.lowercase),
            "e": f"{self.exponent:g}",
            "search": search,
        }

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: match size, hypothesis words, reference words."""
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        return _core.gtm_statistics(
            pairing.pairs(tokens),
            exponent=self.exponent,
            exact_up_to=self.exact_up_to,
            threads=pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * ratio(2 * statistics[..., 0], statistics[..., 1] + statistics[..., 2], empty=1.0)

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        number = excerpt.reference_of(self.statistics)
        tokens = pairing.pool.tokens(tokenizers.get(self.tok), lowercase=self.lowercase)
        hypothesis, reference = excerpt.tokens(tokens, number)
        rows = (excerpt.hypothesis, excerpt.rows[number])
        runs = _core.gtm_runs(tokens, *rows, exponent=self.exponent, exact_up_to=self.exact_up_to)
        links = tuple(
            Link(start, length, there, length, "same", contribution=float(length))
            for start, there, length in sorted(runs.tolist())
        )
        size, hyp_words, ref_words = self.statistics(excerpt.pairing)[0].tolist()
        return replace(
            excerpt.explanation(float(self.score(self.statistics(excerpt.pairing))[0]), hypothesis, reference, number),
            links=links,
            loose=left_over(links, hypothesis, reference),
            parts=(
                Part("runs", len(links), "equal stretches of both texts"),
                Part("match size", size, f"the {self.exponent:g}-norm of their lengths"),
                Part("hypothesis words", hyp_words),
                Part("reference words", ref_words),
            ),
        )
