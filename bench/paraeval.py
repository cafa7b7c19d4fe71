"""ParaEval: pairs scored in a second with the English table. No program of the paper is public."""

from functools import partial

from bench.inputs import Inputs, Pairs
from bench.timing import Rival, Row, within
from tertium.metrics import parse
from tertium.text.testset import References

_BAR = 20_000


def paraeval(inputs: Inputs) -> list[Row]:
    """Texts in, scores out, one thread."""
    pairs = inputs.pairs.sample(inputs.size(20_000, 500))
    return [
        _scoring("ParaEval", "paraeval", pairs),
        _scoring("ParaEval, optimal search", "paraeval(search=optimal)", pairs),
        _scoring("ParaEval, by entries", "paraeval(relation=entries)", pairs),
    ]


def _scoring(name: str, metric: str, pairs: Pairs) -> Row:
    ours = Rival(partial(parse(metric).segment_scores, pairs.hypotheses, References.by_stream(pairs.references)))
    ours.round()
    ours.round()  # the table's pairs are looked up once
    return within(
        f"{name}, {len(pairs):,} pairs",
        ours.seconds,
        len(pairs) / _BAR,
        lambda seconds: f"{len(pairs) / seconds:,.0f} pairs/s",
        "One thread; texts in, scores out, with the table of the package.",
        "at least",
    )
