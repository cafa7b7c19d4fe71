"""Features of BEER."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from tertium import _core
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.resources.knowledge import Matching
from tertium.text import tokenizers
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.learn.features.pairs import pairs


def test_kinds_of_match_go_to_their_own_features() -> None:
    options = FeatureOptions()
    row = features.get("beer").compute(pairs(["the quick dogs run"], ["the fast dog runs"]), options)[0]
    values = dict(zip(features.get("beer").names(options), row.tolist(), strict=True))
    assert values["word.exact.precision"] == 1 / 4
    assert values["word.stem.precision"] == 2 / 4
    assert values["word.synonym.recall"] == 1 / 4


def test_beer_2_has_the_first_and_the_last_words_once_more() -> None:
    # One word and that at the start are the same, that at the end is another: 2 of 3, 2 of 4.
    options = FeatureOptions(Matching(matches="exact", tok="none"))
    table = features.compute([features.get("beer2")], pairs(["hello"], ["hello ,"]), options)
    found = dict(zip(features.feature_names([features.get("beer2")], options), table[0].tolist(), strict=True))
    assert found["wordgram.1.max"] == pytest.approx(2 / 3)
    assert found["wordgram.1.min"] == pytest.approx(2 / 4)


@pytest.mark.shared
def test_scores_of_beer_2_are_linear_in_these_features(shared: Path) -> None:
    """Its model is linear, so that what its program gave is a weighted sum of the right features but for rounding."""
    golden = read_table(shared / "golden/originals.tsv.gz")
    data = {name: read_table(shared / f"data/judgements/{name}.tsv.gz") for name in {row["dataset"] for row in golden}}
    rows = [data[row["dataset"]][int(row["line"]) - 2] for row in golden]
    texts = [row["hypothesis"] for row in rows], References.by_stream([row["reference"] for row in rows])
    pairing = Pairing.of(*texts, normalization="none")
    batch = pairing.pool.tokens(tokenizers.get("13a"))
    scores = np.array([float(row["beer2"]) for row in golden])

    def largest_residual(*, original: bool) -> float:
        made = _core.beer2_features(pairing.pairs(batch), words=batch.words, original=original)
        table = np.column_stack((made, np.ones(len(scores))))
        weights = np.linalg.lstsq(table, scores, rcond=None)[0]
        return float(np.abs(table @ weights - scores).max())

    assert largest_residual(original=True) < 1e-12
    assert largest_residual(original=False) > 1e-3


def read_table(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
