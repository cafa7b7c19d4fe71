"""Make a metric of a function, also of sources: function_metric, Metric."""

import re

import tertium


@tertium.function_metric(name="lost numbers", higher_is_better=False)
def lost_numbers(sources, hypotheses):
    """How many numbers of the source the output does not have."""
    return [len(set(re.findall(r"\d+", s)) - set(re.findall(r"\d+", h))) for s, h in zip(sources, hypotheses)]


result = tertium.score(
    {"ours": ["Sie hat 3 Katzen.", "Um acht."]}, sources=["She has 3 cats.", "At 8."], metrics=lost_numbers
)
print(result.systems[0].scores[0].score)
