"""Explanations as pages."""

import json

from tertium.report.explanation.html import explanations_page
from tests.evaluation.views.test_data import SCHEMA, faults
from tests.report.samples import Page
from tests.support.explanations import RICH, explained, of


def test_what_a_richer_metric_says_is_shown_everywhere() -> None:
    assert faults(json.loads(of(RICH).to_json()), SCHEMA["$defs"]["set_of_explanations"]) == []
    text = of(RICH).to_text()
    for part in (
        "para",
        "entailment",
        "place (seen 3 times):",
        "counts",
        "-0.2",
        "jump",
        "posterior",
        "probability",
        "0.31",
        "The best of 12 paths.",
    ):
        assert part in text
    page = Page(explanations_page(of(RICH)))
    for part in (
        "probability 0.310",
        "counts -0.200",
        "seen 3 times",
        "entailment",
        "sitting",
        "jump",
        "The best of 12 paths.",
    ):
        assert part in page.text


def test_both_sentences_are_there_as_plain_text() -> None:
    page = explanations_page(explained("It's raining, again.", "It rains once more.", metrics=["meteor", "ter"]))
    assert page.count('<dd dir="auto">It&#x27;s raining, again.</dd>') == 1
    assert page.count('<dd dir="auto">It rains once more.</dd>') == 1


def test_a_page_loads_and_runs_nothing() -> None:
    page = explanations_page(explained("a b", "a c"))
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "default-src &#x27;none&#x27;" in page
