"""What people did to translations: how much of each segment they edited, and by where it came from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring, check_choice
from tertium.evaluation.statistics import collect
from tertium.evaluation.views import post_edits as view
from tertium.evaluation.views.post_edits import ORIGINS
from tertium.metrics.hter import HTER
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Table
from tertium.text.pool import make_pool
from tertium.text.testset import TestSet, Text
from tertium.text.tokenizers.char import CHAR_AND_SPACE
from tertium.text.words import words

SYSTEM = "mt"
"""What the translations before editing are called as a system."""
BANDS = (100.0, 95.0, 85.0, 75.0, 50.0)
BINS = tuple(range(0, 101, 10))
REPETITIONS = "repetitions"
"""The band of segments that repeat an earlier one."""
Counting = Literal["once", "all"]


@dataclass(frozen=True, slots=True)
class EditedSegment:
    """A segment before and after editing. `match` is the match rate in percent, `origin` a key of ORIGINS.

    `marked` has source, before and after with a token such as ⟦x1⟧ for each inline tag, where there are any.
    """

    id: str
    before: str
    after: str
    source: Text = None
    document: str = ""
    origin: str = "unknown"
    match: float | None = None
    state_before: str = ""
    state_after: str = ""
    tags_changed: bool = False
    tag_problems: tuple[str, ...] = ()
    seconds: float | None = None
    references: tuple[str, ...] = ()
    marked: tuple[Text, str, str] | None = None

    @property
    def shown(self) -> tuple[Text, str, str]:
        """Source, before and after as people see them: with tags, where there are any."""
        return self.marked or (self.source, self.before, self.after)


@dataclass(frozen=True, slots=True)
class SegmentEdits:
    """What was done to one segment.

    `edits` over `words` is HTER as a share. `characters` is the Levenshtein distance, `character_share` that over the
    longer of the two texts, `character_rate` over the text after editing, at most 1. `repeats` is the number of an
    earlier segment with the same texts, which is counted instead.
    """

    number: int
    segment: EditedSegment
    band: str
    source_words: int
    hter: float
    edits: float
    words: float
    characters: int
    character_share: float
    character_rate: float
    unchanged: bool
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class EditGroup:
    """The segments of one origin or band together; shares are of segments and of source words."""

    name: str
    n_segments: int
    source_words: int
    hter: float
    character_share: float
    untouched: float
    untouched_words: float
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Prices:
    """What a source word costs, by band; `bands` are the lower ends that the bands of match rates have."""

    currency: str
    bands: tuple[float, ...]
    by_band: Mapping[str, float]
    name: str = "prices"

    def cost(self, band: str, source_words: int) -> "Cost":
        """What the words of a band cost; repetitions without a price cost nothing."""
        price = self.by_band.get(band, 0.0 if band == REPETITIONS else None)
        if price is None:
            raise DataError(
                f"{self.name}: there is no price for the band {band!r}, which has {source_words:,} words; "
                f"add a line for it; there are prices for {', '.join(self.by_band)}"
            )
        return Cost(band, source_words, price, price * source_words)


@dataclass(frozen=True, slots=True)
class Cost:
    """The words of a band, the price of one, and the cost of all; a sum has no price."""

    band: str
    source_words: int
    price: float | None
    cost: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Segments with an HTER from `low` up to, but not including, `high`; None: no end."""

    low: float
    high: float | None
    n_segments: int
    source_words: int


@dataclass(frozen=True, slots=True, repr=False)
class PostEdits(Result):
    """A finished report.

    `left_out` says which segments it is not about, and how many they are. With `every_segment` people see all segments,
    not only those edited most. `costs` are by band, with their sum behind them; there are none without prices.
    """

    page = "post-edits"
    heading = "Post-edits"

    name: str
    original: str
    signature: str
    segments: tuple[SegmentEdits, ...]
    total: EditGroup
    by_origin: tuple[EditGroup, ...]
    by_band: tuple[EditGroup, ...]
    histogram: tuple[Bin, ...]
    left_out: tuple[str, ...] = ()
    every_segment: bool = False
    costs: tuple[Cost, ...] = ()
    currency: str = ""

    def tables(self) -> list[Block]:
        """Totals, tables by origin and band, the histogram, and segments."""
        return view.blocks(self)

    def records(self) -> list[Table]:
        """One segment per row."""
        return view.records(self)

    def data(self) -> dict[str, Json]:
        """The fields by their names."""
        return view.data(self)


def edited_test_set(segments: Sequence[EditedSegment], name: str, tags: str | None = None) -> TestSet:
    """Post-edited segments as a test set: before is the system `mt`, after its post-edits."""
    if not segments:
        raise DataError(f"{name}: there are no segments with a text before and after editing; is this the right file?")
    documents = [segment.document for segment in segments]
    return TestSet.build(
        {SYSTEM: [segment.before for segment in segments]},
        source=[segment.source for segment in segments],
        documents=documents if any(documents) else None,
        post_edits={SYSTEM: [segment.after for segment in segments]},
        name=name,
        tags=tags,
    )


