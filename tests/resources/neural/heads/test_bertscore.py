"""BERTScore against bert-score."""

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.resources.neural.checkpoints.folder import Checkpoint, read_folder
from tertium.resources.neural.heads.bertscore import BertScore, Near, baseline, measures, tables
from tertium.resources.neural.windows import Cuts
from tests.support.neural import ENCODERS, GOLDENS, column, golden

pytest.importorskip("onnxruntime", reason="needs onnxruntime: pip install --group test")
TRIED = [(kind, way) for kind in ENCODERS for way in golden("encoders", kind)["scores"]]


def files(kind: str = "bert") -> Checkpoint:
    return read_folder(GOLDENS / "encoders" / kind, "an encoder")


@pytest.mark.parametrize(("kind", "way"), TRIED)
def test_precision_recall_and_f1_are_those_of_the_original(kind: str, way: str) -> None:
    model = BertScore(files(kind), "fp32", int(way[0]))
    outputs, references = (model.inputs(column(name), Cuts(512, False)) for name in ("mt", "ref"))
    known, (before, behind) = model.rarity(references), model.tokens.marks

    def weigh(ids: np.ndarray) -> np.ndarray:
        if "idf" in way:
            return np.array([known.get(i, np.log(len(references) + 1)) for i in ids.tolist()])
        return np.array([float(i not in (*before, *behind)) for i in ids.tolist()])

    pairs = list(zip(outputs, references, strict=True))
    found = [
        measures(near, weigh(a.ids), weigh(b.ids)) if min(len(a.ids), len(b.ids)) > 2 else (0, 0, 0)
        for near, (a, b) in zip(model.nearness(pairs), pairs, strict=True)
    ]
    # Of an empty output the original's precision is no number; its F1 is 0, as all three are here.
    wanted = np.nan_to_num(np.array(golden("encoders", kind)["scores"][way]))
    np.testing.assert_allclose(np.array(found).T, wanted, rtol=0, atol=1e-5)


def test_measures_of_two_texts_by_hand() -> None:
    near = Near(np.array([0.5, 1.0], np.float32), np.array([1.0, 1.0, 0.25], np.float32))
    precision, recall, f1 = measures(near, np.array([1.0, 3.0]), np.array([0.0, 1.0, 1.0]))
    assert (precision, recall) == (0.875, 0.625)
    assert f1 == pytest.approx(2 * 0.875 * 0.625 / 1.5)
    assert measures(near, np.zeros(2), np.ones(3)) == (0, 0, 0)


def test_the_layer_is_known_for_usual_models_only() -> None:
    assert tables()["layers"]["roberta-large"] == 17
    own = files()
    with pytest.raises(OptionError, match=r"no layer is known for bert; say which one counts: bertscore\(layer=N\)"):
        BertScore(own, "fp32")
    own.config["_name_or_path"] = "bert-base-uncased"
    with pytest.raises(OptionError, match="has 3 layers, and layer=9 was asked for"):
        BertScore(own, "fp32")


def test_baselines_are_those_of_the_original() -> None:
    own = files()
    own.config["_name_or_path"] = "roberta-large"
    assert baseline(own, "en", 17) == pytest.approx((0.8315, 0.8315, 0.8312), abs=1e-3)
    with pytest.raises(DataError, match="no baseline for bert in 'xx' at layer 2; there are those for none"):
        baseline(files(), "xx", 2)


def test_an_alignment_shows_each_piece_with_each() -> None:
    told = BertScore(files(), "fp32", 2).alignment("Nobody here", "Nobody there")
    assert told.cosines.shape == (len(told.output), len(told.reference))
    assert told.output[0] == told.reference[0]
    assert np.abs(told.cosines).max() <= 1 + 1e-6
