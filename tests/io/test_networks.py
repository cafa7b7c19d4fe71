import gzip
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.data import NETWORKS
from tertium.errors import DataError, UnknownNameError
from tertium.io.networks import NETWORK_FORMATS, read_networks, write_networks
from tertium.networks.entry import Entry
from tertium.networks.expansion import distinct_count
from tertium.networks.flat import flatten
from tertium.networks.limits import Limits
from tertium.networks.paths import Paths
from tests.support.networks import PREMIER

ENDINGS = {"typed": "net", "json": "json", "jsonl": "jsonl", "fst": "fst", "plain": "txt"}


def test_every_format_has_an_ending() -> None:
    assert set(ENDINGS) == set(NETWORK_FORMATS)


@pytest.mark.parametrize("format", list(NETWORK_FORMATS))
@pytest.mark.parametrize("packed", ["", ".gz"])
def test_files_are_known_by_their_ending(tmp_path: Path, format: Any, packed: str) -> None:
    path = tmp_path / f"premier.{ENDINGS[format]}{packed}"
    write_networks([Entry(None, PREMIER)], path)
    assert path.read_bytes().startswith(b"\x1f\x8b") == bool(packed)
    (entry,) = read_networks(path)
    assert distinct_count(flatten(entry.network)) == 60
    if format in ("typed", "json", "jsonl"):
        assert entry.network == PREMIER


@pytest.mark.parametrize("format", ["typed", "json", "jsonl", "fst"])
def test_files_without_a_known_ending_are_known_by_their_first_line(tmp_path: Path, format: str) -> None:
    path = tmp_path / "premier"
    write_networks([Entry(None, PREMIER), Entry(None, PREMIER)], path, format)
    if format == "fst":
        path.write_bytes(path.read_bytes().removeprefix(b"1\n"))
    assert len(read_networks(path)) == 2


def test_a_file_that_could_be_anything_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("some words\n", "utf-8")
    with pytest.raises(DataError, match=r"the format is not known .* pass one of fst, json, jsonl, plain, typed"):
        read_networks(path)
    with pytest.raises(UnknownNameError, match="unknown format of networks 'tiped'"):
        read_networks(path, "tiped")
    assert read_networks(path, "plain")


def test_messages_name_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.net.gz"
    path.write_bytes(gzip.compress("[S] = a\n[S] = ü\n".encode()))
    with pytest.raises(DataError, match=r"wrong\.net\.gz:2:1: card \[S\] is defined twice"):
        read_networks(path)


def test_automata_are_written_with_their_symbols_and_read_with_them(tmp_path: Path) -> None:
    path, table = tmp_path / "p.fst", tmp_path / "p.syms"
    write_networks([Entry(None, PREMIER)], path, symbols=table)
    numbers = dict(line.split("\t") for line in table.read_text("utf-8").splitlines())
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(" ".join([*x[:2], *(numbers[w] for w in x[2:4])]) + "\n" for x in lines), "utf-8")
    (entry,) = read_networks(path, symbols=table)
    assert "Italy" in flatten(entry.network).words


def test_a_cut_automaton_is_refused_and_no_other_cost_or_end(tmp_path: Path) -> None:
    path = tmp_path / "p.fst"
    path.write_text("0 1 a a\n1 2", "utf-8")
    with pytest.raises(DataError, match=r"p\.fst: the last line has no line end, so the file may be cut off"):
        read_networks(path)


def test_limits_hold_for_files(tmp_path: Path) -> None:
    path = tmp_path / "p.net"
    write_networks([Entry(None, PREMIER)], path)
    with pytest.raises(DataError, match=r"p\.net: the network has 5 cards, the limit is 4"):
        read_networks(path, limits=Limits(cards=4))


def test_the_verses_ship_with_their_texts_and_licence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    entries = read_networks("verses")
    assert len(read_networks("verses-2")) == len(entries)
    rows = (NETWORKS / "verses.tsv").read_text("utf-8").splitlines()[1:]
    assert [entry.id for entry in entries] == [row.split("\t")[0] for row in rows] == [str(n) for n in range(1, 61)]
    for entry, row in zip(entries, rows, strict=True):
        n_words = len(row.split("\t")[2].split())
        spans = [card.span for card in entry.network.cards if card.span]
        assert all(0 <= start < end <= n_words for start, end in spans), row
        assert Paths.of(entry.network).count >= 8, row
    assert "Attribution 4.0" in (NETWORKS / "LICENSE").read_text("utf-8")
    (tmp_path / "verses").write_text("@segment 1\n[S] = mine\n", "utf-8")
    assert len(read_networks("verses", "typed")) == 1  # a file of that name comes first


def test_the_verses_of_the_page_have_its_figures() -> None:
    """docs/how-to/networks.md: two versions that nobody drew from, against the networks and against one reference."""
    test_set = tertium.read([NETWORKS / "verses.tsv"], networks="verses")
    result = tertium.score(test_set, metrics=["hyter(tok=13a,normalize=case)", "ter"])
    figures = [[round(one.score, 1) for one in system.scores] for system in result.systems]
    page = (NETWORKS.parents[3] / "docs/how-to/networks.md").read_text("utf-8")
    text = " ".join(page.split())
    (webp, webp_ter), (bbe, bbe_ter) = figures
    assert f"stay at {webp} % and {bbe} % edits" in text
    assert f"counts {webp_ter} % and {bbe_ter} %" in text
