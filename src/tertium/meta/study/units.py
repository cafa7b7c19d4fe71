"""What a bootstrap draws: items, segments, or whole documents."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.meta.judgements import Items, JudgementGroup
from tertium.meta.study.measures import Measure, n_units
from tertium.meta.study.tasks import PairTask, SegmentTask, Task

Ints = NDArray[np.int64]
Resample = Literal["segments", "documents"]


def drawn_units(measure: Measure, task: Task, items: Items, resample: Resample) -> Ints:
    """For each unit of a task the number of what is drawn with it: itself, or its document.

    Units whose document is not known are drawn alone.
    """
    alone = np.arange(n_units(measure, task), dtype=np.int64)
    if resample == "segments" or measure.level == "document" or not has_documents(items):
        return alone
    numbers = {name: i for i, name in enumerate(dict.fromkeys(name for name in items.document if name is not None))}
    of_item = np.array([-1 if name is None else numbers[name] for name in items.document], dtype=np.int64)
    documents = np.full(len(alone), -1, np.int64)
    if isinstance(task, PairTask):
        documents[task.segment] = of_item[task.a]
    elif isinstance(task, SegmentTask) and not measure.by_segment:
        documents = of_item
    else:
        assert task.grid is not None
        placed = task.grid.column >= 0
        documents[task.grid.column[placed]] = of_item[placed]
    unknown = documents < 0
    codes = np.where(unknown, len(numbers) + alone, documents)
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def resampling_notes(groups: Sequence[JudgementGroup], resample: Resample) -> list[str]:
    """What to say where documents are drawn."""
    if resample == "segments":
        return []
    without = dict.fromkeys(group.dataset for group in groups if not has_documents(group.items))
    notes = [f"{name}: has no documents to draw, so its segments are drawn." for name in without]
    return ["Bootstrap samples consist of whole documents.", *notes]


def has_documents(items: Items) -> bool:
    """Whether there is more than one document."""
    return len({name for name in items.document if name is not None}) > 1
