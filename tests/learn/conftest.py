"""A file of parses."""

from pathlib import Path

import pytest

from tests.learn.parsed import SENTENCES


@pytest.fixture
def parses(tmp_path: Path) -> str:
    lines = []
    for sentence in SENTENCES:
        for i, word in enumerate(sentence.split(), 1):
            form, tag, head, label = word.split(",")
            lines.append(f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_")
        lines.append("")
    (tmp_path / "own.conllu").write_text("\n".join([*lines, ""]), "utf-8")
    return str(tmp_path / "own.conllu")
