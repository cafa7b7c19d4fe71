"""HyTER with drawn networks: the tables on sentences of our own, and sheets that say nothing of whose a sentence is."""

from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("thot", reason="needs sil-thot, of the group peers")

from papers.hyter.drawn import __main__ as program
from papers.hyter.drawn import judging, measuring, triples
from papers.hyter.drawn.material import Material, spoken, written
from tertium.errors import DataError

A = """\
@segment 1
[OLD] 1:2 = old | ancient
[S] 0:4 = the [OLD] bridge was closed
@segment 2
[S] = she bought a car | a car was bought by her
"""
B = """\
@segment 1
[OLD] 1:2 = old | aged
[S] = the [OLD] bridge was shut
@segment 2
[S] = she purchased a car
"""
SMALL = Material(
    "small",
    "Small",
    ("el viejo puente fue cerrado", "ella compró un coche"),
    ("The old bridge was closed.", "She bought a car."),
    (("The ancient bridge was closed.", "They closed the old bridge."), ("A car was bought by her.", "She got a car.")),
    (),
    (),
    (1, 2, 3, 4),
    spoken,
)
MACHINES = {"good": ["the old bridge was closed", "she bought a car"], "bad": ["the bridge old", "bought car"]}


@pytest.fixture
def networks(tmp_path: Path) -> measuring.Drawn:
    for name, text in (("a", A), ("b", B)):
        (tmp_path / f"{name}.net").write_text(text, "utf-8")
    return measuring.drawn([tmp_path / "a.net", tmp_path / "b.net"])


def test_phrases_of_both_annotators_combine_in_spu_alone(networks: measuring.Drawn) -> None:
    assert list(networks) == ["A", "B", "U", "SPU"]
    rows = {row[0]: row for row in measuring.coverage(SMALL, networks)}
    assert rows["A"][4] == "50.0 %"  # one of two references of each sentence
    assert float(rows["SPU"][3]) <= float(rows["U"][3]) <= float(rows["A"][3])


def test_tables_have_a_row_for_each_column(networks: measuring.Drawn) -> None:
    found = measuring.scored(SMALL, networks, MACHINES)
    rows = {row[0]: row for row in measuring.table_2(found)}
    assert {"BLEU 1", "BLEU all", "TERp all", "HyTER U", "HyTER SPU", "HyTER SPU r5"} <= set(rows)
    assert rows["HyTER A"][5] != "0.00"
    ranked = {row[0]: row for row in measuring.ranking(found)}
    assert ranked["HyTER A"][2:4] == ["0.0 (1)", ranked["HyTER A"][3]]
    assert ranked["HyTER A"][3].endswith("(2)")


def test_annotators_with_other_numbers_of_networks_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.net").write_text(A, "utf-8")
    (tmp_path / "b.net").write_text("[S] = a", "utf-8")
    with pytest.raises(DataError, match="different numbers of networks"):
        measuring.drawn([tmp_path / "a.net", tmp_path / "b.net"])


def test_a_sheet_hides_whose_a_sentence_is(networks: measuring.Drawn, tmp_path: Path) -> None:
    items = judging.items(SMALL, networks, MACHINES)
    assert items == judging.items(SMALL, networks, MACHINES)
    assert {kind for item in items for kind in item.kinds} == set(judging.KINDS)
    judging.write_sheet(SMALL, items, tmp_path / "sheet.tsv")
    text = (tmp_path / "sheet.tsv").read_text("utf-8")
    assert not any(kind in text for kind in ("path", "closest", "output"))
    assert len(text.splitlines()) == 1 + len(items)
    with pytest.raises(DataError, match="item 1 is not judged"):
        judging.read_judged(items, tmp_path / "sheet.tsv")
    (tmp_path / "judged.tsv").write_text(text.replace("\t\t\n", "\todd\tyes\n"), "utf-8")
    judged = judging.read_judged(items, tmp_path / "judged.tsv")
    for row in judging.shares(items, judged):
        assert row[2:] == ["0.0", "100.0", "0.0", "100.0", "100.0"]


def test_triples_are_counted_where_the_paraphrase_is_strictly_nearer(networks: measuring.Drawn) -> None:
    found = {
        row[0]: row[1:]
        for row in triples.table(
            SMALL,
            networks,
            [
                triples.Triple(0, "the ancient bridge was closed", "the old bridge was opened"),
                triples.Triple(1, "she got a car", "she sold a car"),
            ],
        )
    }
    assert found["HyTER A"] == ["1", "1", "2", "50.0 %"]
    assert found["BLEU"][0] == "0"


def test_texts_lose_what_transcripts_and_printers_set_as_they_like() -> None:
    assert spoken("Well, it’s... O.K.!") == "well it's o k"
    assert written("“It’s late,” he said.") == "it's late , he said ."


def test_the_program_says_when_the_data_are_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(program, "DATA", tmp_path / "data")
    ran = CliRunner().invoke(program.main, ["see", "fisher"])
    assert ran.exit_code == 1
    assert "the data are not there" in ran.output


@pytest.mark.shared
def test_annotators_see_the_source_and_one_reference(shared: Path) -> None:
    ran = CliRunner().invoke(program.main, ["see", "verses"])
    assert ran.exit_code == 0, ran.output
    assert len(ran.output.splitlines()) == 60
