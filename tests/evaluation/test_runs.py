"""Systems of several runs: figures by hand, tests, files, and the report of several tunings."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.evaluation.options import Resampling
from tertium.evaluation.runs import compare_runs
from tertium.metrics import parse
from tertium.text.testset import References
from tests.support.command import run_here
from tests.tuning.lists import SENTENCES, ten_lists

REFERENCES = References.by_segment([[sentence] for sentence in SENTENCES])


def damaged(seed: int, share: float) -> list[str]:
    """The sentences with some words left out."""
    rng = np.random.default_rng(seed)
    return [" ".join(w for w in sentence.split() if rng.random() > share) for sentence in SENTENCES]


GOOD = [damaged(seed, 0.05) for seed in range(3)]
BAD = [damaged(seed, 0.5) for seed in range(10, 13)]


def test_means_and_spreads_are_those_of_the_runs() -> None:
    found = compare_runs({"good": GOOD, "bad": BAD}, REFERENCES, metrics=["chrf"], n_swaps=500)
    scores = [parse("chrf").corpus_score(run, REFERENCES) for run in GOOD]
    good = found.systems[0].metrics[0]
    assert good.scores == pytest.approx(scores)
    assert good.mean == pytest.approx(np.mean(scores))
    assert good.optimizer == pytest.approx(np.std(scores, ddof=1))
    assert good.selection > 0
    (pair,) = found.pairs
    assert pair.difference < -20
    assert pair.p_value < 0.05
    words = [sum(len(text.split()) for text in run) for run in GOOD]
    expected = sum(len(sentence.split()) for sentence in SENTENCES)
    assert found.systems[0].lengths == pytest.approx([n / expected for n in words])


def test_equal_systems_are_not_told_apart() -> None:
    found = compare_runs({"a": GOOD, "b": GOOD}, REFERENCES, metrics=["chrf", "ter"], n_swaps=200)
    assert [pair.p_value for pair in found.pairs] == [1.0, 1.0]


def test_one_run_has_no_spread_over_runs() -> None:
    found = compare_runs({"a": GOOD[:1]}, REFERENCES, metrics=["chrf"], resampling=Resampling(n_samples=50))
    assert found.systems[0].metrics[0].optimizer is None
    assert "s_opt" in found.to_text()


def test_different_numbers_of_runs_are_refused() -> None:
    with pytest.raises(DataError, match="found a 3, b 2"):
        compare_runs({"a": GOOD, "b": GOOD[:2]}, REFERENCES, metrics=["chrf"])


@pytest.mark.parametrize("format", ["text", "tsv", "csv", "json", "latex", "markdown", "html"])
def test_every_form_has_the_figures(format: str) -> None:
    found = compare_runs({"good": GOOD, "bad": BAD}, REFERENCES, metrics=["chrf"], n_swaps=100)
    text = found.render(format)
    assert "good" in text
    assert str(found.systems[0].metrics[0].mean)[:4] in text
    if format == "json":
        assert json.loads(text)["systems"][0]["metrics"][0]["mean"] == found.systems[0].metrics[0].mean


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return run_here(*words, folder=folder)


def test_compare_takes_several_files_of_a_system(tmp_path: Path) -> None:
    for name, runs in {"a": GOOD, "b": BAD}.items():
        for i, outputs in enumerate(runs):
            (tmp_path / f"{name}{i}.txt").write_text("".join(text + "\n" for text in outputs), "utf-8")
    (tmp_path / "ref.txt").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    words = ["base=a0.txt,a1.txt,a2.txt", "new=b0.txt,b1.txt,b2.txt", "-r", "ref.txt", "-m", "chrf", "--swaps", "300"]
    done = run(tmp_path, "compare", *words, "-f", "json")
    assert done.returncode == 0, done.stderr
    expected = compare_runs({"base": GOOD, "new": BAD}, REFERENCES, metrics=["chrf"], n_swaps=300)
    record = json.loads(done.stdout)
    assert [s["metrics"][0]["mean"] for s in record["systems"]] == [s.metrics[0].mean for s in expected.systems]
    assert record["pairs"][0]["p_value"] == expected.pairs[0].p_value
    few = run(tmp_path, "compare", "base=a0.txt,a1.txt", "new=b0.txt", "-r", "ref.txt")
    assert few.returncode == 1
    assert "base 2, new 1" in few.stderr


def test_several_tunings_are_reported_together(tmp_path: Path) -> None:
    nbest, _ = ten_lists(n_candidates=10)
    lines = []
    for i in range(len(nbest)):
        for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
            features = zip(nbest.names, nbest.features[c].tolist(), strict=True)
            lines.append(f"{i} ||| {nbest.text(c)} ||| {' '.join(f'{n}= {v!r}' for n, v in features)} ||| 0\n")
    (tmp_path / "dev.nbest").write_text("".join(lines), "utf-8")
    (tmp_path / "ref.txt").write_text("".join(text + "\n" for text in SENTENCES), "utf-8")
    words = ["tune", "mert", "dev.nbest", "-r", "ref.txt", "-m", "chrf", "--runs", "2", "--average", "-o", "w.json"]
    done = run(tmp_path, *words, "--html", "page.html")
    assert done.returncode == 0, done.stderr
    for word in ("s_opt", "s_sel", "chrF2", "BLEU", "mean of 2 runs"):
        assert word in done.stdout
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")
    shown = run(tmp_path, "tune", "show", "w.json")
    assert "metric:     chrf" in shown.stdout
    assert "noise" in shown.stdout
    for format in ("tsv", "json", "latex"):
        assert run(tmp_path, *words[:5], "-m", "chrf", "--restarts", "1", "-f", format).returncode == 0
