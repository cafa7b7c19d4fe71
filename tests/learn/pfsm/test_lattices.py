"""Lattices of edits between two texts."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.learn.pfsm.automaton import EditFeatures, EditSettings, relation_codes
from tertium.learn.pfsm.lattices import lattices
from tertium.learn.pfsm.objective import Problem
from tertium.learn.pfsm.pfsm import PFSM
from tertium.learn.pfsm.training import PFSMTrainer
from tertium.learn.trainer import Run, train
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support import training


def test_relations_of_neighbours_come_from_a_parse() -> None:
    # She is a doctor ; dogs eat quickly ; eat dogs
    codes = relation_codes([4, 4, 4, 0, 6, 0, 6], ["nsubj", "cop", "det", "root", "nsubj:pass", "root", "advmod"])
    assert codes.tolist() == [0, 0, 0, 0, 0, 2, 0]
    assert relation_codes([0, 1], ["root", "obj"]).tolist() == [0, 3]
    assert relation_codes([2, 0], ["cop", "root"]).tolist() == [0, 6]
    with pytest.raises(DataError, match="each word needs both"):
        relation_codes([0], [])


def test_lemmas_are_stems_of_snowball_or_porter_and_models_say_which(tmp_path: Path) -> None:
    assert EditSettings().stemmer == "en"
    assert EditSettings(stems="porter").stemmer == "porter"
    before = {name: value for name, value in EditSettings().for_model().items() if name != "stems"}
    assert EditSettings.of(before, "en").stems == "snowball"
    with pytest.raises(OptionError, match="Porter's stems are of English"):
        EditSettings(language="de", stems="porter")
    with pytest.raises(DataError, match="'stems' is 'lovins'"):
        EditSettings.of({**before, "stems": "lovins"}, "en")
    # Porter's stem of `skies` is `ski`, Snowball's is `sky`.
    assert _one_lemma(EditSettings())
    assert not _one_lemma(EditSettings(stems="porter"))
    group = training.scores()
    train(PFSMTrainer(stems="porter"), training.data(group), Run()).model.save(tmp_path / "porter.model")
    assert PFSM(model=str(tmp_path / "porter.model")).signature()["stem"] == "porter"


def _one_lemma(settings: EditSettings) -> bool:
    """Whether `skies` can stand for `sky` as a word of the same lemma."""
    pairing = Pairing.of(["skies"], References.by_stream(["sky"]))
    problem = Problem(EditFeatures.of(settings), lattices(pairing, settings), np.zeros(1), 1.0, 1)
    return any("lemma" in name for name, n in zip(problem.features.names, problem.occurrences(), strict=True) if n)


def test_languages_without_stems_or_synonyms_are_refused() -> None:
    with pytest.raises(OptionError, match="no stemmer for 'zh'"):
        EditSettings(language="zh")
    with pytest.raises(OptionError, match="no synonyms for 'de'"):
        EditSettings(language="de", synonyms=True)
