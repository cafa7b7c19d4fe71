from pathlib import Path

from tests.support.types import Run


def test_lists_go_through_every_form_and_come_back(tertium: Run, nbest: Path, tmp_path: Path) -> None:
    assert tertium("nbest", "convert", nbest, "--to", "tsv").out.startswith("seg_id\trank\t")
    assert tertium("nbest", "convert", nbest, "-o", tmp_path / "a.jsonl").code == 0
    back = tertium("nbest", "convert", tmp_path / "a.jsonl", "--to", "moses").out
    assert [line.split(" ||| ")[:2] for line in back.splitlines()] == [
        line.split(" ||| ")[:2] for line in nbest.read_text("utf-8").splitlines()
    ]
