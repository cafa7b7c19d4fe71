"""A small table of paraphrases."""

from pathlib import Path

import numpy as np

from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.paraphrases.formats import build

ENTRIES = [("car", "motor car", 0.5), ("car", "auto", 0.25), ("motor car", "car", 0.125), ("auto", "a car", 1.0)]


def text_of(format: str) -> str:
    lines = {
        "meteor": "{p}\n{a}\n{b}\n",
        "terp": "{p} <p>{a}</p> <p>{b}</p>\n",
        "ppdb": "[NN] ||| {a} ||| {b} ||| x=1 p(e|f)={log} y=2 ||| 0-0 ||| Equivalence\n",
        "tsv": "{p}\t{a}\t{b}\n",
    }[format]
    return "".join(lines.format(a=a, b=b, p=p, log=-np.log(p)) for a, b, p in ENTRIES)


def table_of(folder: Path, text: str, format: str = "tsv") -> ParaphraseTable:
    (folder / "table.txt").write_text(text, encoding="utf-8")
    build(folder / "table.txt", folder / "table.bin", format=format, language="en")
    return ParaphraseTable.load(folder / "table.bin")
