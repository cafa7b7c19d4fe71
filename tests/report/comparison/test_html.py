import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.report.comparison.html import comparison_page, evaluation_page
from tests.report.samples import Page, comparison, evaluation, hostile_comparison, hostile_comparisons

EMITTED = """
html head meta title style body header p h1 h2 h3 h4 bdi dl dt dd div section nav ul li a main table caption thead tbody
tr th td strong small sup span figure figcaption svg rect line circle text details summary article mark code blockquote
wbr tspan footer
"""
ATTRIBUTES = """
lang charset http-equiv content name id class href role aria-label tabindex scope rowspan colspan dir open viewbox
x y x1 x2 y1 y2 cx cy r rx width height text-anchor
"""


@settings(deadline=None)
@given(hostile_comparisons)
def test_hostile_text_adds_no_element_and_no_attribute(result: Comparison) -> None:
    harmless = hostile_comparison(["x", "y"], "word", result.evaluation.systems[0].scores[0].score)
    for made, usual in (
        (comparison_page(result), comparison_page(harmless)),
        (evaluation_page(result.evaluation), evaluation_page(harmless.evaluation)),
    ):
        made.encode("utf-8")
        page, plain = Page(made), Page(usual)
        assert page.open == []
        assert page.tags.keys() <= set(EMITTED.split())
        assert {name for _, name, _ in page.attributes} <= set(ATTRIBUTES.split())
        # Marks depend on the words, and breaks on names; all else is the same for every text.
        for tag in set(EMITTED.split()) - {"mark", "strong", "small", "wbr"}:
            assert page.tags[tag] == plain.tags[tag], tag
        assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in made.replace("\n", ""))


def test_a_hostile_name_is_shown_as_it_is() -> None:
    page = Page(comparison_page(hostile_comparison(["<script>alert(1)</script>", '"&amp;\x1b[1m'], "x")))
    assert ("bdi", "<script>alert(1)</script>") in page.texts
    assert ("bdi", '"&amp;␛[1m') in page.texts
    assert ("text", "<script>alert(1)</script>") in page.texts


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    text = comparison_page(comparison())
    page = Page(text)
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    assert ("meta", "http-equiv", "Content-Security-Policy") in page.attributes
    assert ("meta", "content", policy) in page.attributes
    assert "script" not in page.tags
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert all(value.startswith("#") for _, name, value in page.attributes if name == "href")


def test_links_lead_to_parts_that_exist() -> None:
    page = Page(comparison_page(comparison()))
    targets = {value.removeprefix("#") for _, name, value in page.attributes if name == "href"}
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert targets <= set(ids)
    assert len(ids) == len(set(ids))
    assert targets == {"scores", "metrics", "segments", "reproduce"}


def test_tables_have_captions_and_headings_have_scopes() -> None:
    text = comparison_page(comparison())
    page = Page(text)
    assert page.tags["table"] == page.tags["caption"]
    assert page.tags["th"] == sum(name == "scope" for _, name, _ in page.attributes)
    assert all(text.count(f'aria-label="Scores by {metric},') == 2 for metric in ("BLEU", "chrF", "TER"))


def test_the_score_table_has_one_body_for_each_cluster() -> None:
    text = comparison_page(comparison())
    table = text[text.index('<table class="scores">') : text.index("</table>")]
    assert [Counter(re.findall("<tr>", body))["<tr>"] for body in table.split("<tbody>")[1:]] == [2, 1, 1]
    row = (
        '<tr><td>1–2</td>\n<th scope="row"><bdi>meadow</bdi></th>\n'
        '<td class="number">33.8<sup>†</sup><small>[32.5, 35.2]</small></td>\n'
        '<td class="number">60.0<sup>†</sup><small>[58.7, 61.4]</small></td>\n'
        '<td class="number"><strong>47.9</strong><small>[46.6, 49.3]</small></td>\n</tr>'
    )
    assert row in table


def test_the_page_says_how_to_reproduce_it() -> None:
    text = Page(comparison_page(comparison())).text
    for part in ("1000 samples", "seed 12345", "bleu|tok:13a|case:mixed|smooth:exp|refs:2|v:0.1.0", "1,200 segments"):
        assert part in text


def test_colours_follow_the_reader_and_paper_is_white() -> None:
    text = evaluation_page(evaluation())
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_scores_alone_make_a_page_without_tests() -> None:
    text = evaluation_page(evaluation(documents=True))
    assert "No test was run" in text
    assert "†" not in text
    assert '<table class="matrix">' not in text
    assert "Scores of 2 documents" in text
    assert '<th scope="col">rank</th>' not in text


def test_small_scores_have_more_digits() -> None:
    rows = tuple(SystemScores(name, (MetricScore("F", value, "f", True),)) for name, value in (("a", 0.5), ("b", 0.25)))
    text = evaluation_page(Evaluation("t", 1, rows))
    assert "<strong>0.500</strong>" in text
    assert ">0.250<" in text


@pytest.mark.parametrize("systems", [(), evaluation().systems[:1]], ids=["none", "one"])
def test_too_few_systems_are_not_a_crash(systems: tuple[SystemScores, ...]) -> None:
    few = replace(evaluation(), systems=systems)
    assert Page(evaluation_page(few)).open == []
    alone = replace(comparison(), evaluation=few, tests=(), rankings=(), contrasts=())
    assert Page(comparison_page(alone)).open == []


def test_a_score_that_is_not_a_number_is_said_so() -> None:
    rows = tuple(
        SystemScores(name, (MetricScore("F", value, "f", True, (value, value), np.array([value])),))
        for name, value in (("a", float("nan")), ("b", float("inf")))
    )
    assert "n/a" in Page(evaluation_page(Evaluation("t", 1, rows))).text


def test_very_long_segments_make_a_page_in_reasonable_time() -> None:
    words = " ".join(f"w{i % 700}" for i in range(10_000))
    made = comparison()
    long = replace(made.contrasts[0], hypothesis_a=words, hypothesis_b=words[::-1], references=(words, words[::-1]))
    assert words in Page(comparison_page(replace(made, contrasts=(long,)))).text
