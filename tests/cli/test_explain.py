import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.types import Ran, Run, WriteTexts

HYP = ["on the mat sat the cat", "It is raining.", "He paid 3.50 euros, not more."]
REF = ["the cat sat on the mat", "It's raining.", "He paid 3.50 euros and no more."]


def items(ran: Ran) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out)["explanations"]


def test_scores_are_those_of_score(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    specs = "ter,wer,per,bleu,chrf,chrf++,nist,meteor,fmeasure"
    scored = json.loads(tertium("score", hyp, "-r", ref, "-m", specs, "--segments", "-f", "json", "-q").out)
    expected = {score["metric"]: score["segments"] for score in scored["systems"][0]["scores"]}
    found: dict[str, Any] = {}
    for item in items(tertium("explain", hyp, "-r", ref, "-m", specs, "-f", "json")):
        found.setdefault(item["metric"], []).append(item["score"])
    assert found == {metric: pytest.approx(scores) for metric, scores in expected.items()}


@pytest.mark.parametrize(
    ("given", "numbers"), [("2", [2]), ("2-3", [2, 3]), ("3,1", [3, 1]), ("1,2-3,2", [1, 2, 3]), (None, [1, 2, 3])]
)
def test_segments_are_chosen_by_number(tertium: Run, texts: WriteTexts, given: str | None, numbers: list[int]) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    chosen = ["--segment", given] if given else []
    assert [item["segment"] for item in items(tertium("explain", hyp, "-r", ref, *chosen, "-f", "json"))] == numbers


def test_one_segment_of_nist_is_that_of_the_whole_test_set(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    (alone,) = items(tertium("explain", hyp, "-r", ref, "-m", "nist", "--segment", 3, "-f", "json"))
    assert alone["score"] == items(tertium("explain", hyp, "-r", ref, "-m", "nist", "-f", "json"))[2]["score"]


def test_texts_can_be_given_themselves(tertium: Run) -> None:
    ran = tertium("explain", "--text", HYP[0], "-r", REF[0], "-m", "ter")
    assert ran.code == 0
    assert "TER 33.3 (lower is better)" in ran.out
    assert '1> words 1-3 "on the mat" go to the end' in ran.out
    assert "2> " in ran.out


def test_one_system_of_a_test_set(tertium: Run) -> None:
    found = items(tertium("explain", "--sample", "--system", "rules", "--segment", 2, "-m", "ter", "-f", "json"))
    assert [item["system"] for item in found] == ["rules"]


def test_a_page_goes_to_a_file_or_to_standard_output(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    page = tmp_path / "why.html"
    ran = tertium("explain", hyp, "-r", ref, "--html", page, "-m", "ter,chrf")
    assert "TER" in ran.out
    assert page.read_text("utf-8") == tertium("explain", hyp, "-r", ref, "-f", "html", "-m", "ter,chrf").out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--segment", "4"], 1, "there is no segment 4; segments are numbered from 1 to 3"),
        (["--segment", "2-999999999999"], 1, "there is no segment 4;"),
        (["--segment", "0"], 1, "there is no segment 0"),
        (["--segment", "x"], 2, "expected numbers from 1 or ranges"),
        (["--segment", "3-1"], 2, "expected numbers from 1 or ranges"),
        (["-m", "blue"], 2, "unknown metric 'blue'"),
        (["--system", "theirs"], 2, "unknown system 'theirs'; known: hyp"),
    ],
)
def test_wrong_use_is_refused(tertium: Run, texts: WriteTexts, arguments: list[str], code: int, message: str) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    ran = tertium("explain", hyp, "-r", ref, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err


def test_lengths_that_differ_are_refused(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF[:2])
    ran = tertium("explain", hyp, "-r", ref)
    assert (ran.code, ran.out) == (1, "")
    assert "they must be parallel" in ran.err


def test_text_needs_both_sides(tertium: Run) -> None:
    for arguments in (["--text", "a"], ["--text", "-r", "a"], ["--text"]):
        ran = tertium("explain", *arguments)
        assert ran.code == 2
        assert "--text needs a hypothesis and at least one reference" in ran.err


def test_many_segments_must_be_chosen(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["a"] * 101, ref=["b"] * 101)
    ran = tertium("explain", hyp, "-r", ref)
    assert ran.code == 2
    assert "there are 101 segments; name those to explain" in ran.err
    assert len(items(tertium("explain", hyp, "-r", ref, "--segment", "1-101", "-f", "json"))) == 101


def test_segments_without_a_reference_can_be_left_out(tertium: Run, tmp_path: Path) -> None:
    rows = [{"hypothesis": "a", "reference": "a"}, {"hypothesis": "b", "reference": None}]
    table = tmp_path / "set.jsonl"
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert tertium("explain", table).code == 1
    assert [item["segment"] for item in items(tertium("explain", table, "--missing", "skip", "-f", "json"))] == [1]
    assert "it has no score" in tertium("explain", table, "--missing", "skip", "--segment", 2).err


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_a_terminal_gets_colours_unless_it_wants_none(no_color: str, coloured: bool) -> None:
    main, other = pty.openpty()
    environment = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm-256color", "COLUMNS": "80"}
    command = [sys.executable, "-m", "tertium", "explain", "--text", HYP[0], "-r", REF[0] + " again"]
    subprocess.run(command, stdout=other, env=environment, check=True, timeout=60)
    os.close(other)
    shown = b""
    try:
        while piece := os.read(main, 65536):
            shown += piece
    except OSError:  # Linux says that nobody writes any more
        pass
    os.close(main)
    assert (b"\x1b[" in shown) == coloured
    assert b"again" in shown


def test_the_commonest_errors_as_a_table_and_as_json(tertium: Run) -> None:
    found = tertium("explain", "--sample", "-m", "wer", "--system", "rules", "--commonest", "2")
    assert found.code == 0
    assert "insertion" in found.out
    assert found.out.count("\nrules ") == 2
    made = json.loads(tertium("explain", "--sample", "-m", "wer", "--commonest", "2", "-f", "json").out)
    assert len(made["errors"]) == 6
    assert set(made["errors"][0]) == {"system", "metric", "kind", "hypothesis", "reference", "count"}
    page = tertium("explain", "--sample", "--commonest", "2", "-f", "html")
    assert page.code == 0
    assert "commonest errors" in page.out
