"""Public test sets by name, from what others have fetched, and scores of other metrics beside ours."""

from pathlib import Path

import numpy as np
import pytest

import tertium as package
from tertium.errors import DataError
from tests.support.texts import REFERENCES, STREAMS, SYSTEMS
from tests.support.types import Run, WriteTexts


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "sacrebleu"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def write(path: Path, lines: list[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def test_sets_of_sacrebleu(tertium: Run, caches: Path, texts: WriteTexts) -> None:
    folder = caches / "sacrebleu" / "wmt22"
    write(folder / "wmt22.de-en.src", [f"Satz {i}." for i in range(30)])
    write(folder / "wmt22.de-en.ref-A", list(STREAMS[0]))
    write(folder / "wmt22.de-en.ref-B", list(STREAMS[1]))
    (hyp,) = texts(neural=list(SYSTEMS["neural"]))
    ran = tertium("score", "-t", "wmt22", "-l", "de-en", hyp, "-m", "bleu")
    assert ran.code == 0, ran.err
    assert "there are also B (-t wmt22:B)" in ran.err
    assert "|set:wmt22:A|lang:en|" in ran.out
    assert ran.out.startswith("wmt22, 30 segments")
    other = tertium("score", "-t", "wmt22:B", "-l", "de-en", hyp, "-m", "bleu", "-f", "tsv").out
    assert f"{package.corpus_bleu(SYSTEMS['neural'], STREAMS[1]).score}" in other


def test_sets_of_mt_metrics_eval_bring_their_systems(tertium: Run, caches: Path) -> None:
    folder = caches / ".mt-metrics-eval" / "mt-metrics-eval-v2" / "wmt21"
    write(folder / "sources" / "de-en.txt", [f"Satz {i}." for i in range(30)])
    write(folder / "references" / "de-en.refA.txt", list(STREAMS[0]))
    write(folder / "documents" / "de-en.docs", [f"news\tdoc{i // 10}" for i in range(30)])
    for system, outputs in SYSTEMS.items():
        write(folder / "system-outputs" / "de-en" / f"{system}.txt", list(outputs))
    write(folder / "system-outputs" / "de-en" / "refA.txt", list(STREAMS[0]))
    ran = tertium("score", "-t", "wmt21", "-l", "de-en", "-m", "chrf", "--documents")
    assert ran.code == 0, ran.err
    for system in (*SYSTEMS, "doc2"):
        assert system in ran.out
    assert "refA" not in ran.out.replace("set:wmt21:A", "")


def test_a_folder_is_a_test_set(tertium: Run, caches: Path, texts: WriteTexts) -> None:
    write(caches / "mine" / "mine.de-en.ref", list(STREAMS[0]))
    (hyp,) = texts(neural=list(SYSTEMS["neural"]))
    assert "set:mine|" in tertium("score", "-t", caches / "mine", "-l", "de-en", hyp, "-m", "chrf").out


def test_what_is_not_there_is_named_with_how_to_get_it(tertium: Run, caches: Path, texts: WriteTexts) -> None:
    (hyp,) = texts(hyp=["a"])
    ran = tertium("score", "-t", "wmt22", "-l", "zh-en", hyp)
    assert ran.code == 1
    assert f"looked for {caches / 'sacrebleu' / 'wmt22' / 'wmt22.zh-en.ref'}" in ran.err
    assert "sacrebleu -t wmt22 -l zh-en --echo ref" in ran.err
    assert "references/zh-en.refA.txt" in ran.err
    assert tertium("score", "-t", "wmt22", hyp).code == 2
    assert tertium("score", "-t", "wmt22", "-l", "de-en", hyp, "-r", hyp).code == 2


def comet() -> dict[str, list[float]]:
    rng = np.random.default_rng(1)
    level = {"phrase": 0.7, "neural": 0.85, "rules": 0.6}
    return {system: np.round(level[system] + 0.02 * rng.standard_normal(30), 4).tolist() for system in SYSTEMS}


def files(tmp_path: Path) -> dict[str, Path]:
    scores = comet()
    flat = [value for system in SYSTEMS for value in scores[system]]
    table = [f"{s}\t{i}\t{v}" for s in SYSTEMS for i, v in enumerate(scores[s], 1)]
    return {
        "order": write(tmp_path / "order.txt", list(map(str, flat))),
        "seg": write(tmp_path / "comet.seg.score", [f"{s}\t{v}" for s in SYSTEMS for v in scores[s]]),
        "table": write(tmp_path / "table.tsv", ["system\tseg_id\tscore", *table]),
    }


@pytest.mark.parametrize("form", ["order", "seg", "table"])
def test_scores_stand_beside_ours(form: str, tertium: Run, tmp_path: Path) -> None:
    path = files(tmp_path)[form]
    given = ("--scores", f"comet={path}", "--primary", "comet")
    ran = tertium("compare", "--sample", "-m", "bleu", "--swaps", 200, *given)
    assert ran.code == 0, ran.err
    assert f"comet|scores:{path.name}@" in ran.out
    assert "comet  1 neural; 2 phrase; 3 rules" in ran.out
    assert "by comet" in ran.out
    assert f"{np.mean(comet()['neural']):.3f}" in ran.out


def test_wrong_scores_are_refused(tertium: Run, tmp_path: Path) -> None:
    short = write(tmp_path / "short.txt", ["0.5"] * 7)
    assert "7 scores, expected 30 for each of 3 systems" in tertium("score", "--sample", "--scores", f"c={short}").err
    assert tertium("score", "--sample", "--scores", "comet").code == 2
    assert tertium("score", "--sample", "--lower", "comet").code == 2
    missing = write(tmp_path / "missing.txt", ["0.5"] * 89 + ["nan"])
    ran = tertium("score", "--sample", "--scores", f"c={missing}")
    assert "no score of c for segment 30 of system 'rules'" in ran.err


def test_scores_from_python() -> None:
    given = package.OtherScores("comet", comet())
    result = package.score(SYSTEMS, REFERENCES, metrics=["bleu"], other_scores=[given], segments=True)
    assert result["neural"]["comet"].score == pytest.approx(np.mean(comet()["neural"]))
    assert result["neural"]["comet"].segments.tolist() == comet()["neural"]
    with pytest.raises(DataError, match="no scores of comet for system 'phrase'"):
        package.score(
            SYSTEMS, REFERENCES, metrics=["bleu"], other_scores=[package.OtherScores("comet", {"neural": [1.0] * 30})]
        )
