"""ParaEval (Zhou, Lin & Hovy 2006): phrases matched by paraphrases first, then words, both clipped."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from tertium import _core
from tertium.errors import OptionError
from tertium.metrics.base import Metric, Misfit, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, Link, Loose, Part, left_over
from tertium.resources import store
from tertium.resources.knowledge import Knowledge, WordSources
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.paraphrases.relations import related
from tertium.text import tokenizers
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers.meteor import APOSTROPHES, MeteorTokenizer

_ELSEWHERE = "matched in another reference"


@register("paraeval")
@dataclass(frozen=True, kw_only=True)
class ParaEval(Metric):
    """For precision several references clip together; for recall and F the one counts that gives the best value."""

    measure: Literal["precision", "recall", "f1"] = option("f1", "share of the hypothesis, of the reference, or F1")
    paraphrases: str = option("auto", "paraphrase table: auto, none, or the name or path of one")
    relation: Literal["both", "sets", "entries"] = option(
        "both", "phrases match by the sets of the table, by its entries, or by both"
    )
    min_probability: float = option(0.01, "minimum probability of an entry", minimum=0, maximum=1)
    min_paraphrase_len: int = option(
        1, "phrases shorter than this, on either side, match as words only", minimum=1, maximum=1000
    )
    search: Literal["greedy", "optimal"] = option(
        "greedy", "longest phrases first, or those first that together cover most"
    )
    language: str = option("en", "language of the texts, as a code of two letters; for table and tokeniser")
    tok: str = option(
        "auto", "tokeniser; auto: the one that tables are made with (METEOR's, or intl). Text is lowercased"
    )

    summary = "share of words matched by paraphrase or as they are"
    original = "ParaEval's paper (no program is public); without a table BLEU's clipped unigrams"
    papers = ("zhou-etal-2006-evaluating",)
    name = "ParaEval"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.paraphrases == "none" and self.relation != "both":
            raise OptionError(f"{self.key}: relation={self.relation} needs a table: paraphrases=auto, NAME or PATH")

    def signature(self) -> dict[str, str]:
        resource = self._resource()
        signature = {
            "measure": self.measure,
            "tok": self._tok(),
            "case": "lower",
            "para": resource.signature if resource else "none",
        }
        if resource:
            kinds = {"sets": "sets", "entries": f"entries[{self.min_probability:g}]"}
            signature["by"] = "+".join(kinds.values()) if self.relation == "both" else kinds[self.relation]
            signature |= {"minlen": str(self.min_paraphrase_len), "search": self.search}
        return signature

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"language": language.code}

    def misfit(self, language: Language) -> Misfit | None:
        if self.language != language.code:
            return Misfit(
                f"its table and tokeniser are those of {self.language!r}", f"use paraeval(language={language.code})"
            )
        if self.paraphrases == "auto" and self._resource() is None:
            return Misfit(
                f"there is no paraphrase table for {language.name}",
                "make one with `tertium paraphrases acquire` and use paraeval(paraphrases=PATH)",
            )
        return self.unfit_words(self._tok(), language) if self._tok() != "meteor" else None

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: words of hypothesis and reference, matched words of both, those by another phrase."""
        batch, phrases = self._prepare(pairing)
        return _core.paraeval_statistics(
            pairing.pairs(batch),
            phrases,
            measure=self.measure,
            optimal=self.search == "optimal",
            min_words=self.min_paraphrase_len,
            threads=pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * self._judge(statistics)[self.measure]

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        batch, phrases = self._prepare(excerpt.pairing)
        matched = _core.paraeval_links(
            excerpt.pairing.pairs(batch),
            phrases,
            measure=self.measure,
            optimal=self.search == "optimal",
            min_words=self.min_paraphrase_len,
        )
        number, rows = int(matched.references[0]), matched.rows.tolist()
        links = tuple(
            Link(start, length, at, n, "paraphrase" if other else "same", contribution=float(length))
            for reference, other, start, length, at, n in rows
            if reference == number
        )
        elsewhere = {i for _, _, start, length, _, _ in rows for i in range(start, start + length)}
        hypothesis, reference = excerpt.tokens(batch, number)
        statistics = self.statistics(excerpt.pairing)[0]
        several = self.measure == "precision" and len(excerpt.rows) > 1
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, reference, number),
            links=links,
            loose=tuple(_labelled(loose, elsewhere) for loose in left_over(links, hypothesis, reference)),
            parts=self._parts(statistics),
            notes=("Words count that any reference matches; shown is the one with most recall.",) if several else (),
        )

    def _parts(self, statistics: Floats) -> tuple[Part, ...]:
        shares = {name: 100.0 * float(share) for name, share in self._judge(statistics).items()}
        n_hyp, n_ref, hyp_matched, ref_matched, hyp_other, ref_other = (float(number) for number in statistics)
        return (
            Part("hypothesis words", n_hyp),
            Part("matched hypothesis words", hyp_matched, f"{hyp_other:g} of them by another phrase"),
            Part("precision", shares["precision"], "in per cent"),
            Part("reference words", n_ref),
            Part("matched reference words", ref_matched, f"{ref_other:g} of them by another phrase"),
            Part("recall", shares["recall"], "in per cent"),
            Part("F1", shares["f1"], "harmonic mean of both"),
        )

    @staticmethod
    def _judge(statistics: Floats) -> dict[str, Floats]:
        """The measures from 0 to 1. No words against no words is right."""
        n_hyp, n_ref = statistics[..., 0], statistics[..., 1]
        nothing = np.where(n_hyp + n_ref > 0, 0.0, 1.0)
        precision = ratio(statistics[..., 2], n_hyp, empty=nothing)
        recall = ratio(statistics[..., 3], n_ref, empty=nothing)
        return {"precision": precision, "recall": recall, "f1": ratio(2 * precision * recall, precision + recall)}

    def _prepare(self, pairing: Pairing) -> tuple[Batch, "_core.Lexicon"]:
        batch = self._tokens(pairing)
        resource = self._resource()
        phrases = related(self._table(resource), self.relation, self.min_probability) if resource else None
        return batch, Knowledge.of(batch, WordSources(paraphrases=phrases)).lexicon

    def _tok(self) -> str:
        if self.tok != "auto":
            return self.tok
        return "meteor" if self.language in APOSTROPHES else "intl"

    def _tokens(self, pairing: Pairing) -> Batch:
        tok = self._tok()
        if tok != "meteor":
            return pairing.pool.tokens(tokenizers.get(tok), lowercase=True)
        if self.language not in APOSTROPHES:
            rules = ", ".join(APOSTROPHES)
            raise OptionError(f"paraeval: the tokeniser meteor knows {rules}, not {self.language!r}; use tok=intl")
        abbreviations = store.words("abbreviations", "auto", self.language)
        return pairing.pool.tokens(MeteorTokenizer(self.language, abbreviations))

    def _resource(self) -> store.Resource | None:
        return store.resolve("paraphrases", self.paraphrases, self.language)

    def _table(self, resource: store.Resource) -> ParaphraseTable:
        table = resource.paraphrases()
        if self.relation == "sets" and table.sets is None:
            raise OptionError(
                f"paraeval: the table {table.file.path} has no sets; use relation=entries, or a table of "
                "`tertium paraphrases acquire`"
            )
        return table


def _labelled(loose: Loose, elsewhere: set[int]) -> Loose:
    """A word that this reference lacks, with a word on whether another has it."""
    if loose.side == "hypothesis" and loose.start in elsewhere:
        return Loose(loose.side, loose.start, loose.length, label=_ELSEWHERE)
    return loose