def post_edit_report(
    segments: Sequence[EditedSegment],
    *,
    name: str,
    original: str = "",
    tags: str | None = None,
    bands: Sequence[float] = BANDS,
    prices: Prices | None = None,
    repetitions: Counting = "once",
    scoring: Scoring = Scoring(),
    left_out: Iterable[str] = (),
) -> PostEdits:
    """Measure how much was edited.

    Args:
        segments: What was there before and after.
        name: The file, for the report.
        original: Where the texts before editing come from.
        tags: What became of inline tags, for the signature.
        bands: Lower ends of the bands of match rates, in percent, from the highest on; those of the prices, where there
            are prices.
        prices: What a source word costs, by band.
        repetitions: `once`: segments with the source, the text before and the text after of an earlier one are counted
            in a band of their own and nowhere else. `all`: as all others.
        scoring: Unicode form and threads.
        left_out: What the report is not about.
    """
    check_choice("repetitions", repetitions, get_args(Counting))
    bands = prices.bands if prices else bands
    _check_bands(bands)
    first = _first_ones(segments) if repetitions == "once" else {}
    statistics = collect(edited_test_set(segments, name, tags), [HTER()], scoring)
    rows, metric = statistics.rows[SYSTEM][0], statistics.metrics[0]
    scores = metric.score(rows)
    distances, longest, after = _character_distances(segments, scoring)
    measured = tuple(
        SegmentEdits(
            i + 1,
            segment,
            REPETITIONS if i in first else band_of(segment, bands),
            len(words(segment.source if segment.source is not None else segment.after)),
            float(scores[i]),
            float(rows[i, 0]),
            float(rows[i, 1]),
            int(distances[i]),
            float(distances[i] / longest[i]) if longest[i] else 0.0,
            float(min(1.0, distances[i] / after[i])) if after[i] else float(distances[i] > 0),
            segment.before == segment.after and not segment.tags_changed,
            first[i] + 1 if i in first else None,
        )
        for i, segment in enumerate(segments)
    )

    def group(label: str, members: list[int]) -> EditGroup:
        part = [measured[i] for i in members]
        n_words = sum(one.source_words for one in part)
        same = [one for one in part if one.unchanged]
        times = [one.segment.seconds for one in part if one.segment.seconds is not None]
        return EditGroup(
            label,
            len(part),
            n_words,
            float(metric.score(rows[members].sum(0))),
            float(distances[members].sum() / max(1, longest[members].sum())),
            len(same) / len(part),
            sum(one.source_words for one in same) / n_words if n_words else 0.0,
            sum(times) if times else None,
        )

    def groups(labels: list[str], order: Iterable[str], members: Iterable[int]) -> tuple[EditGroup, ...]:
        indices: dict[str, list[int]] = {label: [] for label in order}
        for i in members:
            indices[labels[i]].append(i)
        return tuple(group(label, them) for label, them in indices.items() if them)

    counted = [i for i in range(len(measured)) if i not in first]
    by_band = groups([one.band for one in measured], band_names(bands), range(len(measured)))
    notes = list(left_out)
    if first:
        notes.append(f"segments that repeat an earlier one with the same edit, counted once: {len(first)}")
    return PostEdits(
        name,
        original,
        statistics.signature(metric),
        measured,
        group("all", counted),
        groups([ORIGINS[one.origin] for one in segments], ORIGINS.values(), counted),
        by_band,
        _histogram([measured[i] for i in counted]),
        tuple(notes),
        costs=_costs(prices, by_band) if prices else (),
        currency=prices.currency if prices else "",
    )


def _first_ones(segments: Sequence[EditedSegment]) -> dict[int, int]:
    """The segments that repeat an earlier one, with its index."""
    seen: dict[tuple[Text, str, str], int] = {}
    indices = ((i, seen.setdefault(one.shown, i)) for i, one in enumerate(segments))
    return {i: first for i, first in indices if first != i}


def _costs(prices: Prices, by_band: Sequence[EditGroup]) -> tuple[Cost, ...]:
    costs = [prices.cost(group.name, group.source_words) for group in by_band]
    return (*costs, Cost("all", sum(one.source_words for one in costs), None, sum(one.cost for one in costs)))


def _check_bands(bands: Sequence[float]) -> None:
    if not bands or any(low >= high for high, low in pairwise(bands)) or not 0 < min(bands) <= max(bands) <= 100:
        raise OptionError(
            f"bands {', '.join(f'{band:g}' for band in bands)}: expected falling numbers, such as 100,95,85"
        )


def band_names(bands: Sequence[float]) -> list[str]:
    """The names of all bands, the highest first."""
    ends = [f"{bands[0]:g} %" if bands[0] >= 100 else f"{bands[0]:g}–100 %"]
    ends += [f"{low:g}–{high - 1:g} %" for high, low in pairwise(bands)]
    return [*ends, f"below {bands[-1]:g} %", "MT", "new", "unknown", REPETITIONS]


def band_of(segment: EditedSegment, bands: Sequence[float]) -> str:
    """The band of a segment: by its match rate, or by where it came from."""
    if segment.origin == "mt":
        return "MT"
    match = 100.0 if segment.origin == "ice" and segment.match is None else segment.match
    if match is None:
        return "new" if segment.origin == "human" else "unknown"
    names = band_names(bands)
    return next((names[i] for i, low in enumerate(bands) if match >= low), names[len(bands)])


Distances = NDArray[np.int64]


def _character_distances(segments: Sequence[EditedSegment], scoring: Scoring) -> tuple[Distances, Distances, Distances]:
    """Levenshtein distance, length of the longer text, and length of the text after editing."""
    columns = [[one.before for one in segments], [one.after for one in segments]]
    pool, (before, after) = make_pool(columns, scoring.normalization)
    characters = pool.tokens(CHAR_AND_SPACE)
    distances = _core.edit_distances(characters, before, after, threads=scoring.threads)
    lengths = np.diff(characters.offsets)
    return distances.astype(np.int64), np.maximum(lengths[before], lengths[after]), lengths[after]


def _histogram(segments: Sequence[SegmentEdits]) -> tuple[Bin, ...]:
    ends: list[float | None] = [*map(float, BINS[1:]), None]
    bins = []
    for low, high in zip(map(float, BINS), ends, strict=True):
        part = [one for one in segments if low <= one.hter and (high is None or one.hter < high)]
        bins.append(Bin(low, high, len(part), sum(one.source_words for one in part)))
    return tuple(bins)
