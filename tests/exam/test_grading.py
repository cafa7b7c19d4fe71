from dataclasses import replace

import pytest

from tertium.exam.files import read_rules
from tertium.exam.grading import Grade, grade
from tests.exam.sample import Material


def graded(material: Material) -> list[Grade]:
    asked, submissions, model, _ = material
    return list(grade(asked, submissions, model, read_rules("example"), n_samples=50))


def test_grading_again_gives_the_same_bytes_whoever_else_is_graded(material: Material) -> None:
    asked, submissions, model, _ = material
    first = [one.as_json() for one in graded(material)]
    assert first == [one.as_json() for one in graded(material)]
    alone = [s for s in submissions if s.candidate == "c1"]
    (only,) = grade(asked, alone, model, read_rules("example"), n_samples=50)
    assert only.as_json() == first[1]


def test_the_level_is_in_the_set_and_the_rules_gave_it(material: Material) -> None:
    rules = read_rules("example")
    for one in graded(material):
        assert set(one.levels) <= set(one.level_set)
        assert one.levels == rules.decide({p.level: p.label for p in one.passages}).levels
        assert sum(one.level_shares.values()) == pytest.approx(1, abs=1e-4)
        for part in one.passages:
            assert part.label in part.label_set
            assert sum(part.shares.values()) == pytest.approx(1)


def test_under_half_translated_is_not_translated_and_goes_to_people(material: Material) -> None:
    asked, submissions, model, _ = material
    empty = replace(submissions[0], answers=(submissions[0].answers[0], None, "  "))
    (one,) = grade(asked, [empty], model, read_rules("example"), n_samples=20)
    assert one.passages[0].label == "NT"
    assert "NT by rule" in one.passages[0].refer[0]


@pytest.mark.parametrize("skipped", ["2", "2+", "3"])
def test_a_skipped_passage_is_not_translated(material: Material, skipped: str) -> None:
    """Whoever leaves a passage out gets what an empty one gets, and never the benefit of the doubt."""
    asked, submissions, model, _ = material
    (passage,) = (p for p in asked.passages if p.level == skipped)
    own = [s for s in submissions if s.candidate == "c0"]
    rules = read_rules("example")
    (left_out,) = grade(asked, [s for s in own if s.passage != passage.id], model, rules, n_samples=20)
    empty = [replace(s, answers=(None,) * 3) if s.passage == passage.id else s for s in own]
    (handed_in,) = grade(asked, empty, model, rules, n_samples=20)
    assert left_out == handed_in
    (part,) = (p for p in left_out.passages if p.level == skipped)
    assert (part.label, part.label_set) == ("NT", ("NT",))
    assert "nothing of the passage is translated: NT by rule" in part.refer
    assert left_out.levels == rules.decide({p.level: p.label for p in left_out.passages}).levels


def test_a_text_unlike_the_training_data_goes_to_people(material: Material) -> None:
    asked, submissions, model, _ = material
    odd = replace(submissions[0], answers=("zz " * 400,) * 3)
    (one,) = grade(asked, [odd], model, read_rules("example"), n_samples=20)
    assert "the text is unlike the training data" in one.passages[0].refer


def test_a_missing_passage_gives_a_set_of_levels(material: Material) -> None:
    one = graded(material)[0]
    assert [p.level for p in one.passages] == ["2", "2+", "3"]
    if len(one.levels) > 1:
        assert any("without a passage of level 4" in reason for reason in one.refer)
