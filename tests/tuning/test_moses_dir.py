"""The six programs for Moses' script: what they are given, what they write, and that they work together."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.io.files import write_text
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights
from tertium.text.testset import References
from tertium.tuning.moses.files import read_blocks, read_start_points, with_weights
from tests.support.command import run_here
from tests.tuning.lists import SENTENCES, ten_lists
from tests.tuning.test_runs import run


def write_lists(path: Path, nbest: NBest) -> None:
    lines = []
    for i in range(len(nbest)):
        for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
            model, length, noise = nbest.features[c].tolist()
            lines.append(f"{i} ||| {nbest.text(c)} ||| tm= {model!r} {length!r} noise= {noise!r} ||| -1\n")
    write_text(path, "".join(lines))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds of lists, in files that are called as Moses' script calls them."""
    folder = tmp_path_factory.mktemp("moses")
    for number in (0, 1):
        (folder / f"ref{number}").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    assert run(folder, "tune", "moses-dir", "bin", "-m", "chrf").returncode == 0
    for number in (1, 2):
        write_lists(folder / f"run{number}.best100.out.gz", ten_lists(seed=number)[0])
        (folder / f"run{number}.init.opt").write_text("0.3 0.3 0.3\n0 0 0\n1 1 1\n", "utf-8")
        (folder / f"run{number}.dense").write_text("tm= 0.3\ntm= 0.3\nnoise= 0.3\n", "utf-8")
        program(
            folder,
            f"extractor --sctype BLEU --scconfig case:true --scfile run{number}.scores.dat "
            f"--ffile run{number}.features.dat -r ref0,ref1 -n run{number}.best100.out.gz",
        )
    return folder


def program(folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """A line of Moses' script (scripts/training/mert-moses.pl) with the folder for `--mertdir`, in this process."""
    name, *words = line.split()
    called = shlex.split((folder / "bin" / name).read_text("utf-8").splitlines()[1])
    assert (called[0], called[-1]) == ("exec", "$@")
    done = run_here(*called[called.index("tertium") + 1 : -1], *words, folder=folder)
    assert done.returncode == 0, done.stderr
    return done


def shell(folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """The same as the script does it."""
    done = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=folder, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done


BOTH = "--ffile run1.features.dat,run2.features.dat --scfile run1.scores.dat,run2.scores.dat"
EACH = "--ffile run1.features.dat --ffile run2.features.dat --scfile run1.scores.dat --scfile run2.scores.dat"


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


@pytest.mark.parametrize(
    "more",
    [
        "--ifile run2.init.opt -n 20 -r 2000",
        "--ifile run1.init.opt,run2.init.opt -n 5 -m 4 -t random-direction --threads 2",
    ],
)
def test_mert_writes_weights_and_says_the_best_point(folder: Path, more: str) -> None:
    done = program(folder, f"mert -d 3 --sctype BLEU --scconfig case:true {BOTH} {more}")
    weights = [float(word) for word in (folder / "weights.txt").read_text("utf-8").split()]
    # SPEC: mert-moses.pl, get_weights_from_mert: what it takes the point and its score from.
    found = re.search(r"Best point:\s*([\s\d\.\-e]+?)\s*=> ([\-\d\.]+)", done.stderr)
    assert found
    assert [float(word) for word in found[1].split()] == weights
    assert 100 * float(found[2]) == pytest.approx(score_of(folder, weights), abs=1e-6)
    assert float(found[2]) > score_of(folder, [0.3] * 3) / 100


def named_weights(text: str) -> list[float]:
    """The weights that the script reads from the lines of kbmira and of the trainer for pro."""
    rows = re.findall(r"^F(\d+) ([\-\.\de]+)$", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == [0, 1, 2]
    return [float(value) for _, value in rows]


def test_kbmira_writes_named_weights(folder: Path) -> None:
    done = program(folder, f"kbmira  --dense-init run2.dense  -r 2000 {EACH} -o mert.out")
    weights = named_weights((folder / "mert.out").read_text("utf-8"))
    best = re.search(r"Best BLEU = ([\-\d\.]+)", done.stderr)
    assert best
    assert 100 * float(best[1]) == pytest.approx(score_of(folder, weights), abs=1e-6)


def test_pro_and_its_trainer_work_together(folder: Path) -> None:
    megam = f"{folder}/bin/megam_i686.opt -fvals -maxi 30 -nobias binary run2.pro.data"
    pro = f"{folder}/bin/pro -r 2000 {EACH} -o run2.pro.data"
    done = shell(folder, f"{pro} ; echo 'not used' > weights.txt; {megam}")
    lines = (folder / "run2.pro.data").read_text("utf-8").splitlines()
    assert {line.split()[0] for line in lines} == {"0", "1"}
    model, _, noise = named_weights(done.stdout)
    assert model > abs(noise)


def test_the_evaluator_scores_lists_and_files(folder: Path) -> None:
    done = program(folder, "evaluator --sctype BLEU --reference ref0,ref1 --nbest run1.best100.out.gz")
    nbest, references = ten_lists(seed=1)
    first = [nbest.text(int(i)) for i in nbest.offsets[:-1]]
    assert float(done.stdout) == pytest.approx(parse("chrf").corpus_score(first, references) / 100, abs=1e-6)
    assert "--sctype BLEU is ignored; this folder's metric is chrf" in done.stderr
    done = program(folder, "evaluator --reference ref0,ref1 -s BLEU --candidate ref0")
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
        read_start_points([tmp_path / "init.opt"], 3)


def test_weights_are_put_into_a_configuration() -> None:
    lines = ["[feature]", "KENLM name=LM0", "[weight]", "LM0= 0.5", "TranslationModel0= 0.2 0.2", "Other0= 1", "[end]"]
    weights = Weights({"LM0": 0.25, "TranslationModel0_0": 0.5, "TranslationModel0_1": -0.25})
    changed = with_weights(lines, weights, "moses.ini")
    assert changed == [*lines[:3], "LM0= 0.25", "TranslationModel0= 0.5 -0.25", "Other0= 1", "[end]"]
    with pytest.raises(DataError, match=r"moses.ini: the part \[weight\] has no line for tm"):
        with_weights(lines, Weights({"tm": 1.0}), "moses.ini")
