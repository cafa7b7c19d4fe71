from dataclasses import replace

from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.results.characters import columns
from tests.report.samples import evaluation

SEGMENTS = """\
Scores of segments
segment  system   BLEU ↑  chrF ↑  TER ↓
-------  -------  ------  ------  -----
      1  harbour   34.46   60.12  48.31
      1  meadow    32.81   59.03  46.92
"""


def test_without_intervals_nothing_is_said_of_resampling() -> None:
    text = evaluation(intervals=False).to_text()
    assert "harbour    34.5    60.1   48.3\n" in text
    assert "bootstrap" not in text
    assert "[low" not in text


def test_segments_and_documents_have_tables_of_their_own() -> None:
    text = evaluation(segments=True, documents=True).to_text(2)
    assert SEGMENTS in text
    assert "news-2    harbour   33.46   59.12  47.31\n" in text


def test_signatures_that_differ_between_systems_name_them() -> None:
    rows = tuple(
        SystemScores(name, (MetricScore("A", 1.0, f"a|refs:{i}", True),)) for i, name in enumerate(("x", "y"), 1)
    )
    text = Evaluation("t", 1, rows).to_text()
    assert "A  a|refs:1 (x)\n" in text
    assert "A  a|refs:2 (y)\n" in text


def test_seed_zero_is_a_seed() -> None:
    assert "seed 0 rev:2" in replace(evaluation(), seed=0).to_text()


def test_many_metrics_fold_into_blocks_that_fit_the_page() -> None:
    scores = tuple(MetricScore(f"metric-{i}", 50.0 + i, "s", True, (49.0, 51.0)) for i in range(12))
    text = Evaluation("t", 1, (SystemScores("harbour", scores), SystemScores("meadow", scores))).to_text()
    assert all(columns(line) <= 100 for line in text.splitlines())
    assert text.count("\nharbour ") == 3
    assert all(f"metric-{i} ↑" in text for i in range(12))


def test_wide_and_combining_characters_keep_columns_in_line() -> None:
    names = ["harbour", "翻訳", "e\u0301e\u0301", "👨\u200d👩\u200d👧", "❤\ufe0f"]
    rows = tuple(SystemScores(name, (MetricScore("BLEU", 20.0, "s", True),)) for name in names)
    lines = Evaluation("t", 1, rows).to_text().splitlines()[2:9]
    assert {columns(line) for line in lines} == {columns("harbour  BLEU ↑")}


def test_no_systems_is_not_a_crash() -> None:
    assert Evaluation("empty", 0, ()).to_text().startswith("empty, 0 segments\n")
