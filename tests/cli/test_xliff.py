"""Translators' files on the command line: lines out, targets in, tags checked, edits reported."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.support.types import Run

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
    '<file original="a" source-language="en" target-language="de" datatype="plaintext"><body>\n'
)
TAIL = "</body></file></xliff>\n"
HEAD_21 = (
    '<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">\n<file id="f">\n'
)
TAIL_21 = "</file></xliff>\n"
WORDS = ["das", "ein", "Haus", "Baum", "geht", "steht", "schnell", "und", "oder", "nicht", "sehr", "alt"]


def sentences(seed: int) -> tuple[list[str], list[str]]:
    chance = random.Random(seed)
    before = [" ".join(chance.choices(WORDS, k=chance.randint(1, 12))) for _ in range(40)]
    after = [
        " ".join(chance.choice(WORDS) if chance.random() < 0.3 else word for word in text.split()) for text in before
    ]
    return before, after


def xliff(version: str, targets: list[str]) -> str:
    if version == "1.2":
        units = (
            f'<trans-unit id="{i}"><source>s {i}</source><target state-qualifier="mt-suggestion">{text}</target>'
            "</trans-unit>\n"
            for i, text in enumerate(targets)
        )
        return HEAD + "".join(units) + TAIL
    units = (
        f'<unit id="{i}"><segment state="translated"><source>s {i}</source><target>{text}</target></segment></unit>\n'
        for i, text in enumerate(targets)
    )
    return HEAD_21 + "".join(units) + TAIL_21


@pytest.mark.parametrize("version", ["1.2", "2.1"])
def test_the_report_on_edits_has_the_figures_of_score_with_post_edits(
    version: str, tertium: Run, tmp_path: Path
) -> None:
    before, after = sentences(1)
    mt, edited, mt_lines, edited_lines = (tmp_path / name for name in ("mt.xlf", "pe.xlf", "mt.txt", "pe.txt"))
    mt.write_text(xliff(version, before), "utf-8")
    edited.write_text(xliff(version, after), "utf-8")
    for file, lines in ((mt, mt_lines), (edited, edited_lines)):
        assert tertium("xliff", "lines", file, "--side", "target", "--tags", "drop", "-o", lines).code == 0
    assert mt_lines.read_text("utf-8").splitlines() == before
    scored = tertium(
        "score",
        f"mt={mt_lines}",
        "-r",
        edited_lines,
        "--post-edits",
        edited_lines,
        "-m",
        "hter",
        "--segments",
        "-f",
        "json",
    )
    score = json.loads(scored.out)["systems"][0]["scores"][0]
    for report in (
        tertium("xliff", "edits", edited, "--original", mt, "-f", "json"),
        tertium("score", edited, "--original", mt, "--report", "edits", "-f", "json"),
    ):
        result = json.loads(report.out)
        assert result["total"]["hter"] == score["score"]
        assert [segment["hter"] for segment in result["segments"]] == score["segments"]
        assert result["total"]["untouched"] == sum(a == b for a, b in zip(before, after, strict=True)) / len(before)


def test_words_cost_what_the_users_table_says_and_repetitions_count_once(tertium: Run, tmp_path: Path) -> None:
    unit = (
        '<trans-unit id="{0}"><source>press the <g id="1">red key</g> now</source><target>{1}</target>'
        '<alt-trans alttranstype="previous-version"><target>{2}</target></alt-trans></trans-unit>\n'
    )
    red, key = 'drück die <g id="1">rote Taste</g> jetzt', 'drück <g id="1">rote Taste</g> jetzt'
    texts = [(red, key), (red, key), (red, red), (red, key)]
    units = "".join(unit.format(number, after, before) for number, (after, before) in enumerate(texts, 1))
    edited, prices, page = tmp_path / "pe.xlf", tmp_path / "prices.csv", tmp_path / "page.html"
    edited.write_text(HEAD + units + TAIL, "utf-8")
    prices.write_text("band,EUR\n100,0.01\nbelow,0.1\nunknown,0.08\n", "utf-8")
    call = ("xliff", "edits", edited, "--original", "inside", "--prices", prices)
    text = tertium(*call, "--html", page)
    assert text.code == 0, text.err
    assert re.search(r"unknown +10 +0.08 +0.80\n *repetitions +10 +0 +0.00\n *all +20 +0.80", text.out), text.out
    assert "Note: segments that repeat an earlier one with the same edit, counted once: 2." in text.out
    assert "Edited most (1 of 1 changed" in text.out
    shown = page.read_text("utf-8")
    assert '<span class="chip" title="inline tag">g1</span>' in shown
    assert re.search(r"<dt>cost</dt>\s*<dd>0\.80 EUR</dd>", shown)
    once, all_ = (json.loads(tertium(*call, "--repetitions", how, "-f", "json").out) for how in ("once", "all"))
    assert [segment["repeats"] for segment in once["segments"]] == [None, 1, None, 1]
    assert [segment["repeats"] for segment in all_["segments"]] == [None] * 4
    assert (once["total"]["n_segments"], once["costs"][-1]["cost"]) == (2, pytest.approx(0.8))
    assert (all_["total"]["n_segments"], all_["costs"][-1]["cost"]) == (4, pytest.approx(1.6))
    refused = tertium(*call, "--bands", "100")
    assert "--bands and --prices exclude each other" in refused.err


def test_the_report_is_also_a_page_a_table_and_text(tertium: Run, tmp_path: Path) -> None:
    before, after = sentences(2)
    mt, edited, page = tmp_path / "mt.xlf", tmp_path / "pe.xlf", tmp_path / "page.html"
    mt.write_text(xliff("1.2", before), "utf-8")
    edited.write_text(xliff("1.2", after), "utf-8")
    text = tertium("xliff", "edits", edited, "--original", mt, "--html", page, "--segments")
    assert text.code == 0
    assert "untouched" in text.out
    assert text.out.count("\n  source  ") == 40
    html = page.read_text("utf-8")
    assert "<svg" in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    rows = tertium("xliff", "edits", edited, "--original", mt, "-f", "tsv").out.splitlines()
    assert len(rows) == 41
    assert len({row.count("\t") for row in rows}) == 1
    nothing = tertium("xliff", "edits", edited, "--original", mt, "--only-origin", "tm")
    assert nothing.code == 1
    assert "no segments with a text before and after editing" in nothing.err


def test_lines_translated_and_filled_come_back(tertium: Run, tmp_path: Path) -> None:
    file, lines, filled = tmp_path / "a.xlf", tmp_path / "lines.txt", tmp_path / "b.xlf"
    file.write_text(
        HEAD + '<trans-unit id="1"><source>Press <x id="1"/> now</source></trans-unit>\n'
        '<trans-unit id="2"><source>Old</source><target>Alt</target></trans-unit>\n' + TAIL,
        "utf-8",
    )
    assert tertium("xliff", "lines", file, "-o", lines).code == 0
    assert lines.read_text("utf-8") == "Press ⟦x1⟧ now\nOld\n"
    lines.write_text("Jetzt ⟦x1⟧ drücken\n\n", "utf-8")
    ran = tertium("xliff", "fill", file, "--targets", lines, "-o", filled, "--state", "translated")
    assert ran.code == 0
    assert "1 of 2 segments changed" in ran.err
    assert '<target state="translated">Jetzt <x id="1"/> drücken</target>' in filled.read_text("utf-8")
    assert tertium("xliff", "check", filled).code == 0


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("ohne", "missing ⟦x1⟧"),
        ('<x id="1"/><x id="1"/><g id="2">a</g>', "doubled ⟦x1⟧"),
        ('<g id="2">a</g><x id="1"/>', "reordered"),
        ('<x id="1"/><g id="2">a</g><x id="9"/>', "added ⟦x9⟧"),
    ],
)
def test_tags_that_differ_are_named_with_their_place(target: str, problem: str, tertium: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.xlf"
    unit = f'<trans-unit id="7"><source><x id="1"/><g id="2">a</g></source><target>{target}</target></trans-unit>\n'
    file.write_text(HEAD + unit + TAIL, "utf-8")
    ran = tertium("xliff", "check", file)
    assert ran.code == 1
    assert f"a.xlf:4: segment '7': {problem}" in ran.out
    (found, *_) = (json.loads(line) for line in tertium("xliff", "check", file, "-f", "json").out.splitlines())
    assert found["id"] == "7"
