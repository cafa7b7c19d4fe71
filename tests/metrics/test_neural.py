"""What metrics over neural networks share, and the smaller ones of them: BERTScore, BLEURT, MetricX."""

import json
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import DataError
from tertium.metrics import parse
from tertium.metrics.neural import means
from tertium.resources.neural.heads import metricx
from tertium.text.testset import References
from tests.support.command import run_here
from tests.support.neural import GOLDENS, column, golden

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
pytestmark = pytest.mark.filterwarnings("ignore::tertium.errors.LimitWarning")
BERT = GOLDENS / "encoders" / "bert"


def plain(spec: str, references: References | None = None) -> np.ndarray:
    given = references or References.by_stream(column("ref"))
    return parse(spec).segment_scores(column("mt"), given, sources=column("src"), normalization="none")


@pytest.mark.parametrize(("way", "options"), [("2", "layer=2"), ("3-idf", "layer=3,idf=yes")])
def test_bertscore_is_the_originals(way: str, options: str) -> None:
    wanted = np.nan_to_num(np.array(golden("encoders", "bert")["scores"][way]))
    for number, measure in enumerate(("precision", "recall", "f1")):
        found = plain(f"bertscore(model={BERT},{options},measure={measure})")
        np.testing.assert_allclose(found, wanted[number], rtol=0, atol=1e-5)


def test_bertscore_takes_the_best_reference_and_rescales(tmp_path: Path) -> None:
    spec = f"bertscore(model={BERT},layer=2)"
    other = column("ref")[::-1]
    both = plain(spec, References.by_stream(column("ref"), other))
    assert both == pytest.approx(np.maximum(plain(spec), plain(spec, References.by_stream(other))))
    folder = tmp_path / "roberta-base"
    folder.mkdir()
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).write_bytes((BERT / name).read_bytes())
    base = json.loads(tertium.data.BERTSCORE.read_text("utf-8"))["baselines"]["en/roberta-base"][2][2]
    found = plain(f"bertscore(model={folder},layer=2,rescale=yes)")
    assert found == pytest.approx((plain(spec) - base) / (1 - base))
    with pytest.raises(DataError, match="no baseline for bert in 'en' at layer 2"):
        plain(f"bertscore(model={BERT},layer=2,rescale=yes)")


def test_bertscore_weighs_by_all_references_and_says_so() -> None:
    assert parse(f"bertscore(model={BERT},layer=2,idf=yes)").whole_test_set
    assert not parse(f"bertscore(model={BERT},layer=2)").whole_test_set
    signature = parse(f"bertscore(model={BERT},layer=2,idf=yes)").signature()
    assert {"layer": "2", "measure": "f1", "idf": "references", "prec": "fp32"}.items() <= signature.items()


def test_bertscore_shows_which_pieces_are_near() -> None:
    found = tertium.explain(["Nobody here"], ["Nobody there"], metrics=f"bertscore(model={BERT},layer=2)")
    explanation = found.items[0].explanation
    assert [part.name for part in explanation.parts] == ["precision", "recall", "f1"]
    assert len(explanation.links) == len(explanation.hypothesis)
    assert explanation.links[0].kind == "same"
    assert all(-1 <= link.probability <= 1 + 1e-6 for link in explanation.links)


@pytest.mark.parametrize("name", ["bleurt", "bleurt-narrow"])
def test_bleurt_is_the_originals(name: str) -> None:
    found = plain(f"bleurt(model={GOLDENS / 'bleurt' / name})")
    np.testing.assert_allclose(found, golden("bleurt", name)["scores"], rtol=0, atol=1e-5)


def test_metricx_is_the_originals_and_lower_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "metricx-24-tiny"
    monkeypatch.setattr(metricx, "_PIECE", golden("metricx", name)["piece"])
    spec = f"metricx(model={GOLDENS / 'metricx' / name})"
    np.testing.assert_allclose(plain(spec), golden("metricx", name)["scores"], rtol=0, atol=1e-4)
    metric = parse(spec)
    assert (metric.needs, metric.uses, metric.higher_is_better) == ({"sources"}, {"references"}, False)
    old = parse(f"metricx(model={GOLDENS / 'metricx' / name},version=23)")
    assert (old.needs, old.uses) == ({"references"}, set())


@pytest.mark.parametrize("name", ["bertscore", "bleurt", "metricx"])
def test_a_name_alone_says_what_is_missing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    source, output, reference = (tmp_path / f"{n}.txt" for n in ("src", "mt", "ref"))
    for path in (source, output, reference):
        path.write_text("a\n", "utf-8")
    ran = run_here("score", str(output), "-r", str(reference), "-s", str(source), "-m", name)
    assert ran.returncode == 1
    assert f"{name} needs a model, and none comes with Tertium" in ran.stderr


def test_means_are_taken_over_references() -> None:
    assert means(np.array([1.0, 2.0, 6.0, 5.0]), [1, 2, 1]).tolist() == [1, 4, 5]
