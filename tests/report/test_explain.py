"""Explanations as text, JSON and pages."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Resampling
from tertium.evaluation.compare import compare
from tertium.report.comparison.html import comparison_page
from tertium.report.explanation.html import explanations_page
from tertium.report.explanation.svg import NARROW, WIDE, alignment_picture
from tertium.text.testset import References
from tests.evaluation.views.test_data import SCHEMA, faults
from tests.support.explanations import RICH, explained, of
from tests.support.strategies import hard_texts

from .test_html import ATTRIBUTES, EMITTED, Page

TAGS = {*EMITTED.split(), "path", "ol", "title"}
NAMES = {*ATTRIBUTES.split(), "d", "aria-hidden"}
words = st.lists(st.sampled_from(["kettle", "the", "قطة", "猫", "😀", "<b>", "&"]), max_size=9).map(" ".join)
texts = st.one_of(words, hard_texts)


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


def test_long_texts_are_broken_into_bands_and_every_word_is_drawn_inside() -> None:
    hypothesis = " ".join(f"word{i}" for i in range(300))
    page = explanations_page(explained(hypothesis, " ".join(reversed(hypothesis.split())), metrics=["per"]))
    pictures = re.findall(r'<svg.*?viewBox="0 0 (\d+) (\d+)".*?class="words (\w+)">(.*?)</svg>|<svg', page, re.DOTALL)
    shown = {kind: (float(width), float(height), svg) for width, height, kind, svg in pictures if kind}
    assert set(shown) == {"roomy", "narrow"}
    for width, height, svg in shown.values():
        assert svg.count('class="token"') == 600
        boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)
        assert all(float(x) + float(w) <= width and float(y) + float(h) <= height for x, y, w, h in boxes)
        assert 'class="stub"' in svg


def _bands(svg: str) -> dict[float, float]:
    """Where each row of words ends, by its height."""
    ends: dict[float, float] = {}
    for x, y, width in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="28"', svg):
        ends[float(y)] = max(ends.get(float(y), 0.0), float(x) + float(width))
    return ends


def test_bands_are_about_as_long_as_each_other() -> None:
    """One word more than a line holds does not leave a line of one word."""
    for n in (12, 13, 25, 40):
        text = " ".join(f"word{i}" for i in range(n))
        (made,) = explained(text, text, metrics=["wer"]).items
        ends = _bands(str(alignment_picture(made.explanation, "label")))
        assert min(ends.values()) > 0.7 * max(ends.values()), (n, ends)


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("metric", ["per", "ter", "meteor"])
def test_numbers_and_letters_do_not_collide_and_mean_one_thing(metric: str, width: float) -> None:
    rng = random.Random(5)
    words = [f"w{i}" for i in range(40)]
    moved = rng.sample(words, 40)
    moved[5:25] = words[12:32]
    (made,) = explained(" ".join(moved), " ".join(words), metrics=[metric]).items
    svg = str(alignment_picture(made.explanation, "label", width))
    labels = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="middle" class="(stub|arcnumber)">(\w+)<', svg)
    assert labels
    boxes = [(float(x) - 3.4 * len(text), float(x) + 3.4 * len(text), float(y)) for x, y, _, text in labels]
    for i, (left, right, line) in enumerate(boxes):
        assert left >= -0.1
        assert right <= width + 0.1
        for other_left, other_right, other_line in boxes[:i]:
            assert right <= other_left + 0.1 or other_right <= left + 0.1 or abs(line - other_line) > 10
    kinds = {kind: {text for _, _, of, text in labels if of == kind} for kind in ("stub", "arcnumber")}
    assert all(map(str.isalpha, kinds["stub"]))
    assert all(map(str.isdecimal, kinds["arcnumber"]))


def test_both_sentences_are_there_as_plain_text() -> None:
    page = explanations_page(explained("It's raining, again.", "It rains once more.", metrics=["meteor", "ter"]))
    assert page.count('<dd dir="auto">It&#x27;s raining, again.</dd>') == 1
    assert page.count('<dd dir="auto">It rains once more.</dd>') == 1


def test_a_page_loads_and_runs_nothing() -> None:
    page = explanations_page(explained("a b", "a c"))
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "default-src &#x27;none&#x27;" in page


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
