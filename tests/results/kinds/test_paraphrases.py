"""What a table of paraphrases has for a phrase, and what an acquisition found."""

import json
from types import SimpleNamespace

from tertium.resources.paraphrases import Paraphrase
from tertium.results.kinds.paraphrases import Lookup
from tests.results.factories import acquisition

SETS = {"big": [1, 2, 3], "large": [2, 3, 9], "huge": []}


def test_shared_sets_are_counted() -> None:
    table = SimpleNamespace(sets=SimpleNamespace(sets_of=SETS.__getitem__))
    found = Lookup.of(table, "big", [Paraphrase("large", 0.5), Paraphrase("huge", 1 / 3)])
    assert (found.sets, [n for _, n in found.paraphrases]) == (3, [2, 0])
    assert found.to_tsv() == "probability\tphrase\tshared_sets\n0.5\tlarge\t2\n0.3333333333333333\thuge\t0\n"
    assert json.loads(found.to_json())["paraphrases"][0] == {"phrase": "large", "probability": 0.5, "shared_sets": 2}


def test_without_sets_none_are_shared() -> None:
    found = Lookup.of(SimpleNamespace(sets=None), "big", [Paraphrase("large", 0.5)])
    assert (found.sets, found.paraphrases[0][1]) == (0, 0)


def test_an_acquisition_shows_counts_best_entries_and_evidence() -> None:
    found = acquisition("two")
    text = found.to_text()
    assert "sentence pairs" in text
    assert "two → one  (0.3333, 4 pivots)" in text
    assert "  75% de: two" in text
    assert len(found.records()) == 3
    assert json.loads(found.to_json())["best"] == [{"source": "two", "target": "one", "probability": 1 / 3}]
