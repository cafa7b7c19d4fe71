"""Whether a metric likes outputs longer than it should: what it picks from lists, and what it forgives more easily."""

import numpy as np

from tertium.learn.features.base import Indices, one_to_one, pair_items
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Figure, Model
from tertium.meta.judgements import Items
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

_EACH = 10  # one word in ten is gone or doubled


class LengthBias:
    """Measures models on lists of outputs for the same segments, all with the same features.

    Args:
        linear: Says which features; its weights do not matter.
        pairing: The outputs, each against one reference.
        table: Their features.
        lists: Numbers of the outputs of each segment.
        texts: The outputs as text, with their references.
    """

    def __init__(
        self, linear: LinearModel, pairing: Pairing, table: Floats, lists: list[Indices], texts: Items
    ) -> None:
        self._table, self._lists = table, lists
        lengths = np.diff(linear.options.matching.words(pairing.pool).offsets)
        self._hypotheses, self._references = lengths[pairing.hypotheses], lengths[pairing.references]
        changed, _ = pair_items(*_changed(texts, lists), threads=pairing.threads)
        first = one_to_one(changed, changed.hypotheses, changed.references[changed.offsets[:-1]])
        self._changed = linear.features(first)

    @property
    def of_all(self) -> float:
        """Words of all outputs for each word of their references."""
        return float(self._hypotheses.sum() / max(1, self._references.sum()))

    def ratio(self, model: Model) -> float:
        """Words of the outputs that the model likes best, one of each list, for each word of their references."""
        # Outputs of one list have one reference, so that what the reference itself gets does not matter.
        scores = self._table @ model.weights
        best = [int(members[np.argmax(scores[members])]) for members in self._lists]
        return float(self._hypotheses[best].sum() / max(1, self._references[best].sum()))

    def prefers_longer(self, model: Model) -> float:
        """How often an output with one word in ten doubled scores higher than with the same words gone."""
        shorter, longer = (self._changed @ model.weights).reshape(-1, 2).T
        return float(np.mean(longer > shorter)) if len(longer) else float("nan")

    def figures(self, before: Model, after: Model) -> tuple[Figure, ...]:
        """All of it, for the report and the model file."""
        n, n_changed = len(self._lists), len(self._changed) // 2
        figures = [
            Figure("unlabelled", "all outputs", "length-ratio", self.of_all, len(self._hypotheses)),
            Figure("unlabelled", "best of each list, before", "length-ratio", self.ratio(before), n),
            Figure("unlabelled", "best of each list, after", "length-ratio", self.ratio(after), n),
        ]
        if n_changed:
            figures += [
                Figure("unlabelled", "before", "prefers-longer", self.prefers_longer(before), n_changed),
                Figure("unlabelled", "after", "prefers-longer", self.prefers_longer(after), n_changed),
            ]
        return tuple(figures)


def _changed(items: Items, lists: list[Indices]) -> tuple[Items, Indices]:
    """The first output of each list twice: with one word in ten gone, and with the same words doubled."""
    texts: list[str] = []
    references: list[tuple[str, ...]] = []
    for members in lists:
        words = (items.hypothesis[members[0]] or "").split()
        if len(words) < _EACH:
            continue
        shorter = [word for i, word in enumerate(words) if i % _EACH != _EACH // 2]
        longer = [again for i, word in enumerate(words) for again in [word] * (1 + (i % _EACH == _EACH // 2))]
        texts += [" ".join(shorter), " ".join(longer)]
        references += [items.references[members[0]]] * 2
    return Items.build(texts, References.by_segment(references)), np.arange(len(texts))
