"""Examples of edits."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.pfsm.training import PFSMTrainer
from tertium.learn.trainer import Run
from tests.support import training


def test_whole_segments_are_drawn_where_outputs_are_limited() -> None:
    lines: list[str] = []
    data = training.data(training.preferences())
    trainer = PFSMTrainer(loss="pairwise", min_pairs=1, most_outputs=9)
    first, again, other = (trainer.train(data, Run(seed=seed, log=lines.append)) for seed in (1, 1, 2))
    # Two segments of four outputs each, 6 preferences a segment, one of them perhaps the tie.
    assert lines[0].split(" preferences")[0] in ("0 scores and 12", "0 scores and 11")
    assert first.weights.tobytes() == again.weights.tobytes()
    assert first.features != other.features or first.weights.tobytes() != other.weights.tobytes()


def test_too_few_preferences_are_refused() -> None:
    with pytest.raises(DataError, match=r"47 pairs of outputs .* at least 100"):
        PFSMTrainer(loss="pairwise").train(training.data(training.preferences()), Run())
    with pytest.raises(DataError, match="nothing to learn from; expected segment scores"):
        PFSMTrainer().train(training.data(training.preferences()), Run())
    one = training.scores()
    (judged,) = one.human.segments
    equal = replace(one, human=replace(one.human, segments=(replace(judged, scores=np.ones(len(one.items))),)))
    with pytest.raises(DataError, match="nothing to rank"):
        PFSMTrainer(loss="pairwise").train(training.data(equal), Run())
    with pytest.raises(OptionError, match="loss"):
        PFSMTrainer(loss="absolute")
