"""The gate: worse is significant after Holm's correction and beyond the margin; minima count as they are."""

from dataclasses import replace

import numpy as np
import pytest

from tertium import compare, read
from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.evaluation.gate import Gate, gate
from tertium.evaluation.options import Resampling
from tertium.evaluation.significance import holm
from tertium.text.testset import TestSet

SAMPLE = read(sample=True)


def pair(old: str, new: str) -> TestSet:
    return replace(SAMPLE, systems={name: SAMPLE.systems[name] for name in (old, new)})


def verdicts(result: Gate) -> dict[str, str]:
    return {check.metric: check.verdict for check in result.checks}


def test_p_values_are_those_of_a_comparison_after_holm() -> None:
    names = ("chrf", "ter", "bleu")
    result = gate(pair("neural", "phrase"), fail_if_worse=names)
    tests = compare(pair("neural", "phrase"), metrics=names, primary="chrf", n_contrasts=0).tests
    expected = holm([one.p for one in tests if one.test == "randomisation"])
    np.testing.assert_allclose([check.p for check in result.checks], expected, rtol=1e-12)
    assert not result.passed
    assert verdicts(result) == {"chrF2": "worse", "TER": "worse", "BLEU": "worse"}
    assert result.reason.startswith("phrase does not pass: chrF2 is worse by 10.")


def test_the_other_way_round_passes_whichever_way_a_metric_goes() -> None:
    result = gate(pair("phrase", "neural"), fail_if_worse="chrf,ter")
    assert result.passed
    assert verdicts(result) == {"chrF2": "better", "TER": "better"}
    assert all(check.change is not None and check.change > 0 for check in result.checks)


@pytest.mark.parametrize("margin", [20.0, {"chrf": 20.0, "ter": 20.0}])
def test_a_margin_lets_small_losses_pass(margin: float | dict[str, float]) -> None:
    assert gate(pair("neural", "phrase"), fail_if_worse="chrf,ter", margin=margin).passed
    assert not gate(pair("neural", "phrase"), fail_if_worse="chrf,ter", margin={"chrf": 20.0}).passed


def test_what_is_not_significant_passes() -> None:
    same = replace(SAMPLE, systems={"a": SAMPLE.systems["neural"], "b": SAMPLE.systems["neural"]})
    assert verdicts(gate(same, fail_if_worse="chrf,ter")) == {"chrF2": "no worse", "TER": "no worse"}


def test_a_minimum_counts_without_a_test_and_is_a_maximum_for_errors() -> None:
    alone = replace(SAMPLE, systems={"neural": SAMPLE.systems["neural"]})
    assert gate(alone, minimum={"bleu": 30.0, "ter": 50.0}).passed
    result = gate(alone, minimum={"bleu": 90.0, "ter": 10.0})
    assert verdicts(result) == {"BLEU": "below", "TER": "below"}
    assert "below 90" in result.reason
    assert "above 10" in result.reason


def test_a_minimum_of_a_tested_metric_is_not_scored_twice() -> None:
    result = gate(pair("phrase", "neural"), fail_if_worse="chrf", minimum={"chrf": 99.0})
    assert verdicts(result) == {"chrF2": "below"}


def test_the_same_seed_gives_the_same_verdict() -> None:
    first, second = (gate(pair("rules", "phrase"), resampling=Resampling(n_samples=1, seed=7)) for _ in range(2))
    assert first.to_json() == second.to_json()


def test_limits_of_other_metrics_and_wrong_numbers_of_systems_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown metric of this gate 'ter'"):
        gate(pair("phrase", "neural"), fail_if_worse="chrf", margin={"ter": 1.0})
    with pytest.raises(OptionError, match="expected a number"):
        gate(pair("phrase", "neural"), minimum={"chrf": float("nan")})
    with pytest.raises(DataError, match="a gate takes one new system"):
        gate(SAMPLE)
