"""How kernel machines agree with people's scores, which they never saw."""

from collections.abc import Sequence

import numpy as np

from tertium.errors import DataError
from tertium.learn.features.base import pair_items
from tertium.learn.svm.metric import KernelModel
from tertium.meta.correlation import pearson, spearman
from tertium.meta.judgements import JudgementGroup
from tertium.text.arrays import Floats


def agreement(
    kernels: Sequence[KernelModel], judged: Sequence[JudgementGroup], threads: int = 1
) -> dict[str, list[float]]:
    """Pearson's and Spearman's coefficients of each machine: the means over the language pairs.

    The machines must have the same features, which are computed once.
    """
    tables: list[tuple[Floats, Floats]] = []
    for group in judged:
        if not group.human.segments:
            continue
        human = group.segment_scores(None).scores
        pairing, items = pair_items(group.items, np.flatnonzero(~np.isnan(human)), threads=threads)
        if len(items) > 2:
            rows = kernels[0].features.rows(pairing)
            first = np.unique(rows.segments, return_index=True)[1]
            tables.append((rows.table[first], human[items]))
    if not tables:
        raise DataError("there are no segment scores of outputs with references; give judgements with scores")
    correlations: dict[str, list[float]] = {"pearson": [], "spearman": []}
    for kernel in kernels:
        margins = [(kernel.decide(table), human) for table, human in tables]
        correlations["pearson"].append(float(np.mean([pearson(human, margin) for margin, human in margins])))
        correlations["spearman"].append(float(np.mean([spearman(human, margin) for margin, human in margins])))
    return correlations
