"""Metrics are found by name, plug-ins too."""

from dataclasses import dataclass
from importlib.metadata import EntryPoint

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tertium import metrics
from tertium.metrics import Floats, Metric, base, option, parse
from tertium.metrics.base import ratio, sum_of_columns
from tertium.text.pool import Pairing
from tertium.text.testset import References


@dataclass(frozen=True, kw_only=True)
class Length(Metric):
    """Characters of the hypothesis."""

    factor: int = option(1, "what to multiply by", minimum=1)

    summary = "length"
    original = "nobody"
    name = "Length"

    def signature(self) -> dict[str, str]:
        return {"factor": str(self.factor)}

    def statistics(self, pairing: Pairing) -> Floats:
        return np.array([[len(pairing.pool.texts[row]), 1] for row in pairing.hypotheses], float)

    def score(self, statistics: Floats) -> Floats:
        return self.factor * statistics[..., 0] / statistics[..., 1]


@pytest.fixture(autouse=True)
def register_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    base.METRICS.values()  # a module that is imported later would register itself in the copy alone
    monkeypatch.setattr(base.METRICS, "_things", dict(base.METRICS._things))


def test_all_names_are_known() -> None:
    assert {"bleu", "chrf", "chrf++", "fmeasure", "nist", "per", "ter", "wer"} <= set(metrics.names())
    assert metrics.names() == sorted(metrics.names())
    assert [metrics.get(name).key for name in metrics.names()] == metrics.names()


def test_a_name_is_given_once() -> None:
    metrics.register("length")(Length)
    with pytest.raises(ValueError, match="metric 'length' is already registered"):
        metrics.register("length")(Length)


def test_plug_ins_are_found_listed_and_take_options(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("length", f"{__name__}:Length", "tertium.metrics")
    points = {"tertium.metrics": [point]}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points.get(group, []))
    metric = parse("length(factor=2)")
    assert metric == Length(factor=2)
    assert metric.corpus_score(["abc", "abcde"], References.by_stream(["", ""])) == 8
    assert "length" in metrics.names()


def test_a_plain_list_has_one_reference_per_segment() -> None:
    metric = parse("chrf")
    hypotheses, references = ["the cat", "a dog"], ["the cat", "the dog"]
    rows = metric.segment_scores(hypotheses, References.by_stream(references))
    assert metric.segment_scores(hypotheses, references).tolist() == rows.tolist()
    assert metric.corpus_score(hypotheses, references) == metric.corpus_score(
        hypotheses, References.by_stream(references)
    )


@given(arrays(float, st.tuples(st.integers(0, 5), st.integers(0, 12)), elements=st.floats(-1e9, 1e9)))
def test_columns_are_summed_to_the_last_bit_as_numpy_sums_rows(table: np.ndarray) -> None:
    assert sum_of_columns(table).tobytes() == table.sum(-1).tobytes()
    for row in table:
        assert float(sum_of_columns(row)) == float(row.sum())


@given(
    arrays(float, 6, elements=st.floats(0, 1e9)),
    arrays(float, 6, elements=st.one_of(st.just(0.0), st.floats(1e-3, 3))),
)
def test_a_ratio_does_not_depend_on_its_neighbours(numerator: np.ndarray, denominator: np.ndarray) -> None:
    whole = ratio(numerator, denominator, empty=7.0)
    assert whole.tolist() == [float(ratio(n, d, empty=7.0)) for n, d in zip(numerator, denominator, strict=True)]
    assert (whole[denominator == 0] == 7).all()
