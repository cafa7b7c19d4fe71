"""`tertium gate`: its exit code, its files, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.support.texts import STREAMS, SYSTEMS
from tests.support.types import Run, WriteTexts


@pytest.fixture
def files(texts: WriteTexts) -> dict[str, Path]:
    paths = texts(neural=SYSTEMS["neural"], phrase=SYSTEMS["phrase"], ref=STREAMS[0])
    return {path.stem: path for path in paths}


def test_a_worse_system_exits_with_3_and_one_line_why(tertium: Run, files: dict[str, Path]) -> None:
    ran = tertium("gate", files["phrase"], "--baseline", files["neural"], "-r", files["ref"])
    assert ran.code == 3, ran.err
    assert "phrase does not pass: chrF2 is worse by 10." in ran.out
    assert tertium("gate", files["neural"], "--baseline", files["phrase"], "-r", files["ref"]).code == 0


def test_build_servers_get_their_files(tertium: Run, files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "s.md").write_text("# Job\n", "utf-8")
    ran = tertium(
        *("gate", files["phrase"], "--baseline", files["neural"], "-r", files["ref"], "--github"),
        *("--junit", tmp_path / "j.xml", "--gitlab", tmp_path / "g.json", "--summary", tmp_path / "s.md"),
    )
    assert ran.code == 3
    assert ran.err.startswith("::error title=tertium gate::phrase does not pass")
    assert 'failures="1"' in (tmp_path / "j.xml").read_text("utf-8")
    assert json.loads((tmp_path / "g.json").read_text("utf-8"))[0]["severity"] == "major"
    summary = (tmp_path / "s.md").read_text("utf-8")
    assert summary.startswith("# Job\n")
    assert "| chrF2 | 73.5 | 62.8 | -10.7 |" in summary


def test_a_stored_baseline_serves_later_runs(tertium: Run, files: dict[str, Path], tmp_path: Path) -> None:
    base = tmp_path / "base.json"
    assert tertium("gate", files["neural"], "-r", files["ref"], "--save-baseline", base).code == 0
    stored, named = (
        tertium("gate", files["phrase"], "--baseline", one, "-r", files["ref"], "-f", "json")
        for one in (base, files["neural"])
    )
    assert (stored.code, stored.out) == (3, named.out)
    kept = base.read_bytes()
    tertium("gate", files["phrase"], "--baseline", base, "-r", files["ref"], "--save-baseline", base)
    assert base.read_bytes() == kept, "what does not pass is no new baseline"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "there is nothing to check"),
        (["--min", "bleu"], "expected METRIC=NUMBER"),
        (["--min", "=3"], "expected METRIC=NUMBER"),
        (["--min", "bleu=x"], "expected METRIC=NUMBER"),
        (["--min", "blue=3"], "did you mean 'bleu'?"),
        (["--min", "bleu=3", "--margin", "x"], "expected a number"),
        (["--min", "bleu=3", "--margin", "ter=1"], "unknown metric of this gate 'ter'"),
    ],
)
def test_wrong_options_are_refused(tertium: Run, files: dict[str, Path], options: list[str], message: str) -> None:
    ran = tertium("gate", files["neural"], "-r", files["ref"], *options)
    assert ran.code == 2
    assert message in ran.err


def test_specs_with_options_have_minima(tertium: Run, files: dict[str, Path]) -> None:
    ran = tertium("gate", files["neural"], "-r", files["ref"], "--min", "bleu(tok=intl)=99", "-q")
    assert ran.code == 3
    assert "below 99" in ran.out


def test_the_built_in_test_set_has_more_than_one_system(tertium: Run) -> None:
    ran = tertium("gate", "--sample", "--min", "chrf=50")
    assert (ran.code, ran.out) == (2, "")
    assert "--sample has several systems, and a gate takes one new system; name its file" in ran.err
