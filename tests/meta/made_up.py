"""Small made-up judgements for studies of metrics."""

from typing import Any

import numpy as np

from tertium.meta.judgements import (
    Items,
    JudgementGroup,
    Preferences,
    ScoreTables,
    SegmentScores,
)
from tertium.text.testset import References

SYSTEMS = ("good", "fair", "poor", "bad")
N_SEGMENTS = 12


def made_up_items(lang_pair: str = "de-en") -> Items:
    """Four systems; each drops a few more words of the reference than the one before."""
    rng = np.random.default_rng([7, len(lang_pair), ord(lang_pair[0])])
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    references = [" ".join(rng.choice(words, 9)) for _ in range(N_SEGMENTS)]
    hypotheses, system, segment, document, refs = [], [], [], [], []
    for s, name in enumerate(SYSTEMS):
        for i, reference in enumerate(references):
            kept = [word for word in reference.split() if rng.random() > 0.08 + 0.17 * s]
            hypotheses.append(" ".join(kept) or "nothing")
            system.append(name)
            segment.append(str(i + 1))
            document.append(f"doc{i // 4}")
            refs.append([reference])
    return Items.build(hypotheses, References.by_segment(refs), system=system, segment=segment, document=document)


def scores_of(items: Items, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.array([len((text or "").split()) for text in items.hypothesis]) * 9.0 + rng.normal(0, 6, len(items))


def segment_group(lang_pair: str = "de-en", **fields: Any) -> JudgementGroup:
    items = fields.pop("items", None) or made_up_items(lang_pair)
    scores = fields.pop("scores", None)
    judged = SegmentScores(items, scores_of(items) if scores is None else scores, "da")
    return JudgementGroup("made-up", lang_pair, items, ScoreTables((judged,)), **fields)


def pair_group(ties: bool = True) -> JudgementGroup:
    items = made_up_items()
    human = scores_of(items)
    a, b = (np.array(x) for x in zip(*((i, i + 2 * N_SEGMENTS) for i in range(2 * N_SEGMENTS)), strict=True))
    preference = np.sign(human[a] - human[b]).astype(np.int8)
    if ties:
        preference[::5] = 0
    none = np.full(len(a), -1, np.int32)
    return JudgementGroup("made-up", "de-en", items, preferences=Preferences(items, a, b, preference, none, none))


def value(result: Any, measure: str, level: str = "segment", metric: int = 0, column: int = 0) -> float:
    """A value of a study by its measure."""
    (table,) = [t for t in result.agreements if t.measure == measure and t.level == level]
    return table.shown[column].cells[metric].value
