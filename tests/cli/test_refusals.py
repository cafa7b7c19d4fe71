"""Wrong input: a message that says what to do, an exit code, and nothing on standard output."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tertium.data import LEXICONS
from tertium.resources.paraphrases.formats import build
from tests.support.types import Ran, Run, WriteTexts

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "edge-cases.md"
TABLE = PAGE.read_text("utf-8").split("## Wrong input on the command line")[1]
DOCUMENTED = re.findall(r"^\| ([^|]+?) \| (\d) \| (.+?) \|$", TABLE, re.M)
LINES = [f"{'word ' * (i % 7 + 1)}end" for i in range(40)]


def refused(ran: Ran, code: Any, *parts: Any) -> None:
    assert ran.code == code, ran.err
    assert ran.out == ""
    for part in parts:
        assert part in ran.err, ran.err


@pytest.fixture
def cases(tertium: Run, texts: WriteTexts, tmp_path: Path) -> Any:
    """How to bring about every documented refusal."""

    def one(*arguments: Any) -> Any:
        hyp, ref = texts(hyp=["a"], ref=["a"])
        return tertium("score", hyp, "-r", ref, *arguments)

    def lines() -> Any:
        hyp, ref = texts(hyp=LINES[:17] + LINES[18:], ref=LINES)
        return tertium("score", hyp, "-r", ref)

    def bad_bytes() -> Any:
        hyp, ref = texts(hyp=b"fine\nna\xefve\n", ref=["fine", "naive"])
        return tertium("score", hyp, "-r", ref)

    def file(path: Any) -> Any:
        (ref,) = texts(ref=["a"])
        return tertium("score", path, "-r", ref)

    def twins() -> Any:
        hyp, ref = texts(hyp=["a"], ref=["a"])
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "hyp.txt").write_text("b\n")
        return tertium("score", hyp, tmp_path / "other" / "hyp.txt", "-r", ref)

    def empty() -> Any:
        hyp, ref = texts(hyp=[], ref=[])
        return tertium("score", hyp, "-r", ref)

    def unreferenced() -> Any:
        table = tmp_path / "set.jsonl"
        table.write_text('{"hypothesis": "a", "references": ["a"]}\n{"hypothesis": "b", "references": []}\n')
        return tertium("score", table)

    return {
        "different numbers of lines": lines,
        "undecodable bytes": bad_bytes,
        "an unknown metric": lambda: one("-m", "blue"),
        "an unknown option": lambda: one("-m", "bleu(smoth=exp)"),
        "a value that an option cannot have": lambda: one("-m", "bleu(smooth=exponential)"),
        "an unknown tokeniser": lambda: one("-m", "bleu(tok=13b)"),
        "a directory for a file": lambda: file(tmp_path),
        "a file that is not there": lambda: file(tmp_path / "nowhere.txt"),
        "two systems of one name": twins,
        "no segments": empty,
        "a segment without reference": unreferenced,
        "nothing to score": lambda: tertium("score"),
        "no references": lambda: tertium("score", *texts(hyp=["a"], other=["b"])),
        "standard input twice": lambda: tertium("score", "-", "-r", "-"),
    }


@pytest.mark.parametrize(("case", "code", "message"), DOCUMENTED, ids=[row[0] for row in DOCUMENTED])
def test_documented_refusals_are_what_happens(cases: Any, case: Any, code: Any, message: Any) -> None:
    refused(cases[case](), int(code), *re.findall(r"`([^`]+)`", message))


def test_every_refusal_is_documented(cases: Any) -> None:
    assert set(cases) == {row[0] for row in DOCUMENTED}


@pytest.mark.parametrize(
    ("spec", "part"),
    [("bleu(max_order=0)", "at least 1"), ("bleu(tok=13a", "no closing bracket"), ("bleu,,ter", "empty name")],
)
def test_specs_that_cannot_be_read(tertium: Run, texts: WriteTexts, spec: str, part: str) -> None:
    hyp, ref = texts(hyp=["a"], ref=["a"])
    refused(tertium("score", hyp, "-r", ref, "-m", spec), 2, part)


def test_documents_without_ids(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["a"], ref=["a"])
    refused(tertium("score", hyp, "-r", ref, "--documents"), 1, "no document ids")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--sample", "a"], "--sample and files of texts exclude each other"),
        (["--where", "x", "a"], "COLUMN=VALUE"),
        (["a", "-r", "b", "--where", "x=y"], "-r and --where exclude each other"),
    ],
)
def test_wrong_use(tertium: Run, arguments: list[str], part: str) -> None:
    refused(tertium("score", *arguments), 2, part)


def test_a_page_that_cannot_be_written_prints_no_result(tertium: Run, tmp_path: Path) -> None:
    refused(tertium("score", "--sample", "--html", tmp_path / "no" / "such" / "page.html"), 1, "page.html")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    script = f"{sys.executable} -m tertium score --sample --segments -q | head -1"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert ran.stdout.startswith("built-in sample")
    assert ran.stderr == ""


def test_damaged_resources_are_found(tertium: Run, tmp_path: Path) -> None:
    fine = tertium("resources", "verify")
    assert fine.code == 0
    assert {"paraphrases.en", "synonyms.en", "function.de", "tertium-en"} <= {
        line.split()[1] for line in fine.out.splitlines()
    }
    content = bytearray((LEXICONS / "synonyms.en.bin").read_bytes())
    content[-1000] ^= 1
    (tmp_path / "mine.bin").write_bytes(content)
    found = tertium("resources", "verify", tmp_path / "mine.bin")
    assert found.code == 1
    assert "mine.bin: damaged: its content is" in found.err


def test_standard_output_that_takes_nothing_is_said(texts: WriteTexts) -> None:
    (path,) = texts(a=["a b", "c d"])
    command = f"'{sys.executable}' -m tertium score '{path}' -r '{path}'"
    for redirection, message in ((">/dev/full", "No space left on device"), (">&-", "standard output is closed")):
        ran = subprocess.run(f"{command} {redirection}", shell=True, capture_output=True, text=True, cwd=ROOT)
        assert ran.returncode == 1
        assert ran.stderr.count("\n") == 1
        assert message in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--confidence-level", "nan"], 2, "is not a number in the range"),
        (["--threads", "99999999999"], 2, "is not in the range"),
        (["--confidence", "--samples", "99999999999999"], 1, "not enough memory"),
    ],
)
def test_numbers_out_of_all_bounds(
    tertium: Run, texts: WriteTexts, arguments: list[str], code: int, message: str
) -> None:
    (path,) = texts(a=["a b", "c d"])
    refused(tertium("score", path, "-r", path, *arguments), code, message)


def test_half_a_surrogate_in_a_name_is_shown(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    (path,) = texts(a=["a b", "c d"])
    for format_ in ("text", "tsv", "json", "latex"):
        ran = tertium("score", f"\udcff={path}", "-r", path, "-f", format_, "--html", tmp_path / "x.html")
        assert ran.code == 0, ran.err
        assert "dcff" in ran.out


def test_a_terminal_gets_no_escapes_and_a_file_of_data_gets_all(tmp_path: Path) -> None:
    (tmp_path / "table.tsv").write_text("0.5\tcar\tan\x1b[31m auto\n", encoding="utf-8")
    table = tmp_path / "table.bin"
    build(tmp_path / "table.tsv", table, format="tsv", language="en")
    lookup = [sys.executable, "-m", "tertium", "paraphrases", "lookup", "car", "--table", str(table)]
    assert b"an\\x1b[31m auto" in subprocess.run(lookup, capture_output=True, check=True, cwd=ROOT).stdout
    command = [sys.executable, "-m", "tertium", "paraphrases", "export", str(table)]
    piped = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    assert b"an\x1b[31m auto" in piped.stdout
    reader, writer = os.openpty()
    subprocess.run(command, stdout=writer, check=True, cwd=ROOT)
    os.close(writer)
    assert b"an\\x1b[31m auto" in os.read(reader, 10_000)
    os.close(reader)


@pytest.mark.parametrize("metric", ["meteor", "terp", "ter(rules=tercom)"])
def test_a_kernel_hears_an_interruption_inside_one_segment(texts: WriteTexts, metric: str) -> None:
    """These take many seconds for one segment; what counts is that they end, not how soon on a busy machine."""
    words = " ".join(f"w{i % 7} w{i * i % 11}" for i in range(20_000))
    hypothesis, reference = texts(hypothesis=[words], reference=[f"{words[::-1]} x {words}"])
    command = [sys.executable, "-m", "tertium", "score", str(hypothesis), "-r", str(reference), "-m", metric]
    allowed = {**os.environ, "TERTIUM_MAX_WORDS": "10000000"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=allowed) as running:
        time.sleep(2.5)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
    assert running.returncode == 130, err
    assert err.decode().endswith("Interrupted.\n")


def test_a_search_that_came_to_its_limit_is_a_warning(tertium: Run, texts: WriteTexts) -> None:
    hypothesis, reference = texts(hypothesis=["word " * 320 + "a"], reference=["a " + "word " * 320])
    ran = tertium("score", hypothesis, "-r", reference, "-m", "ppda+f", "-q")
    assert ran.code == 0
    assert ran.err == (
        "Warning: ppda+f: there are too many words for jumps, so there are none in 1 of 1 pairs of texts; "
        "their scores are approximate.\n"
    )
