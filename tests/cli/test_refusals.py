"""Wrong input: a message that says what to do, an exit code, and nothing on standard output."""

import os
import subprocess
import sys

import pytest


def refused(ran, code, *parts):
    assert ran.code == code, ran.err
    assert ran.out == ""
    for part in parts:
        assert part in ran.err, ran.err


def test_different_numbers_of_lines(tertium, texts):
    lines = [f"{'word ' * (i % 7 + 1)}end" for i in range(40)]
    hyp, ref = texts(hyp=lines[:17] + lines[18:], ref=lines)
    refused(tertium("score", hyp, "-r", ref), 1, f"{hyp} has 39 lines but {ref} has 40", "at about line 18")


def test_undecodable_bytes(tertium, texts):
    hyp, ref = texts(hyp=b"fine\nna\xefve\n", ref=["fine", "naive"])
    refused(tertium("score", hyp, "-r", ref), 1, "hyp.txt", "2", "0xef", "UTF-8")


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("blue", "did you mean 'bleu'?"),
        ("bleu(smoth=exp)", "did you mean 'smooth'?"),
        ("bleu(smooth=exponential)", "it takes exp, floor, add-k, none"),
        ("bleu(max_order=0)", "at least 1"),
        ("bleu(tok=13b)", "unknown tokeniser '13b'"),
        ("bleu(tok=13a", "no closing bracket"),
        ("bleu,,ter", "empty name"),
    ],
)
def test_unknown_metrics_and_options(tertium, texts, spec, part):
    hyp, ref = texts(hyp=["a"], ref=["a"])
    refused(tertium("score", hyp, "-r", ref, "-m", spec), 2, part)


def test_a_directory_for_a_file(tertium, texts, tmp_path):
    (ref,) = texts(ref=["a"])
    refused(tertium("score", tmp_path, "-r", ref), 1, str(tmp_path), "directory")


def test_a_missing_file(tertium, texts, tmp_path):
    (ref,) = texts(ref=["a"])
    refused(tertium("score", tmp_path / "nowhere.txt", "-r", ref), 1, "nowhere.txt")


def test_two_systems_of_one_name(tertium, texts, tmp_path):
    hyp, ref = texts(hyp=["a"], ref=["a"])
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "hyp.txt"
    twin.write_text("b\n")
    refused(tertium("score", hyp, twin, "-r", ref), 1, "both systems would be called 'hyp'", f"second={twin}")


def test_no_segments(tertium, texts):
    hyp, ref = texts(hyp=[], ref=[])
    refused(tertium("score", hyp, "-r", ref), 1, "no segments")


def test_documents_without_ids(tertium, texts):
    hyp, ref = texts(hyp=["a"], ref=["a"])
    refused(tertium("score", hyp, "-r", ref, "--documents"), 1, "no document ids")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "nothing to score"),
        (["a", "b"], "no references"),
        (["-", "-r", "-"], "only once"),
        (["--sample", "a"], "brings its own"),
        (["--where", "x", "a"], "COLUMN=VALUE"),
        (["a", "-r", "b", "--where", "x=y"], "whole test set"),
    ],
)
def test_wrong_use(tertium, arguments, part):
    refused(tertium("score", *arguments), 2, part)


def test_a_page_that_cannot_be_written_prints_no_result(tertium, tmp_path):
    refused(tertium("score", "--sample", "--html", tmp_path / "no" / "such" / "page.html"), 1, "page.html")


def test_a_reader_that_has_had_enough_is_no_error():
    script = f"{sys.executable} -m tertium score --sample --segments -q | head -1"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert ran.stdout.startswith("built-in sample")
    assert ran.stderr == ""
