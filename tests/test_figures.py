"""Speeds and sizes that pages claim were measured, on the worst of all texts.

A claim is `<!-- bench: TASK -->40 pairs/s<!-- end -->`; `bench/results.json` has what the last whole run measured, and
`python -m bench.claims` writes the figures of claims anew.
"""

import json
import re
from pathlib import Path

import pytest
from bench.claims import CLAIM, FIGURE, PAGES, ROOT, Claim, claims, figures, modest, updated
from bench.page import FIGURES, PAGE, sections, write
from bench.timing import Row, at_least, duration, faster, shown, within

# A speed, wherever it stands; a ratio only where it says so, because networks and systems have sizes with × too.
SPEED = re.compile(
    r"[\d,.]+\s+pairs(?:/s|\s+(?:a|per)\s+second)|[\d,.]+(?:×|\s+times)\s+(?:as\s+fast|faster|as\s+long)|times\s+faster"
)
# Pages whose figures are not of `make bench`, and what measures them.
ELSEWHERE = {
    "docs/how-to/encoders.md": "needs an encoder that is not part of the package",
    "docs/how-to/neural.md": "python -m bench.neural, with checkpoints",
    "docs/explanation/meta.md": "compares two ways of computing one distribution, by their order",
}

CLAIMS = list(claims())


def test_pages_with_speeds_are_looked_at() -> None:
    pages = {claim.page.relative_to(ROOT).as_posix() for claim in CLAIMS}
    explained = {f"docs/explanation/{name}.md" for name in ("beer", "hyter", "paraeval", "pfsm", "terp")}
    assert pages >= {"README.md", "docs/how-to/score.md", "docs/how-to/mbr.md", *explained}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.page.name}: {claim.task}")
def test_no_claim_is_above_what_was_measured(claim: Claim) -> None:
    assert claim.kept(figures()) is None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_speed_is_a_claim_that_names_its_task(page: Path) -> None:
    if page.relative_to(ROOT).as_posix() not in ELSEWHERE:
        assert not SPEED.findall(CLAIM.sub("", page.read_text("utf-8")))


def test_a_marker_that_is_no_claim_is_found() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        assert text.count("<!-- bench:") == len(CLAIM.findall(text)), page


def test_claims_that_do_not_hold_are_found() -> None:
    measured = {
        "fast": {"unit": "pairs/s", "worst": 12_345.0},
        "beside": {"unit": "×", "worst": 25.0},
        "slow": {"unit": "s", "worst": 0.18},
        "large": {"unit": "B", "worst": 90e6},
    }
    good = [
        *(("fast", "12,000 pairs/s"), ("fast", "22.6 core h"), ("beside", "25×")),
        *(("slow", "about 0.18 s"), ("slow", "180 ms"), ("large", "0.1 GB")),
    ]
    bad = [
        *(("fast", "12,400 pairs/s"), ("fast", "22 core h"), ("fast", "12 s"), ("beside", "25.1×")),
        *(("slow", "179 ms"), ("large", "89 MB"), ("none", "1 s")),
    ]
    for task, text in good:
        assert Claim(PAGES[0], task, text).kept(measured) is None
    for task, text in bad:
        assert Claim(PAGES[0], task, text).kept(measured)


def test_claims_are_written_modestly() -> None:
    assert [modest(v, "pairs/s") for v in (12_999, 999.9)] == ["12,000 pairs/s", "990 pairs/s"]
    assert [modest(81.9, "×", ""), modest(2.81, "core h")] == ["81×", "2.9 core h"]
    assert [modest(v, "s") for v in (0.1801, 11.21e-6, 4.0)] == ["190 ms", "12 µs", "4 s"]
    assert [modest(v, "B", "") for v in (84.1e6, 1.21e9)] == ["85MB", "1.3GB"]
    page = "a <!-- bench: x -->at least 9,999 pairs/s<!-- end --> b <!-- bench: y -->1 s<!-- end -->"
    new = updated(page, {"x": {"unit": "pairs/s", "worst": 4_080.0}})
    assert new == page.replace("9,999", "4,000")


def test_modest_figures_always_hold() -> None:
    for unit in ("pairs/s", "×", "s", "B"):
        for value in (1.0, 1.05, 9.99, 10.0, 99.94, 100.0, 12_345.678, 3.3e6, 999.9e6):
            text = modest(value, unit)
            assert Claim(PAGES[0], "x", text).kept({"x": {"unit": unit, "worst": value}}) is None, text


def test_the_page_is_of_the_run_whose_figures_stand_beside_it() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    assert len(lines) <= 125
    assert max(map(len, lines)) <= 255
    for task, kept in figures().items():
        line = next(line for line in lines if line.startswith(f"| {task} "))
        if kept["reached"] is not None:
            assert f"| {'yes' if kept['reached'] else 'NO'} " in line
        if kept["unit"]:
            assert f"| {shown(kept['worst'], kept['unit'])} " in line.replace(" pairs/s", "")


def test_a_run_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        at_least("ter", {"a": 200.0, "b": 100.0}, 150, "A note."),
        faster("BLEU", "sacreBLEU", 1.0, 20.0, 10, ratios={"a": 30.0, "b": 20.0}),
        within("start-up", 0.2, 0.1, duration),
        Row("growth", "none", "1.01", "", "", "", True, figures={"": 1.01}),
    ]
    monkeypatch.setattr("bench.page.PAGE", tmp_path / PAGE.name)
    monkeypatch.setattr("bench.page.FIGURES", tmp_path / FIGURES.name)
    write("- head", "| text |", rows)
    kept = json.loads((tmp_path / FIGURES.name).read_text("utf-8"))
    assert kept["ter"] == {"unit": "pairs/s", "worst": 100.0, "figures": {"a": 200.0, "b": 100.0}, "reached": False}
    assert kept["BLEU"]["worst"] == 20.0
    text = (tmp_path / PAGE.name).read_text("utf-8")
    assert sections(rows) in text
    assert "2 of 4 bars reached. Not reached: ter; start-up." in text
    assert all(FIGURE.search(line) for line in text.splitlines() if line.startswith(("| ter", "| BLEU", "| start-up")))
