"""What differences are worth: people's agreement, how much text shows a difference, and that simulation agrees."""

import math
from typing import Any

import numpy as np
import pytest

import tertium
from tertium import Resampling
from tertium.evaluation.differences import worth as module
from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.differences.worth import least_seen, segments_needed
from tertium.evaluation.resampling import bootstrap_sums, swap_sums
from tertium.evaluation.significance import randomisation_p_value
from tertium.resources import curves
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support.texts import STREAMS, SYSTEMS

ONE = References.by_stream(STREAMS[0])
QUICK: dict[str, Any] = {"resampling": Resampling(n_samples=200), "n_swaps": 200}


def compared(**more: Any) -> Comparison:
    return tertium.compare(SYSTEMS, ONE, metrics=["bleu", "chrf", "ter"], **QUICK, **more)


def test_every_pair_has_its_worth_by_every_metric() -> None:
    made = compared()
    deciding = [test for test in made.tests if test.test == "randomisation"]
    assert [(w.metric, w.system_a, w.system_b, w.difference) for w in made.worths] == [
        (t.metric, t.system_a, t.system_b, t.difference) for t in deciding
    ]
    for worth, test in zip(made.worths, deciding, strict=True):
        assert worth.segments_needed is not None
        assert (worth.least_seen is None) == (test.better is not None)


def test_a_difference_has_the_range_of_its_size() -> None:
    made = compared()
    known = curves.find(made["rules"]["chrf"].signature)
    assert isinstance(known, curves.PeopleRange)
    for worth in made.worths:
        if worth.metric == "chrF2":
            assert worth.people == known.at(abs(worth.difference))
            assert not worth.beyond


def test_a_difference_larger_than_any_that_was_seen_has_no_range() -> None:
    references = ["the cat sat on the mat", "a dog barked at the moon all night"] * 3
    systems = {"same": references, "other": ["xyz"] * len(references)}
    made = tertium.compare(systems, references, metrics=["chrf"], **QUICK)
    assert [(worth.people, worth.beyond) for worth in made.worths] == [(None, True)]
    assert "larger than any difference that was seen" in made.to_text()


def test_equal_systems_have_neither_range_nor_number_of_segments() -> None:
    texts = SYSTEMS["rules"]
    (worth,) = tertium.compare({"a": texts, "b": list(texts)}, ONE, metrics=["chrf"], **QUICK).worths
    assert (worth.people, worth.beyond, worth.segments_needed) == (None, False, None)


def test_another_signature_is_refused_with_the_reason() -> None:
    two = tertium.compare(SYSTEMS, References.by_stream(*STREAMS), metrics=["chrf"], **QUICK)
    assert {worth.people for worth in two.worths} == {None}
    assert [known.why for known in two.people] == ["people judged with refs:1, here refs:2"]
    assert "no share of people by chrF2: people judged with refs:1, here refs:2" in two.to_text().replace("\n", " ")
    lower = tertium.compare(SYSTEMS, ONE, metrics=["bleu(lowercase=yes)"], **QUICK)
    assert [known.why for known in lower.people] == ["people judged with case:mixed, here case:lower"]


def test_levels_are_those_of_holm() -> None:
    made = compared(alpha=0.06)
    for metric in ("BLEU", "chrF2", "TER"):
        levels = [worth.level for worth in made.worths if worth.metric == metric]
        assert sorted(levels) == pytest.approx([0.02, 0.03, 0.06])
    alone = tertium.compare({name: SYSTEMS[name] for name in ("rules", "neural")}, ONE, metrics=["chrf"], **QUICK)
    assert [worth.level for worth in alone.worths] == [0.05]


def test_few_samples_say_nothing_of_how_much_text_it_needs() -> None:
    made = tertium.compare(SYSTEMS, ONE, metrics=["chrf"], resampling=Resampling(n_samples=99), n_swaps=20)
    assert {(worth.segments_needed, worth.least_seen) for worth in made.worths} == {(None, None)}


def test_segments_and_smallest_difference_are_two_sides_of_one_power() -> None:
    """With as many segments as it needs the difference is the smallest that is seen."""
    needed = segments_needed(0.5, 0.4, 1000, 0.05)
    assert needed == math.ceil(1000 * (2.801585 * 0.4 / 0.5) ** 2)
    assert least_seen(0.4 * math.sqrt(1000 / needed), 0.05) == pytest.approx(0.5, rel=1e-3)
    assert segments_needed(0.0, 0.4, 1000, 0.05) is None
    assert segments_needed(5.0, 0.0, 1000, 0.05) == 1


def power(population: Floats, n_segments: int, n_trials: int, rng: np.random.Generator) -> float:
    """How often a randomisation test at .05 finds the difference of two systems, on segments drawn from many."""
    found = 0
    for _ in range(n_trials):
        sample = population[rng.integers(len(population), size=n_segments)]
        (moved,) = swap_sums([sample], 400, rng)
        swapped = (sample.sum(0) - 2 * moved)[:, 0] / n_segments
        found += randomisation_p_value(swapped, float(sample.mean())) <= 0.05
    return found / n_trials


@pytest.mark.parametrize("shift", [0.1, 0.25])
def test_simulation_finds_the_difference_as_often_as_promised(shift: float) -> None:
    """Skewed differences of segments: the number that is promised finds theirs in about 80 of 100 trials."""
    rng = np.random.default_rng(7)
    population = rng.gamma(2.0, 1.0, size=(20_000, 1))
    population += shift - population.mean()
    first = population[:500]
    (sums,) = bootstrap_sums([first], 1000, rng)
    deviation = float(sums.std(ddof=1)) / len(first)
    needed = segments_needed(shift, deviation, len(first), 0.05)
    assert needed is not None
    assert power(population, needed, 300, rng) == pytest.approx(module.POWER, abs=0.08)
    # Half as many find it much less often, so that the test can fail.
    assert power(population, needed // 2, 300, rng) < 0.65


def test_simulation_with_a_real_metric() -> None:
    """chrF of a corpus is no mean of segments; its variance falls with their number all the same."""
    rng = np.random.default_rng(3)
    words = ["the", "cat", "sat", "on", "a", "mat", "and", "looked", "out", "at", "some", "birds", "in", "old", "trees"]
    references = [" ".join(rng.choice(words, size=8)) for _ in range(6000)]

    def noisy(share: float) -> list[str]:
        return [" ".join(w if rng.random() > share else rng.choice(words) for w in t.split()) for t in references]

    systems = {"a": noisy(0.3), "b": noisy(0.35)}
    metric = tertium.metric("chrf")
    test_set = tertium.TestSet.build(systems, References.by_stream(references))
    rows = [metric.statistics(pairing) for pairing in Pairing.of_systems(test_set).values()]
    whole = float(metric.score(rows[0].sum(0)) - metric.score(rows[1].sum(0)))
    sums = bootstrap_sums([table[:600] for table in rows], 500, rng)
    deviation = float((metric.score(sums[0]) - metric.score(sums[1])).std(ddof=1))
    needed = segments_needed(whole, deviation, 600, 0.05)
    assert needed is not None
    found = 0
    for _ in range(200):
        drawn = rng.integers(len(references), size=needed)
        a, b = (table[drawn] for table in rows)
        moved = swap_sums([a, b], 300, rng)
        shift = moved[1] - moved[0]
        swapped = metric.score(a.sum(0) + shift) - metric.score(b.sum(0) - shift)
        observed = float(metric.score(a.sum(0)) - metric.score(b.sum(0)))
        found += randomisation_p_value(swapped, observed) <= 0.05
    assert found / 200 == pytest.approx(module.POWER, abs=0.08)
