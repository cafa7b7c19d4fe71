"""What people meet in their first hour: messages, notes, progress."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tertium.cli import notes
from tertium.metrics import Metric
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet
from tests.support.types import Run, WriteTexts


def test_a_mistyped_command_is_recognised(tertium: Run) -> None:
    assert "did you mean 'score'?" in tertium("scor").err


def test_a_text_is_no_model(tertium: Run, tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text("the cat\n", "utf-8")
    ran = tertium("score", "--sample", "-m", f"beer(model={tmp_path / 'h.txt'})")
    assert ran.code == 1
    assert "expected a model (`tertium train` makes one)" in ran.err


def test_a_program_is_no_text(tertium: Run, tmp_path: Path, texts: WriteTexts) -> None:
    (ref,) = texts(ref=["the cat"])
    (tmp_path / "program").write_bytes(b"\x7fELF\x02\x01\x01\0\0\0\xd0\xff\n")
    ran = tertium("score", tmp_path / "program", "-r", ref)
    assert ran.code == 1
    assert "this is not a text file" in ran.err
    assert "iconv" not in ran.err


def test_phrases_are_looked_up_as_people_write_them(tertium: Run) -> None:
    written, split = (tertium("paraphrases", "lookup", text) for text in ("Don't like", "don 't like"))
    treebank = tertium("paraphrases", "lookup", "do n't like")
    assert (written.code, split.code, treebank.code) == (0, 0, 0), written.err + treebank.err
    assert written.out == split.out == treebank.out
    missing = tertium("paraphrases", "lookup", "zyzzyva zyzzyva")
    assert "nothing found for 'zyzzyva zyzzyva'" in missing.err


def test_metrics_without_an_original_say_so(tertium: Run) -> None:
    assert "equal to none" not in tertium("metrics", "pfsm").out
    assert "the original program was never published" in tertium("metrics", "pfsm").out


def test_raw_text_gets_advice_for_hyter(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["They made graphene; it was thin."], ref=["They made graphene, which was thin."])
    assert "'graphene;'" in tertium("score", hyp, "-r", ref, "-m", "hyter").err
    assert "graphene" not in tertium("score", hyp, "-r", ref, "-m", "hyter(tok=13a)").err


def test_without_its_extra_acquisition_says_what_to_install(tmp_path: Path) -> None:
    for side in ("en", "de"):
        (tmp_path / f"b.{side}").write_text("a b c\n", "utf-8")
    command = (
        "import sys; sys.modules['duckdb'] = None\nfrom tertium.cli.main import main\n"
        f"main(['paraphrases', 'acquire', {str(tmp_path / 't.bin')!r}, '--bitext', {str(tmp_path / 'b.en')!r}, "
        f"{str(tmp_path / 'b.de')!r}, 'de'])"
    )
    ran = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "Traceback" not in ran.stderr
    assert "pip install 'tertium[paraphrase]'" in ran.stderr


@dataclass(frozen=True, kw_only=True)
class Slow(Metric):
    """A metric that takes a millisecond for an output."""

    key = "slow"

    @property
    def name(self) -> str:
        return "Slow"

    def signature(self) -> dict[str, str]:
        return {}

    def statistics(self, pairing: Pairing) -> Floats:
        time.sleep(len(pairing) / 1000)
        return np.zeros((len(pairing), 1))

    def score(self, statistics: Floats) -> Floats:
        return statistics[..., 0]


def test_slow_metrics_say_how_long_they_take(capsys: pytest.CaptureFixture[str]) -> None:
    """By the first segments: nobody need say beforehand what a metric costs."""
    many = TestSet.build({"a": ["x"] * 100_000}, References.by_stream(["x"] * 100_000))
    notes.note_expected_time([Slow()], many, threads=1)
    noted = capsys.readouterr().err
    found = re.fullmatch(r"Note: Slow will take about (\d+) (seconds|minutes) for 100,000 outputs\.\n", noted)
    assert found, noted
    assert int(found[1]) * (60 if found[2] == "minutes" else 1) >= 90
    notes.note_expected_time([Slow()], many.part(0, 100), threads=1)
    assert capsys.readouterr().err == ""


def test_systems_are_called_by_their_files(tertium: Run, tmp_path: Path) -> None:
    for name in ("wmt22.ours.v2.txt", "ref.txt"):
        (tmp_path / name).write_text("the cat\n", "utf-8")
    out = tertium("score", tmp_path / "wmt22.ours.v2.txt", "-r", tmp_path / "ref.txt", "-m", "bleu").out
    assert "wmt22.ours.v2  " in out
    assert out.startswith("ref.txt, 1 segment")  # not its path
    piped = tertium("score", "-r", tmp_path / "ref.txt", "-m", "chrf", "--name", "newstest", stdin=b"the cat\n").out
    assert piped.startswith("newstest, 1 segment")
    assert "\nstdin " in piped


def test_names_do_not_act_on_a_terminal(texts: WriteTexts) -> None:
    """Of systems with several runs too."""
    one, two, ref = texts(one=["the cat sat"], two=["a cat sat"], ref=["the cat sat"])
    command = [sys.executable, "-m", "tertium", "compare", "-q", "-m", "chrf", "-r", str(ref)]
    command += [f"a\x1b[31m={one},{two}", f"b={two},{two}", "--swaps", "10", "--samples", "10"]
    terminal, side = os.openpty()
    subprocess.run(command, stdout=side, check=True, env={**os.environ, "NO_COLOR": "1"})
    os.close(side)
    shown = os.read(terminal, 100_000)
    os.close(terminal)
    assert b"a\\x1b[31m" in shown or "a␛[31m".encode() in shown, shown
    assert b"\x1b" not in shown
    assert b"a\\x1b[31m" in subprocess.run(command, capture_output=True, check=True).stdout


def test_csv_goes_in_and_out(tertium: Run, tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text('system,seg_id,hypothesis,reference\na,1,"the cat, sat","the ""cat"" sat"\n', "utf-8")
    ran = tertium("score", path, "-m", "chrf", "-f", "csv")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("record,test_set,metric,system")
    assert ran.out.splitlines()[1].startswith("score,set.csv,chrF2,a,")
    path.write_text("hypothesis,reference\na,b,c\n", "utf-8")
    assert "3 cells, expected 2" in tertium("score", path).err


def test_shells_complete_commands_and_metrics(tertium: Run) -> None:
    assert "_TERTIUM_COMPLETE=bash_complete" in tertium("completion", "bash").out
    environment = {"_TERTIUM_COMPLETE": "bash_complete", "COMP_WORDS": "tertium score -m bleu,me", "COMP_CWORD": "3"}
    ran = subprocess.run(
        [sys.executable, "-m", "tertium"], env={**environment, "PATH": ""}, capture_output=True, text=True, check=False
    )
    assert "bleu,meteor" in ran.stdout


def test_examples_and_ranks_by_the_primary_metric(tertium: Run) -> None:
    out = tertium("compare", "--sample", "-m", "bleu,chrf", "--primary", "chrf", "--by", "length", "--swaps", "50").out
    assert "clusters by chrF2" in out
    assert "By length" in out
    assert "unknown metric of this comparison" in tertium("compare", "--sample", "--primary", "meteor").err


def test_the_worst_segments_are_explained(tertium: Run) -> None:
    ran = tertium("explain", "--sample", "--worst", "2", "--system", "rules", "--against", "neural", "-m", "ter")
    assert ran.code == 0, ran.err
    assert ran.out.count("segment") >= 4
    learned = tertium(
        "explain", "--sample", "--worst", "1", "--system", "rules", "--against", "neural", "-m", "beer"
    ).out
    assert "against neural: -" in learned
    assert "above all by " in learned
    assert tertium("explain", "--sample", "--against", "neural").code == 2
    assert tertium("explain", "--sample", "--worst", "2", "--segment", "3").code == 2


def test_pages_hold_the_command(tertium: Run, tmp_path: Path) -> None:
    tertium("compare", "--sample", "-m", "bleu", "--swaps", "50", "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "How to reproduce" in page
    assert "tertium compare --sample -m bleu --swaps 50 --html" in page


def test_outputs_with_other_lines_are_cut_again(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    references = ["The cat sat on the mat.", "It was old.", "Nobody knew why."]
    hyp, ref = texts(hyp=["the cat sat on a mat. It", "was old. Nobody knew why.", "", ""], ref=references)
    refused = tertium("score", hyp, "-r", ref)
    assert refused.code == 1
    assert "pass --resegment" in refused.err
    cuts = tmp_path / "cut.txt"
    ran = tertium("score", hyp, "-r", ref, "-m", "wer(lowercase=yes)", "--resegment", "--cuts", cuts)
    assert ran.code == 0, ran.err
    assert "4 lines cut into 3 segments with 1 word errors" in ran.err
    assert "|seg:mwer|" in ran.out
    assert cuts.read_text("utf-8").splitlines() == ["the cat sat on a mat.", "It was old.", "Nobody knew why."]
