"""The demonstration's exam is the example of an exam: its model can be sent, and its candidates are graded."""

import base64

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.exam.example import example
from tertium.server import demo_exam
from tertium.server.exams.store import setup


def test_the_model_is_the_same_each_time_and_can_be_sent() -> None:
    content = demo_exam.model(example())
    assert content == demo_exam.model(example())
    assert base64.b64decode(setup.checked_part("model", content)) == content


def test_its_candidates_are_the_examples_and_differ() -> None:
    labels = {(one.candidate, one.passage): one.label for one in example().labels}
    good, poor = ([labels[code, passage.id] for passage in example().exam.passages] for code in ("K04", "K14"))
    assert set(good) <= {"SM", "MM"}
    assert set(poor) & {"IM", "HM"}
