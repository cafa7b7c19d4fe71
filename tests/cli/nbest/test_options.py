import json
from pathlib import Path

from tests.support.types import Run, WriteTexts


def test_flat_lines_are_lists_with_their_numbers_and_sources(tertium: Run, texts: WriteTexts) -> None:
    flat, probabilities, lengths, sources, few = texts(
        flat=["a cat", "cats", "rain", "it rains"],
        probabilities=["-1", "-2", "-3", "-1"],
        lengths=["2", "1", "1", "2"],
        sources=["Katze", "Regen"],
        few=["Katze"],
    )
    lists = (flat, "-n", 2, "--log-probs", probabilities, "--feature", f"length={lengths}")
    (first, _) = (json.loads(line) for line in tertium("nbest", "convert", *lists).out.splitlines())
    assert first["candidates"][0]["features"] == {"length": 2.0}
    ran = tertium("nbest", "features", *lists, "--source", sources, "-m", "chrf", "--against", "source", "-q")
    assert "chrf@source" in json.loads(ran.out.splitlines()[0])["candidates"][0]["features"]
    ran = tertium("nbest", "features", *lists, "--source", few, "-m", "chrf", "--against", "source")
    assert (ran.code, ran.out) == (1, "")
    assert f"{few}: 1 sources" in ran.err


def test_choices_are_texts_tables_or_lists(tertium: Run, nbest: Path, tmp_path: Path) -> None:
    assert tertium("mbr", nbest, "-q", "-o", tmp_path / "out.txt").out == ""
    assert (tmp_path / "out.txt").read_text("utf-8") == "the cat sat\nit rains\n"
    assert tertium("mbr", nbest, "-q", "-f", "tsv").out.startswith("list\trank\tindex")
