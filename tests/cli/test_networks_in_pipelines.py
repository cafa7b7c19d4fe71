"""Networks of correct translations as references for n-best lists, tuning and judgements."""

import json
from pathlib import Path

import pytest

from tests.support.types import Run

NETWORKS = """\
@segment 1
[S] = the [PM] spoke
[PM] = prime minister | PM | head of government
@segment 2
[S] = [IT] rained all day
[IT] = it | the sky
"""
NBEST = (
    "0 ||| PM speak ||| good= 0 bad= 1 ||| -1\n0 ||| the head of government spoke ||| good= 1 bad= 0 ||| -2\n"
    "1 ||| rain ||| good= 0 bad= 2 ||| -1\n1 ||| the sky rained all day ||| good= 1 bad= 0 ||| -2\n"
)
OUTPUTS = {"good": ["the PM spoke", "it rained all day"], "fair": ["a PM spoke", "it rained"], "bad": ["PM", "rain"]}
SCORES = {"good": [90, 95], "fair": [60, 55], "bad": [10, 20]}


@pytest.fixture
def networks(tmp_path: Path) -> Path:
    path = tmp_path / "networks.net"
    path.write_text(NETWORKS, "utf-8")
    return path


@pytest.fixture
def nbest(tmp_path: Path) -> Path:
    path = tmp_path / "a.nbest"
    path.write_text(NBEST, "utf-8")
    return path


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rows = [
        f"en-en\t{system}\t{i}\t{text}\t{SCORES[system][i - 1]}"
        for system, texts in OUTPUTS.items()
        for i, text in enumerate(texts, 1)
    ]
    path = tmp_path / "judged.tsv"
    path.write_text("\n".join(["lang_pair\tsystem\tseg_id\thypothesis\tscore", *rows]) + "\n", "utf-8")
    return path


def test_the_oracle_of_lists_is_the_candidate_in_the_network(tertium: Run, nbest: Path, networks: Path) -> None:
    ran = tertium("nbest", "stats", nbest, "--networks", networks, "-m", "hyter", "-f", "json")
    assert ran.code == 0, ran.err
    (choice,) = json.loads(ran.out)["choices"]
    assert choice["oracle"] == 0
    assert choice["first"] > 50


def test_a_choice_is_scored_against_networks(tertium: Run, nbest: Path, networks: Path) -> None:
    ran = tertium("mbr", nbest, "-m", "hyter", "--networks", networks, "-f", "json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["evaluation"]["best"] == 0


@pytest.mark.parametrize("method", ["mert", "pro", "mira"])
def test_weights_are_tuned_to_hyter(tertium: Run, nbest: Path, networks: Path, method: str) -> None:
    ran = tertium("tune", method, nbest, "--networks", networks, "-m", "hyter", "-f", "json")
    assert ran.code == 0, ran.err
    result = json.loads(ran.out)
    assert (str(result["after"]), result["before"] > 50) == ("0.0", True)


def test_judgements_are_compared_with_hyter(tertium: Run, judged: Path, networks: Path) -> None:
    arguments = ("meta", judged, "-m", "hyter", "--level", "segment", "--measures", "kendall-b", "-f", "json")
    ran = tertium(*arguments, "--networks", networks)
    assert ran.code == 0, ran.err
    (table,) = json.loads(ran.out)["tables"]
    assert table["columns"][0]["cells"][0]["value"] > 0.8
    assert (
        "bleu needs references and cannot read networks"
        in tertium(*arguments, "-m", "bleu", "--networks", networks).err
    )
    assert "needs references, and en-en has none; pass -r FILE" in tertium(*arguments).err


def test_other_networks_are_other_scores(tertium: Run, judged: Path, networks: Path) -> None:
    """Scores that were kept are not taken for those by another network."""
    arguments = ("meta", judged, "-m", "hyter", "--level", "segment", "--measures", "pearson", "-f", "tsv")
    first = tertium(*arguments, "--networks", networks)
    networks.write_text("@segment 1\n[S] = rain\n@segment 2\n[S] = PM\n", "utf-8")
    second = tertium(*arguments, "--networks", networks)
    assert (first.code, second.code) == (0, 0), second.err
    assert first.out != second.out


def test_networks_of_other_segments_are_refused(tertium: Run, judged: Path, networks: Path) -> None:
    networks.write_text("@segment 7\n[S] = rain\n", "utf-8")
    ran = tertium("meta", judged, "-m", "hyter", "--networks", networks)
    assert ran.code == 1
    assert "no network is for a segment that was judged; segments are 1, 2, networks are for 7" in ran.err


@pytest.mark.parametrize("words", [("nbest", "stats"), ("mbr",), ("tune", "mert")])
def test_metrics_that_read_no_networks_are_refused_by_the_same_words(
    tertium: Run, nbest: Path, networks: Path, words: tuple[str, ...]
) -> None:
    ran = tertium(*words, nbest, "--networks", networks, "-m", "chrf")
    assert ran.code == 1
    assert "chrf needs references and cannot read networks, and" in ran.err
    assert "has networks alone; pass -r FILE" in ran.err
