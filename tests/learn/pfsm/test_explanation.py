"""Explanations of edits."""

import pytest

from tertium.errors import DataError
from tertium.learn.pfsm.base import EditMetric
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References

METRICS = ["pfsm", "ppda", "ppda+f"]
REFERENCE = "Yesterday the old man bought a small boat , because he likes rivers ."


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize(
    "hypothesis",
    ["The man bought a small boat .", "Because he likes rivers , the old man bought yesterday a small boat .", "", "x"],
)
def test_an_explanation_accounts_for_every_word_and_for_the_best_sequence(name: str, hypothesis: str) -> None:
    metric = parse(name)
    assert isinstance(metric, EditMetric)
    pairing = Pairing.of([hypothesis], References.by_stream([REFERENCE]))
    told = metric.explain(pairing, 0)
    assert told.score == metric.segment_scores([hypothesis], References.by_stream([REFERENCE]))[0]
    in_hypothesis = [w for link in told.links for w in range(link.hypothesis, link.hypothesis + link.hypothesis_length)]
    in_reference = [w for link in told.links for w in range(link.reference, link.reference + link.reference_length)]
    in_hypothesis += [loose.start for loose in told.loose if loose.side == "hypothesis"]
    in_reference += [loose.start for loose in told.loose if loose.side == "reference"]
    assert sorted(in_hypothesis) == list(range(len(told.hypothesis)))
    assert sorted(in_reference) == list(range(len(told.reference)))
    parts = {part.name: part.value for part in told.parts}
    contributions = [each.contribution or 0.0 for each in (*told.links, *told.loose, *told.moves)]  # type: ignore[attr-defined]
    assert sum(contributions) == pytest.approx(parts["best sequence"] / parts["words"])
    assert parts["best sequence"] <= parts["all sequences"] + 1e-9
    names = list(parts)
    assert sum(parts[name] for name in names[: names.index("sum")]) == pytest.approx(parts["sum"])
    assert all(link.probability is not None and 0 < link.probability <= 1 for link in told.links)


def test_a_jump_is_told_as_words_that_move() -> None:
    hypothesis, reference = "small boats cross wide rivers", "wide rivers small boats cross"
    told = parse("ppda").explain(Pairing.of([hypothesis], References.by_stream([reference])), 0)
    (move,) = told.moves
    texts = {"hypothesis": told.hypothesis, "reference": told.reference}
    moved = [texts[move.side][word] for word in told.order(move.side)]
    other = reference if move.side == "hypothesis" else hypothesis
    assert moved == other.split()
    assert move.label is not None
    assert move.label.startswith("jump over")


def test_the_reference_that_counts_is_the_one_explained() -> None:
    pairing = Pairing.of(["a small boat"], References.by_segment([["nothing alike", "one small boat", "a ship"]]))
    told = parse("ppda").explain(pairing, 0)
    assert (told.reference_number, told.n_references) == (1, 3)
    assert told.reference == ("one", "small", "boat")


def test_texts_that_are_too_long_are_scored_but_not_explained() -> None:
    words = " ".join(f"w{i}" for i in range(3500))
    pairing = Pairing.of([words], References.by_stream([f"{words} end"]))
    metric = parse("ppda")
    assert 50 < metric.score(metric.statistics(pairing))[0] < 100
    with pytest.raises(DataError, match="too long to be explained"):
        metric.explain(pairing, 0)
