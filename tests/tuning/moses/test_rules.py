"""What Moses' programs gave on a real list of 100 sentences, and that our own defaults are not worse."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.metrics import parse
from tertium.nbest.forms.formats import read_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.text.arrays import Floats
from tertium.tuning.goal import Goal
from tertium.tuning.lines import coordinate_lines
from tertium.tuning.mert import Mert, best_step
from tertium.tuning.mira import Mira
from tertium.tuning.moses import rules as moses
from tertium.tuning.objective import Objective
from tertium.tuning.pro import Pro
from tertium.tuning.space import Space
from tertium.tuning.statistics import Rows

pytestmark = pytest.mark.shared

ONES = np.ones(15)
ALL = np.arange(15, dtype=np.int32)


@pytest.fixture(scope="module")
def golden(shared: Path) -> dict[str, Any]:
    return json.loads((shared / "golden" / "tuning" / "moses_tuning.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def nbest(shared: Path) -> NBest:
    return read_nbest(shared / "data" / "nbest" / "nbest_moses_mert_test.tsv.gz")


@pytest.fixture(scope="module")
def objective(nbest: NBest) -> Objective:
    return Rows(Goal.of([parse("bleu(tok=none,smooth=none)")]), Truth(nbest.references)).objective(nbest)


@pytest.fixture(scope="module")
def space(nbest: NBest) -> Space:
    return Space.of(nbest.names)


def test_the_first_candidates_have_the_statistics_of_moses(objective: Objective, golden: dict[str, Any]) -> None:
    sums = objective.statistics[objective.rows[objective.offsets[:-1]]].sum(0)
    matches, totals = sums[2:6], sums[6:]
    mixed = [number for pair in zip(matches, totals, strict=True) for number in pair]
    assert [*mixed, sums[1]] == golden["corpus_statistics_rank1"]["values"]
    assert float(objective.scorer(sums)) == pytest.approx(golden["evaluator_rank1_bleu"], abs=5e-5)


def test_every_line_search_of_every_round_is_that_of_moses(
    objective: Objective, space: Space, golden: dict[str, Any]
) -> None:
    like_moses, weights = objective.apart(), ONES
    for expected in golden["mert"]["rounds_direction_scores"]:
        lines = coordinate_lines(like_moses, weights, ALL)
        places = [moses.first_best(line, -np.inf, np.inf) for line in lines]
        assert [place.score for place in places] == pytest.approx(expected, abs=1e-6)
        step, _ = best_step(like_moses, space, weights, moses.MERT, np.random.default_rng(0))
        weights = weights + step


def test_the_final_point_is_that_of_moses(objective: Objective, space: Space, golden: dict[str, Any]) -> None:
    (climb,) = moses.MERT.run(objective, space, [ONES], 1)
    assert climb.score == pytest.approx(golden["mert"]["final_bleu"], abs=5e-8)
    assert space.scaled(climb.weights) == pytest.approx(golden["mert"]["final_weights_l1"], abs=1.5e-6)


def test_mira_is_that_of_moses_with_its_equality_corrected(
    objective: Objective, space: Space, golden: dict[str, Any]
) -> None:
    expected = golden["kbmira_no_shuffle"]["moses_with_equality_fixed"]
    (climb,) = moses.MIRA.run(objective, space, [ONES], 1)
    assert climb.scores[0] == pytest.approx(expected["initial_bleu"], abs=5e-8)
    assert climb.scores[1:6] == pytest.approx(
        [bleu for _, _, bleu in expected["epochs_updates_loss_bleu"][:5]], abs=5e-8
    )
    assert climb.score == pytest.approx(expected["best_bleu"], abs=5e-8)
    assert climb.weights == pytest.approx(expected["weights"], abs=1e-4)


def test_our_own_defaults_are_at_least_as_good(objective: Objective, space: Space, golden: dict[str, Any]) -> None:
    alone = Mert(restarts=0).run(objective, space, [ONES], 1)[0]
    assert alone.score >= golden["mert"]["final_bleu"]
    mira = Mira().run(objective, space, [ONES], 1)[0]
    assert mira.score >= golden["kbmira_no_shuffle"]["moses_with_equality_fixed"]["best_bleu"]
    pro = Pro().run(objective, space, [ONES], 1)[0]
    assert pro.score >= 0.0894  # the least of the ten runs that the golden figures tell of


def test_restarts_reach_what_moses_reaches_with_any_seed(objective: Objective, space: Space) -> None:
    method = Mert()
    scores = [method.result(method.run(objective, space, [ONES], seed)).score for seed in range(10)]
    assert min(scores) >= 0.0977
    assert np.mean(scores) >= 0.0983


def test_what_the_search_reports_is_the_score_of_the_chosen_texts(
    nbest: NBest, objective: Objective, space: Space
) -> None:
    method = Mert(restarts=2)
    best = method.result(method.run(objective, space, [ONES], 5))
    weights: Floats = space.scaled(best.weights)
    chosen = [nbest.text(int(i)) for i in nbest.best(nbest.scores(dict(zip(nbest.names, weights, strict=True))))]
    expected = parse("bleu(tok=none,smooth=none)").corpus_score(chosen, nbest.references)
    assert 100 * best.score == pytest.approx(expected, abs=1e-9)
