"""Comparisons as text."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from tests.report.samples import comparison, hostile_comparisons

RANKED = """\
rank  system              BLEU ↑             chrF ↑              TER ↓
----  -------  -----------------  -----------------  -----------------
 1-2  harbour  34.5 [33.1, 35.9]  60.1 [58.8, 61.5]  48.3 [47.0, 49.7]
 1-2  meadow   33.8 [32.5, 35.2]  60.0 [58.7, 61.4]  47.9 [46.6, 49.3]
----  -------  -----------------  -----------------  -----------------
   3  quarry   31.3 [29.9, 32.7]  57.4 [56.1, 58.8]  51.7 [50.3, 53.1]
----  -------  -----------------  -----------------  -----------------
   4  lantern  24.1 [22.7, 25.5]  52.0 [50.6, 53.4]  60.4 [59.0, 61.8]
"""

RANKS = """\
Ranks
  BLEU  1-2 harbour, meadow; 3 quarry; 4 lantern
  chrF  1-2 harbour, meadow; 3 quarry; 4 lantern
  TER   1 meadow; 2 harbour; 3 quarry; 4 lantern
"""

MATRIX = """\
TER: who is better, by paired bootstrap, with corrected p
   system           1          2          3          4
-  -------  ---------  ---------  ---------  ---------
1  meadow           .  row 0.021  row 0.004  row 0.004
2  harbour  col 0.021          .  row 0.004  row 0.004
3  quarry   col 0.004  col 0.004          .  row 0.004
4  lantern  col 0.004  col 0.004  col 0.004          .
"""

CONTRAST = """\
harbour against lantern, by TER

  segment 240: harbour 14.0, lantern 81.5
    reference  Two boats returned before the storm.
    harbour    Two boats came back before the storm.
    lantern    (empty)
"""


def test_a_comparison_shows_clusters_ranks_matrix_and_segments() -> None:
    text = comparison().to_text()
    for part in (RANKED, RANKS, MATRIX, CONTRAST):
        assert part in text
    assert "= 0.184" in text
    note = (
        "differences tested by paired bootstrap (1000 samples) and approximate randomisation, seed 12345 rev:2, paired "
        "bootstrap decides; two-sided p corrected by Holm's method, significant at p ≤ 0.05"
    )
    assert note in " ".join(text.split())


def test_a_pair_that_was_not_tested_is_not_called_a_tie() -> None:
    made = comparison()
    kept = tuple(test for test in made.tests if {test.system_a, test.system_b} != {"quarry", "lantern"})
    assert replace(made, tests=kept).to_text().count("not tested") == 2 * 3


def test_without_rankings_systems_stand_by_score() -> None:
    made = comparison()
    backwards = replace(made.evaluation, systems=made.evaluation.systems[::-1])
    lines = replace(made, evaluation=backwards, rankings=()).to_text().splitlines()
    assert [line.split()[0] for line in lines[4:8]] == ["harbour", "meadow", "quarry", "lantern"]


@settings(deadline=None)
@given(hostile_comparisons)
def test_nothing_but_line_ends_controls_the_terminal(result: Any) -> None:
    text = result.to_text()
    text.encode("utf-8")
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in text.replace("\n", ""))
    assert "\u202e" not in text
