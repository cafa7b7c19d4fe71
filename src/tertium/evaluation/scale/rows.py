"""Rows of statistics in files instead of memory, for what needs every row: intervals and tests of large test sets."""

import os
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.scale.blocks import needing_whole, refuse_other_kind
from tertium.evaluation.score import DEFAULT_METRICS
from tertium.evaluation.statistics import Progress, Statistics, metrics_for, reference_counts, statistics_of
from tertium.keywords import checked
from tertium.metrics.choice import Metrics
from tertium.storage.rowfiles import row_files
from tertium.text.languages import standard
from tertium.text.testset import TestSet

_SEGMENTS = "segments.i64"


@checked
def keep_rows(
    blocks: Iterable[TestSet],
    folder: str | os.PathLike[str],
    *,
    metrics: Metrics = DEFAULT_METRICS,
    language: str | None = None,
    scoring: Scoring = Scoring(),
    progress: Progress | None = None,
) -> Statistics:
    """Write the rows of all segments into a folder, for `tertium.score` and `tertium.compare`, which map them.

    Args:
        blocks: Test sets of segments that follow each other, with the same systems; see `tertium.read_blocks`.
        folder: Takes a file for each system and metric; they may be removed when the result is there.
        metrics: Metrics, their specs, or functions that score; one or many.
        language: Of the texts, such as `"zh"` or `"de-en"`.
        scoring: Unicode form, threads, what to do about missing texts.
        progress: Called with what is being done, how many segments are done, and 0 because nobody knows how many come.

    Raises:
        OptionError: A metric needs the whole test set, and there are several blocks.
        DataError: Blocks do not belong together, or cannot be scored; the folder cannot be written.
    """
    first: Statistics | None = None
    low, high, done = None, 0, 0
    with row_files(folder) as files:
        for block in blocks:
            if language is not None:
                block = replace(block, language=standard(language))
            if first is None:
                choice = metrics_for(metrics, block)
            elif whole := needing_whole(choice.metrics):
                names = ", ".join(metric.spec() for metric in whole)
                raise OptionError(f"{names} needs all segments at once, so that rows cannot be kept; leave it out")
            else:
                refuse_other_kind(first.test_set, block)
            part = statistics_of(block, choice, scoring)
            first = first or replace(part, test_set=block.part(0, 0))
            done += len(block)
            if progress:
                progress("scoring", done, 0)
            if len(part.segments) == 0:
                continue
            files.append(_SEGMENTS, part.segments.astype(np.int64) + block.first)
            for s, rows in enumerate(part.rows.values()):
                for m, one in enumerate(rows):
                    files.append(_file(s, m), one)
            fewest, most = reference_counts(part)
            low, high = fewest if low is None else min(low, fewest), max(high, most)
        if first is None or low is None:
            raise DataError("there are no segments to score")
        metric_numbers = range(len(first.metrics))
        return replace(
            first,
            segments=files.map(_SEGMENTS),
            rows={
                system: tuple(files.map(_file(s, m)) for m in metric_numbers)
                for s, system in enumerate(first.test_set.systems)
            },
            n_references=str(low) if low == high else f"{low}-{high}",
        )


def _file(system: int, metric: int) -> str:
    return f"system{system}-metric{metric}.f64"
