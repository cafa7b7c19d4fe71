"""`tertium mbr --engine spark`: the workers choose what one machine chooses, to the last bit."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.clusters import SMALL, needs_spark
from tests.support.types import Run

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")

import pyarrow.parquet

SETTINGS = [part for key, value in SMALL.items() for part in ("--spark-conf", f"{key}={value}")]
SPARK = ("--engine", "spark", "--master", "local[2]", *SETTINGS)


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """Lists in three parts, of which one is Moses' and has numbers that go on from those of another file."""
    chance = random.Random(1)
    words = ["a", "cat", "sat", "on", "the", "mat", "and", "it", "rained", "all", "day", "."]
    lists = [[" ".join(chance.choices(words, k=chance.randint(3, 9))) for _ in range(20)] for _ in range(50)]
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, some in {"a.jsonl": lists[:20], "c.jsonl": lists[30:]}.items():
        records = ({"candidates": [{"text": t, "log_prob": -float(i)} for i, t in enumerate(of)]} for of in some)
        (folder / name).write_text("".join(f"{json.dumps(one)}\n" for one in records), "utf-8")
    lines = [
        f"{number} ||| {text} ||| lm= -1 ||| {-float(i)}\n"
        for number, of in enumerate(lists[20:30], 20)
        for i, text in enumerate(of)
    ]
    (folder / "b.nbest").write_text("".join(lines), "utf-8")
    return folder


def chosen(folder: Path) -> list[dict[str, Any]]:
    return [row for part in sorted(folder.iterdir()) for row in pyarrow.parquet.read_table(part).to_pylist()]


@pytest.mark.parametrize(
    "options",
    [
        ("-m", "chrf", "--nbest", "3"),
        ("-m", "bleu", "--prune", "--weights", "model", "--subsample", "15", "--temperature", "0.3"),
        ("-m", "ter", "--coarse", "chrf,5"),
    ],
)
def test_choices_are_those_of_one_machine(tertium: Run, parts: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    needs_spark()
    here = tertium("mbr", parts, *options, "-f", "json")
    assert here.code == 0, here.err
    there = tertium("mbr", parts, *options, *SPARK, "-o", tmp_path / "best")
    assert (there.code, there.out) == (0, "")
    assert "50 lists chosen from" in there.err
    assert chosen(tmp_path / "best") == json.loads(here.out)["choices"]


def test_a_damaged_part_is_named(tertium: Run, parts: Path, tmp_path: Path) -> None:
    needs_spark()
    (parts / "d.jsonl").write_text('{"candidates": ["a", 3]}\n', "utf-8")
    ran = tertium("mbr", parts, *SPARK, "-o", tmp_path / "best")
    assert ran.code == 1
    assert "d.jsonl:1" in ran.err


def test_what_a_cluster_cannot_have_is_refused_before_it_is_asked(tertium: Run, parts: Path) -> None:
    nowhere = ("--engine", "spark", "--master", "sparkle://nowhere")
    for options in (("-r", "ref.txt"), ("--weights", "1,2"), ("-s", "s.txt"), ("--references", "x"), ("-f", "json")):
        ran = tertium("mbr", parts, *options, *nowhere, "-o", "best")
        assert ran.code == 2
        assert f"--engine spark and {'--format' if options[0] == '-f' else options[0]} exclude" in ran.err
    ran = tertium("mbr", parts, *nowhere)
    assert (ran.code, ran.out) == (2, "")
    assert "give it with -o FOLDER" in ran.err
