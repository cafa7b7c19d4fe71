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
