import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.exam.chain import parse_log, write_log
from tertium.exam.examples import collect
from tertium.exam.features import PassageFeatures
from tertium.exam.files import read_rules
from tertium.exam.grading import Grade, grade
from tertium.exam.model import GradingModel
from tertium.exam.passages import Exam
from tertium.exam.record import record, verify
from tertium.exam.submissions import Submission
from tertium.exam.training import Trainer
from tertium.report.exam.page import candidate_page
from tests.exam.sample import answers, exam

Material = tuple[Exam, list[Submission], GradingModel, bytes]


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    asked = exam(3, 3)
    submissions, labels = answers(asked, 24)
    examples = collect(asked, submissions, labels, PassageFeatures())
    path: Path = tmp_path_factory.mktemp("model") / "x.model"
    Trainer(penalties=(30.0,), inner_folds=3).train(examples, np.random.default_rng(1)).save(path)
    return asked, submissions[:9], GradingModel.load(str(path)), path.read_bytes()


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


def test_a_record_is_clean_and_not_after_any_change(material: Material) -> None:
    asked, submissions, model, content = material
    own = [s for s in submissions if s.candidate == "c0"]
    rules = read_rules("example")
    entries = record(asked, own, content, rules, list(grade(asked, own, model, rules)), "2026-05-03T09:00:00+00:00")
    assert list(verify(entries)) == []
    head = entries[-1].hash
    assert list(verify(entries, head)) == []
    assert "cut off" in next(iter(verify(entries[:-1], head))).what
    text = write_log(entries)
    rng = random.Random(11)
    for place in rng.sample(range(len(text)), 150):
        changed = text[:place] + chr((ord(text[place]) + 1) % 0x7F or 1) + text[place + 1 :]
        try:
            damaged = list(verify(parse_log(list(enumerate(changed.rstrip("\n").split("\n"), 1)), "log")))
        except DataError:
            continue
        assert damaged, f"a change at character {place} was not noticed"


def test_a_grade_that_grading_again_does_not_give_is_noticed(material: Material) -> None:
    asked, submissions, model, content = material
    own = [s for s in submissions if s.candidate == "c0"]
    rules = read_rules("example")
    (one,) = grade(asked, own, model, rules)
    forged = replace(one, levels=("3+",))
    entries = record(asked, own, content, rules, [forged], "2026-05-03T09:00:00+00:00")
    (damage,) = verify(entries)
    assert damage.what == "grading again gives something else"
    assert "grade of c0" in damage.where


def test_the_candidates_page_shows_everything_escaped(material: Material) -> None:
    asked, submissions, model, _ = material
    rules = read_rules("example")
    own = [s for s in submissions if s.candidate == "c0"]
    own[0] = replace(own[0], answers=("<script>alert(1)</script>", *own[0].answers[1:]))
    (one,) = grade(asked, own, model, rules, n_samples=20)
    page = candidate_page(one, asked, own, model, rules, head="ab" * 32)
    assert "<script>" not in page
    assert "ab" * 32 in page
    assert "Decided by rule" in page
    assert "What the model weighed" in page
    json.loads(one.as_json())
