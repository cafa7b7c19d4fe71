"""What the match layer is told of words, seen by the matches that metrics find."""

import pytest

from tertium import METEOR, References, TERp
from tertium.metrics import Metric

REFERENCE = "the cat ran to the large house"


def score(metric: Metric, text: str) -> float:
    return metric.corpus_score([text], References.by_stream([REFERENCE]))


@pytest.mark.parametrize("by_hash", [False, True])
def test_stems_and_synonyms_match_where_they_are_asked_for(by_hash: bool) -> None:
    def with_modules(modules: str, text: str) -> float:
        return score(METEOR(modules=modules, by_hash=by_hash), text)

    stem, synonym = REFERENCE.replace("cat", "cats"), REFERENCE.replace("large", "big")
    assert with_modules("exact", REFERENCE) == pytest.approx(100, abs=1)
    assert with_modules("exact+stem", stem) > with_modules("exact", stem)
    assert with_modules("exact+synonym", synonym) > with_modules("exact", synonym)
    assert with_modules("exact", synonym) == with_modules("exact+stem", synonym)


def test_words_are_equal_by_java_s_hash_only_where_the_original_takes_them_so() -> None:
    pairs = ("Aa", "BB")  # of one hash in Java

    def alike(by_hash: bool) -> float:
        metric = METEOR(modules="exact", norm="no", by_hash=by_hash)
        return metric.corpus_score([pairs[0]], References.by_stream([pairs[1]]))

    assert alike(True) > alike(False) == 0


def test_terp_looks_synonyms_up_by_part_of_speech() -> None:
    synonym, other = (score(TERp(), REFERENCE.replace("large", word)) for word in ("big", "seven"))
    assert score(TERp(), REFERENCE) == 0
    assert 0 <= synonym < other
