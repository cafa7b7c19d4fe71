import json
from pathlib import Path

from tests.support.types import Run, WriteTexts


def test_the_sample_is_ranked_neural_phrase_rules(tertium: Run) -> None:
    ran = tertium("compare", "--sample", "-m", "bleu,chrf,ter", "-f", "json")
    page = json.loads(ran.out)
    assert ran.code == 0
    assert [ranking["clusters"] for ranking in page["rankings"]] == [[["neural"], ["phrase"], ["rules"]]] * 3
    assert {test["test"] for test in page["tests"]} == {"bootstrap", "randomisation"}
    assert len(page["tests"]) == 2 * 3 * 3
    assert (page["swaps"], page["samples"], page["seed"]) == (10_000, 1000, 12345)


def test_equal_systems_are_never_told_apart(tertium: Run, texts: WriteTexts) -> None:
    a, b, ref = texts(a=["x y", "z"], b=["x y", "z"], ref=["x y z", "z"])
    page = json.loads(tertium("compare", a, b, "-r", ref, "-f", "json").out)
    assert all(test["p"] == 1.0 and test["better"] is None for test in page["tests"])
    assert all(len(ranking["clusters"]) == 1 for ranking in page["rankings"])
    assert page["contrasts"] == []


def test_every_format_renders(tertium: Run) -> None:
    for name in ("text", "tsv", "json", "latex"):
        ran = tertium("compare", "--sample", "-m", "bleu", "-f", name)
        assert ran.code == 0
        assert "neural" in ran.out


def test_the_page_is_self_contained(tertium: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert tertium("compare", "--sample", "--html", page).code == 0
    html = page.read_text()
    assert "http://" not in html.replace("http://www.w3.org/", "")
    assert "<script" not in html
    assert html.count("<svg") >= 3


def test_one_system_cannot_be_compared(tertium: Run, texts: WriteTexts) -> None:
    a, ref = texts(a=["x"], ref=["x"])
    ran = tertium("compare", a, "-r", ref)
    assert (ran.code, ran.out) == (1, "")
    assert "at least two systems, found 1" in ran.err


def test_a_file_name_may_have_commas_and_equals_signs(tertium: Run, tmp_path: Path) -> None:
    for name in ("x,y.txt", "a=b.txt", "ref.txt"):
        (tmp_path / name).write_text("the cat sat on the mat\nit was very happy\n")
    files = (f"one={tmp_path / 'x,y.txt'}", f"two={tmp_path / 'a=b.txt'}")
    for command in ("score", "compare"):
        ran = tertium(command, *files, "-r", tmp_path / "ref.txt", "-m", "bleu", "-q", "-f", "json")
        assert ran.code == 0, ran.err
        assert '"one"' in ran.out
        assert '"two"' in ran.out


def test_a_baseline_is_tested_against_all_others(tertium: Run) -> None:
    ran = tertium("compare", "--sample", "-m", "chrf", "--baseline", "rules", "-f", "json")
    page = json.loads(ran.out)
    assert page["baseline"] == "rules"
    assert page["rankings"] == []
    assert {(test["system_a"], test["system_b"]) for test in page["tests"]} == {
        ("phrase", "rules"),
        ("neural", "rules"),
    }
    ran = tertium("compare", "--sample", "-m", "chrf", "--baseline", "ruled")
    assert ran.code != 0
    assert "did you mean 'rules'" in ran.err


def test_differences_have_their_worth(tertium: Run) -> None:
    page = json.loads(tertium("compare", "--sample", "-m", "chrf", "-f", "json").out)
    assert [(worth["system_a"], worth["system_b"]) for worth in page["worths"]] == [
        ("phrase", "neural"), ("phrase", "rules"), ("neural", "rules"),
    ]  # fmt: skip
    assert all(worth["segments_needed"] >= 1 for worth in page["worths"])
    assert page["people"][0]["why"] == "people judged with refs:1, here refs:2"


def test_words_and_ngrams_are_shown_where_they_are_asked_for(tertium: Run) -> None:
    out = tertium("compare", "--sample", "-m", "chrf", "--words", "case", "--words", "names", "--ngrams", "2").out
    assert "Words by case" in out
    assert "Words: names" in out
    assert "N-grams of neural and rules" in out
    assert "N-grams" not in tertium("compare", "--sample", "-m", "chrf").out


def test_runs_of_systems_take_neither_baseline_nor_words(tertium: Run, texts: WriteTexts) -> None:
    a, b, ref = texts(a=["x y", "z"], b=["x y", "w"], ref=["x y z", "z"])
    for option in (["--baseline", "a"], ["--words", "case"], ["--ngrams", "3"]):
        ran = tertium("compare", f"a={a},{b}", f"b={b},{a}", "-r", ref, *option)
        assert ran.code != 0
        assert option[0] in ran.err
