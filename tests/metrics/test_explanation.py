"""The numbers of an explanation make the score again, and its words are those of the texts."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tertium.errors import DataError
from tertium.evaluation.explain import explain
from tertium.metrics import Metric, parse
from tertium.metrics.explanation import Explanation, Move
from tertium.text.pool import Pairing
from tertium.text.testset import References

from .inputs import Input, inputs


def parts(explanation: Explanation) -> dict[str, float]:
    return {part.name: part.value for part in explanation.parts}


def explain_all(metric: Metric, given: Input) -> list[Explanation]:
    pairing = Pairing.of(given.hypotheses, given.references)
    return [metric.explain(pairing, i) for i in range(len(given.hypotheses))]


def contributions(explanation: Explanation) -> float:
    items = (*explanation.links, *explanation.loose, *explanation.moves)
    return sum(item.contribution or 0.0 for item in items)  # type: ignore[attr-defined, misc]


def rate(errors: float, words: float) -> float:
    return 100 * errors / words if words else 100.0 * (errors > 0)


def wer(e: Explanation) -> float:
    return 100 * contributions(e) / max(1, len(e.reference))


def per(e: Explanation) -> float:
    sides = [part.side for part in e.loose]
    return 100 * max(sides.count("hypothesis"), sides.count("reference")) / max(1, len(e.reference))


def ter(e: Explanation) -> float:
    found = parts(e)
    return rate(contributions(e), found.get("mean reference words", found.get("reference words", 0)))


def bleu(e: Explanation) -> float:
    (ngrams,) = e.ngrams
    found = parts(e)
    for order in ngrams.orders:
        if order.matched and order.in_hypothesis:
            share = 100 * order.matched / order.in_hypothesis
            assert found[f"precision of {order.n}-grams"] == pytest.approx(share)
    precisions = [value for name, value in found.items() if name.startswith("precision")]
    if not sum(order.matched for order in ngrams.orders) or 0 in precisions:
        return 0.0
    return found["brevity penalty"] * math.exp(sum(map(math.log, precisions)) / len(precisions))


def chrf(e: Explanation) -> float:
    orders = [order for ngrams in e.ngrams for order in ngrams.orders if order.in_hypothesis and order.in_reference]
    if not orders:
        return 0.0
    precision = sum(order.matched / order.in_hypothesis for order in orders) / len(orders)
    recall = sum(order.matched / order.in_reference for order in orders) / len(orders)
    return 500 * precision * recall / (4 * precision + recall) if precision + recall else 0.0


def nist(e: Explanation) -> float:
    (ngrams,) = e.ngrams
    sums = (order.contribution / order.in_hypothesis for order in ngrams.orders if order.in_hypothesis)
    return sum(sums) * parts(e)["length penalty"]


def meteor(e: Explanation) -> float:
    found = parts(e)
    return max(0.0, found["F mean"] * (1 - found["fragmentation penalty"]))


def fmeasure(exponent: float) -> Any:
    def made(e: Explanation) -> float:
        size = sum(link.hypothesis_length**exponent for link in e.links) ** (1 / exponent)
        words = len(e.hypothesis) + len(e.reference)
        return 200 * size / words if words else 100.0

    return made


def paraeval(e: Explanation) -> float:
    elsewhere = sum(loose.length for loose in e.loose if loose.label)
    matched = sum(link.hypothesis_length for link in e.links) + elsewhere
    if not e.hypothesis or not e.reference:
        return 100.0 * (len(e.hypothesis) == len(e.reference))
    precision = matched / len(e.hypothesis)
    recall = sum(link.reference_length for link in e.links) / len(e.reference)
    assert parts(e)["precision"] == pytest.approx(100 * precision)
    return 200 * precision * recall / (precision + recall) if precision + recall else 0.0


MADE = {
    "wer": wer,
    "wer(tok=13a,lowercase=yes)": wer,
    "cer": wer,
    "per": per,
    "ter": ter,
    "ter(rules=tercom)": ter,
    "ter(normalized=yes,no_punct=yes,asian_support=yes)": ter,
    "bleu": bleu,
    "bleu(effective_order=yes,max_order=2,lowercase=yes)": bleu,
    "chrf": chrf,
    "chrf++": chrf,
    "chrf(whitespace=yes,lowercase=yes)": chrf,
    "nist": nist,
    "meteor": meteor,
    "paraeval": paraeval,
    "fmeasure": fmeasure(1),
    "fmeasure(exponent=2)": fmeasure(2),
}


@pytest.mark.parametrize("spec", MADE)
@settings(max_examples=25, deadline=None)
@given(given_texts=inputs())
def test_an_explanation_makes_the_score_again(spec: str, given_texts: Input) -> None:
    metric = parse(spec)
    scores = metric.segment_scores(given_texts.hypotheses, given_texts.references)
    for explanation, score in zip(explain_all(metric, given_texts), scores, strict=True):
        assert explanation.score == pytest.approx(score, abs=1e-12)
        assert MADE[spec](explanation) == pytest.approx(score, abs=1e-6)


@pytest.mark.parametrize("spec", [spec for spec in MADE if not spec.startswith(("bleu", "nist", "chrf"))])
@settings(max_examples=15, deadline=None)
@given(given_texts=inputs())
def test_every_word_is_linked_or_left_over_and_none_twice(spec: str, given_texts: Input) -> None:
    for e in explain_all(parse(spec), given_texts):
        hyp = [link.hypothesis + k for link in e.links for k in range(link.hypothesis_length)]
        ref = [link.reference + k for link in e.links for k in range(link.reference_length)]
        for part in e.loose:
            (hyp if part.side == "hypothesis" else ref).extend(range(part.start, part.start + part.length))
        assert sorted(hyp) == list(range(len(e.hypothesis)))
        assert sorted(ref) == list(range(len(e.reference)))
        for link in e.links:
            if link.kind == "same" and spec != "meteor":  # which also takes equal hashes for equal words
                words = e.hypothesis[link.hypothesis : link.hypothesis + link.hypothesis_length]
                assert words == e.reference[link.reference : link.reference + link.reference_length]


@pytest.mark.parametrize("spec", ["bleu", "bleu(tok=char)", "chrf", "chrf++"])
@settings(max_examples=25, deadline=None)
@given(given_texts=inputs())
def test_the_places_of_ngrams_are_as_many_as_the_kernel_counts(spec: str, given_texts: Input) -> None:
    metric = parse(spec)
    rows = metric.statistics(Pairing.of(given_texts.hypotheses, given_texts.references))
    for e, row in zip(explain_all(metric, given_texts), rows, strict=True):
        orders = [order for ngrams in e.ngrams for order in ngrams.orders]
        counted = row[2 : 2 + len(orders)] if spec.startswith("bleu") else row[2::3]
        assert [order.matched for order in orders] == counted.tolist()
        for ngrams in e.ngrams:
            for order in ngrams.orders:
                assert len(order.hypothesis_starts) == order.matched
                assert all(0 <= start <= len(ngrams.hypothesis) - order.n for start in order.hypothesis_starts)
                assert all(0 <= start <= len(ngrams.reference) - order.n for start in order.reference_starts)


@settings(max_examples=30, deadline=None)
@given(given_texts=inputs())
def test_moves_bring_the_words_of_ter_into_the_order_of_the_links(given_texts: Input) -> None:
    for e in explain_all(parse("ter"), given_texts):
        order = e.order()
        assert sorted(order) == list(range(len(e.hypothesis)))
        place = {word: i for i, word in enumerate(order)}
        places = [place[link.hypothesis] for link in sorted(e.links, key=lambda link: link.reference)]
        assert places == sorted(places)


def test_meteor_links_say_what_they_count() -> None:
    given_texts = Input(["the cats slept quietly"], [["the cat slept silently"]])
    metric = parse("meteor")
    (e,) = explain_all(metric, given_texts)
    assert [link.kind for link in e.links][:3] == ["same", "stem", "same"]
    row = metric.statistics(Pairing.of(given_texts.hypotheses, given_texts.references))[0]
    content, function = row[0] - row[2], row[2]
    expected = 100 * contributions(e) / (0.75 * content + 0.25 * function)
    assert parts(e)["precision"] == pytest.approx(expected)


def test_the_reference_that_counted_is_shown() -> None:
    references = References.by_segment([["x y z", "the cat sat", "the cat sat on"]])
    pairing = Pairing.of(["the cat sat"], references)
    for spec in ("wer", "per", "ter", "chrf", "meteor", "fmeasure", "bleu"):
        e = parse(spec).explain(pairing, 0)
        assert (e.reference_number, e.n_references) == (1, 3), spec
        assert e.reference_text == "the cat sat"


def test_moves_are_made_one_after_the_other() -> None:
    moves = (Move((0, 1), None), Move((3,), 2), Move((0,), 1))
    e = Explanation(0.0, tuple("abcd"), (), "", "", moves=moves)
    assert e.order() == [3, 2, 0, 1]
    assert e.order("reference") == []


def test_a_segment_too_long_for_an_edit_script_is_refused() -> None:
    rng = np.random.default_rng(1)
    texts = [" ".join(map(str, [start, *rng.integers(9, size=33_000), start])) for start in (10, 11)]
    with pytest.raises(DataError, match="cannot be explained: texts of 3300"):
        parse("wer").explain(Pairing.of(texts[:1], References.by_stream(texts[1:])), 0)


@pytest.mark.parametrize("spec", ["wer", "ter", "hyter"])
def test_of_equally_short_scripts_one_that_keeps_most_words_is_shown(spec: str) -> None:
    result = explain(["this was a messy test"], References.by_stream(["this is a test of skill"]), metrics=[spec])
    (item,) = result.items
    kept = [item.explanation.hypothesis[link.hypothesis] for link in item.explanation.links if link.kind == "same"]
    assert kept == ["this", "a", "test"]
