"""Explanations as text, JSON and pages."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Resampling
from tertium.evaluation.compare import compare
from tertium.report.comparison.html import comparison_page
from tertium.report.explanation.html import explanations_page
from tertium.text.testset import References
from tests.evaluation.views.test_data import SCHEMA, faults
from tests.report.comparison.test_html import ATTRIBUTES, EMITTED
from tests.report.samples import Page
from tests.support.explanations import explained
from tests.support.strategies import hard_texts

TAGS = {*EMITTED.split(), "path", "ol", "title"}
NAMES = {*ATTRIBUTES.split(), "d", "aria-hidden"}
words = st.lists(st.sampled_from(["kettle", "the", "قطة", "猫", "😀", "<b>", "&"]), max_size=9).map(" ".join)
texts = st.one_of(words, hard_texts)


@settings(max_examples=25, deadline=None)
@given(texts, st.lists(texts, min_size=1, max_size=2))
def test_no_text_breaks_any_format(hypothesis: str, references: list[str]) -> None:
    result = explained(hypothesis, *references)
    text, made, page = result.to_text(), result.to_json(), explanations_page(result)
    for written in (text, made, page):
        written.encode("utf-8")
        assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in written.replace("\n", ""))
    assert faults(json.loads(made), SCHEMA["$defs"]["set_of_explanations"]) == []
    parsed = Page(page)
    assert parsed.open == []
    assert parsed.tags.keys() <= TAGS
    assert {name for _, name, _ in parsed.attributes} <= NAMES


def test_right_to_left_text_is_drawn_from_the_right() -> None:
    def middles(page: str) -> list[float]:
        found = re.findall(r'<text x="([\d.]+)"[^>]*class="token"', page)
        return [float(x) for x in found]

    right = middles(explanations_page(explained("قطة على حصيرة", "قطة على حصيرة", metrics=["wer"])))
    left = middles(explanations_page(explained("one two three", "one two three", metrics=["wer"])))
    assert right[0] > right[2] > right[4]
    assert left[0] < left[2] < left[4]


@pytest.mark.parametrize("metric", ["ter", "meteor", "chrf"])
def test_the_report_of_a_comparison_explains_its_examples(metric: str) -> None:
    systems = {"one": ["the cat sat", "rain"], "two": ["the cats stood", "rain falls"], "three": ["a dog", "rain"]}
    references = References.by_stream(["the cat sat", "rain falls"])
    result = compare(
        systems, references, metrics=[metric], explain=True, resampling=Resampling(n_samples=10), n_swaps=10
    )
    page = Page(comparison_page(result))
    targets = {value for _, name, value in page.attributes if name == "id"}
    links = {value for tag, name, value in page.attributes if (tag, name) == ("a", "href")}
    assert {link.removeprefix("#") for link in links} <= targets
    # Six scores differ in some pair; each is explained once and linked to from elsewhere.
    ids = {target for target in targets if target.startswith("why-")}
    assert len(ids) == len(result.explanations) == 6
    assert any(link.startswith("#why-") for link in links)
    for (_, system, segment), explanation in result.explanations.items():
        assert explanation.hypothesis_text == systems[system][segment - 1]


def test_a_comparison_explains_nothing_unasked() -> None:
    systems = {"one": ["the cat sat"], "two": ["the cats stood"]}
    result = compare(
        systems,
        References.by_stream(["the cat sat"]),
        metrics=["ter"],
        resampling=Resampling(n_samples=10),
        n_swaps=10,
    )
    assert result.explanations == {}
    assert "why-" not in comparison_page(result)
