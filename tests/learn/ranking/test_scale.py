"""Points from 0 to 100 that people understand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.learn.ranking import scale
from tertium.learn.ranking.tertium import Tertium
from tertium.learn.ranking.trainers import TertiumTrainer
from tertium.learn.trainer import Run, train
from tertium.text.testset import References
from tests.support import training

MODELS = ["tertium-en", "tertium-fast-en", "tertium-any"]
REFERENCES = [
    "The drug is not safe for children under twelve.",
    "On Monday the old captain sold his wooden boat to two brothers from Lisbon.",
    "Nobody knows why the factory closed.",
    "Prices rose by 3 per cent in the first quarter, and the bank expects more of the same.",
    "She has never been to Paris.",
]
# Each is made a little worse, again and again: by words that go, come, change places or become others.
ADDED = ["moreover", "seldom", "purple", "window", "because", "lantern", "gravel", "tuesday"]


def scores(model: str, outputs: list[str], references: list[str]) -> list[float]:
    metric = Tertium(model=model)
    return [float(x) for x in metric.segment_scores(outputs, References.by_stream(references))]


def damaged(text: str, kind: str, amount: int) -> str:
    words = text.split()
    if kind == "missing":
        return " ".join(words[amount:])
    if kind == "added":
        return " ".join([*words, *ADDED[:amount]])
    if kind == "others":
        return " ".join([*ADDED[:amount], *words[amount:]])
    if kind == "letters":
        return " ".join(word[::-1] if number < amount else word for number, word in enumerate(words))
    return " ".join([text] * (1 + amount))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", ["missing", "added", "others", "letters", "repeated"])
def test_more_damage_has_fewer_points(model: str, kind: str) -> None:
    means = []
    for amount in range(5):
        outputs = [damaged(text, kind, amount) for text in REFERENCES]
        means.append(np.mean(scores(model, outputs, REFERENCES)))
    assert means[0] == 100
    assert (np.diff(means) < 0).all(), means


@pytest.mark.parametrize("model", MODELS)
def test_garbage_is_at_the_bottom(model: str) -> None:
    rng = np.random.default_rng(1)
    for reference, other in zip(REFERENCES, [*REFERENCES[1:], REFERENCES[0]], strict=True):
        shuffled = "".join(rng.permutation(list(reference)))
        garbage = ["", shuffled, other, "the " * 12, "Das hat mit dem Satz nichts zu tun.", "..."]
        found = scores(model, garbage, [reference] * len(garbage))
        assert found[0] == 0
        # 93 of 100 unrelated sentences have 15 at most.
        assert max(found) <= (20 if model == "tertium-any" else 16), dict(zip(garbage, found, strict=True))
        assert scores(model, [reference], [reference]) == [100]


@pytest.mark.parametrize("model", MODELS)
def test_the_scale_rises_strictly_and_keeps_every_rank(model: str, tmp_path: Path) -> None:
    known = Model.load(model)
    line = scale.places(LinearModel.of(known))
    assert line is not None
    assert line[0][0] == line[1][0] == 0
    assert line[0][-1] == line[1][-1] == 1
    raw = np.linspace(0, 1, 10_001)
    assert (np.diff(scale.points_of(LinearModel.of(known), raw)) > 0).all()
    arrays = {name: array for name, array in known.arrays.items() if not name.startswith("scale.")}
    replace(known, arrays=arrays).save(tmp_path / "raw.model")
    outputs = [damaged(text, "others", amount) for text in REFERENCES for amount in range(5)]
    references = [text for text in REFERENCES for _ in range(5)]
    before, after = (scores(name, outputs, references) for name in (str(tmp_path / "raw.model"), model))
    assert np.argsort(before).tolist() == np.argsort(after).tolist()
    assert before != after


@given(st.floats(0.1, 0.5), st.floats(0.5, 4), st.integers(0, 5))
def test_the_usual_translation_comes_to_what_people_say(low: float, bend: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    raw = np.append(rng.uniform(low, 1, 500), np.ones(10))
    usual = float(np.median(raw[raw < 1]))
    corners = [low, usual, 1.0], [0.0, bend, bend + 1.0]
    human = np.interp(raw, *corners)
    found = scale.fit(raw, human, np.full(50, low))
    assert found[0] == pytest.approx([0, low, usual, 1])
    assert found[1] == pytest.approx([0, 0.15, 0.15 + 0.85 * bend / (bend + 1), 1])


def test_people_who_contradict_the_scores_do_not_make_it_fall() -> None:
    raw = np.linspace(0.5, 1, 100)
    for human in (-raw, np.zeros(100), np.abs(raw - 0.75)):
        _, points = scale.fit(raw, human, np.full(10, 0.4))
        assert (np.diff(points) > 0.03).all()


def test_outputs_no_better_than_unrelated_ones_are_refused() -> None:
    with pytest.raises(DataError, match="no judged output is between them and 100"):
        scale.fit(np.full(10, 0.3), np.zeros(10), np.full(10, 0.4))


def test_the_examples_of_the_documentation_have_their_points() -> None:
    page = Path(__file__).parents[3] / "docs" / "explanation" / "tertium.md"
    table = (
        page.read_text("utf-8")
        .partition("| points | output | reference |\n| --: | --- | --- |\n")[2]
        .partition("\n\n")[0]
    )
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert len(rows) == 10
    found = scores("tertium-en", [output for _, output, _ in rows], [reference for *_, reference in rows])
    assert [round(value) for value in found] == [int(points) for points, *_ in rows]


def test_training_with_calibration_gives_a_scale() -> None:
    judged = [training.scores(lang_pair) for lang_pair in ("cs-en", "de-en", "fi-en", "ru-en")]
    trainer = TertiumTrainer(features="beer+content", min_pairs=1)
    logged: list[str] = []
    run = Run(calibration=training.data(*judged), log=logged.append)
    model = train(trainer, training.data(training.preferences()), run).model
    assert scale.places(LinearModel.of(model)) is not None
    assert any(line.startswith("scale: 0.0 is 0.0, ") for line in logged)


def test_a_scale_that_does_not_rise_is_refused() -> None:
    known = Model.load("tertium-en")
    broken = replace(known, arrays={**known.arrays, "scale.points": np.array([0.0, 0.5, 0.4, 1.0])})
    with pytest.raises(DataError, match="does not rise"):
        scale.places(LinearModel.of(broken))
