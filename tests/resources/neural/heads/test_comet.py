"""COMET's classes against what unbabel-comet gives."""

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.resources.neural import cache
from tertium.resources.neural.checkpoints.folder import read_comet
from tertium.resources.neural.graph import Precision
from tertium.resources.neural.heads import comet
from tertium.resources.neural.heads.comet import Comet, Texts, rule_of_mix
from tests.support.neural import COMETS, ENCODER, GOLDENS, golden, texts

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")

WAYS = [(name, way) for name in COMETS for way in golden("comet", name)]


def model(name: str, precision: Precision = "fp32", *, windows: bool = False, mended: bool = False) -> Comet:
    files = read_comet(GOLDENS / "comet" / name, str(ENCODER))
    return Comet(files, precision, windows=windows, mended=mended)


def scores(name: str, way: str, precision: Precision = "fp32") -> np.ndarray:
    return np.array([one.score for one in model(name, precision).judge(texts(way))[0]])


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_scores_are_those_of_the_original(name: str, way: str) -> None:
    exact = np.array(golden("comet", name)[way]["scores"])
    assert exact.std() > 1e-3
    np.testing.assert_allclose(scores(name, way), exact, rtol=0, atol=1e-5)


MARKED = [(name, way) for name, way in WAYS if "spans" in golden("comet", name)[way]]


@pytest.mark.parametrize(("name", "way"), MARKED)
def test_spans_are_those_of_the_original(name: str, way: str) -> None:
    wanted = golden("comet", name)[way]["spans"]
    assert sum(map(len, wanted))
    for own, original in zip(model(name).judge(texts(way))[0], wanted, strict=True):
        assert [(s.start, s.end, s.severity) for s in own.spans] == [
            (s["start"], s["end"], s["severity"]) for s in original
        ]
        assert [s.confidence for s in own.spans] == pytest.approx([s["confidence"] for s in original], abs=1e-5)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_whole_numbers_rank_outputs_nearly_alike(name: str, way: str) -> None:
    exact = np.array(golden("comet", name)[way]["scores"])
    assert np.corrcoef(scores(name, way, "int8"), exact)[0, 1] > 0.9


@pytest.mark.parametrize("precision", ["fp32", "int8"])
@pytest.mark.parametrize("name", ["regression", "xcomet"])
def test_company_order_and_threads_change_no_bit(name: str, precision: Precision) -> None:
    every = texts()
    own = model(name, precision)
    together = [one.score for one in own.judge(every)[0]]
    cache.MEMORY.values.clear()
    assert [one.score for one in own.judge(every[::-1], threads=3)[0]][::-1] == together
    for number in (0, 3, len(every) - 1):
        cache.MEMORY.values.clear()
        assert own.judge([every[number]])[0][0].score == together[number]


@pytest.mark.parametrize("name", ["regression", "xcomet"])
def test_outputs_are_judged_alike_however_many_are_in_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, some = model(name), texts()
    found, cuts = whole.judge(some)
    monkeypatch.setattr(comet, "_AT_A_TIME", 7)
    cache.MEMORY.values.clear()
    again, cuts_again = whole.judge(some)
    assert again == found
    assert cuts_again.text() == cuts.text()


def test_texts_that_are_cut_are_counted_and_windows_read_them() -> None:
    found, cuts = model("regression").judge(texts())
    assert "longer than the model's 62 pieces and were cut there, as the original does" in (cuts.text() or "")
    assert "windows=yes" in (cuts.text() or "")
    read, told = model("regression", windows=True).judge(texts())
    assert "read in overlapping windows" in (told.text() or "")
    differ = [a.score != b.score for a, b in zip(found, read, strict=True)]
    assert 0 < sum(differ) <= len(cuts.names)
    assert model("regression", windows=True).signature()["limit"] == "62+windows"


@pytest.mark.parametrize("name", ["unified", "xcomet"])
def test_windows_of_joint_inputs_go_over_the_whole_text(name: str) -> None:
    end = "wrong wrong wrong wrong wrong."
    texts = [Texts("Long sentence. " * 40 + end, "Langer Satz. " * 40, None)]
    own = model(name, windows=True, mended=True).judge(texts)[0][0]
    other = model(name, windows=True).judge([Texts("Long sentence. " * 40, "Langer Satz. " * 40, None)])[0][0]
    assert own.score != other.score
    cut = model(name).judge([Texts("Long sentence. " * 40, "Langer Satz. " * 40, None)])[0][0]
    assert cut.score == pytest.approx(model(name).judge(texts)[0][0].score, abs=0.3)


def test_what_is_missing_is_said() -> None:
    with pytest.raises(OptionError, match="needs a reference"):
        model("regression").judge([Texts("a", "b", None)])
    with pytest.raises(OptionError, match="needs a source"):
        model("unified-qe").judge([Texts("a", None, "b")])
    assert model("regression").needs == {"sources", "references"}
    assert model("referenceless").needs == model("unified-qe").needs == model("xcomet").needs == {"sources"}
    assert model("xcomet").uses == {"references"}
    assert model("unified-qe").uses == set()


def test_how_layers_are_mixed_is_in_the_signature() -> None:
    assert model("regression").signature()["mix"] == "sparsemax"
    assert model("regression-half").signature()["mix"] == "softmax"
    assert "mix" not in model("regression-layer").signature()
    assert rule_of_mix({"layer_transformation": "sparsemax_patch"}) == "softmax"
    assert rule_of_mix({}) == "softmax"


def test_a_checkpoint_of_no_known_class_is_refused() -> None:
    files = read_comet(GOLDENS / "comet" / "regression", str(ENCODER))
    files.settings["class_identifier"] = "my_metric"
    with pytest.raises(DataError, match="is a 'my_metric', expected one of regression_metric"):
        Comet(files, "fp32")


def test_a_ranking_model_says_how_near_outputs_are() -> None:
    files = read_comet(GOLDENS / "comet" / "regression", str(ENCODER))
    files.settings["class_identifier"] = "ranking_metric"
    found = Comet(files, "fp32").judge([Texts("a boat", "a boat", "a boat"), Texts("a boat", "ein Boot", "the clock")])[
        0
    ]
    assert found[0].score == pytest.approx(1, abs=1e-4)
    assert 0 < found[1].score < found[0].score


@pytest.mark.shared
@pytest.mark.parametrize("name", ["regression", "referenceless", "unified-qe", "unified", "xcomet"])
def test_real_texts_have_the_original_scores(name: str, shared) -> None:  # type: ignore[no-untyped-def]
    import json

    folder = shared / "golden" / "neural" / "comet"
    rows = json.loads((folder / "data.json").read_text("utf-8"))
    own = Comet(read_comet(folder / name, str(folder / "enc")), "fp32")
    told = [Texts(row["mt"], row["src"], row["ref"]) for row in rows]
    found = np.array([one.score for one in own.judge(told)[0]])
    np.testing.assert_allclose(found, np.load(folder / f"{name}.npy"), rtol=0, atol=1e-5)
