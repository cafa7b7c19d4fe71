"""Models of edits: where they came from, and what they predict."""

import pytest

from tertium.learn.model import Model
from tertium.metrics import parse
from tertium.text.testset import References

METRICS = ["pfsm", "ppda", "ppda+f"]
REFERENCE = "Yesterday the old man bought a small boat , because he likes rivers ."


def scores(spec: str, hypotheses: list[str], *references: str) -> list[float]:
    given = References.by_segment([list(references)] * len(hypotheses))
    return parse(spec).segment_scores(hypotheses, given).tolist()


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
