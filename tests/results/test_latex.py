import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings

from tertium.evaluation.differences.results import Comparison
from tertium.evaluation.results import Evaluation, MetricScore, SystemScores
from tertium.results.latex import escape
from tests.report.samples import comparison, evaluation, hostile_comparisons, hostile_text

TABLE = r"""
\begin{tabular}{rlrrr}
\toprule
rank & system & BLEU $\uparrow$ & chrF $\uparrow$ & TER $\downarrow$ \\
\midrule
1-2 & harbour & \textbf{34.5} & \textbf{60.1} & 48.3 \\
1-2 & meadow & 33.8$^{\dagger}$ & 60.0$^{\dagger}$ & \textbf{47.9} \\
\midrule
3 & quarry & 31.3 & 57.4 & 51.7 \\
\midrule
4 & lantern & 24.1 & 52.0 & 60.4 \\
\bottomrule
\multicolumn{5}{l}{\makebox[0pt][l]{\footnotesize $^{\dagger}$ Not significantly different from the best}} \\
\multicolumn{5}{l}{\makebox[0pt][l]{\footnotesize (paired bootstrap, Holm-corrected $p > 0.05$).}} \\
\end{tabular}
"""


def test_the_best_is_bold_and_what_ties_with_it_has_a_dagger() -> None:
    text = replace(comparison(), evaluation=evaluation(intervals=False)).to_latex()
    assert text.endswith(TABLE)


def test_comments_above_the_table_say_how_to_reproduce_it() -> None:
    lines = comparison().to_latex().split("\n")
    table = next(i for i, line in enumerate(lines) if line.startswith(r"\begin{tabular}"))
    assert lines[:2] == [r"% \usepackage{booktabs}", "% kettle-2024.de-en, 1,200 segments"]
    assert "% BLEU: bleu|tok:13a|case:mixed|smooth:exp|refs:2|v:0.1.0" in lines[:table]
    assert "% [low, high]: 95 % intervals by percentile bootstrap, 1000 samples, seed 12345 rev:2" in lines[:table]


def test_intervals_stand_small_beside_the_score() -> None:
    assert r"harbour & \textbf{34.5} {\scriptsize [$33.1$, $35.9$]} &" in evaluation().to_latex()


def test_scores_alone_have_no_daggers() -> None:
    text = evaluation().to_latex()
    assert "dagger" not in text
    assert text.index("harbour") < text.index("meadow") < text.index("lantern")


def test_systems_with_the_same_best_score_are_all_bold() -> None:
    rows = tuple(SystemScores(name, (MetricScore("A", 5.0, "a", False),)) for name in "xy")
    assert Evaluation("t", 1, rows).to_latex().count(r"\textbf{5.0}") == 2


def test_a_negative_score_has_a_minus_sign() -> None:
    row = SystemScores("x", (MetricScore("A", -1.25, "a", True),))
    assert r"x & $-1.2$ \\" in Evaluation("t", 1, (row,)).to_latex()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a_b & 50% #1 $x$", r"a\_b \& 50\% \#1 \$x\$"),
        ("{~^\\}", r"\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}"),
        ("<a|b>", r"\textless{}a\textbar{}b\textgreater{}"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("[1] *", "{[}1{]} {*}"),
        ("two\nlines", r"two\textbackslash{}nlines"),
        ("über 翻訳", "über 翻訳"),
    ],
)
def test_names_are_escaped(text: str, written: str) -> None:
    assert escape(text) == written


@settings(deadline=None)
@given(hostile_text)
@example("█")
def test_escaped_text_has_no_bare_special_character(text: str) -> None:
    written = escape(text)
    commands = r"\\rule(?:\{[\d.]+e[mx]\})+|\\[_&%#${}]|\\text[a-z]+\{\}|\$\\(up|down)arrow\$"
    groups = r"\{[\[\]*]\}|-\{\}|'\{\}|`\{\}"
    rest = re.sub(f"{commands}|{groups}", "", written)
    assert not re.search(r"[\\{}_&%#$~^\[\]*<>|\x00-\x1f]", rest)


@settings(deadline=None)
@given(hostile_comparisons)
def test_every_row_has_the_cells_of_the_header(result: Comparison) -> None:
    lines = result.to_latex().removesuffix("\n").split("\n")
    body = [line for line in lines if not line.startswith("%")]
    assert body[0] == r"\begin{tabular}{rlr}"
    assert body[-1] == r"\end{tabular}"
    rows = [line for line in body if line.endswith(r" \\") and "multicolumn" not in line]
    assert len(rows) == 3
    assert all(len(re.findall(r"(?<!\\)&", row)) == 2 for row in rows)
