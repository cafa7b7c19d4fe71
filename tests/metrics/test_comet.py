"""The metrics `comet`, `cometkiwi` and `xcomet`, through every door."""

import json
import math
import shutil
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import DataError, LimitWarning, OptionError
from tertium.metrics import parse
from tertium.metrics.choice import choose
from tertium.resources.neural import cache
from tertium.resources.neural.checkpoints import torch_files
from tertium.resources.neural.encoder import Encoder
from tertium.text.testset import References, TestSet
from tests.cli.desk import Desk
from tests.cli.test_every_command import words
from tests.support.command import run_here
from tests.support.neural import ENCODER, GOLDENS, column, comet_spec, golden, triples

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
pytestmark = pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")
PLAIN = {"normalization": "none"}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    paths = {}
    for name in ("src", "mt", "ref"):
        paths[name] = str(tmp_path / f"{name}.txt")
        Path(paths[name]).write_text("".join(f"{line}\n" for line in column(name)), "utf-8")
    return paths


def test_the_command_line_gives_the_originals_scores(files: dict[str, str]) -> None:
    ran = run_here(
        *("score", files["mt"], "-s", files["src"], "-r", files["ref"], "-m", comet_spec("regression")),
        *("--segments", "-f", "json", "--normalization", "none", "-w", "6"),
    )
    assert ran.returncode == 0, ran.stderr
    assert "comet: 3 texts are longer than the model's 62 pieces and were cut there" in ran.stderr
    (system,) = json.loads(ran.stdout)["systems"]
    (score,) = system["scores"]
    wanted = golden("comet", "regression")["src+ref"]["scores"]
    assert score["segments"] == pytest.approx(wanted, abs=1e-5)
    assert score["score"] == pytest.approx(np.mean(wanted), abs=1e-5)
    assert "|class:regression|model:regression@" in score["signature"]
    assert "|prec:fp32|mix:sparsemax|limit:62|tok:" in score["signature"]


def test_what_a_checkpoint_reads_decides_what_is_asked_for(files: dict[str, str]) -> None:
    ran = run_here("score", files["mt"], "-r", files["ref"], "-m", comet_spec("regression"))
    assert ran.returncode == 1
    assert "needs sources" in ran.stderr
    kiwi = f"cometkiwi(model={GOLDENS / 'comet' / 'unified-qe'},encoder={ENCODER})"
    ran = run_here("score", files["mt"], "-s", files["src"], "-m", kiwi, "-w", "4", "--normalization", "none")
    assert ran.returncode == 0, ran.stderr
    assert f"{np.mean(golden('comet', 'unified-qe')['src']['scores']):.4f}" in ran.stdout
    assert "refs:none" in ran.stdout


def test_a_name_alone_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("comet", "cometkiwi", "xcomet"):
        with pytest.raises(DataError, match=f"{name} needs a model, and none comes with Tertium"):
            tertium.score(["a"], ["b"], sources=["c"], metrics=name)
    assert not {"comet", "xcomet", "bertscore"} & {metric.key for metric in choose(["all"]).metrics}


def test_a_model_of_another_class_is_refused_by_its_name() -> None:
    metric = parse(f"xcomet(model={GOLDENS / 'comet' / 'unified'},encoder={ENCODER})")
    with pytest.raises(OptionError, match="xcomet: the model is a unified_metric, expected xcomet_metric; use comet"):
        metric.segment_scores(["a"], ["b"], sources=["c"])


def test_several_references_count_alike_and_systems_do_not_matter() -> None:
    metric = parse(comet_spec("unified"))
    one, two = column("ref"), column("ref")[::-1]
    told = {"sources": column("src"), "normalization": "none"}
    first, second = (metric.segment_scores(column("mt"), References.by_stream(refs), **told) for refs in (one, two))
    both = metric.segment_scores(column("mt"), References.by_stream(one, two), **told)
    assert both == pytest.approx((first + second) / 2)
    test_set = TestSet.build({"a": column("mt"), "b": two}, References.by_stream(one), source=column("src"), name="x")
    found = tertium.score(test_set, metrics=[metric], segments=True)
    alone = metric.segment_scores(column("mt"), References.by_stream(one), sources=column("src"))
    assert found.systems[0].scores[0].segments.tolist() == alone.tolist()


def test_xcomet_works_with_and_without_references() -> None:
    metric = parse(f"xcomet(model={GOLDENS / 'comet' / 'xcomet'},encoder={ENCODER})")
    assert (metric.needs, metric.uses) == ({"sources"}, {"references"})
    test_set = TestSet.build({"a": column("mt")}, None, source=column("src"), name="x")
    (system,) = tertium.score(
        test_set, metrics=[metric], segments=True, scoring=tertium.Scoring(normalization="none")
    ).systems
    wanted = golden("comet", "xcomet")["src"]["scores"]
    assert system.scores[0].segments == pytest.approx(wanted, abs=1e-5)


