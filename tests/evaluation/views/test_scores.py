"""Scores in tables: widths, marks, and what is no number."""

import numpy as np

import tertium
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tests.report.samples import evaluation

EVALUATION = """\
kettle-2024.de-en, 1200 segments

system              BLEU ↑             chrF ↑              TER ↓
-------  -----------------  -----------------  -----------------
harbour  34.5 [33.1, 35.9]  60.1 [58.8, 61.5]  48.3 [47.0, 49.7]
meadow   33.8 [32.5, 35.2]  60.0 [58.7, 61.4]  47.9 [46.6, 49.3]
quarry   31.3 [29.9, 32.7]  57.4 [56.1, 58.8]  51.7 [50.3, 53.1]
lantern  24.1 [22.7, 25.5]  52.0 [50.6, 53.4]  60.4 [59.0, 61.8]

↑ higher is better, ↓ lower is better
[low, high]: 95 % intervals by percentile bootstrap, 1000 samples, seed 12345

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
