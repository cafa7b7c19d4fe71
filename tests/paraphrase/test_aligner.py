"""Programs that align words."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import DataError, MissingExtraError
from tertium.paraphrase import aligner
from tertium.paraphrase.aligner import PROGRAM, align
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers import get as tokenizer

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")


def words(*texts: str) -> Any:
    return tokenizer("none").tokenize(PackedTexts.pack(texts))


def test_eflomal_aligns_both_ways() -> None:
    if not (Path(sys.executable).with_name(PROGRAM).is_file() or shutil.which(PROGRAM)):
        pytest.skip("eflomal is not installed (extra paraphrase)")
    english, other = words(*["a b", "b a", "a", "b"] * 50), words(*["x y", "y x", "x", "y"] * 50)
    forward, reverse = align(english, other)
    assert forward[:4] == reverse[:4] == ["0-0 1-1", "0-0 1-1", "0-0", "0-0"]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("kill -9 $$", "eflomal-align was killed by SIGKILL: it printed nothing"),
        ("echo no room >&2; exit 3", "eflomal-align failed with exit code 3: no room"),
        ('echo 0-0 > "$6"; echo 0-0 > "$8"', "wrote 1 alignments for 2 sentence pairs; is the disk full"),
    ],
)
def test_an_aligner_that_fails_is_named(tmp_path: Path, script: str, message: str) -> None:
    program = tmp_path / "aligner"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(DataError, match=message):
        align(words("a", "b"), words("c", "d"), program=str(program))


def test_a_missing_aligner_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep)
    with pytest.raises(MissingExtraError, match=r"tertium\[paraphrase\]"):
        aligner.find_aligner()
