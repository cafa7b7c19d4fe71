import json
import re
from pathlib import Path
from typing import Any

from tests.support.types import Run


def test_check_says_that_all_is_fine_and_what_looks_odd(tertium: Run, premier: Any, net: Any) -> None:
    odd = net("odd.net", "@root [A]\n[A] = x | x\n[B] = y\n")
    ran = tertium("network", "check", premier, odd)
    assert ran.code == 0
    assert f"{premier}: fine: 1 network, 5 cards\n" in ran.out
    assert f"{odd}: network 1: card [B] is not used\n" in ran.out
    assert f"{odd}: network 1: card [A] has 1 alternative more than once\n" in ran.out
    assert json.loads(tertium("network", "check", odd, "-f", "json").out)["files"][0]["cards"] == 2


def test_check_refuses_with_line_and_column(tertium: Run, net: Any) -> None:
    ran = tertium("network", "check", net("wrong.net", "[A] = b\n[S] = [A] [C]\n"))
    assert (ran.code, ran.out) == (1, "")
    assert "wrong.net:2:11: card [C] is used but not defined" in ran.err


def test_the_closest_sentences_are_a_list_for_people_to_judge(tertium: Run, premier: Any, tmp_path: Path) -> None:
    sentences = tertium("network", "sample", premier, "--all", "-n", "3").out.splitlines()
    (tmp_path / "ours.txt").write_text("".join(f"{sentence} indeed\n" for sentence in sentences), "utf-8")
    (tmp_path / "theirs.txt").write_text(f"{sentences[0]}\n" * 3, "utf-8")
    key = tmp_path / "key.tsv"
    given = ("--closest", tmp_path / "ours.txt", "--closest", tmp_path / "theirs.txt", "--key", key, "-f", "tsv")
    ran = tertium("network", "sample", premier, *given)
    assert ran.code == 0, ran.err
    head, *rows = (line.split("\t") for line in ran.out.splitlines())
    assert head == ["item", "sentence", "judgement"]
    # Of line 1 both are nearest to the same sentence, which is there once.
    assert sorted(row[1] for row in rows) == sorted([*sentences, *sentences[:1] * 2])
    assert all(row[2] == "" for row in rows)
    whose = [line.split("\t") for line in key.read_text("utf-8").splitlines()[1:]]
    assert len(whose) == 6
    assert {row[1] for row in whose} == {str(tmp_path / "ours.txt"), str(tmp_path / "theirs.txt")}
    assert len(tertium("network", "sample", premier, *given, "-n", "2").out.splitlines()) == 3
    assert tertium("network", "sample", premier, "--key", key).code == 2


def test_sample_repeats_with_its_seed_and_lists_all(tertium: Run, premier: Any) -> None:
    one = tertium("network", "sample", premier, "-n", "5")
    assert one.out == tertium("network", "sample", premier, "-n", "5").out
    assert one.out != tertium("network", "sample", premier, "-n", "5", "--seed", "1").out
    everything = tertium("network", "sample", premier, "--all", "-n", "100").out.splitlines()
    assert len(set(everything)) == 60
    assert set(one.out.splitlines()) <= set(everything)


def test_contains_answers_for_each_sentence(tertium: Run, premier: Any, net: Any) -> None:
    lines = net("lines.txt", "the premier of Italy Berlusconi\nthe premier of France\n")
    ran = tertium("network", "contains", premier, "-i", lines)
    assert re.findall("^(yes|no) +(.*)", ran.out, re.MULTILINE) == [
        ("yes", "the premier of Italy Berlusconi"),
        ("no", "the premier of France"),
    ]
    both = net("both.net", "@segment 2\n[A] = the premier of France\n@segment 1\n[A] = x\n")
    found = json.loads(tertium("network", "contains", both, "-i", lines, "-f", "json").out)["sentences"]
    assert [row["contained"] for row in found] == [False, True]
    assert tertium("network", "contains", premier).code == 2
