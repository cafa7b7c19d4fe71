"""pFSM: a machine without jumps."""

from tertium.learn.pfsm.pfsm import PFSM
from tertium.text.testset import References

REFERENCE = "Yesterday the old man bought a small boat ."


def score(text: str) -> float:
    return PFSM().corpus_score([text], References.by_stream([REFERENCE]))


def test_the_more_words_are_wrong_the_lower_the_score() -> None:
    scores = [score(text) for text in (REFERENCE, "Yesterday the old man bought a boat .", "He sold a car .", "x y z")]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_its_model_is_that_of_its_name() -> None:
    assert PFSM().signature()["model"].startswith("pfsm-en@")
