"""The step after ranking that learns from minimal pairs what small changes cost.

A paraphrase has other words than its reference, a harmful change hardly any. If all weights learned from such pairs,
words would come to mean nothing. So only the weights of chosen features do, those that see small changes; all others
keep what people's rankings have taught them, up to one factor.
"""

from collections.abc import Sequence

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.learn.features.base import FeatureOptions, FeatureSet, Indices, compute
from tertium.learn.features.directions import directions
from tertium.learn.linear import Ranking, rank
from tertium.meta.challenge.pair import Pair
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

_PENALTY = 1e-4


def choice(names: Sequence[str], beginnings: Sequence[str]) -> Indices:
    """The numbers of the features that learn from pairs; a name ends anywhere, such as `single.`."""
    for name in beginnings:
        if not any(each.startswith(name) for each in names):
            raise OptionError(
                f"no feature begins with {name!r}, which should learn from pairs; add its set of features"
            )
    return np.array([i for i, each in enumerate(names) if each.startswith(tuple(beginnings))], np.int64)


def table_of(
    pairs: Sequence[Pair], sets: Sequence[FeatureSet], options: FeatureOptions, threads: int
) -> tuple[Floats, Floats]:
    """The features of the good translations, and of the bad ones."""
    if not pairs:
        raise DataError("no minimal pairs to learn from; give a file with some")
    texts = [*(pair.good for pair in pairs), *(pair.bad for pair in pairs)]
    references = References.by_segment([[pair.reference] for pair in (*pairs, *pairs)])
    table = compute(sets, Pairing.of(texts, references, threads=threads), options)
    return table[: len(pairs)], table[len(pairs) :]


def refitted(
    weights: Floats,
    names: Sequence[str],
    learning: Indices,
    judged: tuple[Floats, Indices, Indices],
    pairs: tuple[Floats, Floats],
    shares: Floats,
    directed: bool,
) -> tuple[Floats, Ranking]:
    """Weights of which the chosen ones have learned from judgements and pairs together.

    Args:
        weights: Learned from the judgements.
        names: Of the features.
        learning: The numbers of the features that learn.
        judged: Features of outputs, and the numbers of the better and the worse one of each judgement.
        pairs: Features of the good and the bad translations.
        shares: How much each pair counts, as a share of all judgements.
        directed: Whether weights must not reward what is wrong.
    """
    fixed = weights.copy()
    fixed[learning] = 0.0
    table, better, worse = judged
    good, bad = pairs
    columns = np.vstack([np.column_stack((some @ fixed, some[:, learning])) for some in (table, good, bad)])
    first = len(table) + np.arange(len(good))
    fitted = rank(
        columns,
        np.concatenate((better, first)),
        np.concatenate((worse, first + len(good))),
        np.concatenate((np.ones(len(better)), shares * len(better))),
        penalty=_PENALTY,
        directions=np.concatenate(([1], directions(names[i] for i in learning))) if directed else None,
    )
    result = fixed * fitted.weights[0]
    result[learning] = fitted.weights[1:]
    return result, fitted