def test_spans_are_explained_as_words_and_parts(files: dict[str, str]) -> None:
    spec = f"xcomet(model={GOLDENS / 'comet' / 'xcomet'},encoder={ENCODER},spans=mended)"
    found = tertium.explain(
        {"a": column("mt")}, References.by_stream(column("ref")), sources=column("src"), metrics=spec
    )
    marked = [item.explanation for item in found.items if item.explanation.loose]
    assert marked
    for explanation in marked:
        for part in explanation.loose:
            assert 0 <= part.start < part.start + part.length <= len(explanation.hypothesis)
        assert [part.name for part in explanation.parts] == ["src", "ref", "src+ref", "mqm"]
        assert any("minor" in note or "major" in note or "critical" in note for note in explanation.notes)
    page = str(Path(files["mt"]).with_suffix(".html"))
    ran = run_here("explain", files["mt"], "-s", files["src"], "-r", files["ref"], "-m", spec, "--html", page)
    assert ran.returncode == 0, ran.stderr
    assert "only in the hypothesis" in ran.stdout
    assert "spans of errors" in Path(page).read_text("utf-8")


def test_texts_that_are_cut_are_a_warning() -> None:
    with pytest.warns(LimitWarning, match="comet: 2 texts are longer than the model's 62 pieces"):
        parse(comet_spec("referenceless")).segment_scores(column("mt"), column("ref"), sources=column("src"))


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    for name, why in (
        ("encoder.model.encoder.layer.0.output.dense.weight", "has a number that is not finite"),
        ("encoder.model.embeddings.word_embeddings.weight", "the model's score of segment 1 is not a finite number"),
    ):
        folder = tmp_path / name
        shutil.copytree(GOLDENS / "comet" / "regression", folder)
        path = folder / "checkpoints" / "model.ckpt"
        tensors, _ = torch_files.read(path)
        place, content = tensors.places[name], bytearray(path.read_bytes())
        size = 4 * math.prod(place.shape)
        content[place.start : place.start + size] = np.full(size // 4, np.nan, "<f4").tobytes()
        path.write_bytes(content)
        metric = parse(f"comet(model={folder},encoder={ENCODER})")
        with pytest.raises(DataError, match=why):
            metric.segment_scores(["a"], ["b"], sources=["c"])


@pytest.mark.parametrize("command", ["compare", "gate", "mbr", "nbest features", "tune mert"])
def test_other_commands_take_it_by_the_same_door(command: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    ran = run_here(*words(command, desk, comet_spec("regression")), "-s", desk.lines("sources.txt", 20))
    assert ran.returncode == 0, ran.stderr


def test_agreement_with_people_is_measured_by_the_same_door(tmp_path: Path) -> None:
    header = "dataset\tlang_pair\tdoc_id\tseg_id\tsystem\tsource\treference\thypothesis\tscore\tscore_kind\n"
    rows = []
    for i, row in enumerate(triples()):
        texts = f"{row['src'] or 'x'}\t{row['ref']}\t{row['mt'] or 'y'}"
        rows += [f"set\tde-en\td\t{i}\t{s}\t{texts} {s}\t{i * 7 % 11 + n}\tDA\n" for n, s in enumerate("abc")]
    (tmp_path / "scores.tsv").write_text(header + "".join(rows), "utf-8")
    ran = run_here("meta", str(tmp_path / "scores.tsv"), "-m", comet_spec("referenceless"), "--no-cache")
    assert ran.returncode == 0, ran.stderr
    assert "COMET" in ran.stdout


def test_a_second_run_computes_nothing_again(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ["score", files["mt"], "-s", files["src"], "-r", files["ref"], "-m", comet_spec("unified"), "-w", "6"]
    cache.MEMORY.values.clear()
    first = run_here(*call, "--cache", str(tmp_path / "cache"))
    assert first.returncode == 0, first.stderr
    assert cache.MEMORY.folder is None
    cache.MEMORY.values.clear()
    monkeypatch.setattr(Encoder, "states", None)  # nothing may ask for vectors
    second = run_here(*call, "--cache", str(tmp_path / "cache"))
    assert (second.returncode, second.stdout) == (0, first.stdout), second.stderr
    other = [word.replace("regression", "unified").replace("unified", "referenceless") for word in call]
    with pytest.raises(TypeError):
        run_here(*other, "--cache", str(tmp_path / "cache"))
