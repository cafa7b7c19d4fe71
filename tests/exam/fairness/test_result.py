"""What the study of agreement and fairness says."""

import json

from tertium.exam.fairness.gradings import Gradings
from tertium.exam.fairness.result import FairnessStudy
from tertium.exam.submissions import Labelled

from .sample import gradings


def test_everything_is_said_and_the_same_seed_says_the_same() -> None:
    work, groups = gradings(1, 80)
    result = FairnessStudy.of(work, {"centre": groups}, seed=5)
    text = result.to_text()
    for said in ("Krippendorff's α", "Agreement", "left to the machine", "Groups of candidates", "Mantel's test"):
        assert said in text
    assert FairnessStudy.of(work, {"centre": groups}, seed=5).to_json() == result.to_json()
    data = json.loads(result.to_json())
    assert data["passages"] == 320
    assert {one["group"] for one in data["groups"]["differences"]} == {"a", "b"}


def test_labels_of_one_person_alone_say_that_nothing_is_known() -> None:
    result = FairnessStudy.of(Gradings.of([Labelled("a", "p", "SM", "g"), Labelled("a", "q", "NT", "g")]))
    assert "nothing is known of how far people agree" in " ".join(result.to_text().split())
    assert (result.passages, result.not_translated) == (2, 1)
