"""The page of a candidate."""

import json
from dataclasses import replace

import pytest

from tertium.exam.files import read_rules
from tertium.exam.grading import grade
from tertium.report.exam.page import candidate_page
from tests.exam.sample import Material, trained


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return trained(tmp_path_factory.mktemp("model"))


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


def test_a_skipped_passage_is_on_the_page_too(material: Material) -> None:
    """And an answer stands there as it was written."""
    asked, submissions, model, _ = material
    own = [s for s in submissions if s.candidate == "c0" and s.passage != asked.passages[0].id]
    own[0] = replace(own[0], answers=("  The  OLD captain, he said…", *own[0].answers[1:]))
    (one,) = grade(asked, own, model, read_rules("example"), n_samples=20)
    page = candidate_page(one, asked, own, model, read_rules("example"))
    for passage in asked.passages:
        assert f"Passage {passage.id}, level {passage.level}" in page
    assert "NT (Not Translated)" in page
    assert "  The  OLD captain, he said…" in page
