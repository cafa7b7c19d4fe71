"""The loop with a real decoder: Thot learns from sentences of our own, and tuning makes it better."""

import random
import sys
from itertools import product
from pathlib import Path

import pytest
from tests.support.command import run_here

import tertium
from tertium.nbest.weights import Weights
from tertium.text.testset import References

pytest.importorskip("thot", reason="needs sil-thot, of the group peers")

from papers.tuning.thot import FEATURES, NOT_NEGATIVE, Decoder, train

# Words of our own: an adjective follows its noun in the source, and some words have two translations.
PEOPLE = [("el vecino", "the neighbour"), ("la maestra", "the teacher"), ("mi hermano", "my brother")]
PEOPLE += [("una amiga", "a friend"), ("el cartero", "the postman")]
VERBS = [("mira", "looks at"), ("compra", "buys"), ("pinta", "paints"), ("lleva", "carries"), ("busca", "looks for")]
THINGS = [
    ("la mesa", "table"),
    ("la puerta", "door"),
    ("la silla", "chair"),
    ("la caja", "box"),
    ("la carta", "letter"),
]
KINDS = [("vieja", "old"), ("blanca", "white"), ("pequeña", "small"), ("nueva", "new"), ("pesada", "heavy")]
TIMES = [("", ""), ("hoy", "today"), ("por la mañana", "in the morning"), ("después de la cena", "after dinner")]


def sentences() -> list[tuple[str, str]]:
    made = []
    for who, does, what, kind, when in product(PEOPLE, VERBS, THINGS, KINDS, TIMES):
        source = f"{who[0]} {does[0]} {what[0]} {kind[0]} {when[0]}".strip()
        made.append((source, f"{who[1]} {does[1]} the {kind[1]} {what[1]} {when[1]}".strip()))
    random.Random(3).shuffle(made)
    return made


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("thot")
    made = sentences()
    learned, dev = made[:250], made[250:280]
    train([s for s, _ in learned], [t for _, t in learned], folder / "model")
    (folder / "dev.src").write_text("".join(s + "\n" for s, _ in dev), "utf-8")
    (folder / "dev.ref").write_text("".join(t + "\n" for _, t in dev), "utf-8")
    # Too little of the language model and of phrases, and a bonus for dropping words.
    weights = dict.fromkeys(FEATURES, 0.1) | {"thot_0": -1.0, "thot_2": -1.0}
    (folder / "start.json").write_text(Weights(weights).to_json(), "utf-8")
    return folder


def test_four_decodings_raise_bleu_by_five_points(material: Path) -> None:
    decoder = Decoder(material / "model")
    sources = (material / "dev.src").read_text("utf-8").splitlines()
    references = References.by_stream((material / "dev.ref").read_text("utf-8").splitlines())
    start = {**dict.fromkeys(FEATURES, 0.1), "thot_0": -1.0, "thot_2": -1.0}
    found = tertium.tune_decoder(
        lambda weights, n: decoder.translate(sources, [weights.values[name] for name in FEATURES], n),
        references,
        start=start,
        bounds={name: (0.0, float("inf")) for name in NOT_NEGATIVE},
        iterations=5,
        n=30,
        seed=1,
    )
    scores = [iteration.decoded for iteration in found.iterations]
    assert max(scores[:5]) >= scores[0] + 5  # the fifth decoding shows what four have reached
    sizes = [iteration.candidates for iteration in found.iterations]
    assert sizes == sorted(sizes)


def test_the_command_runs_the_decoder_as_a_program(material: Path) -> None:
    program = f"{sys.executable} -m papers.tuning.thot"
    command = f"{program} decode {material / 'model'} {{weights}} {{source}} {{nbest}} {{n}}"
    done = run_here(
        *("tune", "mert", "--decoder", command, "-s", str(material / "dev.src"), "-r", str(material / "dev.ref")),
        *("--weights", str(material / "start.json"), "--work", str(material / "work"), "-n", "20", "--iterations", "2"),
        *("--bound", "thot_[13456]:0..", "-o", str(material / "weights.json")),
        folder=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert "decoding 2:" in done.stderr
