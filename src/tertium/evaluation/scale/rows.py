"""Rows of statistics in files instead of memory, for what needs every row: intervals and tests of large test sets."""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.evaluation.options import Scoring
from tertium.evaluation.scale.blocks import needing_whole, refuse_other_kind
from tertium.evaluation.score import DEFAULT_METRICS
from tertium.evaluation.statistics import Progress, Statistics, metrics_for, reference_counts, statistics_of
from tertium.keywords import checked
from tertium.metrics.choice import Metrics
from tertium.text.arrays import Floats
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
    place = Path(folder)
    first: Statistics | None = None
    low, high, done = None, 0, 0
    with ExitStack() as files:
        try:
            place.mkdir(parents=True, exist_ok=True)
            numbers = files.enter_context((place / _SEGMENTS).open("wb"))
            streams: dict[tuple[str, int], BinaryIO] = {}
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
                numbers.write(np.ascontiguousarray(part.segments + block.first, np.int64).tobytes())
                for system, rows in part.rows.items():
                    for m, one in enumerate(rows):
                        if (system, m) not in streams:
                            name = _file(list(block.systems).index(system), m, one.shape[1])
                            streams[system, m] = files.enter_context((place / name).open("wb"))
                        streams[system, m].write(np.ascontiguousarray(one, np.float64).tobytes())
                if len(part.segments):
                    fewest, most = reference_counts(part)
                    low, high = fewest if low is None else min(low, fewest), max(high, most)
                done += len(block)
                if progress:
                    progress("scoring", done, 0)
        except OSError as error:
            raise DataError(f"{place}: {error.strerror}; choose another folder") from None
    if first is None or low is None:
        raise DataError("there are no segments to score")
    systems = list(first.test_set.systems)
    widths = {key: int(Path(stream.name).suffixes[-2][1:]) for key, stream in streams.items()}
    return replace(
        first,
        segments=np.memmap(place / _SEGMENTS, np.int64, "r"),
        rows={
            system: tuple(
                _mapped(place / _file(s, m, widths[system, m]), widths[system, m]) for m in range(len(first.metrics))
            )
            for s, system in enumerate(systems)
        },
        n_references=str(low) if low == high else f"{low}-{high}",
    )


def _file(system: int, metric: int, width: int) -> str:
    return f"system{system}-metric{metric}.{width}.f64"


def _mapped(path: Path, width: int) -> Floats:
    return np.memmap(path, np.float64, "r").reshape(-1, width)
