import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from tertium.data import SAMPLE
from tertium.evaluation.scale.sums import SEGMENTS
from tests.support.types import Ran, Run, WriteTexts

HYP = ["The cat sat on the mat.", "It is raining.", "He paid 3.50 euros, not more."]
REF = ["The cat is sitting on the mat.", "It's raining.", "He paid 3.50 euros and no more."]


def values(ran: Ran, metric: Any) -> Any:
    page = json.loads(ran.out)
    return {
        row["system"]: score["score"] for row in page["systems"] for score in row["scores"] if score["metric"] == metric
    }


def test_scores_are_those_of_sacrebleu(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    ran = tertium("score", hyp, "-r", ref, "-f", "json")
    assert ran.code == 0
    assert values(ran, "BLEU")["hyp"] == pytest.approx(sacrebleu.corpus_bleu(HYP, [REF]).score, abs=1e-9)
    assert values(ran, "chrF2")["hyp"] == pytest.approx(sacrebleu.corpus_chrf(HYP, [REF]).score, abs=1e-9)
    assert values(ran, "TER")["hyp"] == pytest.approx(sacrebleu.corpus_ter(HYP, [REF]).score, abs=1e-9)


def test_standard_input_gzip_and_files_agree(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    packed = tmp_path / "hyp.gz"
    packed.write_bytes(gzip.compress(hyp.read_bytes()))
    whole = [
        tertium("score", hyp, "-r", ref, "-f", "json"),
        tertium("score", packed, "-r", ref, "-f", "json"),
        tertium("score", "-r", ref, "-f", "json", stdin=hyp.read_bytes()),
        tertium("score", "-", "-r", ref, "-f", "json", stdin=hyp.read_bytes()),
    ]
    scores = [list(values(ran, "BLEU").values()) for ran in whole]
    assert scores == [scores[0]] * 4


def test_standard_output_holds_the_result_only(tertium: Run, texts: WriteTexts) -> None:
    tokenised, ref = texts(hyp=["a b c ."] * 20, ref=["a b c."] * 20)
    ran = tertium("score", tokenised, "-r", ref, "-f", "json", "--segments")
    json.loads(ran.out)
    assert "look tokenised already" in ran.err
    assert "effective_order=yes" in ran.err
    assert tertium("score", tokenised, "-r", ref, "-q").err == ""


def test_numbers_alone_are_what_validation_scripts_read(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    ran = tertium("score", hyp, "-r", ref, "-m", "chrf", "--score-only", "-w", "4")
    assert float(ran.out) == pytest.approx(sacrebleu.corpus_chrf(HYP, [REF]).score, abs=1e-4)
    two = tertium("score", f"a={hyp}", f"b={ref}", "-r", ref, "-m", "bleu,ter", "-b")
    first = [sacrebleu.corpus_bleu(HYP, [REF]).score, sacrebleu.corpus_ter(HYP, [REF]).score]
    assert two.out == "\t".join(f"{value:.1f}" for value in first) + "\n100.0\t0.0\n"
    for option in (["--segments"], ["--confidence"], ["-f", "json"], ["--html", "page.html"]):
        refused = tertium("score", hyp, "-r", ref, "-b", *option)
        assert refused.code == 2
        assert "exclude each other; pass one of them" in refused.err


def test_the_script_of_the_documentation_validates_a_model_that_trains(tmp_path: Path) -> None:
    """As Marian calls it: a file of translations as the argument, one number on standard output."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "other-programs.md").read_text("utf-8")
    script = page.partition("$ cat validate.sh\n")[2].partition("```")[0]
    (tmp_path / "validate.sh").write_text(script, "utf-8")
    (tmp_path / "validate.sh").chmod(0o755)
    (tmp_path / "dev.reference.txt").write_text("\n".join(REF) + "\n", "utf-8")
    (tmp_path / "dev.output.txt").write_text("\n".join(HYP) + "\n", "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    call = ["./validate.sh", "dev.output.txt"]
    ran = subprocess.run(
        call, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )
    assert float(ran.stdout) == pytest.approx(sacrebleu.corpus_chrf(HYP, [REF]).score, abs=1e-4)
    (tmp_path / "dev.output.txt").write_text("too short\n", "utf-8")
    failed = subprocess.run(call, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, check=False)
    assert (failed.returncode, failed.stdout) == (1, b"")


def test_text_without_spaces_gets_advice(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["今天天气很好。"], ref=["今天天气不错。"])
    assert "tok=zh" in tertium("score", hyp, "-r", ref, "-m", "bleu").err
    assert tertium("score", hyp, "-r", ref, "-m", "bleu(tok=zh)").err == ""


def test_systems_are_named_by_file_or_by_hand(tertium: Run, texts: WriteTexts) -> None:
    a, b, ref = texts(**{"sys-a": HYP, "sys-b": REF, "ref": REF})
    page = json.loads(tertium("score", a, f"second={b}", "-r", ref, "-f", "json").out)
    assert [row["system"] for row in page["systems"]] == ["sys-a", "second"]


def test_options_of_metrics_reach_them(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=HYP, ref=REF)
    ran = tertium("score", hyp, "-r", ref, "-m", "bleu(smooth=add-k,tok=intl),bleu", "-m", "chrf(beta=3)", "-f", "json")
    theirs = sacrebleu.corpus_bleu(HYP, [REF], smooth_method="add-k", tokenize="intl").score
    assert values(ran, "bleu(tok=intl,smooth=add-k)")["hyp"] == pytest.approx(theirs, abs=1e-9)
    assert {s["metric"] for s in json.loads(ran.out)["systems"][0]["scores"]} == {
        "bleu(tok=intl,smooth=add-k)",
        "bleu",
        "chrF3",
    }


def test_the_same_for_any_number_of_threads_and_seed_zero_is_a_seed(tertium: Run) -> None:
    runs = [tertium("score", "--sample", "--confidence", "--seed", 0, "-j", j, "-f", "json").out for j in (1, 2, 5)]
    assert runs == [runs[0]] * 3
    assert tertium("score", "--sample", "--confidence", "--seed", 1, "-f", "json").out != runs[0]


def test_segments_and_documents_of_the_sample(tertium: Run) -> None:
    page = json.loads(tertium("score", "--sample", "--segments", "--documents", "-m", "bleu", "-f", "json", "-q").out)
    score = page["systems"][0]["scores"][0]
    assert len(score["segments"]) == len(page["segment_documents"]) == 30
    assert list(score["documents"]) == list(dict.fromkeys(page["segment_documents"]))
    text = tertium("score", "--sample", "--segments", "--documents", "-m", "bleu", "-q").out
    assert "Scores of segments" in text
    assert "Scores of documents" in text


def test_document_ids_come_from_a_file(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref, ids = texts(hyp=HYP, ref=REF, ids=["one", "two", "one"])
    ran = tertium("score", hyp, "-r", ref, "--document-ids", ids, "--documents", "-m", "wer", "-f", "json")
    assert list(json.loads(ran.out)["systems"][0]["scores"][0]["documents"]) == ["one", "two"]


def test_width_is_the_number_of_digits(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(hyp=["a b c d e f"], ref=["a b c d e g"])
    assert "16.667" in tertium("score", hyp, "-r", ref, "-m", "wer", "-w", 3).out


def test_missing_segments_can_be_left_out(tertium: Run, tmp_path: Path) -> None:
    table = tmp_path / "set.jsonl"
    rows = [{"hypothesis": "a", "references": ["a"]}, {"hypothesis": "b", "references": []}]
    table.write_text("".join(json.dumps(row) + "\n" for row in rows))
    refused = tertium("score", table, "-m", "wer")
    assert (refused.code, refused.out) == (1, "")
    assert "segment 2 has no reference" in refused.err
    ran = tertium("score", table, "-m", "wer", "--missing", "skip", "--segments", "-f", "json")
    page = json.loads(ran.out)
    assert page["n_segments"] == 1
    assert page["systems"][0]["scores"][0]["segments"] == [0.0, None]
    assert "1 of 2 segments are left out" in ran.err


def test_rows_of_a_table_are_chosen_by_column(tertium: Run, tmp_path: Path) -> None:
    table = tmp_path / "set.tsv"
    table.write_text("lang_pair\tsystem\tseg_id\thypothesis\treference\nde-en\ts\t1\ta b\ta b\nfr-en\ts\t1\tx\ty\n")
    assert "lang_pair" in tertium("score", table, "-m", "wer").err
    ran = tertium("score", table, "--where", "lang_pair=de-en", "-m", "wer", "-f", "json")
    assert values(ran, "WER") == {"s": 0.0}


def test_a_page_is_written(tertium: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert tertium("score", "--sample", "--html", page).code == 0
    assert page.read_text().startswith("<!doctype html>")


def test_hter_needs_no_references_beside_post_edits_but_others_do(tertium: Run, texts: WriteTexts) -> None:
    hyp, edited = texts(hyp=HYP, edited=[HYP[0], "It is raining hard.", HYP[2]])
    ran = tertium("score", hyp, "-m", "hter", "--post-edits", edited, "-f", "json")
    expected = sacrebleu.corpus_ter(HYP, [edited.read_text().splitlines()]).score
    assert values(ran, "HTER")["hyp"] == pytest.approx(expected)
    (signature,) = (score["signature"] for score in json.loads(ran.out)["systems"][0]["scores"])
    assert "|refs:post-edit|" in signature
    others = tertium("score", hyp, "-m", "hter,bleu", "--post-edits", edited)
    assert others.code == 1
    assert "bleu needs references and cannot read post-edits, and" in others.err
    assert "has post-edits alone; pass -r FILE" in others.err


def test_hter_scores_against_files_of_post_edits(tertium: Run, texts: WriteTexts) -> None:
    hyp, other, ref, edited = texts(hyp=HYP, other=REF, ref=REF, edited=[HYP[0], "It is raining hard.", HYP[2]])
    ran = tertium("score", hyp, "-r", ref, "-m", "hter", "--post-edits", edited, "-f", "json")
    assert values(ran, "HTER")["hyp"] == pytest.approx(
        sacrebleu.corpus_ter(HYP, [edited.read_text().splitlines()]).score
    )
    unnamed = tertium("score", hyp, other, "-r", ref, "-m", "hter", "--post-edits", edited)
    assert unnamed.code == 2
    assert "NAME=" in unnamed.err
    without = tertium("score", hyp, "-r", ref, "-m", "hter")
    assert without.code != 0
    assert "--post-edits [NAME=]FILE" in without.err


CHINESE = {
    "hyp": ["我们明天去北京看望我的父母。", "他不知道这个问题的答案。"],
    "ref": ["明天我们去北京看父母。", "他不知道怎么回答。"],
}


def test_a_language_chooses_for_all_metrics(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(**CHINESE)
    ran = tertium("score", hyp, "-r", ref, "-l", "en-zh", "-m", "bleu,ter,wer", "-f", "json")
    assert ran.err == ""
    assert ran.out.count("lang:zh") == 3
    assert "tok:zh" in ran.out
    assert "asian:yes" in ran.out


def test_all_says_what_it_leaves_out(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(**CHINESE)
    ran = tertium("score", hyp, "-r", ref, "-l", "zh", "-m", "all")
    assert ran.code == 0
    assert "Note: regression is left out for Chinese: its model mtr-en was trained on English" in ran.err
    assert "Regression" not in ran.out


def test_without_a_language_each_metric_has_advice_of_its_own(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(**CHINESE)
    err = tertium("score", hyp, "-r", ref).err
    assert "Warning: bleu:" in err
    assert "bleu(tok=zh)" in err
    assert "ter(normalized=yes,asian_support=yes)" in err
    assert "chrf" not in err


def test_models_of_english_do_not_score_chinese(tertium: Run, texts: WriteTexts) -> None:
    hyp, ref = texts(**CHINESE)
    ran = tertium("score", hyp, "-r", ref, "-m", "regression")
    assert ran.code == 2
    assert "trained on English" in ran.err
    assert ran.out == ""
    refused = tertium("score", hyp, "-r", ref, "-l", "zh", "-m", "beer")
    assert refused.code == 2
    assert "beer(model=beer-any) does not fit Chinese" in refused.err


def test_a_language_that_the_text_is_not_in_is_warned_of(tertium: Run) -> None:
    assert "looks like English, not German (-l de)" in tertium("score", "--sample", "-l", "de", "-m", "bleu").err
    assert "unknown language 'xx'" in tertium("score", "--sample", "-l", "xx").err


def test_several_blocks_have_the_scores_of_the_whole(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    n = 2 * SEGMENTS + 1
    hyp, ref = texts(hyp=[f"a cat {i % 7} b" for i in range(n)], ref=[f"a cat {i % 5} b c" for i in range(n)])
    # Intervals need the rows of all segments, so that the input is read as a whole.
    whole = json.loads(tertium("score", hyp, "-r", ref, "--confidence", "--samples", 2, "-f", "json").out)
    ran = tertium("score", hyp, "-r", ref, "--segments-to", tmp_path / "scores.tsv", "-f", "json")
    assert ran.code == 0
    scores = [score["score"] for score in json.loads(ran.out)["systems"][0]["scores"]]
    assert scores == [score["score"] for score in whole["systems"][0]["scores"]]
    lines = (tmp_path / "scores.tsv").read_text("utf-8").splitlines()
    assert lines[0] == "system\tsegment\tBLEU\tchrF2\tTER"
    assert [line.split("\t")[1] for line in lines[1:]] == [str(i + 1) for i in range(n)]
    ran = tertium("score", hyp, "-r", ref, "-m", "nist", "--score-only")
    assert "Note: nist: the whole test set is held in memory, because each segment depends on all." in ran.err
    ran = tertium("score", hyp, "-r", ref, "--segments-to", tmp_path / "scores.tsv", "--confidence")
    assert ran.code == 2
    assert "--segments-to and --confidence" in ran.err


def test_a_folder_of_parts_is_a_test_set(tertium: Run, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, text in (("a", "the cat"), ("b", "a dog")):
        (folder / f"{name}.jsonl").write_text(
            json.dumps({"hypotheses": {"s": text, "t": "a cat"}, "reference": text}) + "\n"
        )
    for command in ("score", "compare"):
        ran = tertium(command, folder, "-f", "json")
        assert json.loads(ran.out)["n_segments"] == 2, ran.err


def test_rows_in_files_give_the_intervals_and_tests_of_the_whole(tertium: Run, tmp_path: Path) -> None:
    # Only a test set that is read in blocks has rows in files.
    part = tmp_path / "sample.jsonl"
    part.write_bytes(SAMPLE.read_bytes())
    for command, options in (("score", ["--confidence"]), ("compare", ["--examples", 0, "--swaps", 100])):
        arguments = (command, part, *options, "-m", "bleu,chrf", "--samples", 100, "-f", "json")
        whole, kept = tertium(*arguments), tertium(*arguments, "--work", tmp_path / "work")
        assert kept.code == 0, kept.err
        assert json.loads(kept.out) == json.loads(whole.out)
        ran = tertium(*arguments, "--work", tmp_path / "work", "--segments")
        assert "--work and --segments" in ran.err
    assert "--work is for --confidence" in tertium("score", part, "--work", tmp_path / "work").err
