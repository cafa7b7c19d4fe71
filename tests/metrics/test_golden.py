"""The numbers of originals on sentences of our own; tests/golden/README.md says how they were made."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tools.golden import METEOR_SCORES, meteor_sentences
from tools.meteor_jar import find_jar, resources

from tertium.metrics.meteor import METEOR
from tertium.text.pool import Pairing
from tertium.text.testset import References

SENTENCES = meteor_sentences()
# METEOR and we do not have the same list of abbreviations, words that keep their full stop.
ABBREVIATIONS = ("Jan.", "approx.", "Mon.")


def original(run: str) -> NDArray[np.float64]:
    """What METEOR 1.5 gave for each segment, then for the corpus."""
    header, *lines = [line.split("\t") for line in METEOR_SCORES.read_text("utf-8").splitlines()]
    return np.array([float(line[header.index(run)]) for line in lines])


def scores(metric: METEOR) -> NDArray[np.float64]:
    hypotheses, first, second = zip(*SENTENCES, strict=True)
    pairing = Pairing.of(hypotheses, References.by_stream(first, second), normalization="none")
    rows = metric.statistics(pairing)
    return np.append(metric.score(rows), metric.score(rows.sum(0))) / 100


def without_lists(norm: str) -> METEOR:
    return METEOR(norm=norm, modules="exact+stem", weights="1+0.6", alpha=0.85, beta=0.2, gamma=0.6, delta=0.5)


def test_meteor_without_any_list() -> None:
    assert scores(without_lists("lower")) == pytest.approx(original("lower"), abs=1e-12)


def test_meteor_with_its_normaliser() -> None:
    same = [not any(word in text for text in triple for word in ABBREVIATIONS) for triple in SENTENCES]
    assert sum(same) == len(SENTENCES) - 5
    assert scores(without_lists("yes"))[:-1][same] == pytest.approx(original("norm")[:-1][same], abs=1e-12)


def test_meteor_with_its_own_tables(tmp_path: Path) -> None:
    jar = find_jar()
    if jar is None:
        pytest.skip("needs METEOR's tables: pip install --no-deps pycocoevalcap, and java")
    assert scores(METEOR(**resources(jar, tmp_path))) == pytest.approx(original("full"), abs=1e-12)
