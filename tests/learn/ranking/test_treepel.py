"""Treepel: trained with parses from a file, and shipped."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.features.parses import LABELS
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import TreepelTrainer
from tertium.learn.ranking.treepel import Treepel
from tertium.learn.trainer import Run, train
from tertium.text.testset import References
from tests.learn.parsed import SENTENCES, text


def test_treepel_is_trained_and_scores_with_parses_from_a_file(parses: str, tmp_path: Path) -> None:
    from tertium.learn.data import TrainingData
    from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, ScoreTables, SegmentScores
    from tests.support import training

    texts = [text(sentence) for sentence in SENTENCES]
    items = Items.build(texts, References.by_stream([texts[0]] * len(texts)), segment=["1"] * len(texts))
    group = JudgementGroup(
        "own", "de-en", items, human=ScoreTables((SegmentScores(items, np.arange(5.0)[::-1].copy(), "da"),))
    )
    assert training.REFERENCES
    trainer = TreepelTrainer(min_pairs=1, parser=parses, penalty=0.1, paraphrases="none")
    model = train(trainer, TrainingData((JudgementSet((group,), Origin("own.tsv", "0" * 64)),)), Run()).model
    assert model.metric == "treepel"
    assert len(model.features) == 42 + 12 + 3 * len(LABELS)
    model.save(tmp_path / "own.model")
    metric = Treepel(model=str(tmp_path / "own.model"), parser=parses)
    scores = metric.segment_scores(texts, items.references)
    assert scores[0] == 100
    assert (np.diff(scores) < 0).all()
    assert metric.signature()["parser"].startswith("own.conllu@")
    with pytest.raises(DataError, match="a model of 'beer', expected one of 'treepel'"):
        Treepel(model="beer-en", parser=parses).signature()


def test_the_shipped_model_has_the_features_of_this_version() -> None:
    model = Model.load("treepel-en", metrics=["treepel"])
    assert model.options["features"] == "beer+parse"
    Treepel().linear()
