"""How long metrics will take, by their first segments, with a clock of our own."""

import numpy as np
import pytest

from tertium.evaluation import expected
from tertium.evaluation.expected import expected_seconds
from tertium.metrics import Floats, Metric
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet


class Clock:
    now = 0.0

    def perf_counter(self) -> float:
        return self.now


class Timed(Metric):
    """A metric that needs so many seconds once, and so many for each segment."""

    key = "timed"
    name = "Timed"
    clock: Clock
    once: float
    each: float
    runs: list[int]

    @classmethod
    def of(cls, clock: Clock, *, once: float = 0.0, each: float) -> "Timed":
        return type("Timed", (cls,), {"clock": clock, "once": once, "each": each, "runs": []})()

    def signature(self) -> dict[str, str]:
        return {}

    def statistics(self, pairing: Pairing) -> Floats:
        self.clock.now += self.each * len(pairing) + (0 if self.runs else self.once)
        self.runs.append(len(pairing))
        return np.zeros((len(pairing), 1))

    def score(self, statistics: Floats) -> Floats:
        return statistics[..., 0]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(expected, "time", found)
    return found


def outputs(n: int) -> TestSet:
    return TestSet.build({"a": ["x"] * n}, References.by_stream(["x"] * n))


def test_a_quick_metric_is_run_once_on_few_segments(clock: Clock) -> None:
    quick = Timed.of(clock, each=0.001)
    assert list(expected_seconds(outputs(2_000), [quick])) == []
    assert quick.runs == [10]


def test_what_is_needed_once_does_not_count(clock: Clock) -> None:
    loading = Timed.of(clock, once=5.0, each=0.001)
    assert list(expected_seconds(outputs(2_000), [loading])) == []
    assert loading.runs == [10, 60]


def test_a_slow_metric_is_announced(clock: Clock) -> None:
    slow = Timed.of(clock, once=5.0, each=0.01)
    ((metric, seconds),) = expected_seconds(outputs(2_000), [slow])
    assert metric is slow
    assert seconds == pytest.approx(20.0)


def test_small_test_sets_are_not_measured(clock: Clock) -> None:
    slow = Timed.of(clock, each=1.0)
    assert list(expected_seconds(outputs(1_999), [slow])) == []
    assert slow.runs == []
