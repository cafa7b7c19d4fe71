"""Scores of a study are computed once, kept, and announced where they take time."""

from pathlib import Path
from typing import Any

import pytest

from tertium.io.scores import ScoreCache
from tertium.meta.judgements import (
    Items,
)
from tertium.meta.study.scores import _key, signatures
from tertium.meta.study.study import study
from tertium.metrics import parse
from tertium.text.testset import References
from tests.meta.made_up import segment_group


class Kept:
    """A cache that remembers and counts."""

    def __init__(self) -> None:
        self.rows: dict[Any, Any] = {}
        self.n_loaded = 0

    def load(self, key: Any, n_items: Any) -> Any:
        self.n_loaded += key in self.rows
        return self.rows.get(key)

    def store(self, key: Any, rows: Any) -> None:
        self.rows[key] = rows


def test_scores_are_computed_once_for_the_same_texts_and_metric() -> None:
    cache = Kept()
    first = study([segment_group()], ["chrf", "ter"], cache=cache)
    assert (len(cache.rows), cache.n_loaded) == (2, 0)
    assert study([segment_group()], ["ter", "chrf"], cache=cache).agreements[0].columns[0].cells[::-1] == (
        first.agreements[0].columns[0].cells
    )
    assert (len(cache.rows), cache.n_loaded) == (2, 2)
    study([segment_group()], ["chrf(beta=3)"], cache=cache)
    study([segment_group("fr-en")], ["chrf"], cache=cache)
    assert len(cache.rows) == 4


def test_a_raised_revision_stands_in_signatures_and_makes_kept_scores_old(monkeypatch: pytest.MonkeyPatch) -> None:
    metric = parse("chrf")
    items = Items.build(["a cat"], References.by_stream(["the cat"]))
    before, ((_, signature),) = _key(metric, items), signatures([metric])
    assert "rev:" not in signature
    monkeypatch.setattr(type(metric), "revision", 7)
    assert _key(metric, items) != before
    assert "|rev:7|" in signatures([metric])[0][1]


def test_what_will_take_time_is_said_before_and_only_for_scores_that_are_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tertium.evaluation.expected._FEWEST_OUTPUTS", 1)
    monkeypatch.setattr("tertium.evaluation.expected.WORTH_SAYING", 0.0)
    told: list[tuple[str, int]] = []
    steps: list[str] = []

    def run() -> None:
        study(
            [segment_group()],
            ["chrf", "ter"],
            cache=ScoreCache(tmp_path),
            progress=lambda what, _done, _total: steps.append(what),
            expect=lambda metric, seconds, n: told.append((metric.name, n)) if seconds >= 0 else None,
        )

    run()
    n = len(segment_group().items)
    assert told == [("chrF2", n), ("TER", n)]
    assert any(step.startswith("scoring: chrF2 of ") for step in steps)
    told.clear()
    run()
    assert told == []
