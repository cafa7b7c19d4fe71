import json
from pathlib import Path

from tests.support.types import Run


def test_rerank(tertium: Run, nbest: Path, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text('{"format": 1, "weights": {"lm": 1, "w": 0.1}}')
    ran = tertium("rerank", nbest, "--weights", tmp_path / "w.json")
    assert ran.out == "dogs\nit rains\n"
    assert "model score differs from weights·features by up to" in ran.err
    found = json.loads(tertium("rerank", nbest, "--weights", tmp_path / "w.json", "--format", "json").out)
    assert [choice["index"] for choice in found["choices"]] == [2, 0]
    tertium("rerank", nbest, "-q", "--weights", tmp_path / "w.json", "--format", "nbest", "-o", tmp_path / "b.nbest")
    assert [line.split(" ||| ")[1] for line in (tmp_path / "b.nbest").read_text().splitlines()] == [
        "dogs",
        "the cat sat",
        "a cat sat",
        "it rains",
        "it pours",
        "it rains",
    ]
    ran = tertium("rerank", nbest, "--weights", nbest)
    assert ran.code == 1


def test_a_folder_of_lists_is_one_input(tertium: Run, tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    for number, name in ((0, "a"), (1, "b")):
        lines = [f"{number} ||| {name}{i} ||| lm= {i} w= 0 ||| 0\n" for i in range(3)]
        (folder / f"{name}.nbest").write_text("".join(lines), "utf-8")
    (tmp_path / "w.json").write_text('{"format": 1, "weights": {"lm": 1, "w": 0}}')
    ran = tertium("rerank", folder, "--weights", tmp_path / "w.json", "-f", "tsv", "-q")
    assert ran.code == 0, ran.err
    assert [line.split("\t")[::4] for line in ran.out.splitlines()[1:]] == [["0", "a2"], ["1", "b2"]]
    assert tertium("rerank", folder, "--weights", tmp_path / "w.json", "-q").out == "a2\nb2\n"
