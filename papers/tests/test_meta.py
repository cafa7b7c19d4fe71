"""The page on how well classical metrics agree with people."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

EXPERIMENT = Path(__file__).parents[1] / "meta.py"


@pytest.mark.shared
def test_the_page_of_results_is_made_by_one_command(shared: Path) -> None:
    command = [sys.executable, "-m", "papers.meta", "--only", "seg_wmt16_da"]
    ran = subprocess.run(command, cwd=EXPERIMENT.parents[1], capture_output=True, text=True, check=True)
    assert "| `seg_wmt16_da` | Spearman's ρ | 0.450 (0.45) | 0.507 (0.51) | 0.470 (0.47) |" in ran.stdout
    assert "### wmt16-da: Kendall's τ-b with da, by segment (`seg_wmt16_da`)" in ran.stdout


def test_the_page_of_results_says_when_the_data_are_absent(tmp_path: Path) -> None:
    main = runpy.run_path(str(EXPERIMENT))["main"]
    main.callback.__globals__["JUDGEMENTS"] = tmp_path / "judgements"
    ran = CliRunner().invoke(main, [])
    assert ran.exit_code == 1
    assert "the judgements are not there" in ran.output
