"""The six programs for Moses' script: what they are given, what they write, and that they work together."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.metrics import parse
from tertium.text.nbest.lists import NBest
from tertium.text.testset import References
from tertium.tune.moses.files import read_blocks, read_start_points, with_weights
from tertium.tune.weights import Weights
from tests.tune.lists import SENTENCES, ten_lists
from tests.tune.test_runs import run


def write_lists(path: Path, nbest: NBest) -> None:
    lines = []
    for i in range(len(nbest)):
        for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
            model, length, noise = nbest.features[c].tolist()
            lines.append(f"{i} ||| {nbest.text(c)} ||| tm= {model!r} {length!r} noise= {noise!r} ||| -1\n")
    path.write_text("".join(lines), "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds of lists, extracted as Moses' script would do it."""
    folder = tmp_path_factory.mktemp("moses")
    (folder / "ref").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    assert run(folder, "tune", "moses-dir", "bin", "-m", "chrf").returncode == 0
    for number in (1, 2):
        write_lists(folder / f"run{number}.nbest", ten_lists(seed=number)[0])
        program(
            folder,
            "extractor",
            *("--sctype", "BLEU", "--scconfig", "case:true", "--scfile", f"run{number}.scores.dat"),
            *("--ffile", f"run{number}.features.dat", "-r", "ref", "-n", f"run{number}.nbest"),
        )
    (folder / "init.opt").write_text("0.3 0.3 0.3\n0 0 0\n1 1 1\n", "utf-8")
    (folder / "run1.dense").write_text("0.3 0.3 0.3\n", "utf-8")
    return folder


