"""Tables of words and n-grams."""

from typing import Any

import tertium
from tertium.evaluation.views import words as view
from tests.support.texts import REFERENCES, SYSTEMS

QUICK: dict[str, Any] = {"resampling": tertium.Resampling(n_samples=20), "n_swaps": 20, "metrics": ["chrf"]}


def test_each_way_to_divide_words_and_each_pair_has_its_table() -> None:
    made = tertium.compare(SYSTEMS, REFERENCES, words=["numbers", "case"], n_ngrams=2, **QUICK)
    tables = list(view.tables(made))
    assert [table.title for table in tables] == [
        "Words: numbers", "Words by case",
        "N-grams of phrase and neural", "N-grams of phrase and rules", "N-grams of neural and rules",
    ]  # fmt: skip
    assert [column.name for column in tables[0].columns] == ["words", "in references", *SYSTEMS]
    # A rule stands between what the first and what the second system has right.
    assert tables[2].rows[2] is None
    assert len(tables[2].records) == 4
