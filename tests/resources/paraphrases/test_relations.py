import numpy as np
import pytest

from tertium.resources import store
from tertium.resources.paraphrases.relations import Relation, related


@pytest.mark.parametrize("relation", ["both", "sets", "entries"])
def test_groups_are_numbered_behind_the_phrases(relation: Relation) -> None:
    table = store.paraphrases("auto", "en")
    assert table is not None
    found = related(table, relation, 0.1)
    n_phrases = len(table.file.arrays["words"])
    groups = found.file.arrays["targets"]
    assert len(found.file.arrays["words"]) == n_phrases
    assert not len(groups) or int(groups.min()) >= n_phrases


def test_probable_entries_alone_make_groups() -> None:
    table = store.paraphrases("auto", "en")
    assert table is not None
    many, few = (len(related(table, "entries", least).file.arrays["targets"]) for least in (0.0, 0.5))
    kept = int((table.file.arrays["probabilities"] >= np.float32(0.5)).sum())
    assert (many, few) == (2 * len(table.file.arrays["targets"]), 2 * kept)
