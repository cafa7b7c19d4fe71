import json
from pathlib import Path

import pytest

from tertium.nbest.weights import read_weights
from tests.cli.tune.runner import run


@pytest.mark.parametrize("method", ["mert", "pro", "mira"])
def test_every_way_of_tuning_writes_weights_and_reports(folder: Path, method: str) -> None:
    report = json.loads(run(method, "dev.nbest", "-r", "ref", "-m", "chrf", "-o", "w.json", "-f", "json"))
    weights = read_weights(folder / "w.json")
    assert weights.values == report["weights"]
    assert weights.metric == "chrf"
    assert "chrf|" in weights.signature
    assert report["method"] == method
    text = run(method, "dev.nbest", "-r", "ref", "-m", "chrf")
    assert f"method:  {method}" in text
    assert "noise" in text


def test_weights_go_to_standard_output_alone(folder: Path) -> None:
    printed = run("mert", "dev.nbest", "-r", "ref", "--restarts", "1", "-o", "-")
    assert json.loads(printed)["format"] == 1
