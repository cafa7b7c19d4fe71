"""The page of results on HyTER is made by one command."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from papers.hyter import __main__ as page
from papers.hyter import automatic, machines
from tertium.meta.correlation import pearson
from tertium.networks.paths import Paths

ROOT = Path(__file__).parents[2]
REFERENCES = [text.split() for text in ("the small cat sat there", "the tiny cat was sitting there")]


@pytest.mark.shared
def test_a_few_segments_fill_every_table(shared: Path) -> None:
    command = [sys.executable, "-m", "papers.hyter", "--quick"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    lines = ran.stdout.splitlines()
    headings = [line for line in lines if line.startswith("## ")]
    assert len(headings) == 5
    for start in ("| BLEU 1 |", "| HyTER merged 2 |", "| *Kendall's τ* |", "| 16 |", "| 10 |"):
        assert any(line.startswith(start) for line in lines), start
    assert "nan" not in ran.stdout
    rules = [i for i, line in enumerate(lines) if line.startswith("|---")]
    assert all(lines[i - 1].count("|") == lines[i].count("|") == lines[i + 1].count("|") for i in rules)


def test_a_page_is_not_made_from_a_few_segments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "DATA", tmp_path)
    ran = CliRunner().invoke(page.main, ["--quick", "--write"])
    assert ran.exit_code == 2
    assert "leave out --quick or --write" in ran.output


def test_the_experiment_says_when_the_data_are_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "DATA", tmp_path / "data")
    ran = CliRunner().invoke(page.main, [])
    assert ran.exit_code == 1
    assert "the data are not there" in ran.output


def test_each_kind_of_network_contains_the_one_before() -> None:
    strict, merged, synonyms = (
        set(map(tuple, Paths.of(kind.make(REFERENCES, "en")).enumerate())) for kind in automatic.kinds("en")
    )
    assert strict == set(map(tuple, REFERENCES))
    assert ("the", "tiny", "cat", "sat", "there") in merged
    assert strict < merged < synonyms


def test_correlations_of_many_draws_are_those_of_each() -> None:
    x, y = np.random.default_rng(3).random((2, 5, 40))
    np.testing.assert_allclose(machines._pearson(x, y), [pearson(a, b) for a, b in zip(x, y, strict=True)])
