"""`tertium train encoder`, with a tiny encoder: what it writes where torch is there, and what it says where not."""

from importlib.util import find_spec
from pathlib import Path

from tertium.resources.encoders.changes import Changes
from tests.learn.encoders.test_groups import HEADER
from tests.support.command import run_here
from tests.support.encoders import write_tiny


def test_changes_are_written_or_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    folder, target = write_tiny(tmp_path / "model"), tmp_path / "changes.bin"
    judgements = tmp_path / "pairs.tsv"
    judgements.write_text(f"{HEADER}de-en\t1\tQuelle\tthe cat\tthe cat\tthe dog\ta\tb\tj\t>\td\n")
    ran = run_here(
        *("train", "encoder", "--from", str(folder), "--judgements", str(judgements)),
        *("--outputs", "4", "-o", str(target)),
    )
    if find_spec("torch") is None:
        assert ran.returncode == 1
        assert "tertium[train]" in ran.stderr
        assert not target.exists()
    else:
        assert ran.returncode == 0, ran.stderr
        assert Changes.load(target).sha256


def test_a_folder_that_is_not_there_is_said_before_hours_are_spent(tmp_path: Path) -> None:
    ran = run_here("train", "encoder", "--from", "x", "--judgements", "y", "-o", str(tmp_path / "no" / "changes.bin"))
    assert ran.returncode == 1
    assert "no such folder; create it first" in ran.stderr
