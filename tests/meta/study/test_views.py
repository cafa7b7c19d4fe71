"""A study as people read it."""

from tests.meta.samples import study


def test_text_marks_the_best_and_what_is_not_worse() -> None:
    text = study().to_text()
    assert "set<1>: Spearman's ρ with da, by segment\n" in text
    rows = {line.split("  ")[0]: line for line in reversed(text.splitlines())}
    assert rows["chrF2"].split()[1:] == ["0.500*", "[0.250,", "0.750]", "0.500*", "0.500*"]
    assert "0.438=" in text
    assert "0.250=" not in text
    assert "n/a" in rows["flat"]
    assert "(guessing)" in text
    assert "flat, de-en: no value, constant." in text
    assert "scores 50 % of what was judged in de-en" in text
    assert "Clusters by the average: 1. chrF2; 2." in text
    assert "1000 samples, seed 0" in text
    assert "a note" in text
    assert "\t" not in text


def test_digits_after_the_point_are_chosen() -> None:
    assert "0.44=" in study().to_text(2)


def test_latex_is_escaped_bold_and_balanced() -> None:
    text = study().to_latex()
    assert r"\textbf{0.500}" in text
    assert r"0.438$^{\dagger}$" in text
    assert r"\caption{set\textless{}1\textgreater{}: Spearman's $\rho$ with da, by segment." in text
    assert r"a\textless{}b\textgreater{}\&" in text
    body = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count(" & ") for line in body} == {3}
    code = [line for line in text.splitlines() if not line.startswith("%")]
    assert "\n".join(code).count("{") == "\n".join(code).count("}")
