"""Explanations for tests: those of real metrics, and one with everything that a metric may say."""

from tertium.evaluation.explain import Explained, Explanations, explain
from tertium.metrics.explanation import Card, Explanation, Link, Loose, Move, Part
from tertium.text.testset import References

ALL = ["ter", "wer", "per", "bleu", "chrf++", "nist", "meteor", "fmeasure"]


def explained(hypothesis: str, *references: str, metrics: list[str] | None = None) -> Explanations:
    return explain({"ours": [hypothesis]}, References.by_segment([references]), metrics=metrics or ALL)


def of(explanation: Explanation) -> Explanations:
    item = Explained("ours", 1, None, None, "M", "m", True, explanation)
    return Explanations("set", 1, (item,))


# What metrics of networks and of soft alignments need: phrases, posteriors, jumps, cards inside cards.
RICH = Explanation(
    0.5,
    ("on", "the", "mat", "sat", "one", "cat"),
    ("the", "cat", "was", "sitting", "on", "the", "mat"),
    "on the mat sat one cat",
    "the cat was sitting on the mat",
    links=(
        Link(0, 3, 4, 3, "same"),
        Link(3, 1, 2, 2, "paraphrase", probability=0.31, label="table"),
        Link(5, 1, 1, 1, "entailment", contribution=-0.2, probability=0.8),
    ),
    loose=(Loose("hypothesis", 4, contribution=1.0), Loose("reference", 0)),
    moves=(Move((0, 1, 2), None, contribution=0.5, label="jump"), Move((5,), 3)),
    cards=(Card("sitting", 2, 2), Card("place", 3, 4, depth=1, label="seen 3 times")),
    parts=(Part("posterior", 0.25, "of the path"),),
    notes=("The best of 12 paths.",),
)
