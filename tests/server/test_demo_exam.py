"""The demonstration's exam: every network is what it says, and the model learned from made-up answers."""

import base64
import random

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.networks.flat import flatten
from tertium.networks.membership import contains
from tertium.networks.paths import Paths
from tertium.server import demo_exam as exam
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.exams.store import setup


def test_passages_have_a_network_for_each_sentence() -> None:
    asked = exam.passages()
    assert [passage.level for passage in asked.passages] == ["2", "2+", "3", "4"]
    for passage in asked.passages:
        for sentence in passage.sentences:
            assert sentence.network is not None
            assert Paths.of(sentence.network, LIMITS).count > 1, sentence.source


def test_answers_are_accepted_unless_they_were_spoiled() -> None:
    rng = random.Random(5)
    sentences = [sentence for passage in exam.passages().passages for sentence in passage.sentences]
    inside = {
        steps: [
            contains(flatten(sentence.network), exam.answer(rng, sentence, steps).split())
            for sentence in sentences
            if sentence.network is not None
            for _ in range(5)
        ]
        for steps in (0, 3)
    }
    assert all(inside[0])
    assert sum(inside[3]) < len(inside[3]) / 2


def test_the_model_is_the_same_each_time_and_can_be_sent() -> None:
    asked = exam.passages()
    content = exam.model(asked)
    assert content == exam.model(asked)
    assert base64.b64decode(setup.checked_part("model", content)) == content
