"""TERp (Snover et al. 2009): TER with stems, synonyms, paraphrases and a cost of its own for each kind of edit."""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np

from tertium import _core
from tertium.errors import OptionError
from tertium.metrics.base import Metric, Misfit, case, error_rate, option, register
from tertium.metrics.explanation import Excerpt, Explanation, Link, Loose, Move, Part
from tertium.metrics.ter import TER
from tertium.resources import store
from tertium.resources.knowledge import Knowledge, WordSources
from tertium.resources.limits import warn_limited
from tertium.resources.stems import PORTER, SNOWBALL
from tertium.resources.stems import signature as stemmer_signature
from tertium.resources.wordlists import NO_WORDS
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers.terp import terp

Shifts = Literal["none", "exact", "relaxed-words", "relaxed"]
_LARGEST_COST = 1e5
_NEVER = 999.0


class EditCosts(NamedTuple):
    """The values that a setting stands for; options set others."""

    insertion: float
    deletion: float
    substitution: float
    stem: float
    synonym: float
    shift: float
    phrase: tuple[float, float, float, float]
    least_phrase: float
    beam: float
    shifts: Shifts
    cap: bool


# The values of the original's parameter files.
SETTINGS = {
    "terpa": EditCosts(
        insertion=0.2588527567630183, deletion=1.4269364675533365, substitution=1.5565478292505814,
        stem=0.0, synonym=0.0, shift=0.5620538767397316,
        phrase=(-0.2306579294476191, -0.1469465037633749, -0.07843705907022736, 0.17708577297831574),
        least_phrase=0.0, beam=35, shifts="relaxed", cap=True,
    ),
    "terph": EditCosts(
        insertion=0.5160029868027748, deletion=0.8897481530721948, substitution=1.6362908525843867,
        stem=0.9574806141940626, synonym=0.16474604979800672, shift=0.686718582391978,
        phrase=(1.0366410752548514, 0.6518645817002747, -0.008317921340980746, 1.1121928362344298),
        least_phrase=0.0, beam=35, shifts="relaxed", cap=True,
    ),
    "ter": EditCosts(
        insertion=1.0, deletion=1.0, substitution=1.0, stem=_NEVER, synonym=_NEVER, shift=1.0,
        phrase=(_NEVER, 0.0, 0.0, 0.0), least_phrase=_NEVER, beam=20, shifts="exact", cap=False,
    ),
}  # fmt: skip


_INSERTION, _DELETION = 1, 2
_KINDS = {0: "same", 3: "substitution", 4: "stem", 5: "synonym", 6: "paraphrase"}
_COUNTED = (
    ("insertions", "extra words"), ("deletions", "missing words"), ("substitutions", "wrong words"),
    ("stems", "other forms of the word"), ("synonyms", ""), ("paraphrases", ""), ("shifts", "words moved together"),
)  # fmt: skip


def _cost(what: str) -> Any:
    return option(None, f"cost of {what}; none: the setting's", minimum=0, maximum=_LARGEST_COST)


