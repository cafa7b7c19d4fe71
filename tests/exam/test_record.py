"""Records of gradings, and what is wrong in them."""

import random
from dataclasses import replace

from tertium.errors import DataError
from tertium.exam.chain import parse_log, write_log
from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.exam.record import Sampling, record, verify
from tests.exam.sample import Material


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


def test_a_record_of_other_samples_and_another_seed_is_clean(material: Material) -> None:
    asked, submissions, model, content = material
    own = [s for s in submissions if s.candidate == "c0"]
    rules, sampling = read_rules("example"), Sampling(20, 7)
    grades = list(grade(asked, own, model, rules, n_samples=20, seed=7))
    assert list(verify(record(asked, own, content, rules, grades, "2026-05-03", sampling))) == []
    assert list(verify(record(asked, own, content, rules, grades, "2026-05-03"))) != []


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
