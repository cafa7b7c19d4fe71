import json
import re
from pathlib import Path

import pytest

from tertium.cli.options import FORMATS
from tests.cli.tune.runner import run


def test_weights_are_shown_and_applied(folder: Path) -> None:
    run("mert", "dev.nbest", "-r", "ref", "--restarts", "0", "-o", "w.dense")
    assert json.loads(run("show", "w.dense", "-f", "json"))["weights"].keys() == {"model", "length", "noise"}
    assert run("show", "w.dense", "-f", "moses") == (folder / "w.dense").read_text("utf-8")
    assert run("show", "w.dense", "-f", "tsv").startswith("feature\tweight\nmodel\t")
    (folder / "moses.ini").write_text("[weight]\nmodel= 1\nlength= 1\nnoise= 1\nother= 2\n", "utf-8")
    applied = run("apply", "w.dense", "--moses-ini", "moses.ini")
    assert "other= 2" in applied
    assert "model= 1\n" not in applied


@pytest.mark.parametrize("format", FORMATS)
def test_names_of_features_do_not_act_on_a_terminal(folder: Path, format: str) -> None:
    (folder / "w.dense").write_text("a\x1b[31mb= 0.5\n\x9bc= 1\n", "utf-8")
    shown = run("show", "w.dense", "-f", format)
    assert not re.search("[\x1b\x9b]", shown)
    assert "0.5" in shown
