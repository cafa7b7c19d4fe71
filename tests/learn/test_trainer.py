"""Training: what every trainer gives, folds, dev data, and data that cannot be learned from."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.errors import DataError, OptionError, UnknownNameError
from tertium.learn import trainer as trainers
from tertium.learn.pfsm.training import PPDAFTrainer
from tertium.learn.ranking.trainers import BeerTrainer
from tertium.learn.regression.training import BLEUR
from tertium.learn.trainer import Run, train
from tests.support import training
from tests.support.training import beer_trainer

BY_SCORES = ("bleur", "nistr", "terr", "meteorr", "mtr", "regression")
BOTH = {"beer": training.preferences(), **dict.fromkeys(BY_SCORES, training.scores())}


@pytest.mark.parametrize("name", BOTH)
def test_every_trainer_learns_to_put_better_outputs_first(name: str) -> None:
    few = {"min_pairs": 1} if name == "beer" else {}
    result = train(trainers.get(name)(**few), training.data(BOTH[name]), Run())
    figures = {(figure.data, figure.measure): figure.value for figure in result.model.figures}
    assert figures["train", "wmt14-tau" if name == "beer" else "spearman"] > 0.8
    assert np.isfinite(result.model.weights).all()
    assert [name for group in result.groups.values() for name in group] == list(result.model.features)
    assert result.model.training[0].name == "tiny.tsv"


def test_folds_measure_on_segments_that_were_not_trained_on() -> None:
    flipped = training.data(training.preferences("de-en"), training.preferences("fr-en", flip=True))
    figures = train(beer_trainer(), flipped, Run(), folds="lang-pair").model.figures
    held = {figure.part: figure.value for figure in figures if figure.data == "round robin"}
    # Trained on the one, the other says the opposite; where every output beats its reference, all score alike.
    assert held["tiny fr-en"] < -0.8
    assert held["tiny de-en"] <= 0


def test_dev_data_is_measured_and_not_trained_on() -> None:
    data, dev = training.data(training.preferences()), training.data(training.preferences(flip=True))
    alone = train(beer_trainer(), data, Run())
    result = train(beer_trainer(), data, Run(dev=dev))
    assert result.model.weights.tolist() == alone.model.weights.tolist()
    assert next(f.value for f in result.model.figures if f.data == "dev") < -0.8
    assert [part.use for part in result.model.training] == ["train", "dev"]


def test_the_language_is_given_as_everywhere() -> None:
    assert [BeerTrainer(language=code).language for code in ("en", "deu", "de-en", "any")] == ["en", "de", "en", "any"]
    with pytest.raises(OptionError, match="unknown language 'xx'; expected a code of ISO 639"):
        BeerTrainer(language="xx")


def test_wrong_options_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown trainer 'bear'"):
        trainers.get("bear")
    with pytest.raises(OptionError, match="beer: option 'penalty' cannot be -1"):
        BeerTrainer(penalty=-1.0)
    with pytest.raises(OptionError, match="'nist' depend on the whole test set"):
        train(beer_trainer(features="beer+nist"), training.data(training.preferences()), Run())
    with pytest.raises(OptionError, match="folds cannot be 1"):
        train(beer_trainer(), training.data(training.preferences()), Run(), folds=1)
    model = train(BLEUR(), training.data(training.scores()), Run()).model
    with pytest.raises(DataError, match="start from is of 'regression', expected 'beer'"):
        train(beer_trainer(), training.data(training.preferences()), Run(start=model))


def test_a_trainer_speaks_other_languages_with_what_there_is() -> None:
    beer = BeerTrainer()
    assert beer.for_language("de") == replace(beer, language="de")
    assert beer.for_language("et") == replace(beer, language="et", tok="intl", matches="exact")
    assert beer.for_language("zh").tok == "zh"
    assert PPDAFTrainer().for_language("de").synonyms is False
