"""What tuning makes as high as it can."""

from typing import Any

import pytest

from tertium.errors import OptionError
from tertium.metrics import parse
from tertium.tuning.goal import Goal
from tertium.tuning.tuning import tune
from tests.tuning.lists import ten_lists


def test_mixtures_lie_between_their_metrics() -> None:
    nbest, references = ten_lists(n_candidates=30)
    mixed = tune(nbest, references, metric=["bleu", "ter"], mix=[1, -1], seed=1)
    assert mixed.weights.metric == "1*bleu-1*ter"
    chosen = [nbest.text(int(i)) for i in nbest.best(nbest.scores(mixed.weights.values))]
    bleu, ter = (parse(name).corpus_score(chosen, references) for name in ("bleu", "ter"))
    assert mixed.score == pytest.approx(bleu - ter, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "mix", "message"),
    [
        (["bleu", "ter"], None, "2 metrics to tune with but no shares.*--mix 1,-1"),
        (["bleu", "ter"], [1, 1], "share of ter is 1, but its lower scores are better"),
        (["bleu"], [1, 2], "1 metrics but 2 shares"),
        (["bleu"], [float("nan")], "share of bleu is nan"),
    ],
)
def test_mixtures_that_make_no_sense_are_refused(given: list[str], mix: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Goal.of([parse(name) for name in given], mix)
