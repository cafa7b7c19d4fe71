"""pFSM, pPDA and pPDA+f as metrics: what is certain, which reference counts, and what explanations say."""

import pytest

from tertium.metrics import parse
from tertium.text.testset import References

METRICS = ["pfsm", "ppda", "ppda+f"]
REFERENCE = "Yesterday the old man bought a small boat , because he likes rivers ."


def scores(spec: str, hypotheses: list[str], *references: str) -> list[float]:
    given = References.by_segment([list(references)] * len(hypotheses))
    return parse(spec).segment_scores(hypotheses, given).tolist()


@pytest.mark.parametrize("name", METRICS)
def test_what_is_certain_needs_no_model(name: str) -> None:
    assert scores(name, [REFERENCE, f"{REFERENCE} \r\n", "", " "], REFERENCE) == [100, 100, 0, 0]
    assert scores(name, ["", "word"], "") == [100, 0]


@pytest.mark.parametrize("name", METRICS)
def test_better_translations_have_higher_scores(name: str) -> None:
    found = scores(
        name,
        [
            REFERENCE,
            "Yesterday the old man bought a small boat , because he liked rivers .",
            "Yesterday the old man bought a boat , because he likes rivers .",
            "the man bought boat , likes rivers .",
            "Nothing of this was ever said here !",
        ],
        REFERENCE,
    )
    assert found == sorted(found, reverse=True)
    assert all(0 < score < 100 for score in found[1:])


@pytest.mark.parametrize("name", METRICS)
def test_the_best_reference_counts(name: str) -> None:
    hypothesis, others = "A small boat sank .", ["One small boat sank today .", "The ship went down ."]
    alone = [scores(name, [hypothesis], reference)[0] for reference in others]
    assert scores(name, [hypothesis], *others) == [max(alone)]
