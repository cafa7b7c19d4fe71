"""Metrics from text and back: names, options, their types and limits, and what is said about wrong ones."""

from dataclasses import Field, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tertium import metrics
from tertium.errors import OptionError, TertiumError, UnknownNameError
from tertium.metrics import Metric, labels, parse
from tertium.metrics.bleu import BLEU
from tertium.metrics.choice import choose
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.ter import TER
from tertium.metrics.wer import PER, WER
from tertium.text import tokenizers
from tertium.text.testset import References
from tests.support.encoders import english_encoder

__all__ = ["english_encoder"]


def values(owner: type[Metric], field: Field[Any], kind: Any = None) -> st.SearchStrategy[Any]:
    """Values that a field can have, by its type and limits."""
    kind = get_type_hints(owner)[field.name] if kind is None else kind
    low, high = field.metadata["minimum"], field.metadata["maximum"]
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*(values(owner, field, one) for one in get_args(kind)))
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if field.name == "tok":
        return st.sampled_from(tokenizers.names())
    if kind is str:
        return st.just(field.default)  # what other texts an option takes is its metric's business
    return {
        bool: st.booleans(),
        NoneType: st.none(),
        int: st.integers(low, high),
        float: st.floats(low, high, allow_nan=False, allow_infinity=False),
    }[kind]


@st.composite
def any_metric(draw: st.DrawFn) -> Metric:
    metric = metrics.get(draw(st.sampled_from(metrics.names())))
    chosen = [field for field in fields(metric) if draw(st.booleans())]
    options = {field.name: draw(values(metric, field)) for field in chosen}
    try:
        return metric(**options)
    except OptionError:
        reject()  # options that each are fine, but not together


@given(any_metric())
def test_every_metric_with_any_options_comes_back_from_its_spec(metric: Metric) -> None:
    assert parse(metric.spec()) == metric


complete_metric = any_metric().filter(lambda metric: metric.lack() is None)
"""A metric that has everything: others need a model that somebody has to get."""


@settings(max_examples=30)
@given(st.lists(complete_metric, min_size=1, max_size=4, unique=True))
def test_lists_come_back_from_their_specs(chosen: list[Metric]) -> None:
    assert choose(",".join(metric.spec() for metric in chosen)).metrics == tuple(chosen)
    assert choose([metric.spec() for metric in chosen]).metrics == tuple(chosen)


@given(complete_metric)
def test_equal_signatures_mean_equal_names_and_are_text(metric: Metric) -> None:
    for key, value in metric.signature().items():
        assert key
        assert value
        assert not set("|: ") & set(key)
        assert "|" not in value


@pytest.mark.parametrize("name", metrics.names())
def test_defaults_have_the_shortest_spec(name: str) -> None:
    assert parse(name) == metrics.get(name)()
    assert parse(name).spec() == name


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("bleu", BLEU()),
        ("bleu()", BLEU()),
        ("bleu(smooth=add-k,tok=intl)", BLEU(smooth="add-k", tok="intl")),
        (" bleu ( smooth = add-k , tok = intl ) ", BLEU(smooth="add-k", tok="intl")),
        ("bleu(smooth=floor,smooth_value=0.01)", BLEU(smooth="floor", smooth_value=0.01)),
        ("bleu(smooth_value=none)", BLEU()),
        ("bleu(lowercase=YES,effective_order=1)", BLEU(lowercase=True, effective_order=True)),
        ("bleu(lowercase=off)", BLEU()),
        ("chrf++", CHRFPlusPlus()),
        ("chrf(beta=3)", CHRF(beta=3.0)),
        ("wer(unit=count)", WER(unit="count")),
        ("fmeasure(exponent=1.5,exact_up_to=0)", FMeasure(exponent=1.5, exact_up_to=0)),
        ("ter(normalized=true,)", TER(normalized=True)),
    ],
)
def test_text_becomes_a_metric(text: str, metric: Metric) -> None:
    assert parse(text) == metric


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        (BLEU(lowercase=True, smooth="floor", smooth_value=0.5), "bleu(smooth=floor,smooth_value=0.5,lowercase=yes)"),
        (CHRFPlusPlus(word_order=1), "chrf++(word_order=1)"),
        (TER(case_sensitive=True), "ter(case_sensitive=yes)"),
    ],
)
def test_a_spec_names_what_is_not_the_default(metric: Metric, text: str) -> None:
    assert metric.spec() == text


def test_lists_split_at_commas_outside_brackets() -> None:
    found = choose(["bleu(smooth=add-k,tok=intl), chrf ,ter(no_punct=yes)", "wer"]).metrics
    assert found == (BLEU(smooth="add-k", tok="intl"), CHRF(), TER(no_punct=True), WER())


@pytest.mark.parametrize("name", ["bleu", "nist", "wer", "per", "fmeasure"])
def test_an_unknown_tokeniser_is_refused_at_the_latest_when_it_is_used(name: str) -> None:
    with pytest.raises(UnknownNameError, match="unknown tokeniser '13b'; known: 13a, "):
        parse(f"{name}(tok=13b)").corpus_score(["a"], References.by_stream(["a"]))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["bleu,chrf,bleu"], "metric 'bleu' is given twice"),
        (["bleu(tok=intl)", "chrf", "bleu(tok=intl)"], r"metric 'bleu\(tok=intl\)' is given twice"),
        (["bleu,bleu(tok=13a)"], "metric 'bleu' is given twice"),
        (["bleu,,chrf"], "'bleu,,chrf': there is an empty name between commas"),
        (["bleu,"], "'bleu,': there is an empty name between commas"),
        ([""], "'': there is an empty name between commas"),
    ],
)
def test_wrong_lists_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        choose(texts)


@given(st.text("bleu(tok=13a,) \0é", max_size=20))
def test_any_other_text_is_refused_in_our_words(text: str) -> None:
    try:
        chosen = choose([text]).metrics
    except TertiumError:
        return
    assert all(isinstance(metric, Metric) for metric in chosen)


def test_names_say_what_papers_call_them() -> None:
    assert [m.name for m in (BLEU(), CHRF(), CHRFPlusPlus(), CHRF(beta=3.0, word_order=1), TER(), WER(), PER())] == [
        *("BLEU", "chrF2", "chrF2++", "chrF3+", "TER", "WER", "PER")
    ]


def test_labels_are_names_and_specs_where_names_are_shared() -> None:
    chosen = choose(["bleu,chrf,bleu(tok=intl),chrf(word_order=2),chrf++"]).metrics
    assert labels(chosen) == ["bleu", "chrF2", "bleu(tok=intl)", "chrf(word_order=2)", "chrf++"]


@settings(max_examples=30)
@given(st.lists(any_metric(), min_size=1, max_size=5, unique=True))
def test_labels_are_unique(chosen: list[Metric]) -> None:
    assert len(set(labels(chosen))) == len(chosen)


def test_all_leaves_out_what_needs_a_package_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {metric.key for metric in choose(["all"]).metrics}
    monkeypatch.setattr(BLEU, "package", "a_package_that_nobody_has")
    assert {metric.key for metric in choose(["all"]).metrics} == everything - {"bleu"}


def test_a_language_may_be_a_code() -> None:
    assert parse("bleu", "zh") == parse("bleu(tok=zh)")
    assert parse("bleu", "de-en") == parse("bleu")
    with pytest.raises(OptionError):
        parse("bleu", "no language")
