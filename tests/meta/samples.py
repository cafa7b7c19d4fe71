"""A study made by hand: made-up numbers, awkward names. Nothing here was measured."""

from typing import Any

import numpy as np

from tertium.meta.judgements import (
    ErrorSpans,
    Items,
)
from tertium.meta.study.results import (
    Agreement,
    Cell,
    Column,
    MetricTest,
    Roc,
    Scatter,
    SizeCurve,
    StudiedMetric,
    Study,
)
from tertium.text.testset import References

EVIL = 'a<b>&"$x_1\t%\\'
NAN = float("nan")


def study(name: str = EVIL, **changes: Any) -> Study:
    """Three metrics on two language pairs, one of them with a name that may be anything."""
    data = "set<1>" if name == EVIL else name
    metrics = (
        StudiedMetric("chrF2", "chrf|v:1", True),
        StudiedMetric(name, "", False),
        StudiedMetric("flat", "", True),
    )
    tests = (MetricTest("chrF2", name, 0.25, 0.01, 0.02),)
    clusters = (("chrF2",), (name,))
    cells = (Cell(0.5, (0.25, 0.75)), Cell(0.25, (-0.125, 0.5), coverage=0.5), Cell(NAN, note="constant"))
    near = (Cell(0.5), Cell(0.4375), Cell(NAN))
    columns = (
        Column("de-en", 1200, cells, 0.375, "paired bootstrap", tests, clusters),
        Column("fr-en", 900, near, 0.375, "paired bootstrap", (MetricTest("chrF2", name, 0.0625, 0.5, 0.5),)),
    )
    average = Column("avg", 0, (Cell(0.5), Cell(0.34375), Cell(NAN)), 0.375, "paired bootstrap", tests, clusters)
    table = Agreement(data, "da", "segment", "spearman", "Spearman's ρ", columns, average)
    curve = SizeCurve(data, "da", "de-en", "chrF2", (1, 2, 4), (0.1, 0.2, NAN))
    points = Scatter(data, "da", "segment", "de-en", name, np.arange(500.0), np.arange(500.0) % 7)
    empty = Scatter(data, "da", "system", "de-en", "flat", np.zeros(0), np.zeros(0))
    roc = Roc(data, "de-en", "chrF2", np.array([0, 0.5, 1.0]), np.array([1, 0.5, 0.0]), 0.5)
    fields = {"scatters": (points, empty), "curves": (curve,), "rocs": (roc,), **changes}
    return Study(metrics, (table,), 0, 1000, 0.95, 0.05, "raw", ("a note",), **fields)


ITEMS = Items.build(
    ["a cat", "the cat", None],
    References.by_segment([["the cat"], ["the cat"], []]),
    system=["A", "B", None],
    segment=["1", "1", "2"],
    extra={"split": ["train", "test", "test"]},
)


def spans(*errors: Any, rated: Any = ((0, 0),), items: Any = ITEMS, raters: Any = ("r1", "r2")) -> Any:
    """Errors given as (item, rater, category, severity)."""
    item, rater, category, severity = zip(*errors, strict=True) if errors else ((), (), (), ())
    n = len(errors)
    rated_item, rated_rater = zip(*rated, strict=True) if rated else ((), ())
    return ErrorSpans(
        items,
        np.array(item, dtype=np.int64),
        np.array(rater, dtype=np.int32),
        np.full(n, -1),
        np.full(n, -1),
        (None,) * n,
        (None,) * n,
        category,
        severity,
        raters,
        np.array(rated_item, dtype=np.int64),
        np.array(rated_rater, dtype=np.int32),
    )
