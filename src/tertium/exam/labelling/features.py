"""Features of a passage as a whole: 30 of the paper, and scores of metrics beside them.

Everything is first counted by sentence, in rows that add up: a passage is the sum of its rows, and resampled
sentences are a product with them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from tertium.evaluation.statistics import pairings_for
from tertium.exam.passages import Exam, Passage
from tertium.exam.submissions import Submission
from tertium.metrics import Metric
from tertium.metrics.choice import Metrics, Note, Setting, choose
from tertium.metrics.hyter import HyTER
from tertium.networks.search import ClosestPath, ClosestTokens, edit_rate
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Row, Table
from tertium.text.arrays import Floats, Ids
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

ORDERS = 20
_COUNTS = 5  # edits, words of the closest path, words extra, missing, substituted
_EDITS = ("hyter", "insertions", "deletions", "substitutions", "insertions-or-deletions")
PAPER = (
    *(f"{name} a word" for name in _EDITS),
    *(f"{name} in all" for name in _EDITS),
    *(f"{n}-gram precision" for n in range(1, ORDERS + 1)),
)
"""HyTER and four counts of edits, divided by the words of the closest path and undivided, and 20 precisions."""


@dataclass(frozen=True, slots=True)
class ClosestSentence:
    """The correct sentence that is closest to an answer, both as words, and the edits between them."""

    answer: tuple[str, ...]
    correct: tuple[str, ...]
    path: ClosestPath


@dataclass(frozen=True, slots=True, repr=False)
class FeatureValues(Result):
    """The features of passages: a row of candidate, passage and values for each."""

    heading = "Features"

    names: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[float, ...]], ...]

    def tables(self) -> list[Block]:
        """One candidate's passage per row."""
        columns = (Column("candidate"), Column("passage"), *(Column(name, "general") for name in self.names))
        rows: list[Row] = [(candidate, passage, *values) for candidate, passage, values in self.rows]
        return [Table(columns, tuple(rows), keys=2)]

    def data(self) -> dict[str, Json]:
        """The values by the names of the features."""
        rows: list[Json] = [
            {"candidate": candidate, "passage": passage, "values": dict(zip(self.names, values, strict=True))}
            for candidate, passage, values in self.rows
        ]
        return {"features": list(self.names), "passages": rows}


