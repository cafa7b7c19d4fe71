"""`tertium train pfsm|ppda|ppda+f`, from judgements to a score and its explanation."""

from pathlib import Path

import pytest

from tertium.learn.model import Model
from tests.support.edit_judgements import write
from tests.support.types import Run


@pytest.mark.parametrize("name", ["pfsm", "ppda+f"])
def test_a_model_is_trained_written_shown_and_scores(tertium: Run, tmp_path: Path, name: str) -> None:
    judgements, model = write(tmp_path / "own.tsv", n=40), tmp_path / "mine.model"
    ran = tertium("train", name, "--judgements", judgements, "--folds", "lang-pair", "-o", model)
    assert ran.code == 0, ran.err
    assert "state.delete" in ran.out
    assert "round robin" in ran.out
    assert "iteration 1: objective" in ran.err
    loaded = Model.load(str(model))
    assert loaded.metric == name
    assert loaded.training[0].name == "own.tsv"
    assert "state.word" in tertium("train", "show", model).out

    (tmp_path / "hyp").write_text("On the mat sat the cat .\n", "utf-8")
    (tmp_path / "ref").write_text("The cat sat on the mat .\n", "utf-8")
    texts = (tmp_path / "hyp", "-r", tmp_path / "ref", "-m", f"ppda(model={model})")
    scored = tertium("score", *texts)
    assert scored.code == 0, scored.err
    assert "mine@" in scored.out
