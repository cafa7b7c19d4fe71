"""What models learn from: features of passages with the labels that people gave, and how they are split."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import Factor
from tertium.exam.passages import Exam
from tertium.exam.scale import label_number
from tertium.exam.submissions import Labelled, Submission
from tertium.text.arrays import Floats

FoldRule = Literal["document", "translator", "both"]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Examples:
    """One row a labelled passage. `points` has errors in 100 words, NaN where nobody counted them."""

    values: Floats
    labels: NDArray[np.int64]
    passages: NDArray[np.str_]
    candidates: NDArray[np.str_]
    graders: NDArray[np.str_]
    """Empty where the grader is not known."""
    points: Floats

    def __len__(self) -> int:
        return len(self.labels)

    def only(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> "Examples":
        """Some of the rows."""
        return Examples(
            self.values[rows],
            self.labels[rows],
            self.passages[rows],
            self.candidates[rows],
            self.graders[rows],
            self.points[rows],
        )

    def factor(self, factor: Factor) -> NDArray[np.str_]:
        """The passage, grader or candidate of each row."""
        return {"passage": self.passages, "grader": self.graders, "candidate": self.candidates}[factor]

    def n_groups(self, rule: FoldRule) -> int:
        """How many documents or translators there are to be dealt out to folds; by both, the fewer of the two."""
        documents, translators = len(np.unique(self.passages)), len(np.unique(self.candidates))
        return {"document": documents, "translator": translators, "both": min(documents, translators)}[rule]

    @property
    def target(self) -> Floats:
        """What the ordinal scale measures: log(1 + points) where all points are known, else the label's number."""
        return self.labels.astype(float) if np.isnan(self.points).any() else np.log1p(self.points)


def collect(
    exam: Exam, submissions: Sequence[Submission], labels: Sequence[Labelled], features: PassageFeatures
) -> Examples:
    """Features of each labelled submission; those under half translated are left out, as a rule labels them."""
    label_of = {(label.candidate, label.passage): label for label in labels}
    blocks: list[Examples] = []
    for passage in exam.passages:
        labelled = [s for s in submissions if s.passage == passage.id and (s.candidate, s.passage) in label_of]
        labelled = [s for s in labelled if s.translated >= 0.5]
        if not labelled:
            continue
        values = features.values(features.rows(passage, [s.answers for s in labelled]).sum(axis=1))
        own = [label_of[s.candidate, s.passage] for s in labelled]
        blocks.append(
            Examples(
                values,
                np.array([label_number(label.label, label.candidate) for label in own]),
                np.array([passage.id] * len(own)),
                np.array([label.candidate for label in own]),
                np.array([label.grader or "" for label in own]),
                np.array([np.nan if label.points is None else label.points for label in own]),
            )
        )
    if not blocks:
        raise DataError("no answer has a label; candidates and passages must have the same names in answers and labels")
    return joined(blocks)


def joined(blocks: Sequence[Examples]) -> Examples:
    """Several blocks as one."""
    return Examples(
        np.vstack([block.values for block in blocks]),
        np.concatenate([block.labels for block in blocks]),
        np.concatenate([block.passages for block in blocks]),
        np.concatenate([block.candidates for block in blocks]),
        np.concatenate([block.graders for block in blocks]),
        np.concatenate([block.points for block in blocks]),
    )


def folds(examples: Examples, rule: FoldRule, n_folds: int, rng: np.random.Generator) -> Iterator[tuple[Mask, Mask]]:
    """Rows to train on and rows to test, fold by fold.

    By document or translator, whole documents or translators are tested together. By both, a block of documents by
    some translators is tested by a model that saw neither.
    """
    if rule != "both":
        parts = _parts(examples.passages if rule == "document" else examples.candidates, n_folds, rng)
        yield from ((parts != part, parts == part) for part in range(parts.max() + 1))
        return
    documents, translators = (_parts(names, n_folds, rng) for names in (examples.passages, examples.candidates))
    for i in range(documents.max() + 1):
        for j in range(translators.max() + 1):
            test = (documents == i) & (translators == j)
            if test.any():
                yield (documents != i) & (translators != j), test


def _parts(names: NDArray[np.str_], n_folds: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """For each row the fold of its name; names are dealt out at random."""
    different = np.unique(names)
    if len(different) < 2:
        raise DataError(f"all examples are of {str(different[0])!r}; folds need two or more")
    order = rng.permutation(len(different))
    fold_of = np.empty(len(different), np.int64)
    fold_of[order] = np.arange(len(different)) % min(n_folds, len(different))
    return fold_of[np.searchsorted(different, names)]
