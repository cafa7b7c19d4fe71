import json
import re
from pathlib import Path

import pytest

from tests.support.types import Run, WriteTexts

XLIFF = (
    '<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" '
    'source-language="de" target-language="en" datatype="plaintext"><body>'
    '<trans-unit id="1"><source>Katze</source><target></target></trans-unit>'
    '<trans-unit id="2"><source>Regen</source><target>old</target></trans-unit></body></file></xliff>'
)


def test_the_chosen_texts_are_all_there_is_on_stdout(tertium: Run, nbest: Path) -> None:
    ran = tertium("mbr", nbest, "-m", "bleu")
    assert (ran.code, ran.out) == (0, "the cat sat\nit rains\n")
    assert "eff:yes" in ran.err
    assert tertium("mbr", nbest, "-m", "bleu", "-q").err == ""


def test_best_candidates_each_text_once(tertium: Run, nbest: Path) -> None:
    ran = tertium("mbr", nbest, "-q", "--nbest", 9, "--format", "tsv")
    rows = [line.split("\t") for line in ran.out.splitlines()]
    assert rows[0] == ["list", "rank", "index", "score", "text"]
    assert [(row[0], row[1], row[4]) for row in rows[1:]] == [
        ("0", "1", "the cat sat"),
        ("0", "2", "a cat sat"),
        ("0", "3", "dogs"),
        ("1", "1", "it rains"),
        ("1", "2", "it pours"),
    ]


def test_real_references_say_how_good_the_choice_is(tertium: Run, nbest: Path, texts: WriteTexts) -> None:
    (reference,) = texts(reference=["a cat sat", "it rains"])
    ran = tertium("mbr", nbest, "-r", reference, "--format", "json", "-j", 2)
    found = json.loads(ran.out)
    scores = found["evaluation"]
    assert scores["best"] == pytest.approx(100)
    assert scores["worst"] < scores["chosen"] < scores["best"]
    assert [choice["text"] for choice in found["choices"]] == ["the cat sat", "it rains"]
    assert "best 100.00" in ran.err


@pytest.mark.parametrize("method", [["--aggregate"], ["--prune"], ["--coarse", "bleu,2"], ["--subsample", "3"]])
def test_faster_methods(tertium: Run, nbest: Path, method: list[str]) -> None:
    assert tertium("mbr", nbest, "-q", *method).out.splitlines()[1] == "it rains"


@pytest.mark.parametrize("two", [["--aggregate", "--coarse"], ["--prune", "--coarse"], ["--aggregate", "--prune"]])
def test_methods_exclude_each_other(tertium: Run, nbest: Path, two: list[str]) -> None:
    given = [word for option in two for word in ([option, "bleu,2"] if option == "--coarse" else [option])]
    ran = tertium("mbr", nbest, *given)
    assert (ran.code, ran.out) == (2, "")
    assert f"{two[0]} and {two[1]} exclude each other; pass one of them" in ran.err


def test_several_files_are_systems(tertium: Run, texts: WriteTexts) -> None:
    files = texts(a=["x y z", "one"], b=["the cat", "two"], c=["the cat", "two"], short=["a"])
    assert tertium("mbr", *files[:3], "-q").out == "the cat\ntwo\n"
    assert tertium("mbr", *files[:3], "-q", "--weights", "9,1,1").out == "x y z\none\n"
    ran = tertium("mbr", files[0], files[3])
    assert (ran.code, ran.out) == (1, "")
    assert "2 lines but" in ran.err
    assert "2 weights for 3 files" in tertium("mbr", *files[:3], "--weights", "1,1").err


def test_weights_of_the_model_and_from_a_file(tertium: Run, nbest: Path, texts: WriteTexts) -> None:
    (weights, few) = texts(weights=["0", "0", "1", "0", "1", "0"], few=["1"])
    assert tertium("mbr", nbest, "-q", "--weights", "model").out == "the cat sat\nit rains\n"
    assert tertium("mbr", nbest, "-q", "--weights", weights).out == "dogs\nit pours\n"
    ran = tertium("mbr", nbest, "-q", "--weights", few)
    assert (ran.code, ran.out) == (1, "")


def test_other_samples_as_references(tertium: Run, nbest: Path, texts: WriteTexts) -> None:
    (lines,) = texts(lines=["dogs", "dog", "it pours", "it pours"])
    assert tertium("nbest", "convert", lines, "-n", 2, "-o", lines.with_suffix(".jsonl")).code == 0
    ran = tertium("mbr", nbest, "-q", "--references", lines.with_suffix(".jsonl"))
    assert ran.out == "dogs\nit pours\n"


def test_metrics_that_cannot_serve_are_wrong_use(tertium: Run, nbest: Path) -> None:
    ran = tertium("mbr", nbest, "-m", "nist")
    assert (ran.code, ran.out) == (2, "")
    assert "metric 'nist'" in ran.err


def test_choices_go_into_a_translators_file(tertium: Run, nbest: Path, tmp_path: Path) -> None:
    (tmp_path / "a.xlf").write_text(XLIFF)
    (tmp_path / "w").write_text("lm= 1\nw= 0\n")
    ran = tertium("mbr", nbest, "--into", tmp_path / "a.xlf", "-o", tmp_path / "b.xlf")
    assert (ran.code, ran.out) == (0, "")
    assert "<target>the cat sat</target>" in (tmp_path / "b.xlf").read_text()
    ran = tertium("rerank", nbest, "--weights", tmp_path / "w", "--into", tmp_path / "a.xlf")
    assert "<target>dogs</target>" in ran.out
    assert "<target>it rains</target>" in ran.out


@pytest.mark.parametrize("format", ["text", "tsv", "csv", "json"])
def test_parts_are_printed_as_the_whole_is(
    tertium: Run, texts: WriteTexts, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    files = texts(a=["a b", "a c", "=b, c"], b=["a c", "a c", "b"], c=["d", "a c", "c"])
    whole = tertium("mbr", *files, "-f", format, "--nbest", 2, "--spreadsheet" if format in ("tsv", "csv") else "-q")
    assert whole.code == 0
    monkeypatch.setattr("tertium.cli.mbr.PORTION", 0)  # one list at a time
    ran = tertium("mbr", *files, "-f", format, "--nbest", 2, "--spreadsheet" if format in ("tsv", "csv") else "-q")
    assert ran.out == whole.out
    assert ran.out.count("list\trank") == (format == "tsv")


def test_files_of_different_lengths_are_refused_with_their_lengths(tertium: Run, texts: WriteTexts) -> None:
    ran = tertium("mbr", *texts(a=["a", "b"], b=["a", "b", "c", "d"]))
    assert ran.code == 1
    assert re.search(r"a\.txt has 2 lines but \S+b\.txt has 4; expected one translation per line", ran.err)
