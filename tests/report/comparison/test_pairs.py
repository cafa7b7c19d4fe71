"""Pairs of systems on the page of a comparison."""

from tertium.report.comparison.html import comparison_page
from tests.report.samples import comparison


def test_the_matrix_says_in_words_what_its_colours_say() -> None:
    text = comparison_page(comparison())
    matrix = text[text.index('<table class="matrix">') :]
    assert '<td class="tie"><span>no significant difference</span><small>+0.6, p = 0.184</small></td>' in matrix
    assert '<td class="win"><span>▲ better</span><small>+3.2, p = 0.004</small></td>' in matrix
    assert '<td class="lose"><span>▼ worse</span><small>−3.2, p = 0.004</small></td>' in matrix


def test_both_tests_are_listed_with_and_without_correction() -> None:
    text = comparison_page(comparison())
    assert "paired bootstrap" in text
    row = (
        '<th scope="row"><bdi>quarry</bdi> – <bdi>lantern</bdi></th>\n<td class="number">+7.2</td>\n'
        '<td class="number">0.001</td>\n<td class="number">0.004 *</td>\n'
        '<td class="number">&lt;0.001</td>\n<td class="number">0.002 *</td>\n'
    )
    assert row in text


def test_words_are_marked_against_reference_and_other_system() -> None:
    text = comparison_page(comparison())
    assert '<dd dir="auto">The committee says it will <strong>decide </strong>' not in text
    assert "<mark>about</mark>" in text
    assert "<mark><strong>boiler stood</strong></mark>" in text
    assert '<dd dir="auto"><small>(empty)</small></dd>' in text


def test_each_pair_folds_and_only_the_first_is_open() -> None:
    text = comparison_page(comparison())
    part = text[text.index('<section id="segments">') :]
    assert part.count("<details") == 2
    assert part.count('<details open="">') == 1
