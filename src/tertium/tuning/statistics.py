"""What each different candidate of a list is worth: rows of statistics, computed once however often lists grow."""

from dataclasses import dataclass, field

import numpy as np

from tertium.errors import DataError
from tertium.evaluation.statistics import pairings_for, refuse_without_references
from tertium.metrics import Metric
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.text.arrays import Floats, Ids
from tertium.tuning.goal import Goal
from tertium.tuning.objective import Objective

# Texts that are held as token ids at a time.
_AT_A_TIME = 100_000
# A table of sparse features as plain numbers, at most.
_LARGEST_TABLE = 1 << 30


@dataclass(slots=True)
class Rows:
    """The rows of all texts seen so far, list by list. Lists may grow; what was computed is kept."""

    goal: Goal
    truth: Truth
    threads: int = 1
    _known: list[dict[str, int]] = field(init=False)
    _blocks: list[Floats] = field(default_factory=list, init=False)
    _words: list[float] = field(default_factory=list, init=False)
    _widths: tuple[int, ...] = field(default=(), init=False)
    _lengths: Floats = field(init=False)

    def __post_init__(self) -> None:
        self._known = [{} for _ in range(len(self.truth))]
        self._lengths = self.truth.lengths()

    def objective(self, nbest: NBest, *, group_sparse: bool = False) -> Objective:
        """Features and rows of all candidates.

        Raises:
            DataError: The lists are not as many as the segments, or have too many sparse features.
        """
        if len(nbest) != len(self.truth):
            raise DataError(
                f"{nbest.name}: {len(nbest)} lists but {len(self.truth)} segments of references; "
                "expected one list for each segment, in the same order"
            )
        features = feature_table(nbest, group_sparse)
        rows = self._rows(nbest)
        return Objective(
            features,
            nbest.offsets,
            rows,
            np.concatenate(self._blocks),
            self.goal.scorer(self._widths),
            self._lengths,
            self.threads,
        )

    def length_ratio(self, rows: Ids) -> float:
        """The words of these rows, one of each list, for each word of the references."""
        return float(np.array(self._words)[rows].sum() / max(1.0, self._lengths.sum()))

    def _rows(self, nbest: NBest) -> Ids:
        different = nbest.different()
        lists = np.repeat(np.arange(len(nbest)), np.diff(different.offsets)).tolist()
        texts = [nbest.texts[row] for row in different.rows.tolist()]
        new_texts, new_lists = [], []
        for text, number in zip(texts, lists, strict=True):
            memory = self._known[number]
            if text not in memory:
                memory[text] = len(self._words)
                self._words.append(float(len(text.split())))
                new_texts.append(text)
                new_lists.append(number)
        if new_texts:
            self._blocks.append(self._computed(new_texts, new_lists))
        rows = np.array([self._known[number][text] for text, number in zip(texts, lists, strict=True)], np.int32)
        return rows[different.which]

    def _computed(self, texts: list[str], lists: list[int]) -> Floats:
        columns = [self._of_metric(metric, texts, lists) for metric in self.goal.metrics]
        self._widths = tuple(column.shape[1] for column in columns)
        return np.concatenate(columns, axis=1)

    def _of_metric(self, metric: Metric, texts: list[str], lists: list[int]) -> Floats:
        if metric.whole_test_set:
            return self._of_whole_sets(metric, texts, lists)
        parts = []
        for i in range(0, len(texts), _AT_A_TIME):
            parts.append(self._statistics(metric, texts[i : i + _AT_A_TIME], lists[i : i + _AT_A_TIME]))
        return np.concatenate(parts)

    def _of_whole_sets(self, metric: Metric, texts: list[str], lists: list[int]) -> Floats:
        """Where rows depend on all references: one text of each list at a time, so that each list counts once."""
        waiting: list[list[int]] = [[] for _ in range(len(self.truth))]
        for i, number in enumerate(lists):
            waiting[number].append(i)
        result: Floats | None = None
        for layer in range(max(map(len, waiting))):
            layers = [numbers[layer] if layer < len(numbers) else None for numbers in waiting]
            rows = self._statistics(
                metric, ["" if i is None else texts[i] for i in layers], list(range(len(self.truth)))
            )
            result = np.empty((len(texts), rows.shape[1])) if result is None else result
            present = [number for number, i in enumerate(layers) if i is not None]
            result[[i for i in layers if i is not None]] = rows[present]
        assert result is not None
        return result

    def _statistics(self, metric: Metric, texts: list[str], lists: list[int]) -> Floats:
        test_set = self.truth.test_set(texts, lists)
        refuse_without_references(test_set, [metric])
        pairings = pairings_for([metric], test_set, self.truth.normalization, self.threads)
        return metric.statistics(pairings["candidates"])


def feature_names(nbest: NBest, group_sparse: bool) -> tuple[str, ...]:
    """The names of the weights: dense features, then sparse ones or their sum."""
    if not nbest.sparse.names:
        return nbest.names
    return (*nbest.names, *(("sparse",) if group_sparse else nbest.sparse.names))


def feature_table(nbest: NBest, group_sparse: bool) -> Floats:
    """All features of each candidate; sparse ones side by side with the dense ones, or added up."""
    sparse = nbest.sparse
    if not sparse.names:
        return np.ascontiguousarray(nbest.features, np.float64)
    lines = np.repeat(np.arange(nbest.n_candidates), np.diff(sparse.indptr))
    if group_sparse:
        sums = np.bincount(lines, sparse.values, minlength=nbest.n_candidates)
        return np.ascontiguousarray(np.column_stack([nbest.features, sums]))
    if nbest.n_candidates * (len(sparse.names) + len(nbest.names)) * 8 > _LARGEST_TABLE:
        raise DataError(
            f"{nbest.name}: {len(sparse.names)} sparse features of {nbest.n_candidates} candidates are too many to "
            "tune each alone; tune their sum (group_sparse=True, on the command line --group sparse)"
        )
    table = np.zeros((nbest.n_candidates, len(nbest.names) + len(sparse.names)))
    table[:, : len(nbest.names)] = nbest.features
    table[lines, len(nbest.names) + sparse.ids] = sparse.values
    return table
