"""The page of results on exams is made by one command, and its arithmetic is what it says."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from papers.exam import __main__ as page
from papers.exam import levels as levels_module
from tertium.exam.files import read_rules
from tertium.exam.labelling.examples import Examples


def test_gold_sets_hold_the_missing_passage_and_the_next_level() -> None:
    rules = read_rules("example")
    assert levels_module.gold_levels([0, 0, 0], rules) == ("3", "3+")
    assert levels_module.gold_levels([0, 0, 1], rules) == ("2+", "3")
    assert levels_module.gold_levels([2, 0, 0], rules) == ("1", "1+")
    assert levels_module.gold_levels([4, 4, 4], rules) == ("0", "0+")


def test_exams_rise_in_difficulty_by_what_others_made_of_it() -> None:
    rng = np.random.default_rng(1)
    documents, programs = [f"d{i}" for i in range(9)], ["a", "b", "c"]
    passages = np.array([d for d in documents for _ in programs])
    points = np.array([10.0 * i + rng.random() for i in range(9) for _ in programs])
    names = np.array(programs * 9)
    examples = Examples(np.zeros((27, 1)), np.zeros(27, np.int64), passages, names, np.full(27, ""), points)
    sittings = levels_module.sittings(examples)
    assert len(sittings) == 3 * levels_module.TRIPLES
    for one in sittings:
        assert set(examples.candidates[list(one.rows)]) == {one.candidate}
        assert list(examples.points[list(one.rows)]) == sorted(examples.points[list(one.rows)])


def test_a_page_is_not_made_from_a_little(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "DATA", tmp_path)
    ran = CliRunner().invoke(page.main, ["--quick", "--write"])
    assert ran.exit_code == 2
    assert "leave out --quick or --write" in ran.output
