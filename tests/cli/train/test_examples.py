"""`tertium train svm`: translations in, a model, tables and plots out."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.types import Run


@pytest.fixture
def texts(tmp_path: Path) -> Any:
    names = ["cat", "dog", "king", "aunt", "bird"]
    rows = [(f"the {names[i % 5]} saw house number {i} today .", i) for i in range(90)]
    (tmp_path / "reference.txt").write_text("".join(f"{text}\n" for text, _ in rows), "utf-8")
    (tmp_path / "human.txt").write_text("".join(f"{text.replace('saw', 'found')}\n" for text, _ in rows), "utf-8")
    (tmp_path / "systems").mkdir()
    for system, words in (("a", "house it"), ("b", "see of house")):
        lines = "".join(f"{words} {i} {text.split()[1]}\n" for text, i in rows)
        (tmp_path / "systems" / f"{system}.txt").write_text(lines, "utf-8")
    table = "".join(f"de-en\t{text}\t{text.replace('saw', 'found')}\n" for text, _ in rows)
    (tmp_path / "two.tsv").write_text(f"lang_pair\treference\treference_2\n{table}", "utf-8")
    table = "".join(f"de-en\t{text}\thouse {i}\tit {i}\t>\n" for text, i in rows)
    (tmp_path / "pairs.tsv").write_text(f"lang_pair\treference\thyp_a\thyp_b\tpreference\n{table}", "utf-8")
    return tmp_path


def test_plain_texts_and_a_folder_of_systems_train_a_model(tertium: Run, texts: Any) -> None:
    model = texts / "mine.model"
    ran = tertium(
        *("train", "svm", "--human", texts / "human.txt", "--machine", texts / "systems"),
        *("--references", texts / "reference.txt", "--c", "1,10", "--sigma", "5", "-o", model, "--plots", texts),
    )
    assert ran.code == 0, ran.err
    assert "accuracy: C  sigma 5" in ran.out
    assert "ngram.2.precision" in ran.out
    assert "told right" in ran.out
    assert "C 10, σ 5: accuracy" in ran.err
    assert (texts / "roc.png").read_bytes().startswith(b"\x89PNG")
    assert "human.txt" in tertium("train", "show", model).out
    scored = tertium("score", "--sample", "-m", f"svm(model={model})", "-f", "json")
    assert scored.code == 0, scored.err
    assert "features:basic" in json.loads(scored.out)["systems"][0]["scores"][0]["signature"]


def test_tables_train_a_model_and_judgements_show_how_it_agrees(tertium: Run, texts: Any) -> None:
    judged = texts / "judged.tsv"
    rows = "".join(f"x\tde-en\ts\t{i}\tthe {'cat ' * i}saw it\tthe cat saw it\t{-i}\n" for i in range(5))
    judged.write_text(f"dataset\tlang_pair\tsystem\tseg_id\thypothesis\treference\tscore\n{rows}", "utf-8")
    ran = tertium(
        *("train", "svm", "--human", texts / "two.tsv", "--machine", texts / "pairs.tsv", "--lang-pair", "*-en"),
        *("--c", "1", "--sigma", "5", "--judgements", judged, "-f", "json", "-q"),
    )
    assert ran.code == 0, ran.err
    assert ran.err == ""
    page = json.loads(ran.out)
    assert {"accuracy", "area", "pearson", "spearman"} < set(page["grid"][0])
    assert [(part["use"], part["judgements"]) for part in page["training"]] == [("human", 180), ("machine", 180)]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--human", "human.txt", "--machine", "systems"], 2, "plain text needs references beside it"),
        (["--human", "human.txt", "--machine", "short.txt", "--references", "reference.txt"], 1, "has 1 lines but"),
        (["--human", "two.tsv", "--machine", "nowhere.tsv"], 1, "nowhere.tsv"),
        (["--human", "one.tsv", "--machine", "pairs.tsv"], 1, "no column 'hypothesis' and no second reference"),
        (["--human", "two.tsv", "--machine", "pairs.tsv", "--lang-pair", "xx-en"], 1, "0 human and 0 machine"),
        (["--human", "two.tsv", "--machine", "pairs.tsv", "--c", "x"], 2, "option 'c' cannot be 'x'"),
        (["--human", "two.tsv", "--machine", "empty"], 1, "the folder is empty"),
        (["--human", "two.tsv", "--machine", "pairs.tsv", "--plots", "nowhere"], 1, "no such folder; create it first"),
        (["--human", "two.tsv"], 2, "Missing option '--machine'"),
    ],
)
def test_wrong_use_is_refused(
    tertium: Run, texts: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(texts)
    (texts / "short.txt").write_text("one line\n", "utf-8")
    (texts / "one.tsv").write_text("reference\na\n", "utf-8")
    (texts / "empty").mkdir()
    ran = tertium("train", "svm", *arguments, "-q")
    assert ran.code == code, ran.err
    assert message in ran.err
    assert ran.out == ""