def program(folder: Path, name: str, *words: str) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(
        [str(folder / "bin" / name), *words], capture_output=True, text=True, cwd=folder, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


BOTH = ("--ffile", "run1.features.dat,run2.features.dat", "--scfile", "run1.scores.dat,run2.scores.dat")


def score_of(folder: Path, weights: list[float]) -> float:
    """chrF of what these weights choose from both lists together."""
    nbest = NBest.joined([ten_lists(seed=number)[0] for number in (1, 2)])
    chosen = nbest.best(nbest.features @ np.array(weights))
    references = References.by_segment([[sentence] for sentence in SENTENCES])
    return parse("chrf").corpus_score([nbest.text(int(i)) for i in chosen], references)


def test_the_programs_are_there_and_may_be_run(folder: Path) -> None:
    names = {"extractor", "mert", "pro", "kbmira", "evaluator", "megam_i686.opt"}
    assert set(os.listdir(folder / "bin")) == names
    assert all(os.access(folder / "bin" / name, os.X_OK) for name in names)


def test_the_extractor_writes_moses_data_files(folder: Path) -> None:
    text = (folder / "run1.features.dat").read_text("utf-8").splitlines()
    assert text[0] == "FEATURES_TXT_BEGIN_0 0 8 3 tm_0 tm_1 noise"
    assert text[9] == "FEATURES_TXT_END_0"
    scores = (folder / "run1.scores.dat").read_text("utf-8").splitlines()
    assert scores[0].startswith("SCORES_TXT_BEGIN_0 0 8 ")
    blocks = read_blocks(folder / "run1.scores.dat", "SCORES")
    metric, (nbest, references) = parse("chrf"), ten_lists(seed=1)
    assert len(blocks) == 10
    expected = metric.segment_scores([nbest.text(i) for i in range(8)], References.by_segment([references[0]] * 8))
    assert metric.score(blocks[0].rows) == pytest.approx(expected)


def test_mert_writes_weights_and_says_the_best_point(folder: Path) -> None:
    done = program(folder, "mert", "-d", "3", "-n", "5", "-r", "7", *BOTH, "--ifile", "init.opt")
    weights = [float(word) for word in (folder / "weights.txt").read_text("utf-8").split()]
    line = next(line for line in done.stderr.splitlines() if line.startswith("Best point: "))
    point, _, score = line.removeprefix("Best point: ").partition(" => ")
    assert [float(word) for word in point.split()] == weights
    assert 100 * float(score) == pytest.approx(score_of(folder, weights), abs=1e-6)
    assert float(score) > score_of(folder, [0.3] * 3) / 100


def test_kbmira_writes_named_weights(folder: Path) -> None:
    files = ["--ffile", "run1.features.dat", "--ffile", "run2.features.dat"]
    files += ["--scfile", "run1.scores.dat", "--scfile", "run2.scores.dat"]
    done = program(folder, "kbmira", "--dense-init", "run1.dense", *files, "-o", "mert.out")
    rows = [line.split() for line in (folder / "mert.out").read_text("utf-8").splitlines()]
    assert [name for name, _ in rows] == ["F0", "F1", "F2"]
    best = float(done.stderr.split("Best BLEU = ")[1])
    assert 100 * best == pytest.approx(score_of(folder, [float(value) for _, value in rows]), abs=1e-6)


def test_pro_and_its_trainer_work_together(folder: Path) -> None:
    program(folder, "pro", *BOTH, "-o", "run1.pro.data")
    lines = (folder / "run1.pro.data").read_text("utf-8").splitlines()
    assert {line.split()[0] for line in lines} == {"0", "1"}
    done = program(folder, "megam_i686.opt", "-fvals", "-maxi", "30", "-nobias", "binary", "run1.pro.data")
    weights = {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}
    assert set(weights) == {"F0", "F1", "F2"}
    assert weights["F0"] > abs(weights["F2"])


def test_the_evaluator_scores_lists_and_files(folder: Path) -> None:
    done = program(folder, "evaluator", "--sctype", "BLEU", "--reference", "ref", "--nbest", "run1.nbest")
    nbest, references = ten_lists(seed=1)
    first = [nbest.text(int(i)) for i in nbest.offsets[:-1]]
    assert float(done.stdout) == pytest.approx(parse("chrf").corpus_score(first, references) / 100, abs=1e-6)
    assert "--sctype BLEU is ignored; this folder's metric is chrf" in done.stderr
    done = program(folder, "evaluator", "--reference", "ref", "--candidate", "ref")
    assert float(done.stdout) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "x:1: found 'hello', expected a line FEATURES_TXT_BEGIN_0"),
        ("FEATURES_TXT_BEGIN_0 0 1 2 a b\n1 x\n", "x:2: found '1 x', expected 2 numbers"),
        ("FEATURES_TXT_BEGIN_0 0 1 2 a b\n1 nan\n", "expected 2 finite numbers"),
        ("FEATURES_TXT_BEGIN_0 0 2 1 a\n1\n", "x:2|x:3"),
        ("FEATURES_BIN_BEGIN_0 0 2 1 a\n", "binary form"),
    ],
)
def test_damaged_data_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x").write_text(text, "utf-8")
    with pytest.raises(DataError, match=message):
        read_blocks(tmp_path / "x", "FEATURES")


def test_start_points_of_another_number_are_refused(tmp_path: Path) -> None:
    (tmp_path / "init.opt").write_text("1 1\n0 0\n1 1\n", "utf-8")
    with pytest.raises(DataError, match="found lines of 2, 2, 2 numbers"):
        read_start_points(tmp_path / "init.opt", 3)


def test_weights_are_put_into_a_configuration() -> None:
    lines = ["[feature]", "KENLM name=LM0", "[weight]", "LM0= 0.5", "TranslationModel0= 0.2 0.2", "Other0= 1", "[end]"]
    weights = Weights({"LM0": 0.25, "TranslationModel0_0": 0.5, "TranslationModel0_1": -0.25})
    changed = with_weights(lines, weights, "moses.ini")
    assert changed == [*lines[:3], "LM0= 0.25", "TranslationModel0= 0.5 -0.25", "Other0= 1", "[end]"]
    with pytest.raises(DataError, match=r"moses.ini: the part \[weight\] has no line for tm"):
        with_weights(lines, Weights({"tm": 1.0}), "moses.ini")