@dataclass(frozen=True, kw_only=True)
class PassageFeatures:
    """Which features are taken; `metrics` are specs of metrics whose scores of the passage are features too."""

    metrics: tuple[str, ...] = ()
    tok: str = "13a"
    normalize: str = "case"

    @classmethod
    def choose(
        cls,
        metrics: Metrics,
        exam: Exam,
        submissions: Sequence[Submission],
        *,
        language: str | None = None,
        tok: str = "13a",
        normalize: str = "case",
    ) -> tuple[Self, tuple[Note, ...]]:
        """Features with metrics that suit the language of an exam, and what a user should know about them."""
        references = [t for passage in exam.passages for sentence in passage.sentences for t in sentence.references]
        texts: Sequence[str | None] = references or [text for submission in submissions for text in submission.answers]
        # A sentence without references is scored against the closest correct one of its network.
        setting = Setting(exam.name, texts, language, frozenset({"references", "networks", "sources"}))
        choice = choose(metrics, setting)
        return cls(metrics=tuple(m.spec() for m in choice.metrics), tok=tok, normalize=normalize), choice.notes

    @property
    def names(self) -> tuple[str, ...]:
        """The features in the order of `values`."""
        return (*PAPER, *(f"{metric} {part}" for metric in self.metrics for part in ("as a whole", "by sentence")))

    def rows(self, passage: Passage, answers: Sequence[Sequence[str | None]]) -> Floats:
        """Counts of each candidate's sentences: candidates × sentences × columns."""
        texts = [[text or "" for text in candidate] for candidate in answers]
        pairings = self._pairings(passage, texts)
        near = [path for pairing in pairings for path in self._hyter.closest_counts(pairing)]
        own = [ids for pairing in pairings for ids in self._hyter.hypothesis_tokens(pairing)]
        edits = [[path.cost, len(path.tokens), path.extra, path.missing, path.substituted] for path in near]
        matched, possible = ngram_matches(own, [path.tokens for path in near])
        metrics = self._metric_rows(passage, texts, near, pairings[0]) if self._metrics else ()
        return np.hstack([np.array(edits, float), matched, possible, *metrics]).reshape(len(texts), len(passage), -1)

    def values(self, sums: Floats) -> Floats:
        """Features of passages from the sums of their rows; keeps leading axes."""
        edits = sums[..., [0, 2, 3, 4]]
        edits = np.concatenate([edits, sums[..., 2:3] + sums[..., 3:4]], axis=-1)
        matched = sums[..., _COUNTS : _COUNTS + ORDERS]
        possible = sums[..., _COUNTS + ORDERS : _COUNTS + 2 * ORDERS]
        blocks = [edit_rate(edits, sums[..., 1:2]), edits, matched / np.maximum(possible, 1.0)]
        place = _COUNTS + 2 * ORDERS
        for metric, width in zip(self._metrics, self._widths, strict=True):
            whole = metric.score(sums[..., place : place + width])[..., None]
            mean = sums[..., place + width : place + width + 1] / np.maximum(sums[..., place + width + 1, None], 1.0)
            blocks += [whole, mean]
            place += width + 2
        return np.nan_to_num(np.concatenate(blocks, axis=-1), posinf=0.0, neginf=0.0)

    def is_accepted(self, values: Floats) -> bool:
        """Whether no sentence of a passage with these features needs an edit to become a correct one."""
        return bool(values[PAPER.index("hyter in all")] == 0)

    def of(self, exam: Exam, submissions: Sequence[Submission]) -> FeatureValues:
        """The features of each candidate's passages."""
        rows: list[tuple[str, str, tuple[float, ...]]] = []
        for passage in exam.passages:
            own = [s for s in submissions if s.passage == passage.id]
            if own:
                values = self.values(self.rows(passage, [s.answers for s in own]).sum(axis=1))
                rows += [(s.candidate, passage.id, tuple(row)) for s, row in zip(own, values.tolist(), strict=True)]
        return FeatureValues(self.names, tuple(rows))

    def closest(self, passage: Passage, answers: Sequence[str | None]) -> Iterator[ClosestSentence]:
        """For each answer of one candidate the closest correct sentence."""
        (pairing,) = self._pairings(passage, [[text or "" for text in answers]])
        words = self._hyter.words(pairing)
        own = self._hyter.hypothesis_tokens(pairing)
        for ids, path in zip(own, self._hyter.closest_paths(pairing), strict=True):
            yield ClosestSentence(tuple(words[int(i)] for i in ids), tuple(words[i] for i in path.tokens), path)

    @cached_property
    def _metrics(self) -> tuple[Metric, ...]:
        return choose(self.metrics).metrics

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        """How many columns the rows of each metric have."""
        pairing = Pairing.of(["a"], References.by_segment([["a"]]))
        return tuple(metric.statistics(pairing).shape[1] for metric in self._metrics)

    @property
    def _hyter(self) -> HyTER:
        return HyTER(tok=self.tok, normalize=self.normalize)

    def _pairings(self, passage: Passage, texts: Sequence[Sequence[str]]) -> list[Pairing]:
        """Each candidate's sentences beside their networks and references, over one pool of texts."""
        references = References.by_segment([sentence.references for sentence in passage.sentences])
        systems = {str(i): list(candidate) for i, candidate in enumerate(texts)}
        test_set = TestSet.build(systems, references, networks=passage.flat, name=passage.id)
        return list(Pairing.of_systems(test_set).values())

    def _metric_rows(
        self, passage: Passage, texts: Sequence[Sequence[str]], near: Sequence[ClosestTokens], pairing: Pairing
    ) -> Iterator[Floats]:
        """For each metric its rows, its scores of sentences times their words, and these words."""
        words = self._hyter.words(pairing)
        references = [
            # A sentence that has a network alone is scored against its closest path.
            list(sentence.references) or [" ".join(words[int(i)] for i in path.tokens)]
            for sentence, path in zip(list(passage.sentences) * len(texts), near, strict=True)
        ]
        sources = [sentence.source for sentence in passage.sentences] * len(texts)
        whole = TestSet.build(
            {"all": [text for row in texts for text in row]}, References.by_segment(references), source=sources
        )
        (pairs,) = pairings_for(self._metrics, whole).values()
        lengths = np.array([len(path.tokens) for path in near], float)[:, None]
        for metric in self._metrics:
            rows = metric.statistics(pairs)
            yield np.hstack([rows, metric.score(rows)[:, None] * lengths, lengths])


def ngram_matches(hypotheses: Sequence[Ids], references: Sequence[Ids]) -> tuple[Floats, Floats]:
    """For each pair and n from 1 to 20, how many n-grams of the hypothesis the reference has, and how many there are.

    An n-gram that stands more often in the hypothesis than in the reference counts as often as in the reference. Of
    n-grams that one of the two does not have, no longer ones are looked at.
    """
    lengths = np.array([len(ids) for ids in hypotheses])
    possible = np.maximum(lengths[:, None] - np.arange(ORDERS), 0).astype(float)
    matched = np.zeros((len(hypotheses), ORDERS))
    both = [*hypotheses, *references]
    tokens = np.concatenate([*both, np.zeros(ORDERS, np.int32)]).astype(np.int64)
    width = int(tokens.max()) + 1
    sizes = np.array([len(ids) for ids in both])
    ends = np.repeat(np.cumsum(sizes), sizes)
    pairs = np.repeat(np.tile(np.arange(len(hypotheses)), 2), sizes)
    place = np.arange(len(ends))
    first_reference = int(lengths.sum())
    grams = pairs * width + tokens[: len(ends)]
    for n in range(1, ORDERS + 1):
        _, starts, kinds = np.unique(grams, return_index=True, return_inverse=True)
        own = place < first_reference
        common = np.minimum(
            np.bincount(kinds[own], minlength=len(starts)), np.bincount(kinds[~own], minlength=len(starts))
        )
        matched[:, n - 1] = np.bincount(pairs[place[starts]], common, minlength=len(hypotheses))
        going_on = (common[kinds] > 0) & (place + n < ends[place])
        place = place[going_on]
        if not len(place):
            break
        # An n-gram is numbered by its first n - 1 words and its last one.
        grams = kinds[going_on] * width + tokens[place + n]
    return matched, possible
