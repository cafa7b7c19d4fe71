"""What differences are worth, and words, on the page of a comparison."""

from typing import Any

import tertium
from tertium.report.comparison.html import comparison_page
from tests.evaluation.views.test_worth import with_worths
from tests.report.samples import Page
from tests.support.texts import REFERENCES, SYSTEMS


def test_the_page_has_a_part_on_what_differences_are_worth() -> None:
    page = comparison_page(with_worths())
    assert '<a href="#worth">What differences are worth</a>' in page
    row = (
        '<th scope="row"><bdi>harbour</bdi> – <bdi>meadow</bdi></th>\n<td class="number">+0.6</td>\n'
        '<td class="number">55–90 %</td>\n<td class="number">1,234</td>\n<td class="number">0.8</td>\n'
    )
    assert row in page
    assert "no share of people by chrF and TER" in page
    assert Page(page).open == []


def test_words_and_ngrams_have_a_part_where_they_were_asked_for() -> None:
    quick: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20, "metrics": ["chrf"]}
    page = comparison_page(tertium.compare(SYSTEMS, REFERENCES, words=["case"], n_ngrams=1, **quick))
    assert '<section id="words">' in page
    assert "Words by case" in page
    assert "N-grams of phrase and neural" in page
    assert Page(page).open == []
    assert '<section id="words">' not in comparison_page(tertium.compare(SYSTEMS, REFERENCES, **quick))


def test_a_baseline_is_the_only_column() -> None:
    quick: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=100), "n_swaps": 200, "metrics": ["chrf"]}
    page = comparison_page(tertium.compare(SYSTEMS, REFERENCES, baseline="rules", **quick))
    matrix = page[page.index('<table class="matrix">') :].split("</table>")[0]
    assert matrix.count('scope="col"') == 1
    assert matrix.count('scope="row"') == 2
    assert "All differences from <bdi>rules</bdi> are significant" in page
    assert "every other system" not in page
