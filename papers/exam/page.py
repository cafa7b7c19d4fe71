"""The results as plain data, and the page that is made of them."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from time import process_time
from typing import Any

import numpy as np

from papers.exam import fourth_person as fourth_person_module
from papers.exam import labels as labels_module
from papers.exam import levels as levels_module
from papers.exam import text
from papers.exam import votes as votes_module
from papers.exam.material import CUTS
from papers.markdown import markdown
from tertium._version import __version__
from tertium.exam.labelling.examples import Examples, FoldRule
from tertium.exam.labelling.validation import RULES, Validation
from tertium.exam.measures import row_sum
from tertium.exam.scale import LABELS, LEVELS

Validations = Mapping[tuple[str, FoldRule, str], Validation]
LEVELLED: tuple[tuple[labels_module.Way, FoldRule], ...] = (
    (labels_module.SVM, "translator"),
    (labels_module.KNOWN, "translator"),
    (labels_module.SVM, "both"),
    (labels_module.RICH, "both"),
)
"""Whose labels become levels."""


def results(
    sets: Mapping[str, Examples], found: Validations, levels: Mapping[str, Mapping[str, levels_module.Levels]]
) -> dict[str, Any]:
    """X1 and X2 as plain data."""
    ways = list(dict.fromkeys(way for way, _, _ in found))
    about = {
        name: {
            "passages": len(examples),
            "documents": len(np.unique(examples.passages)),
            "programs": len(np.unique(examples.candidates)),
            "labels": {LABELS[i]: int((examples.labels == i).sum()) for i in range(5)},
            "commonest": dict(zip(("exact", "within one"), labels_module.commonest(examples), strict=True)),
        }
        for name, examples in sets.items()
    }
    return {
        "version": __version__,
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "cpu_seconds": round(process_time()),
        "cuts": list(CUTS),
        "sets": about,
        "x1": [
            _row(sets, found, way, rule) for way in ways for rule in RULES if (way, rule, next(iter(sets))) in found
        ],
        "added": [
            _added(sets, found, first, second, rule)
            for first, second in _PAIRS
            for rule in RULES
            if first in ways and second in ways
        ],
        "x2": {way: {name: _levels(one) for name, one in by_set.items()} for way, by_set in levels.items()},
    }


_PAIRS = [
    (labels_module.SVM.name, labels_module.PLAIN.name),
    *((labels_module.PLAIN.name, f"ordinal, 30 features, {name}") for name in list(labels_module.NETWORKS)[1:]),
    (labels_module.PLAIN.name, labels_module.RICH.name),
    (labels_module.RICH.name, labels_module.KNOWN.name),
    (labels_module.KNOWN.name, labels_module.BEST.name),
]


def _row(sets: Mapping[str, Examples], found: Validations, way: str, rule: FoldRule) -> dict[str, Any]:
    by_set = {}
    for name, examples in sets.items():
        validation = found[way, rule, name]
        by_set[name] = {**validation.figures, "interval": list(labels_module.interval(examples, validation))}
    mean = {
        key: float(np.mean([one[key] for one in by_set.values()]))
        for key in next(iter(by_set.values()))
        if key != "interval"
    }
    return {"way": way, "folds": rule, "sets": by_set, "mean": mean}


def _added(sets: Mapping[str, Examples], found: Validations, first: str, second: str, rule: FoldRule) -> dict[str, Any]:
    """What a second way adds to the exact labels of a first, by set, with intervals."""
    by_set = {}
    for name, examples in sets.items():
        a, b = found[first, rule, name], found[second, rule, name]
        gain = b.figures["exact"] - a.figures["exact"]
        by_set[name] = {"gain": gain, "interval": list(labels_module.interval(examples, a, b))}
    return {"first": first, "second": second, "folds": rule, "sets": by_set}


def _levels(one: levels_module.Levels) -> dict[str, Any]:
    def measures(found: Any) -> dict[str, float]:
        share, retrieval = found
        return {"accuracy": share, "precision": retrieval.precision, "recall": retrieval.recall, "f1": retrieval.f1}

    return {
        "exams": one.n,
        "shares": dict(one.shares),
        "levels_an_exam": row_sum(one.shares),
        "baseline": measures(one.baseline),
        "predicted": measures(one.predicted),
        "gain_interval": list(one.interval),
    }


def others(votes: votes_module.Votes, coverage: tuple[int, list[fourth_person_module.Coverage]]) -> dict[str, Any]:
    """X3 and X4 as plain data."""
    n, kinds = coverage
    return {
        "x3": {
            "segments": votes.segments,
            "pairs": votes.pairs,
            "sorted_by_votes": votes.sorted_by_votes,
            "shares": {way: {"share": share, "interval": list(found)} for way, (share, found) in votes.shares.items()},
        },
        "x4": {
            "utterances": n,
            "networks": [
                {"kind": k.kind, "contained": k.contained, "distance": k.distance, "interval": list(k.interval)}
                for k in kinds
            ],
        },
    }


def lines(r: Mapping[str, Any]) -> Iterator[str]:
    """The page."""
    yield "# Grading exams: what the method reaches on the data there are"
    yield ""
    yield f"Made by `.venv/bin/python -m papers.exam --write` on {r['made']} with Tertium {r['version']}; the same"
    yield "figures as data are in `exam.json` beside this page."
    yield text.OPENING
    yield from markdown(
        ["set", "passages", "documents", "programs", *LABELS[:4], "commonest label"],
        [
            [
                name,
                *(str(one[key]) for key in ("passages", "documents", "programs")),
                *(str(one["labels"][label]) for label in LABELS[:4]),
                _pair(one["commonest"]),
            ]
            for name, one in r["sets"].items()
        ],
    )
    yield text.X1
    for rule in RULES:
        yield f"### Folds by {rule}"
        yield ""
        yield from markdown(["way", *r["sets"], "mean", "in set at 90 %", "labels in a set"], _x1_rows(r, rule))
    yield from text.bars(r)
    yield text.ADDED
    yield from markdown(["adds", "to", "folds by", *r["sets"]], _added_rows(r))
    yield text.X2
    yield from _gold_table(next(iter(r["x2"].values())))
    for way, by_set in r["x2"].items():
        yield from _tables(way, by_set)
    yield from text.reading_x2(r)
    yield from text.votes(r["x3"])
    yield from markdown(
        ["chooses", "right", "95 %"],
        [[way, f"{100 * one['share']:.1f} %", _range(one["interval"], 100)] for way, one in r["x3"]["shares"].items()],
    )
    yield from text.coverage(r["x4"])
    yield from markdown(
        ["network of the other three", "contains it", "edits a word", "95 %"],
        [
            [one["kind"], f"{100 * one['contained']:.1f} %", f"{one['distance']:.3f}", _range(one["interval"], 1)]
            for one in r["x4"]["networks"]
        ],
    )
    yield text.LIMITS


def _pair(one: Mapping[str, float]) -> str:
    return f"{one['exact']:.3f} / {one['within one']:.3f}"


def _range(found: list[float], times: int) -> str:
    digits = 1 if times == 100 else 3
    return f"[{found[0] * times:.{digits}f}, {found[1] * times:.{digits}f}]"


def _x1_rows(r: Mapping[str, Any], rule: str) -> Iterator[list[str]]:
    for row in r["x1"]:
        if row["folds"] == rule:
            mean = row["mean"]
            cells = [f"{_pair(one)} {_range(one['interval'], 1)}" for one in row["sets"].values()]
            yield [row["way"], *cells, f"**{_pair(mean)}**", f"{mean['in set']:.3f}", f"{mean['set size']:.2f}"]


def _added_rows(r: Mapping[str, Any]) -> Iterator[list[str]]:
    for row in r["added"]:
        cells = [f"{one['gain']:+.3f} {_range(one['interval'], 1)}" for one in row["sets"].values()]
        yield [row["second"], row["first"], row["folds"], *cells]


def _gold_table(by_set: Mapping[str, Any]) -> Iterator[str]:
    yield "Table 4: percentage of exams with these levels as gold labels; several an exam are possible."
    yield ""
    yield from markdown(
        ["set", *LEVELS, "sum"],
        [
            [name, *(f"{100 * one['shares'][level]:.1f}" for level in LEVELS), f"{100 * one['levels_an_exam']:.0f}"]
            for name, one in by_set.items()
        ],
    )
    yield ""


def _tables(way: str, by_set: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {text.spelled(way)}"
    yield ""
    yield "Table 5: predicting levels; the baseline gives everyone the commonest level of the set."
    yield ""
    names = {"accuracy": "all: accuracy", "precision": "2 or better: precision", "recall": "recall", "f1": "F1"}
    rows = [
        [name, label, f"{100 * one['baseline'][measure]:.2f}", f"{100 * one['predicted'][measure]:.2f}"]
        for name, one in by_set.items()
        for measure, label in names.items()
    ]
    yield from markdown(["set", "measure", "baseline", "predicted"], rows)
