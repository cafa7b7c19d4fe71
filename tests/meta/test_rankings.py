"""Rankings of systems by preferences: definitions in plain words, what chance gives, ranges and clusters."""

import math
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements
from tertium.meta.judgements.groups import JudgementGroup
from tertium.meta.rankings import Way, rank_clusters, rank_systems
from tests.support import judgements

NORMAL = NormalDist()
STRENGTH = {"a": 2.0, "b": 1.0, "c": 1.0, "d": -1.0}


def write_pairs(path: Path, pairs: list[tuple[str, str, str]]) -> JudgementGroup:
    lines = ["\t".join(judgements.COLUMNS.split(" "))]
    for i, (one, sign, other) in enumerate(pairs):
        lines.append(
            "\t".join(["de-en", str(i), "s", "r", f"x {one}", f"y {other}", one, other, "j", sign, "rr", f"r{i}"])
        )
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    (group,) = read_judgements(path)
    return group


def random_pairs(n: int, seed: int) -> list[tuple[str, str, str]]:
    rng = np.random.default_rng(seed)
    pairs = []
    for _ in range(n):
        one, other = rng.choice(list(STRENGTH), size=2, replace=False)
        gap = STRENGTH[one] - STRENGTH[other] + rng.normal()
        pairs.append((str(one), "=" if abs(gap) < 0.2 else ">" if gap > 0 else "<", str(other)))
    return pairs


def test_expected_wins_are_the_mean_share_of_wins_over_each_other_system(tmp_path: Path) -> None:
    pairs = [("a", ">", "b"), ("a", ">", "b"), ("b", ">", "a"), ("a", "=", "b"), ("c", "<", "a"), ("b", ">", "c")]
    ranking = rank_systems(write_pairs(tmp_path / "p.tsv", pairs), "expected-wins", n_samples=20)
    scores = {system.system: system.score for system in ranking.systems}
    assert scores == pytest.approx({"a": (2 / 3 + 1) / 2, "b": (1 / 3 + 1) / 2, "c": 0.0})
    assert [system.system for system in ranking.systems] == ["a", "b", "c"]
    assert ranking.n_judgements == 6


def test_trueskill_learns_from_one_win_as_its_formulas_say(tmp_path: Path) -> None:
    ranking = rank_systems(write_pairs(tmp_path / "p.tsv", [("b", "<", "a")]), "trueskill", n_samples=5)
    # Two skills of mean 0 and deviation .5, performances of .25 around them, a margin for ties of probability .25.
    spread = math.sqrt(2 * 0.25**2 + 2 * 0.5**2)
    gap = -NORMAL.inv_cdf(0.625) * math.sqrt(2) * 0.25 / spread
    moved = 0.25 / spread * NORMAL.pdf(gap) / NORMAL.cdf(gap)
    assert {s.system: s.score for s in ranking.systems} == pytest.approx({"a": moved, "b": -moved})


def test_a_tie_brings_skills_nearer(tmp_path: Path) -> None:
    won = [("a", ">", "b")] * 4
    apart = rank_systems(write_pairs(tmp_path / "p.tsv", won), "trueskill", n_samples=2).systems
    tied = rank_systems(
        write_pairs(tmp_path / "q.tsv", [*won, *[("a", "=", "b")] * 8]), "trueskill", n_samples=2
    ).systems
    assert 0 < tied[0].score - tied[1].score < apart[0].score - apart[1].score


@pytest.mark.parametrize("way", ["expected-wins", "trueskill"])
def test_many_judgements_tell_strong_systems_from_weak_ones_and_equal_ones_share_a_cluster(
    way: Way, tmp_path: Path
) -> None:
    group = write_pairs(tmp_path / "p.tsv", random_pairs(1500, 3))
    ranking = rank_systems(group, way, n_samples=60)
    found = {s.system: (s.first_rank, s.last_rank, s.cluster) for s in ranking.systems}
    assert found["a"] == (1, 1, 1)
    assert found["d"] == (4, 4, 3)
    assert found["b"][2] == found["c"][2] == 2
    assert {*found["b"][:2], *found["c"][:2]} == {2, 3}
    assert rank_systems(group, way, n_samples=60) == ranking


def test_a_cluster_ends_where_no_range_reaches_over() -> None:
    assert rank_clusters([1, 1, 3, 4, 4], [2, 2, 3, 5, 5]) == [1, 1, 2, 3, 3]
    assert rank_clusters([1, 1, 2], [3, 2, 3]) == [1, 1, 1]
    assert rank_clusters([], []) == []


def test_scores_alone_make_no_ranking(tmp_path: Path) -> None:
    (tmp_path / "s.tsv").write_text(judgements.score_rows(), "utf-8")
    (group,) = read_judgements(tmp_path / "s.tsv")
    with pytest.raises(DataError, match="no preferences between two named systems"):
        rank_systems(group, "trueskill")
