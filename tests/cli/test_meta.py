"""`tertium meta`: small judgement files in, tables out."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.judgements import OUTPUTS, REFERENCES, SCORES, pair_rows, score_rows
from tests.support.types import Run


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "judged.tsv"
    path.write_text(score_rows() + score_rows("fr-en", 1).split("\n", 1)[1], "utf-8")
    return path


@pytest.fixture
def pairs(tmp_path: Path) -> Any:
    path = tmp_path / "pairs.tsv"
    path.write_text(pair_rows(), "utf-8")
    return path


def test_the_usual_measures_as_tables_with_an_average(tertium: Run, judged: Any) -> None:
    ran = tertium("meta", judged, "-m", "chrf,ter")
    assert ran.code == 0, ran.err
    assert "tiny: Spearman's ρ with da, by segment\nmetric   de-en   fr-en     avg\n" in ran.out
    assert "pairwise accuracy with tie calibration" in ran.out
    assert "tiny: Pearson's r with da, by system" in ran.out
    assert "metrics where lower is better are negated" in ran.out
    assert "chrF2  chrf|" in ran.out


def test_preferences_and_scores_in_one_run(tertium: Run, judged: Any, pairs: Any) -> None:
    ran = tertium("meta", judged, pairs, "-m", "chrf", "--measures", "wmt-2014,consistency,pearson", "-f", "json")
    tables = {(t["dataset"], t["measure"], t["level"]): t for t in json.loads(ran.out)["tables"]}
    assert tables["rr", "wmt-2014", "pairs"]["columns"][0]["cells"][0]["value"] == 1.0
    consistency = tables["rr", "consistency", "pairs"]["columns"][0]
    assert (consistency["cells"][0]["value"], consistency["baseline"], consistency["n"]) == (0.75, 0.375, 4)
    assert tables["tiny", "pearson", "segment"]["average"]["lang_pair"] == "avg"


def test_levels_language_pairs_and_kinds_are_chosen(tertium: Run, judged: Any) -> None:
    ran = tertium("meta", judged, "-m", "chrf", "--level", "system", "--lang-pair", "fr-*", "--kind", "da", "-f", "tsv")
    header, *lines = [line.split("\t") for line in ran.out.splitlines()]
    rows = [dict(zip(header, line, strict=True)) for line in lines]
    assert {(row["level"], row["lang_pair"]) for row in rows} == {("system", "fr-en")}
    assert {row["measure"] for row in rows} == {"pearson", "system-accuracy"}


def test_documents_are_drawn_where_judgements_name_them(tertium: Run, judged: Any, tmp_path: Path) -> None:
    given = ("-m", "chrf", "--measures", "spearman,pearson-differences", "--samples", "50", "--resample", "documents")
    ran = tertium("meta", judged, *given)
    assert ran.code == 0, ran.err
    assert "Bootstrap samples consist of whole documents." in ran.out
    assert "Pearson's r of the differences between systems on a segment" in ran.out
    named = tmp_path / "named.tsv"
    named.write_text(judged.read_text("utf-8").replace("\td0\t", "\t\t").replace("\td1\t", "\t\t"), "utf-8")
    assert "tiny: has no documents to draw, so its segments are drawn." in tertium("meta", named, *given).out


def test_tests_mark_what_is_not_worse(tertium: Run, judged: Any) -> None:
    ran = tertium("meta", judged, "-m", "chrf,ter,bleu", "--tests", "--samples", "100", "--level", "segment")
    assert ran.code == 0, ran.err
    assert "= not significantly worse than the best" in ran.out
    assert "Clusters by the average: 1." in ran.out
    assert "100 samples, seed 12345" in ran.out


def test_scores_of_a_file_stand_beside_metrics(tertium: Run, judged: Any, tmp_path: Path) -> None:
    lines = ["lang_pair\tsystem\tseg_id\tscore\n"]
    lines += [f"de-en\t{s}\t{i + 1}\t{-SCORES[s][i]}\n" for s in SCORES for i in range(4) if (s, i) != ("poor", 3)]
    path = tmp_path / "errors.tsv"
    path.write_text("".join(lines), "utf-8")
    ran = tertium(
        "meta", judged, "-m", "chrf", "--scores", f"errors={path}", "--lower-is-better", "errors",
        "--lang-pair", "de-en", "--level", "segment", "--measures", "pearson", "-f", "json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    page = json.loads(ran.out)
    cell = page["tables"][0]["columns"][0]["cells"][1]
    assert cell["metric"] == "errors"
    assert cell["value"] == pytest.approx(1.0)
    assert cell["coverage"] == pytest.approx(11 / 12)
    assert "scores 11 of 12 judged items" in page["notes"][0]


def test_coverage_is_said_below_the_table(tertium: Run, judged: Any, tmp_path: Path) -> None:
    path = tmp_path / "values.txt"
    path.write_text("nan\n" + "\n".join(map(str, range(23))) + "\n", "utf-8")
    ran = tertium("meta", judged, "--scores", f"ours={path}", "--level", "segment")
    assert "ours scores 91.67 % of what was judged in de-en; its value is over these alone." in ran.out


def test_system_scores_of_a_file_have_no_segment_level(tertium: Run, judged: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.sys.score"
    path.write_text("good\t3\nfair\t2\npoor\t1\n", "utf-8")
    ran = tertium("meta", judged, "--scores", f"m={path}", "--measures", "system-accuracy,spearman", "-f", "json")
    tables = {(t["level"], t["measure"]): t["columns"][0]["cells"][0] for t in json.loads(ran.out)["tables"]}
    assert tables["system", "system-accuracy"]["value"] == 1.0
    assert tables["segment", "spearman"]["value"] is None
    assert tables["segment", "spearman"]["note"] == "fewer than two scores"


def test_scores_are_kept_and_a_damaged_file_is_made_again(tertium: Run, judged: Any, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    first = tertium("meta", judged, "-m", "chrf", "--cache", folder)
    (one,) = folder.iterdir()  # both language pairs have the same texts
    one.write_bytes(b"broken")
    second = tertium("meta", judged, "-m", "chrf", "--cache", folder)
    assert second.out == first.out
    assert "kept scores are damaged and are computed again" in second.err
    assert "Note" not in tertium("meta", judged, "-m", "chrf", "--cache", folder).err


def test_without_cache_nothing_is_kept(tertium: Run, judged: Any, tmp_path: Path) -> None:
    assert tertium("meta", judged, "-m", "chrf", "--no-cache").code == 0
    assert not (tmp_path / "cache").exists()
    assert tertium("meta", judged, "-m", "chrf").code == 0
    assert len(list((tmp_path / "cache" / "tertium").iterdir())) == 1


def test_statistics_in_a_folder_give_the_same(tertium: Run, judged: Any, tmp_path: Path) -> None:
    arguments = ("meta", judged, "-m", "chrf,ter", "--lang-pair", "*-en", "--measures", "all", "-f", "json")
    work = tmp_path / "work"
    ran = tertium(*arguments, "--work", work)
    assert ran.code == 0, ran.err
    assert ran.out == tertium(*arguments, "--no-cache").out
    assert sorted(path.name for path in work.iterdir()) == [f"group{g}-metric{m}.f64" for g in (0, 1) for m in (0, 1)]
    refused = tertium(*arguments, "--work", work, "--cache", tmp_path)
    assert (refused.code, refused.out) == (2, "")
    assert "--work and --cache exclude each other" in refused.err


def test_a_page_and_plots_are_written(tertium: Run, judged: Any, tmp_path: Path) -> None:
    page, plots = tmp_path / "page.html", tmp_path / "plots"
    ran = tertium("meta", judged, "-m", "chrf,ter", "--html", page, "--plot", plots, "--human", "good")
    assert ran.code == 0, ran.err
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count("<svg") > 6
    names = {path.name for path in plots.iterdir()}
    assert {name.split("-")[0] for name in names} == {"scatter", "sizes", "roc", "ranks"}
    assert {name.rsplit(".")[-1] for name in names} == {"png", "svg"}


def test_plots_without_matplotlib_name_the_extra(
    tertium: Run, judged: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = tertium("meta", judged, "-m", "chrf", "--plot", tmp_path / "plots")
    assert ran.code == 1
    assert "pip install 'tertium[report]'" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "give a metric"),
        (["-m", "blue"], 2, "unknown metric 'blue'"),
        (["-m", "chrf", "--measures", "pearsen"], 2, "unknown measure 'pearsen'"),
        (["-m", "chrf", "--lang-pair", "xx-en"], 2, "unknown language pair 'xx-en'; known: de-en, fr-en"),
        (["-m", "chrf", "--level", "pairs"], 1, "nothing to measure at level pairs"),
        (["-m", "chrf", "--normalize", "z"], 2, "who gave which rating is not known"),
        (["-m", "chrf", "--scores", "nofile"], 2, "expected NAME=FILE"),
        (["-m", "chrf", "--scores", "x=absent.tsv"], 1, "absent.tsv: no such file"),
        (["-m", "chrf", "--lower-is-better", "x"], 2, "unknown metric of --scores 'x'"),
        (["-m", "chrf", "--human", "x"], 2, "unknown system 'x'"),
    ],
)
def test_wrong_use_is_refused(tertium: Run, judged: Any, arguments: Any, code: int, message: str) -> None:
    ran = tertium("meta", judged, *arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_a_file_with_too_few_scores_is_refused(tertium: Run, judged: Any, tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text("1\n2\n", "utf-8")
    ran = tertium("meta", judged, "--scores", f"ours={path}")
    assert ran.code == 1
    assert "short.txt: 2 scores, expected 24, one for each judged item (tiny de-en 12, tiny fr-en 12)" in ran.err


def test_ratings_are_normalised_by_rater(tertium: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "rated.tsv"
    rows = score_rows().splitlines()
    head, body = rows[0] + "\trater\n", [f"{row}\tstrict\n" for row in rows[1:]]
    path.write_text(head + "".join(body), "utf-8")
    ran = tertium("meta", path, "-m", "chrf", "--normalize", "percentile")
    assert ran.code == 0, ran.err
    assert "normalised for each rater: percentile" in ran.out


def test_a_folder_of_mt_metrics_eval_brings_its_own_metrics(
    tertium: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    scores = "".join(f"{system}\t{score}\n" for system, own in SCORES.items() for score in own)
    files = {
        "sources/de-en.txt": "eins\nzwei\ndrei\nvier\n",
        "references/de-en.refA.txt": "".join(f"{text}\n" for text in REFERENCES),
        "documents/de-en.docs": "news\td0\nnews\td0\ntalk\td1\ntalk\td1\n",
        "human-scores/de-en.mqm.seg.score": scores,
        "metric-scores/de-en/theirs-refA.seg.score": scores.replace("90", "None"),
        **{f"system-outputs/de-en/{name}.txt": "".join(f"{x}\n" for x in texts) for name, texts in OUTPUTS.items()},
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    seg_score = folder / "metric-scores/de-en/theirs-refA.seg.score"
    ran = tertium("meta", folder, "-m", "chrf", "--given", "--scores", f"again={seg_score}", "-f", "json")
    assert ran.code == 0, ran.err
    page = json.loads(ran.out)
    assert [metric["label"] for metric in page["metrics"]] == ["chrF2", "again", "theirs-refA"]
    tables = {(t["level"], t["measure"]): t["columns"][0] for t in page["tables"]}
    _, again, theirs = tables["segment", "spearman"]["cells"]
    assert again["value"] == pytest.approx(1.0)
    assert {**again, "metric": ""} == {**theirs, "metric": ""}
    assert again["coverage"] == pytest.approx(11 / 12)
    assert tables["document", "pearson"]["n"] == 6


def _chinese(path: Path, lang_pair: str) -> Path:
    rows = ["dataset\tlang_pair\tseg_id\tsystem\treference\thypothesis\tscore\tscore_kind"]
    outputs = {
        "good": ["猫坐在垫子上。", "今天天气很好。", "我们在老磨坊见面。"],
        "poor": ["猫。", "天气坏。", "磨坊很老。"],
    }
    references = ["猫坐在垫子上。", "今天的天气很好。", "我们在老磨坊见了面。"]
    for system, texts in outputs.items():
        for i, (text, reference) in enumerate(zip(texts, references, strict=True)):
            score = 90 - i if system == "good" else 20 + i
            rows.append(f"zh\t{lang_pair}\t{i}\t{system}\t{reference}\t{text}\t{score}\tda")
    path.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    return path


def test_the_language_chooses_tokenisers_as_in_score(tertium: Run, tmp_path: Path) -> None:
    unknown = _chinese(tmp_path / "unknown.tsv", "")
    said = tertium("meta", unknown, "-l", "zh", "-m", "bleu,chrf", "--no-cache", "--level", "segment")
    assert "bleu|tok:zh" in said.out, said.err
    assert "chrf|case:mixed|nc:6|nw:0|space:no|eff:yes|unicode:nfc|lang:zh|v:" in said.out
    refused = tertium("meta", unknown, "-l", "zh", "-m", "regression", "--no-cache")
    assert refused.code == 2
    assert "regression does not fit Chinese" in refused.err
    guessed = tertium("meta", unknown, "-m", "bleu", "--no-cache", "--level", "segment")
    assert (
        "Warning: bleu: unknown looks like Chinese, and the tokeniser 13a does not find words in Chinese" in guessed.err
    )


def test_language_pairs_say_the_language(tertium: Run, tmp_path: Path, judged: Any) -> None:
    chinese = _chinese(tmp_path / "chinese.tsv", "en-zh")
    alone = tertium("meta", chinese, "-m", "bleu", "--level", "segment", "--no-cache")
    assert "bleu|tok:zh" in alone.out, alone.err
    assert "Warning" not in alone.err
    mixed = tertium("meta", chinese, judged, "-m", "bleu", "--level", "segment", "--no-cache")
    assert "bleu|tok:13a" in mixed.out, mixed.err
    assert "Warning: bleu: en-zh is Chinese, and the tokeniser 13a" in mixed.err
    other = tertium("meta", judged, "-l", "zh", "-m", "chrf", "--level", "segment", "--no-cache")
    assert "Warning: the judgements of de-en are of English, not Chinese (-l zh)." in other.err


def test_systems_are_ranked_by_people_without_a_metric(tertium: Run, tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text(pair_rows(), "utf-8")
    arguments = ["meta", str(tmp_path / "p.tsv"), "--rank", "expected-wins", "--samples", "50"]
    found = tertium(*arguments)
    assert found.code == 0
    assert "4 judgements, by expected-wins" in found.out
    made = json.loads(tertium(*arguments, "-f", "json").out)["rankings"][0]
    assert [(system["system"], system["score"]) for system in made["systems"]] == [("good", 1), ("poor", 0)]
    assert tertium(*arguments, "-f", "tsv").out.splitlines()[0].split("\t")[:3] == ["group", "system", "score"]
    refused = tertium(*arguments, "-m", "chrf")
    assert refused.code == 2
    assert "--rank and -m exclude each other; pass one of them" in refused.err
