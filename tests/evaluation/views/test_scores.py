"""Scores in tables: widths, marks, and what is no number."""

from dataclasses import replace

import numpy as np

import tertium
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.evaluation.views import scores as views
from tests.report.samples import comparison, evaluation

EVALUATION = """\
kettle-2024.de-en, 1,200 segments

system              BLEU ↑             chrF ↑              TER ↓
-------  -----------------  -----------------  -----------------
harbour  34.5 [33.1, 35.9]  60.1 [58.8, 61.5]  48.3 [47.0, 49.7]
meadow   33.8 [32.5, 35.2]  60.0 [58.7, 61.4]  47.9 [46.6, 49.3]
quarry   31.3 [29.9, 32.7]  57.4 [56.1, 58.8]  51.7 [50.3, 53.1]
lantern  24.1 [22.7, 25.5]  52.0 [50.6, 53.4]  60.4 [59.0, 61.8]

↑ higher is better, ↓ lower is better
[low, high]: 95 % intervals by percentile bootstrap, 1000 samples, seed 12345 rev:2

Signatures
  BLEU  bleu|tok:13a|case:mixed|smooth:exp|refs:2|v:0.1.0
  chrF  chrf|chars:6|words:0|beta:2|refs:2|v:0.1.0
  TER   ter|norm:no|punct:yes|case:mixed|refs:2|v:0.1.0
"""


def test_an_evaluation_is_one_table_with_intervals_and_signatures() -> None:
    assert evaluation().to_text() == EVALUATION


def test_scores_and_intervals_of_any_size_stand_below_each_other() -> None:
    rows = tuple(
        SystemScores(name, (MetricScore("TER", value, "s", False, (value - 1, value + 1)),))
        for name, value in (("a", 108.0), ("b", 9.0))
    )
    text = Evaluation("t", 1, rows).to_text()
    assert "a       108.0 [107.0, 109.0]\n" in text
    assert "b         9.0 [8.0, 10.0]\n" in text


def test_a_score_that_only_some_metrics_give_leaves_a_dash() -> None:
    full = MetricScore("A", 1.0, "a", True, segments=np.array([1.0]), documents={"d": 2.0})
    bare = MetricScore("B", 1.0, "b", True)
    text = Evaluation("t", 1, (SystemScores("s", (full, bare)),)).to_text()
    assert "      1  s       1.0    -\n" in text
    assert "d         s       2.0    -\n" in text


def test_what_is_not_a_number_is_said_so_and_zero_has_no_sign() -> None:
    scores = (MetricScore("A", float("nan"), "a", True), MetricScore("B", -0.01, "b", True))
    assert "s       n/a  0.0\n" in Evaluation("t", 1, (SystemScores("s", scores),)).to_text()


def test_one_system_alone_is_not_marked_as_the_best() -> None:
    assert "**" not in tertium.score(["a b c d"], ["a b c e"], metrics="chrf").to_markdown().split("Signatures")[0][:-2]
    both = tertium.score({"a": ["a b c d"], "b": ["x"]}, ["a b c e"], metrics="chrf").to_markdown()
    assert "| a | **" in both


def test_systems_stand_in_clusters_with_ranks_and_ties() -> None:
    shown = views.places(comparison(), "BLEU")
    assert [(place.system, place.rank, place.cluster) for place in shown] == [
        ("harbour", "1-2", 0),
        ("meadow", "1-2", 0),
        ("quarry", "3", 1),
        ("lantern", "4", 2),
    ]
    assert [row.system for _, row in views.ordered(comparison())] == ["harbour", "meadow", "quarry", "lantern"]
    assert views.tied_with_best(comparison(), 0) == {"meadow"}
    assert views.tied_with_best(comparison(), 2) == set()
    assert views.tied_with_best(replace(comparison(), baseline="quarry"), 0) == set()


def test_what_a_ranking_does_not_name_stands_last_from_best_to_worst() -> None:
    bare = replace(comparison(), rankings=())
    assert [place.system for place in views.places(bare, "TER")] == ["meadow", "harbour", "quarry", "lantern"]
    assert {place.rank for place in views.places(bare, "TER")} == {""}


def test_a_test_is_seen_from_both_sides() -> None:
    verdicts = views.verdicts(comparison(), "TER", "bootstrap")
    assert len(verdicts) == 12
    mine, theirs = verdicts["harbour", "meadow"], verdicts["meadow", "harbour"]
    assert (mine.winner, theirs.winner, mine.difference) == ("column", "row", -theirs.difference)
    assert (mine.p, mine.p_holm) == (theirs.p, theirs.p_holm) == (0.021, 0.021)
    assert views.verdicts(comparison(), "BLEU", "bootstrap")["harbour", "meadow"].winner is None


def test_the_best_may_be_several_or_none() -> None:
    scores = {"a": 1.0, "b": 2.0, "c": 2.0, "d": float("nan")}
    rows = tuple(
        SystemScores(n, (MetricScore("A", v, "s", True), MetricScore("B", v, "s", False))) for n, v in scores.items()
    )
    made = Evaluation("t", 1, rows)
    assert (views.best(made, 0), views.best(made, 1)) == (["b", "c"], ["a"])
    assert views.best(Evaluation("t", 1, rows[3:]), 0) == []
    assert [views.arrow(score) for score in views.metrics(made)] == ["↑", "↓"]
    assert views.metrics(Evaluation("t", 1, ())) == ()


def test_signatures_name_systems_where_they_differ() -> None:
    rows = tuple(SystemScores(n, (MetricScore("A", 1.0, s, True),)) for n, s in (("a", "x"), ("b", "y"), ("c", "x")))
    assert views.signatures(Evaluation("t", 1, rows)) == [("A", "x (a and c)"), ("A", "y (b)")]
    assert views.signatures(Evaluation("t", 1, rows[:1])) == [("A", "x")]


def test_documents_segments_and_intervals_are_counted() -> None:
    whole, bare = evaluation(segments=True, documents=True), evaluation(intervals=False)
    assert views.documents(whole) == ["news-1", "news-2"]
    assert (views.n_scored_segments(whole), views.n_scored_segments(bare)) == (2, 0)
    assert (views.has_intervals(whole), views.has_intervals(bare)) == (True, False)
    assert views.intervals_note(whole) == "95 % intervals by percentile bootstrap, 1000 samples, seed 12345 rev:2"
    assert views.intervals_note(bare) == ""
    assert views.interval(whole.systems[0].scores[0], 1) == "[33.1, 35.9]"


def test_the_note_says_which_tests_ran_and_what_decides() -> None:
    note = views.tests_note(comparison())
    assert note.startswith("differences tested by paired bootstrap (1000 samples) and approximate randomisation")
    assert (
        "seed 12345 rev:2, paired bootstrap decides; two-sided p corrected by Holm's method, significant at p ≤ 0.05"
        in note
    )
    assert "paired bootstrap, centred" in views.tests_note(replace(comparison(), bootstrap="centred"))
    assert "for the pairs with quarry" in views.tests_note(replace(comparison(), baseline="quarry"))
    assert views.tests_note(replace(comparison(), tests=())) == ""