@register("terp")
@dataclass(frozen=True, kw_only=True)
class TERp(Metric):
    """Against the reference whose edits cost least, over the mean length of the references."""

    settings: Literal["terpa", "terph", "ter"] = option(
        "terpa", "costs tuned to adequacy, those tuned to HTER, or TER's without stems and synonyms"
    )
    language: str = option("en", "language of the texts, as a code of two letters; for stems and resources")
    normalized: bool = option(True, "TERp's normalisation: entities, punctuation apart")
    no_punct: bool = option(False, "remove punctuation")
    case_sensitive: bool = option(False, "respect letter case")
    stems: Literal["auto", "yes", "no"] = option("auto", "whether words match by stem; auto: unless settings=ter")
    synonyms: str = option("auto", "dictionary of synonyms: auto, none, or the name or path of one")
    paraphrases: str = option("auto", "paraphrase table: auto, none, or the name or path of one")
    stop_words: str = option("auto", "words that do not move alone: auto, none, or the name or path of a list")
    insertion: float | None = _cost("an extra word")
    deletion: float | None = _cost("a word too few")
    substitution: float | None = _cost("a wrong word")
    stem: float | None = _cost("another form of the word")
    synonym: float | None = _cost("a synonym")
    shift: float | None = _cost("moving a phrase")
    match: float = option(0.0, "cost of a correct word", minimum=0, maximum=_LARGEST_COST)
    phrase: str = option("default", "the four numbers of a paraphrase's cost joined by /, such as -0.2/-0.1/0/0.2")
    least_phrase: float | None = _cost("a paraphrase, at least")
    beam: float | None = option(None, "paths that cost this much more than the best are dropped; none: the setting's",
                                minimum=0, maximum=_LARGEST_COST)  # fmt: skip
    shifts: Literal["default", "none", "exact", "relaxed-words", "relaxed"] = option(
        "default", "what may move: nothing, phrases of the reference, also by stem and synonym, also by paraphrase"
    )
    shift_size: int = option(10, "longest phrase that may move", minimum=1, maximum=1000)
    shift_distance: int = option(50, "how far a phrase may move", minimum=1, maximum=10_000)
    cap: Literal["auto", "yes", "no"] = option("auto", "scores of at most 100; auto: as in the setting")

    summary = "TER with stems, synonyms, paraphrases and tuned costs"
    bounds = "0-100 and more"
    original = "TERp (98.8 % of unseen segments; all with its own list of stop words)"
    papers = ("snover-etal-2009-terp",)
    higher_is_better = False
    name = "TERp"
    revision = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            self._costs()
            if self.stems == "yes" and self.language not in SNOWBALL:
                raise OptionError(f"there is no stemmer for {self.language!r}; use stems=no")
        except OptionError as error:
            raise OptionError(f"{self.key}: {error}") from None

    def signature(self) -> dict[str, str]:
        setting, yes_no = self._costs(), {True: "yes", False: "no"}
        costs = (
            setting.insertion,
            setting.deletion,
            setting.substitution,
            setting.stem,
            setting.synonym,
            setting.shift,
        )
        with_table, stemmer = self._resource("paraphrases") is not None, self._stemmer()
        return {
            "settings": self.settings,
            "lang": self.language,
            "case": case(not self.case_sensitive),
            "norm": yes_no[self.normalized],
            "punct": yes_no[not self.no_punct],
            "costs": "/".join(f"{value:.4g}" for value in costs),
            "stem": stemmer_signature(stemmer) if stemmer else "none",
            "syn": _named(self._resource("synonyms")),
            "para": _named(self._resource("paraphrases")),
            **({"phrase": "/".join(f"{value:.4g}" for value in (*setting.phrase, setting.least_phrase))}
               if with_table else {}),
            "stop": _named(self._resource("stopwords")),
            "shifts": f"{setting.shifts}/{self.shift_size}/{self.shift_distance}",
            "beam": f"{setting.beam:g}",
            "cap": yes_no[setting.cap],
            **({"match": f"{self.match:g}"} if self.match else {}),
        }  # fmt: skip

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"language": language.code}

    def misfit(self, language: Language) -> Misfit | None:
        if not language.spaced and self.normalized:
            asian = TER.options_for(language)
            return Misfit(
                f"{language.name} has no spaces between words",
                "use ter(normalized=yes,asian_support=yes)" if asian else "use wer(tok=char) or chrf",
            )
        if self.language != language.code:
            return Misfit(
                f"its stems and resources are those of {self.language!r}", f"use terp(language={language.code})"
            )
        return None

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: cost, mean reference words; insertions, deletions, substitutions, stems, synonyms, paraphrases.

        Then shifts and shifted words.
        """
        cut_short = np.zeros(len(pairing), np.uint8)
        rows = _core.terp_statistics(**self._arguments(pairing), threads=pairing.threads, cut_short=cut_short)
        warn_limited(cut_short, self.name, "the search for shifts ended before all were tried")
        return rows

    def score(self, statistics: Floats) -> Floats:
        rate = error_rate(statistics[..., 0], statistics[..., 1])
        return np.minimum(rate, 100.0) if self._costs().cap else rate

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        alignments = _core.terp_alignments(**self._arguments(excerpt.pairing))
        number, statistics = int(alignments.references[0]), self.statistics(excerpt.pairing)[0]
        hypothesis, reference = excerpt.tokens(self._tokens(excerpt.pairing), number)
        links, loose = self._steps(alignments.steps.tolist(), alignments.orders.ids.tolist())
        counts = zip(_COUNTED, statistics[2:9].tolist(), strict=True)
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, reference, number),
            links=links,
            loose=loose,
            moves=_moves(alignments.shifts.tolist(), len(hypothesis), self._costs().shift),
            parts=(
                *(Part(name, count, note) for (name, note), count in counts),
                Part("cost", statistics[0], "of all edits and shifts"),
                Part("reference words" if len(excerpt.rows) == 1 else "mean reference words", statistics[1]),
            ),
        )

    def _steps(self, steps: list[list[int]], order: list[int]) -> tuple[tuple[Link, ...], tuple[Loose, ...]]:
        """The steps of an edit script as links and words left over, by the places before all shifts."""
        setting, links, loose = self._costs(), [], []
        costs = (self.match, setting.insertion, setting.deletion, setting.substitution, setting.stem, setting.synonym)
        for edit, start, length, in_reference, reference_length in steps:
            price = costs[edit] if edit < len(costs) else None
            if edit == _INSERTION:
                loose.append(Loose("hypothesis", order[start], contribution=price))
            elif edit == _DELETION:
                loose.append(Loose("reference", in_reference, contribution=price))
            else:
                # Words that were brought together by a shift stand apart in the text.
                for first, size in _runs(order[start : start + length]):
                    links.append(Link(first, size, in_reference, reference_length, _KINDS[edit], price))
        return tuple(links), tuple(loose)

    def _tokens(self, pairing: Pairing) -> Batch:
        tokenizer = terp(normalized=self.normalized, no_punct=self.no_punct)
        return pairing.pool.tokens(tokenizer, lowercase=not self.case_sensitive)

    def _arguments(self, pairing: Pairing) -> dict[str, Any]:
        """What the kernel reads."""
        setting = self._costs()
        batch = self._tokens(pairing)
        synonyms, table, stop = (self._resource(kind) for kind in ("synonyms", "paraphrases", "stopwords"))
        sources = WordSources(
            stem_language=self._stemmer(),
            synonyms=synonyms.synonyms() if synonyms else None,
            paraphrases=table.paraphrases() if table else None,
            listed=stop.words() if stop else NO_WORDS,
            by_part_of_speech=True,
        )
        knowledge = Knowledge.of(batch, sources)
        edits = (setting.insertion, setting.deletion, setting.substitution, setting.stem, setting.synonym)
        return {
            "pairs": pairing.pairs(batch),
            "lexicon": knowledge.lexicon,
            "stop_words": knowledge.listed,
            "costs": (self.match, *edits, setting.shift),
            "phrase": setting.phrase,
            "least_phrase": setting.least_phrase,
            "beam": setting.beam,
            "shifts": setting.shifts,
            "max_size": self.shift_size,
            "max_distance": self.shift_distance,
        }

    def _costs(self) -> EditCosts:
        """The setting's values after all options."""
        settings = SETTINGS[self.settings]
        names = ("insertion", "deletion", "substitution", "stem", "synonym", "shift", "least_phrase", "beam")
        own: dict[str, Any] = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        if self.phrase != "default":
            own["phrase"] = self._listed_phrase()
        if self.shifts != "default":
            own["shifts"] = self.shifts
        if self.cap != "auto":
            own["cap"] = self.cap == "yes"
        return settings._replace(**own)

    def _listed_phrase(self) -> tuple[float, ...]:
        try:
            numbers = tuple(float(part) for part in self.phrase.split("/"))
        except ValueError:
            numbers = ()
        if len(numbers) != 4 or not all(abs(number) <= _LARGEST_COST for number in numbers):
            raise OptionError(
                f"option 'phrase' cannot be {self.phrase!r}; it takes default, or four numbers joined by /"
            )
        return numbers

    def _stemmer(self) -> str | None:
        if self.stems == "no" or (self.stems == "auto" and self.settings == "ter"):
            return None
        if self.language == "en":
            return PORTER
        return self.language if self.language in SNOWBALL else None

    def _resource(self, kind: str) -> store.Resource | None:
        choice = {"synonyms": self.synonyms, "paraphrases": self.paraphrases, "stopwords": self.stop_words}[kind]
        if choice == "auto" and self.settings == "ter":
            return None
        return store.resolve(kind, choice, self.language)


def _named(resource: store.Resource | None) -> str:
    return resource.signature if resource else "none"


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Places that follow one another, as first place and number."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((place, 1))
    return runs


def _moves(shifts: list[list[int]], n_words: int, price: float) -> tuple[Move, ...]:
    """Shifts of the core as moves of words by their places in the text."""
    order, moves = list(range(n_words)), []
    for start, length, before in shifts:
        words = order[start : start + length]
        moves.append(Move(tuple(words), order[before] if before < n_words else None, contribution=price))
        order[start : start + length] = []
        place = before if before <= start else before - length
        order[place:place] = words
    return tuple(moves)
