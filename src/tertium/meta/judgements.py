"""What people said about translations, as data: scores, preferences, errors, and the outputs they are about.

Everything is flat: an item is one output of one system for one segment, and judgements point to items by number. Real
data needs this: the same system and segment occur with different outputs, systems lack segments, and some judgements
are of outputs whose system nobody wrote down.

NaN is a missing score, never 0. Every human score here says "higher is better"; readers negate errors and HTER.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError, OptionError
from tertium.meta.normalization import Method, mean_by_item, normalize
from tertium.text.arrays import Floats
from tertium.text.testset import References, TestSet, Text

Codes = NDArray[np.int32]
Indices = NDArray[np.int64]
Side = Literal["hypothesis", "source"]

# Freitag et al. 2021; the most specific entry counts. Keys: severity[/category[/subcategory]].
MQM_WEIGHTS: Mapping[str, float] = {
    "major": 5.0,
    "minor": 1.0,
    "neutral": 0.0,
    "major/non-translation": 25.0,
    "minor/fluency/punctuation": 0.1,
}


@dataclass(frozen=True, slots=True)
class Items:
    """Outputs that were judged, as parallel columns. None where nobody gave a text or a name.

    `extra` holds columns of a file that have no other place (such as `post_edit` or `split`), by their names.
    """

    hypothesis: tuple[Text, ...]
    references: References
    source: tuple[Text, ...]
    system: tuple[Text, ...]
    segment: tuple[Text, ...]
    document: tuple[Text, ...]
    extra: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, column in self._columns().items():
            if len(column) != len(self):
                raise DataError(f"{len(self)} hypotheses but {len(column)} entries in {name!r}; expected one for each")

    @classmethod
    def build(
        cls,
        hypothesis: Iterable[Text],
        references: References | None = None,
        *,
        source: Iterable[Text] | None = None,
        system: Iterable[Text] | None = None,
        segment: Iterable[Text] | None = None,
        document: Iterable[Text] | None = None,
        extra: Mapping[str, Iterable[Text]] | None = None,
    ) -> Self:
        """Items from any iterables; what is not given is missing everywhere."""
        texts = tuple(hypothesis)
        missing = (None,) * len(texts)
        return cls(
            texts,
            References.none(len(texts)) if references is None else references,
            missing if source is None else tuple(source),
            missing if system is None else tuple(system),
            missing if segment is None else tuple(segment),
            missing if document is None else tuple(document),
            {name: tuple(column) for name, column in (extra or {}).items()},
        )

    def __len__(self) -> int:
        return len(self.hypothesis)

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order of their first items."""
        return tuple(name for name in dict.fromkeys(self.system) if name is not None)

    def select(self, indices: Iterable[int]) -> Self:
        """The items with these numbers, in this order."""
        chosen = list(indices)

        def choose(column: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple([column[i] for i in chosen])

        return type(self)(
            choose(self.hypothesis),
            self.references.select(chosen),
            choose(self.source),
            choose(self.system),
            choose(self.segment),
            choose(self.document),
            {name: choose(column) for name, column in self.extra.items()},
        )

    def test_set(self, name: str = "items") -> TestSet:
        """All items as the outputs of one system, so that a metric scores them at once and gives a row for each."""
        documents = [document for document in self.document if document is not None]
        return TestSet(
            {"items": self.hypothesis},
            self.references,
            self.source if any(text is not None for text in self.source) else None,
            tuple(documents) if len(documents) == len(self) and documents else None,
            name,
        )

    def with_references(self, other: "Items") -> Self:
        """The same items with all references that `other` has for their segment ids, each once.

        Segments that `other` does not know keep the references they have, and so do those that stand there with two
        different sources: nobody can tell which of them is meant.
        """
        known: dict[str, tuple[str, ...]] = {}
        sources: dict[str, Text] = {}
        unclear: set[str] = set()
        for segment, source, references in zip(other.segment, other.source, other.references, strict=True):
            if segment is not None:
                known[segment] = tuple(dict.fromkeys((*known.get(segment, ()), *references)))
                if sources.setdefault(segment, source) != source:
                    unclear.add(segment)
        for segment in unclear:
            del known[segment]
        pairs = zip(self.segment, self.references, strict=True)
        joined = (old if segment is None else known.get(segment, old) for segment, old in pairs)
        return replace(self, references=References.by_segment(joined))

    def with_texts(self, test_set: TestSet) -> Self:
        """The same items with the texts of a test set, for formats that hold names and numbers only.

        The segment id is the number of the segment in the test set, from 1. A name that joins several systems with
        the same output by `+` takes the output of the first one.
        """
        rows = [self._row_in(test_set, i) for i in range(len(self))]
        source = self.source if test_set.source is None else tuple(test_set.source[row] for row in rows)
        return replace(
            self,
            hypothesis=tuple(self._outputs_in(test_set, i)[row] for i, row in enumerate(rows)),
            references=test_set.references.select(rows),
            source=source,
            document=self.document if test_set.documents is None else tuple(test_set.documents[row] for row in rows),
        )

    def _row_in(self, test_set: TestSet, item: int) -> int:
        segment = self.segment[item]
        if segment is None or not segment.isdecimal() or not 1 <= int(segment) <= len(test_set):
            raise DataError(
                f"item {item + 1} has segment {segment!r}, expected a number from 1 to {len(test_set)}, the number of "
                f"segments of {test_set.name}"
            )
        return int(segment) - 1

    def _outputs_in(self, test_set: TestSet, item: int) -> Sequence[Text]:
        system = self.system[item] or ""
        for name in (system, system.split("+")[0]):
            if name in test_set.systems:
                return test_set.systems[name]
        raise DataError(
            f"item {item + 1} is of system {system!r}, which {test_set.name} does not have; it has "
            f"{', '.join(test_set.systems)}"
        )

    def _columns(self) -> dict[str, Sized]:
        return {
            "references": self.references,
            "source": self.source,
            "system": self.system,
            "segment": self.segment,
            "document": self.document,
            **self.extra,
        }


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Single ratings in long form: rater number `rater[i]` gave item `item[i]` the value `value[i]`.

    `rater` is an index into `raters`, −1 where nobody wrote down who it was. None of the values is missing. The same
    rater may have rated the same item more than once.
    """

    item: Indices
    rater: Codes
    value: Floats
    raters: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.value)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentScores:
    """One score for each item, NaN where it is missing; `ratings` holds what single raters said, where that is known.

    `kind` is a short name (da, mqm, hter, …); `description` is what the file says about the scores.
    """

    items: Items
    scores: Floats
    kind: str
    description: str = ""
    ratings: Ratings | None = None

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.items), f"{self.kind} scores", "items")

    @classmethod
    def from_ratings(cls, items: Items, ratings: Ratings, kind: str, description: str = "") -> Self:
        """The mean rating of each item."""
        return cls(items, mean_by_item(ratings.value, ratings.item, len(items)), kind, description, ratings)

    def normalized(self, method: Method) -> Self:
        """The means of raw ratings, of their raters' z-scores (WMT's average) or of percentiles.

        Raises OptionError where single ratings are not known.
        """
        if self.ratings is None:
            raise OptionError(
                f"{self.kind} scores cannot be normalised as {method!r}: who gave which rating is not known; use the "
                "scores as they are, or read a file with a column of raters"
            )
        values = normalize(self.ratings.value, self.ratings.rater, method)
        return type(self).from_ratings(self.items, replace(self.ratings, value=values), self.kind, self.description)


@dataclass(frozen=True, slots=True, eq=False)
class SystemJudgements:
    """One human score for each system (NaN: missing); `items` are the outputs by which metrics score the systems."""

    items: Items
    systems: tuple[str, ...]
    scores: Floats
    kind: str
    description: str = ""

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.systems), f"{self.kind} scores", "systems")


@dataclass(frozen=True, slots=True, eq=False)
class DocumentJudgements:
    """One human score for each document of each system, or for each domain: score i is of `systems[i]`, `names[i]`."""

    items: Items
    systems: tuple[str, ...]
    names: tuple[str, ...]
    scores: Floats
    kind: str
    description: str = ""
    unit: Literal["document", "domain"] = "document"

    def __post_init__(self) -> None:
        _check_scores(self.scores, len(self.systems), f"{self.kind} scores", "systems")
        _check_scores(self.scores, len(self.names), f"{self.kind} scores", f"{self.unit} names")


@dataclass(frozen=True, slots=True, eq=False)
class Preferences:
    """Which of two outputs a judge preferred, once for each judgement; repeated judgements are repeated rows.

    `a` and `b` are numbers of items. `preference` is +1 where a is better, −1 where b is, 0 for a tie. `judge` and
    `ranking` are indices into `judges` and `rankings`, −1 where unknown; pairs that come from one ranking of several
    outputs have the same `ranking`.
    """

    items: Items
    a: Indices
    b: Indices
    preference: NDArray[np.int8]
    judge: Codes
    ranking: Codes
    judges: tuple[str, ...] = ()
    rankings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("b", "preference", "judge", "ranking"):
            length = len(getattr(self, name))
            if length != len(self.a):
                raise DataError(f"{len(self.a)} pairs but {length} entries in {name!r}; expected one for each")
        ends = np.concatenate((self.a, self.b))
        if len(ends) and not 0 <= ends.min() <= ends.max() < len(self.items):
            raise DataError(f"a pair points to an item that is not there; there are {len(self.items)} items, from 0")

    def __len__(self) -> int:
        return len(self.a)

    def select(self, chosen: NDArray[np.bool_] | Indices) -> Self:
        """These judgements only; the items stay as they are."""
        columns = {name: getattr(self, name)[chosen] for name in ("a", "b", "preference", "judge", "ranking")}
        return replace(self, **columns)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorSpans:
    """Errors that annotators marked (MQM), and which outputs they looked at.

    Error i was found in item `item[i]` by `raters[rater[i]]`. It covers the characters from `start[i]` up to but not
    including `end[i]` of the text named by `side[i]`; both are −1 and `side[i]` is None where nothing was marked.
    `text[i]` is what was marked. `rated_item` and `rated_rater` list every annotation, without errors too: only by
    them is an output without errors told from one that nobody looked at.
    """

    items: Items
    item: Indices
    rater: Codes
    start: Indices
    end: Indices
    side: tuple[Side | None, ...]
    text: tuple[Text, ...]
    category: tuple[str, ...]
    severity: tuple[str, ...]
    raters: tuple[str, ...]
    rated_item: Indices
    rated_rater: Codes

    def __len__(self) -> int:
        return len(self.item)

    def penalties(self, weights: Mapping[str, float] = MQM_WEIGHTS) -> Floats:
        """The weight of each error. Keys are `severity[/category[/subcategory]]`; the most specific one counts."""
        table = {_mqm_key(key): weight for key, weight in weights.items()}
        sums: dict[tuple[str, str], float] = {}
        for i, key in enumerate(zip(self.severity, self.category, strict=True)):
            if key not in sums:
                weight = _weight(table, *key)
                if weight is None:
                    raise OptionError(
                        f"no weight for severity {key[0]!r} (category {key[1]!r}), first used in segment "
                        f"{self.items.segment[self.item[i]]!r} of system {self.items.system[self.item[i]]!r}; there "
                        f"are weights for {', '.join(weights)}; give one for {key[0].lower()!r}"
                    )
                sums[key] = weight
        return np.array([sums[key] for key in zip(self.severity, self.category, strict=True)], dtype=np.float64)

    def scores(self, weights: Mapping[str, float] = MQM_WEIGHTS) -> SegmentScores:
        """MQM scores: minus the sum of an annotation's weights, and the mean of these over an item's raters.

        An item that was looked at and has no error gets 0, one that nobody looked at NaN.
        """
        return SegmentScores.from_ratings(self.items, self._sums(self.penalties(weights)), "mqm")

    def counts(
        self, *, severities: Collection[str] | None = None, categories: Collection[str] | None = None
    ) -> SegmentScores:
        """Minus the number of errors, of some severities and categories (or parts such as `fluency`) only if given."""
        wanted_severities = None if severities is None else {_mqm_key(name) for name in severities}
        wanted = None if categories is None else tuple(_mqm_key(name) for name in categories)
        counted = [
            (wanted_severities is None or _mqm_key(severity) in wanted_severities)
            and (wanted is None or any(f"{_mqm_key(category)}/".startswith(f"{name}/") for name in wanted))
            for severity, category in zip(self.severity, self.category, strict=True)
        ]
        return SegmentScores.from_ratings(self.items, self._sums(np.array(counted, dtype=np.float64)), "errors")

    def _sums(self, penalties: Floats) -> Ratings:
        n_raters = len(self.raters) + 1
        rated = self.rated_item * n_raters + self.rated_rater + 1
        annotations, first = np.unique(rated, return_index=True)
        keys = self.item * n_raters + self.rater + 1
        at = np.minimum(np.searchsorted(annotations, keys), len(annotations) - 1)
        if len(keys) and (not len(annotations) or np.any(annotations[at] != keys)):
            raise DataError("an error belongs to an annotation that is not listed in rated_item and rated_rater")
        # 0 − sum, since −0.0 would be printed as such.
        sums: Floats = np.float64(0.0) - np.bincount(at, penalties, minlength=len(annotations))
        return Ratings(self.rated_item[first], self.rated_rater[first], sums, self.raters)


@dataclass(frozen=True, slots=True)
class ScoreTables:
    """Scores at all levels, by one or many methods or metrics."""

    segments: tuple[SegmentScores, ...] = ()
    documents: tuple[DocumentJudgements, ...] = ()
    systems: tuple[SystemJudgements, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgementGroup:
    """All that is known about one language pair of one data set; its parts share the same items.

    `reference_names` names the references where every item has them in this order (a folder of mt-metrics-eval).
    `metrics` holds the scores of metrics that came with the data.
    """

    dataset: str
    lang_pair: str
    items: Items
    human: ScoreTables = ScoreTables()
    preferences: Preferences | None = None
    spans: ErrorSpans | None = None
    metrics: ScoreTables = ScoreTables()
    reference_names: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.dataset} {self.lang_pair}"

    def segment_scores(self, kind: str | None = None) -> SegmentScores:
        """The human segment scores of this kind, or the first ones."""
        for scores in self.human.segments:
            if kind is None or scores.kind == kind:
                return scores
        known = ", ".join(scores.kind for scores in self.human.segments) or "none"
        wanted = "segment scores" if kind is None else f"segment scores of kind {kind!r}"
        raise DataError(f"{self.name} has no {wanted}; it has {known}")

    def with_items(self, items: Items) -> Self:
        """The same judgements about the same number of items with other texts or references."""
        if len(items) != len(self.items):
            raise DataError(f"{self.name} has {len(self.items)} items, got {len(items)}; expected the same number")
        return replace(
            self,
            items=items,
            human=_tables_with(self.human, items),
            metrics=_tables_with(self.metrics, items),
            preferences=None if self.preferences is None else replace(self.preferences, items=items),
            spans=None if self.spans is None else replace(self.spans, items=items),
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where judgements came from: the path, and the SHA-256 of the content (decompressed) in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class JudgementSet:
    """Judgements of one file or folder, in groups of one data set and language pair each."""

    groups: tuple[JudgementGroup, ...]
    origin: Origin

    def __iter__(self) -> Iterator[JudgementGroup]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def lang_pairs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group.lang_pair for group in self.groups))

    def group(self, lang_pair: str | None = None, dataset: str | None = None) -> JudgementGroup:
        """The only group of this language pair and data set; DataError lists them where there are none or several."""
        matching = [
            group for group in self.groups if lang_pair in (None, group.lang_pair) and dataset in (None, group.dataset)
        ]
        if len(matching) == 1:
            return matching[0]
        names = ", ".join(group.name for group in self.groups)
        wanted = " ".join(name for name in (dataset, lang_pair) if name is not None) or "one group"
        raise DataError(f"{self.origin.path}: {len(matching)} groups for {wanted}, expected one; the file has {names}")


def _tables_with(tables: ScoreTables, items: Items) -> ScoreTables:
    return ScoreTables(
        tuple(replace(scores, items=items) for scores in tables.segments),
        tuple(replace(scores, items=items) for scores in tables.documents),
        tuple(replace(scores, items=items) for scores in tables.systems),
    )


def _check_scores(scores: Floats, n: int, what: str, of: str) -> None:
    if scores.shape != (n,):
        raise DataError(f"{what} have shape {scores.shape}, expected ({n},) for {n} {of}")
    infinite = np.flatnonzero(np.isinf(scores))
    if len(infinite):
        raise DataError(f"{what}: number {infinite[0] + 1} is {scores[infinite[0]]}; use NaN where a score is missing")


def _mqm_key(name: str) -> str:
    """One spelling for `Non-translation!`, `non_translation` and `Non translation`."""
    return name.strip().lower().rstrip("!").replace("_", "-").replace(" ", "-")


def _weight(table: Mapping[str, float], severity: str, category: str) -> float | None:
    parts = [_mqm_key(severity), *map(_mqm_key, category.split("/"))]
    for n in range(len(parts), 0, -1):
        weight = table.get("/".join(parts[:n]))
        if weight is not None:
            return weight
    return None
