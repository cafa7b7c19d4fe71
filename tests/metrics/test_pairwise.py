"""Scores of all pairs of a list are those of the pairs one by one, whatever the tiles."""

import numpy as np
import pytest

from tertium.metrics import pairwise as module
from tertium.metrics import parse
from tertium.metrics.pairwise import by_rows
from tertium.text.lists import TextLists
from tertium.text.pool import make_pool
from tertium.text.testset import References

TEXTS = ["the cat sat on the mat", "a cat sat", "it rains a lot", "the mat"]


@pytest.mark.parametrize("tile", [1, 3, 65_536])
@pytest.mark.parametrize("name", ["wer", "chrf"])
def test_all_pairs_of_each_list(name: str, tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TILE", tile)
    metric = parse(name)
    pool, (rows,) = make_pool([TEXTS], "nfc")
    lists = TextLists.among(pool, rows, np.array([0, 3, 4]))
    pairs = [(h, r) for part in ([0, 1, 2], [3]) for h in part for r in part]
    expected = [metric.corpus_score([TEXTS[h]], References.by_stream([TEXTS[r]])) for h, r in pairs]
    assert by_rows(metric, lists, None).tolist() == pytest.approx(expected)
    weights = np.array([0.5, 0.25, 0.25, 1.0])
    sums = [sum(w * e for w, e in zip(weights, expected[3 * h : 3 * h + 3], strict=False)) for h in range(3)]
    assert by_rows(metric, lists, weights).tolist() == pytest.approx([*sums, expected[9]])
