"""Every learned metric says what its groups of features add, and the sums are what its score comes from."""

import pytest

from tertium.evaluation.explain import Explanations, explain, with_decisions
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

LEARNED = ["beer", "tertium", "tertium(model=tertium-any)", "regression", "svm", "svm(model=svm-kulesza-en)"]
LEARNED += ["pfsm", "ppda", "ppda+f"]
ONE = ["The cat sat on a mat.", "He did not come home on Tuesday.", "A house is red"]
TWO = ["Cats sits mat the on.", "He came home.", "The house is red."]
REFERENCES = References.by_segment(
    [["The cat sat on the mat.", "A cat sat on the mat."], ["He did not come home on Tuesday."], ["The house was red."]]
)


@pytest.mark.parametrize("spec", LEARNED)
def test_groups_add_up_to_the_sum(spec: str) -> None:
    metric = parse(spec)
    pairing = Pairing.of(ONE, REFERENCES)
    scores = metric.score(metric.statistics(pairing))
    for segment in range(len(ONE)):
        found = metric.explain(pairing, segment)
        names = [part.name for part in found.parts]
        addends = [part.value for part in found.parts[: names.index("sum")] if part.name != "factor"]
        assert sum(addends) == pytest.approx(found.parts[names.index("sum")].value)
        assert len(addends) > 1
        assert found.score == pytest.approx(scores[segment])


@pytest.mark.parametrize("spec", ["regression", "svm", "ppda"])
def test_two_systems_are_told_apart_by_their_groups(spec: str) -> None:
    test_set = TestSet.build({"one": ONE, "two": TWO}, REFERENCES)
    found: Explanations = explain(test_set, metrics=[spec], segments=[1])
    (item,) = (item for item in with_decisions(found, "two", "one").items if item.system == "two")
    assert "against one: -" in item.explanation.notes[-1]
    assert "above all by" in item.explanation.notes[-1]
