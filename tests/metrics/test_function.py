"""Metrics that are functions of texts."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.metrics import METRICS
from tertium.metrics.function import FunctionMetric

PAGE = Path(__file__).parents[2] / "docs/how-to/other-metrics.md"
SOURCES = ["Es waren 12 Leute.", "Am 3.5.1998 kamen 1.000 Euro.", "Nichts."]
OUTPUTS = {"good": ["There were 12 people.", "1,000 euros came on 3/5/1998.", "Nothing."], "bad": ["Some.", "100", "1"]}
REFERENCES = ["There were 12 people.", "On 3 May 1998 1,000 euros came.", "Nothing."]


@tertium.function_metric(name="Same", version="2")
def same_as_source(sources: list[str], hypotheses: list[str]) -> list[float]:
    """Whether nothing was translated."""
    return [float(a == b) for a, b in zip(sources, hypotheses, strict=True)]


def length(hypotheses: list[str], sources: list[str] | None = None) -> list[float]:
    return [len(text) + (0 if sources is None else 1000) for text in hypotheses]


def overlap(hypotheses: list[str], references: list[tuple[str, ...]]) -> list[float]:
    return [max(len({*a.split()} & {*b.split()}) for b in rs) for a, rs in zip(hypotheses, references, strict=True)]


def only_score(result: Any, system: int = 0) -> float:
    (score,) = result.systems[system].scores
    return float(score.score)


def test_a_function_sees_sources() -> None:
    result = tertium.score(["a", "b"], ["x", "y"], sources=["a", "c"], metrics=same_as_source)
    assert only_score(result) == 0.5
    (score,) = result.systems[0].scores
    assert score.metric == "Same"
    assert score.signature.startswith("function|name:Same|version:2|")
    assert "|refs:none|" in score.signature


def test_a_function_without_references_needs_none() -> None:
    assert only_score(tertium.score(["abc", "d"], metrics=[length])) == 2
    assert only_score(tertium.score(["abc", "d"], sources=["", ""], metrics=[length])) == 1002


def test_a_plain_function_gets_all_references_of_a_segment() -> None:
    references = tertium.References.by_segment([["a x", "a b"], ["c"]])
    assert only_score(tertium.score(["a b", "d"], references, metrics=[overlap])) == 1


def test_what_is_missing_is_refused_with_the_option_to_pass() -> None:
    with pytest.raises(DataError, match=r"Same needs sources, and .* has none; pass -s FILE \(in Python sources=…\)"):
        tertium.score(["a"], ["b"], metrics=same_as_source)
    with pytest.raises(DataError, match="overlap needs references"):
        tertium.score(["a"], metrics=overlap)


@pytest.mark.parametrize("function", [lambda a, b: [1], len, lambda hypotheses, **more: [1]])
def test_a_function_of_something_else_is_refused_with_advice(function: Any) -> None:
    with pytest.raises(OptionError, match=r"a metric is a function of `hypotheses`.*tertium.function_metric"):
        tertium.score(["a"], ["b"], metrics=[function])


@pytest.mark.parametrize("scores", [[1.0], [1.0, float("nan")], [[1.0], [2.0]]])
def test_anything_but_a_number_for_each_segment_is_refused(scores: Any) -> None:
    def broken(hypotheses: list[str]) -> Any:
        return scores

    with pytest.raises(OptionError, match="broken: expected 2 finite numbers, one for each segment"):
        tertium.score(["a", "b"], metrics=[broken])


def test_a_type_is_no_metric() -> None:
    with pytest.raises(TypeError, match="is no metric"):
        tertium.score(["a"], ["b"], metrics=[int])


def test_functions_are_told_apart() -> None:
    assert tertium.function_metric(length) != tertium.function_metric(overlap)
    assert same_as_source == type(same_as_source)()


@pytest.fixture
def page_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FunctionMetric:
    """The metric of the how-to, as a module of its own."""
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)[0]
    (tmp_path / "numbers_of_the_page.py").write_text(code, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    metric: FunctionMetric = import_module("numbers_of_the_page").numbers_kept
    return metric


def test_the_metric_of_the_page_finds_lost_numbers(page_metric: FunctionMetric) -> None:
    result = tertium.compare(OUTPUTS, REFERENCES, sources=SOURCES, metrics=["bleu", page_metric])
    good, bad = (system.scores[1].score for system in result.evaluation.systems)
    assert good == pytest.approx(100 * (1 + 1 / 3 + 1) / 3)  # the date is written in another way
    assert bad == 0


def test_the_register_takes_the_class_of_a_function(page_metric: FunctionMetric) -> None:
    try:
        METRICS.add("numbers-of-the-page", page_metric)
        named = tertium.metric("numbers-of-the-page")
        assert named.spec() == "numbers-of-the-page"
        assert named.summary == "Of the numbers in source and translation, how many stand in both (F1)"
        score = only_score(tertium.score(OUTPUTS["good"], sources=SOURCES, metrics="numbers-of-the-page"))
        assert score == pytest.approx(700 / 9)
    finally:
        METRICS._things.pop("numbers-of-the-page")
