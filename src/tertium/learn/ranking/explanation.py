"""How a ranking model came to the score of one output: which words stand for which, and what each group gives."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tertium import _core
from tertium.learn.features.base import one_to_one
from tertium.learn.features.beer import BEAM
from tertium.learn.features.vectors import NEAR, similarities
from tertium.learn.linear_model import LinearModel
from tertium.learn.ranking import calibration
from tertium.learn.ranking.scale import described, places
from tertium.learn.ranking.scores import Scale, softness_on
from tertium.metrics.explanation import Link, Part, left_over
from tertium.text.pool import Pairing

_KINDS = ("same", "stem", "synonym", "paraphrase")
_PARAPHRASE = 3


def links_of(
    linear: LinearModel, one: Pairing, hypothesis: Sequence[str], reference: Sequence[str]
) -> tuple[Link, ...]:
    """The alignment behind the features of words and word order; words near each other by their vectors, too."""
    batch = linear.options.matching.words(one.pool)
    knowledge = linear.options.matching.knowledge(batch)
    # Parameters choose between references only; here is one.
    matches = _core.meteor_alignments(
        one.pairs(batch),
        knowledge.lexicon,
        function_words=knowledge.listed,
        parameters=(0.5, 1.0, 0.5, 0.5),
        weights=(1.0, 1.0, 1.0, 1.0),
        beam=BEAM,
    ).matches
    links = [
        Link(start, length, at, reach, _KINDS[kind], probability=float(sure) if kind == _PARAPHRASE else None)
        for (kind, start, length, at, reach), sure in zip(matches.rows.tolist(), matches.probabilities, strict=True)
    ]
    if any(feature_set.links_near_words for feature_set in linear.sets):
        links += _soft_links(linear, links, hypothesis, reference)
    return tuple(links)


def _soft_links(
    linear: LinearModel, links: Iterable[Link], hypothesis: Sequence[str], reference: Sequence[str]
) -> Iterator[Link]:
    """What else stands for what, among the words that have no counterpart: the nearest first, each word once."""
    loose = left_over(links, hypothesis, reference)
    ours, theirs = ([part.start for part in loose if part.side == side] for side in ("hypothesis", "reference"))
    near = similarities(linear.options, [hypothesis[i] for i in ours], [reference[j] for j in theirs])
    while near.size and (best := float(near.max())) > NEAR:
        i, j = np.unravel_index(int(near.argmax()), near.shape)
        yield Link(ours[i], 1, theirs[j], 1, "similar", probability=best)
        near[i], near[:, j] = -1.0, -1.0


def parts_of(linear: LinearModel, one: Pairing, scale: Scale) -> tuple[Part, ...]:
    """What each group of features adds to the logarithm of the odds against the reference itself."""
    itself = linear.features(one_to_one(one, one.references, one.references))
    less = np.zeros(itself.shape[1]) if scale == "linear" else itself[0]
    groups = linear.by_group(linear.features(one)[0] - less)
    meaning = "weights times features" + ("" if scale == "linear" else ", less those of the reference")
    parts = [Part(group, value, meaning) for group, value in groups.items()]
    if features := calibration.names(linear):
        factor = float(calibration.factors(linear, itself)[0])
        parts.append(Part("factor", factor, f"how hard the reference is to meet, by {', '.join(features)}"))
    return (*parts, Part("sum", sum(groups.values()), _formula(linear, scale)))


def _formula(linear: LinearModel, scale: Scale) -> str:
    """How the score follows from the sum, in words."""
    if scale in ("linear", "log-odds"):
        return "the score" + (", at most 0" if scale == "log-odds" else "")
    soft = softness_on(linear, scale)
    total = "sum * factor" if calibration.names(linear) else "sum"
    raw = f"200 / (1 + exp(-{total}{'' if soft == 1 else f' / {soft:g}'})), at most 100"
    line = places(linear) if scale == "model" else None
    return f"the score is {raw}" if line is None else f"raw is {raw}; points: of raw, {described(line)}"
