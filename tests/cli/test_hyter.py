"""`--networks` on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.types import Run, WriteTexts

NETWORKS = """\
@segment 1
[S] = the [PM] spoke
[PM] = prime minister | PM | head of government
@segment 2
[S] = [IT] rained all day
[IT] = it | the sky
"""
GOOD, BAD = ["the head of government spoke", "rained it all day"], ["PM speak", "rain"]


@pytest.fixture
def networks(tmp_path: Path) -> Any:
    path = tmp_path / "networks.net"
    path.write_text(NETWORKS, encoding="utf-8")
    return path


def test_hypotheses_are_scored_against_networks_alone(tertium: Run, texts: WriteTexts, networks: Any) -> None:
    good, bad = texts(good=GOOD, bad=BAD)
    ran = tertium("score", good, bad, "-n", networks, "-m", "hyter,hyter(reorder=2)", "--segments", "-f", "json")
    assert ran.code == 0, ran.err
    found = {s["system"]: [score["segments"] for score in s["scores"]] for s in json.loads(ran.out)["systems"]}
    assert found == {"good": [[0, 50], [0, 25]], "bad": [[pytest.approx(200 / 3), 100], [pytest.approx(200 / 3), 100]]}


def test_networks_stand_beside_references_and_standard_input_is_read(
    tertium: Run, texts: WriteTexts, networks: Any
) -> None:
    (ref,) = texts(ref=["a chief talked", "rained it all day"])
    text = "\n".join(GOOD).encode() + b"\n"
    ran = tertium("score", "-r", ref, "--networks", networks, "-m", "hyter,wer", "-f", "json", stdin=text)
    scores = [score["score"] for score in json.loads(ran.out)["systems"][0]["scores"]]
    assert scores[0] == 0
    assert scores[1] > 50


def test_systems_are_compared_and_a_page_is_written(
    tertium: Run, texts: WriteTexts, networks: Any, tmp_path: Path
) -> None:
    good, bad = texts(good=GOOD, bad=BAD)
    page = tmp_path / "page.html"
    ran = tertium("compare", good, bad, "-n", networks, "-m", "hyter", "--html", page)
    assert ran.code == 0, ran.err
    assert "HyTER" in page.read_text("utf-8")


def test_an_explanation_names_the_cards(tertium: Run, texts: WriteTexts, networks: Any) -> None:
    (good,) = texts(good=GOOD)
    ran = tertium("explain", good, "-n", networks, "-m", "hyter(reorder=2)")
    assert 'PM: "head of government"' in ran.out
    assert 'word 2 "it" goes before word 1 "rained"' in ran.out


def test_a_metric_without_networks_is_refused(tertium: Run, texts: WriteTexts, networks: Any) -> None:
    (good,) = texts(good=GOOD)
    ran = tertium("score", good, "-n", networks, "-m", "hyter,bleu")
    assert (ran.code, ran.out) == (1, "")
    assert "bleu needs references and cannot read networks, and" in ran.err
    assert "has networks alone; pass -r FILE" in ran.err


def test_a_wrong_number_of_networks_is_refused(tertium: Run, texts: WriteTexts, networks: Any) -> None:
    (three,) = texts(three=[*GOOD, "more"])
    ran = tertium("score", three, "-n", networks, "-m", "hyter")
    assert ran.code == 1
    assert "segment 3 has no reference" in ran.err
