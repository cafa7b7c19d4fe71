"""pFSM, pPDA and pPDA+f as metrics: what is certain, which reference counts, and what explanations say."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.model import Model
from tertium.learn.pfsm.metrics import EditMetric
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References

METRICS = ["pfsm", "ppda", "ppda+f"]
REFERENCE = "Yesterday the old man bought a small boat , because he likes rivers ."


def scores(spec: str, hypotheses: list[str], *references: str) -> list[float]:
    given = References.by_segment([list(references)] * len(hypotheses))
    return parse(spec).segment_scores(hypotheses, given).tolist()


@pytest.mark.parametrize("name", METRICS)
def test_what_is_certain_needs_no_model(name: str) -> None:
    assert scores(name, [REFERENCE, f"{REFERENCE} \r\n", "", " "], REFERENCE) == [100, 100, 0, 0]
    assert scores(name, ["", "word"], "") == [100, 0]


@pytest.mark.parametrize("name", METRICS)
def test_better_translations_have_higher_scores(name: str) -> None:
    found = scores(
        name,
        [
            REFERENCE,
            "Yesterday the old man bought a small boat , because he liked rivers .",
            "Yesterday the old man bought a boat , because he likes rivers .",
            "the man bought boat , likes rivers .",
            "Nothing of this was ever said here !",
        ],
        REFERENCE,
    )
    assert found == sorted(found, reverse=True)
    assert all(0 < score < 100 for score in found[1:])


def test_jumps_forgive_another_order() -> None:
    swapped = "Because he likes rivers , yesterday the old man bought a small boat ."
    reference = "Yesterday the old man bought a small boat , because he likes rivers ."
    without, with_jumps = (scores(name, [swapped, "x y"], reference) for name in ("pfsm", "ppda"))
    assert with_jumps[0] > without[0]


def test_synonyms_count_where_the_model_knows_them() -> None:
    hypothesis, reference = "she purchased a car", "she bought an automobile"
    assert scores("ppda+f", [hypothesis], reference)[0] > scores("ppda", [hypothesis], reference)[0]


@pytest.mark.parametrize("name", METRICS)
def test_the_best_reference_counts(name: str) -> None:
    hypothesis, others = "A small boat sank .", ["One small boat sank today .", "The ship went down ."]
    alone = [scores(name, [hypothesis], reference)[0] for reference in others]
    assert scores(name, [hypothesis], *others) == [max(alone)]


def test_the_prediction_is_on_the_scale_of_the_judgements() -> None:
    hypothesis, reference = "The man bought a boat .", REFERENCE
    (prediction,) = scores("pfsm(output=prediction)", [hypothesis], reference)
    (percent,) = scores("pfsm", [hypothesis], reference)
    from scipy.stats import norm

    assert percent == pytest.approx(100 * norm.cdf(prediction))
    assert scores("pfsm(output=prediction)", [""], "") == [Model.load("pfsm-en").arrays["constant"][0]]


@pytest.mark.parametrize("name", METRICS)
def test_the_model_came_from_data_that_may_be_shipped(name: str) -> None:
    model = Model.load(f"{name}-en")
    assert model.metric == name
    assert {part.name for part in model.training if part.use == "train"} == {
        "seg_wmt13_da.tsv.gz",
        "seg_wmt15_da.tsv.gz",
    }
    assert all(pair.endswith("-en") for part in model.training for pair in part.lang_pairs)
    assert model.weight("state.delete") < model.weight("state.insert") < 0 < model.weight("state.word")


def test_a_model_of_another_metric_is_refused(tmp_path: Path) -> None:
    Model(metric="beer", features=("a",), weights=np.zeros(1)).save(tmp_path / "other.model")
    with pytest.raises(DataError, match="'beer', expected one of 'pfsm'"):
        scores(f"ppda(model={tmp_path / 'other.model'})", ["a b"], "a")


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
