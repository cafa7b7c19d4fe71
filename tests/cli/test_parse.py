import json
from pathlib import Path

import pytest

from tests.cli.desk import Desk
from tests.support.types import Run

pytest.importorskip("spacy", reason="spaCy is not installed (extra parse)")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"))


def test_a_parser_is_trained_measured_and_run(tertium: Run, desk: Desk, tmp_path: Path) -> None:
    bank = ("parse", "train", desk.treebank, "--dev", desk.treebank)
    trained = tertium(*bank, "-o", tmp_path / "parser", "--epochs", 1, "--width", 8, "-f", "json")
    assert trained.code == 0, trained.err
    assert json.loads(trained.out)["parser"] == str(tmp_path / "parser")
    measured = tertium("parse", "evaluate", desk.treebank, "--parser", tmp_path / "parser", "-f", "json")
    assert json.loads(measured.out)["parser"] == str(tmp_path / "parser")
    texts = tmp_path / "texts.txt"
    texts.write_text("the cat sees a dog\n\nthe dog\n", "utf-8")
    ran = tertium("parse", "run", texts, "--parser", tmp_path / "parser", "-q")
    words = [line.split("\t")[1] for line in ran.out.splitlines() if "\t" in line]
    assert words == ["the", "cat", "sees", "a", "dog", "the", "dog"]


def test_a_side_of_a_translators_file_is_parsed(tertium: Run, desk: Desk) -> None:
    ran = tertium("parse", "run", desk.xliff, "--side", "source", "--parser", desk.parser, "-q")
    assert ran.code == 0, ran.err
    assert "\t" in ran.out
