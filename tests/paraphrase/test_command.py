"""`tertium paraphrases`: from files to a table, what is printed, and what goes wrong."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="DuckDB is not installed (extra paraphrase)")

from tertium.paraphrase.aligner import PROGRAM
from tertium.resources.paraphrases import ParaphraseTable

from .bitexts import write_bitext


def run(*arguments: str, limit: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tertium", "paraphrases", *arguments]
    if limit:
        command = ["bash", "-c", f'{limit}; exec "$@"', "bash", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("acquired")
    paths = write_bitext(folder, "b", 1, 200, seed=3)
    done = run("acquire", str(folder / "t.bin"), "--aligned", *paths, "--sample", "2", "--memory", "500MB")
    assert done.returncode == 0, done.stderr
    (folder / "printed").write_text(done.stdout, encoding="utf-8")
    return folder / "t.bin"


def test_acquire_prints_a_summary_and_a_sample_with_evidence(table: Path) -> None:
    printed = (table.parent / "printed").read_text("utf-8")
    assert re.search("^sentence pairs +200$", printed, re.MULTILINE)
    assert "removed by inclusion" in printed
    assert "Best entries" in printed
    assert printed.count(" pivots)") == 2
    assert "x1: " in printed
    assert "  |  " in printed


def test_lookup_prints_the_most_probable_first(table: Path) -> None:
    shown = run("lookup", "Big", "--table", str(table))
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines()[2].split()[1] == "large"
    found = json.loads(run("lookup", "quickly", "--table", str(table), "-f", "json").stdout)["paraphrases"]
    assert {row["phrase"] for row in found} >= {"at once", "right away"}
    assert [row["probability"] for row in found] == sorted((row["probability"] for row in found), reverse=True)
    assert all(row["shared_sets"] > 0 for row in found if row["phrase"] == "right away")
    missing = run("lookup", "zebra", "--table", str(table))
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "nothing found for 'zebra'" in missing.stderr


@pytest.mark.parametrize("format_", ["tsv", "meteor"])
def test_what_is_exported_can_be_built_again(table: Path, tmp_path: Path, format_: str) -> None:
    text = tmp_path / "table.txt"
    text.write_text(run("export", str(table), "-f", format_).stdout, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "tertium",
        "resources",
        "build",
        "paraphrases",
        str(text),
        str(tmp_path / "again.bin"),
    ]
    subprocess.run([*command, "--format", format_], check=True, capture_output=True)
    one, other = ParaphraseTable.load(table), ParaphraseTable.load(tmp_path / "again.bin")
    assert len(one) == len(other)
    assert one.lookup("big") == other.lookup("big")


def test_moses_format_has_bars(table: Path) -> None:
    assert "big ||| large ||| 0." in run("export", str(table), "-f", "moses").stdout


@pytest.mark.parametrize("blocks", [18, 24], ids=["in a stage", "in the table"])
def test_a_full_disk_is_said_and_finished_stages_are_kept(tmp_path: Path, blocks: int) -> None:
    paths = write_bitext(tmp_path, "b", 1, 400, seed=3)
    arguments = ["acquire", str(tmp_path / "t.bin"), "--aligned", *paths, "--memory", "500MB"]
    full = run(*arguments, limit=f"trap '' XFSZ; ulimit -f {blocks}")
    assert full.returncode == 1, full.stderr
    assert "run the same command again: finished stages are kept" in full.stderr
    assert not (tmp_path / "t.bin").exists()
    again = run(*arguments, "-f", "json")
    assert again.returncode == 0, again.stderr
    assert "aligned-00" in json.loads(again.stdout)["done_before"]


def test_interrupting_keeps_finished_stages(tmp_path: Path) -> None:
    paths = write_bitext(tmp_path, "b", 1, 4000, seed=3)
    arguments = ["acquire", str(tmp_path / "t.bin"), "--aligned", *paths, "--memory", "500MB"]
    command = [sys.executable, "-m", "tertium", "paraphrases", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    manifest = tmp_path / "t.bin.work" / "manifest.json"
    while not (manifest.exists() and "aligned-00" in manifest.read_text("utf-8")):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert (process.returncode, said.splitlines()[-1]) == (130, "Interrupted.")
    again = run(*arguments, "-f", "json")
    assert "aligned-00" in json.loads(again.stdout)["done_before"]


def test_plain_texts_are_aligned_on_the_way(tmp_path: Path) -> None:
    if not (Path(sys.executable).with_name(PROGRAM).is_file() or shutil.which(PROGRAM)):
        pytest.skip("eflomal is not installed (extra paraphrase)")
    english, other, language, *_ = write_bitext(tmp_path, "b", 1, 300, seed=5)
    groups = tmp_path / "groups"
    groups.write_text("1 ||| he buys a big house\n1 ||| he buys a large house\n", encoding="utf-8")
    options = ["--bitext", english, other, language, "--groups", str(groups), "-f", "json", "--shard", "100"]
    done = run("acquire", str(tmp_path / "t.bin"), *options)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sentence_pairs"] == 301
    assert "large" in {found.phrase for found in ParaphraseTable.load(tmp_path / "t.bin").lookup("big")}
