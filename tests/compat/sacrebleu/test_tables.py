"""Tables of many systems, sign by sign as sacreBLEU prints them."""

import json

from tertium.compat.sacrebleu.significance import Result
from tertium.compat.sacrebleu.tables import to_json, to_latex, to_text

COLUMNS = {
    "System": ["Baseline: a_b.txt", "çé & co"],
    "BLEU": [Result(34.567, None, 34.5, 1.25), Result(3.2, 0.0123, 3.1, 0.5)],
    "TER": [Result(50.0, None, None, None), Result(49.0, 0.5, None, None)],
}


def test_json_has_the_numbers_of_tests_where_there_are_any() -> None:
    rows = json.loads(to_json(COLUMNS))
    assert [row["system"] for row in rows] == COLUMNS["System"]
    assert rows[1]["BLEU"] == {"score": 3.2, "p_value": 0.0123, "mean": 3.1, "ci": 0.5}


def test_p_values_stand_below_scores_and_significant_ones_have_a_star() -> None:
    lines = to_text(COLUMNS, 1).split("\n")
    assert lines[0].startswith("╒═")
    assert "BLEU (μ ± 95% CI)" in lines[1]
    assert "34.6 (34.5 ± 1.2)" in "".join(lines)
    assert "(p = 0.0123)*" in "".join(lines)
    assert "(p = 0.5000) " in "".join(lines)
    assert len({len(line) for line in lines}) == 1
    assert lines[-1].endswith("╛")


def test_latex_escapes_what_it_would_read() -> None:
    text = to_latex(COLUMNS, 2)
    assert text.startswith("\\begin{tabular}{rcc}\n\\toprule\n")
    assert "a\\_b.txt" in text
    assert "çé \\& co" in text
    assert "95\\% CI" in text
    assert "3.20 (3.10 ± 0.50) (p = 0.0123)*" in text
    assert text.endswith("\\bottomrule\n\\end{tabular}")
