"""What the experiment on untried ways computes, on words and sentences of our own."""

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped, unused-ignore]

from papers.untried import bitext_vectors, measuring, near_words, transport
from tertium.resources import store
from tertium.resources.vectors.table import Vectors, build
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing, make_pool


def cheapest(costs: Floats, ours: Floats, theirs: Floats) -> float:
    """The cost of the best plan, by a linear programme."""
    n, m = costs.shape
    sums = [np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))]
    found = linprog(
        costs.ravel(), A_eq=np.vstack(sums), b_eq=np.concatenate((ours / ours.sum(), theirs / theirs.sum()))
    )
    return float(found.fun)


@pytest.mark.parametrize("seed", range(8))
def test_the_cost_of_transport_is_near_that_of_the_best_plan(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, m = rng.integers(1, 9, 2)
    costs, ours, theirs = rng.random((n, m)), rng.random(n) + 0.1, rng.random(m) + 0.1
    exact, found = cheapest(costs, ours, theirs), transport.cost(costs, ours, theirs)
    assert exact - 0.01 < found < exact + 2 * transport.SOFTNESS
    assert transport.cost(costs, np.zeros(n), theirs) == 1.0


def test_a_piece_that_is_assigned_serves_once() -> None:
    near = np.array([[1.0, 0.2], [0.9, -0.5]])
    precision, recall, f1, *weighted = transport.assigned(near, np.array([1.0, 3.0]), np.array([2.0, 2.0]))
    assert (precision, recall, f1) == pytest.approx((0.55, 0.55, 0.55))  # greedily the precision were 0.95
    assert weighted[:2] == pytest.approx([(0.2 * 1 + 0.9 * 3) / 4, (0.2 * 2 + 0.9 * 2) / 4])


def test_columns_are_those_of_the_text_less_those_of_the_reference() -> None:
    texts = ["a man walks his dog in the park", "a man walks a dog in the park", "", "prices fell"]
    pool, (hypotheses, references) = make_pool([texts, [texts[0]] * 4], "nfc")
    table = store.default("vectors", "en")
    assert table is not None
    compute = transport.columns(table.vectors(), transport.moved, len(transport.MOVED))
    rows = measuring.less_own(compute, Pairing(pool, hypotheses, references, np.arange(5), 1))
    assert rows.shape == (4, 2)
    assert (rows[0] == 0).all()
    assert (rows[1] < 0).all()
    assert (rows[3] < rows[1]).all()
    assert (rows[2] < rows[1]).all()


WORDNET = """\
  1 a line of the licence
00000010 00 a 02 hot 0 warm(a) 0 001 ! 00000050 a 0101 | of high degree
00000050 00 a 01 cold 0 002 ! 00000010 a 0101 & 00000070 a 0000 | of low degree
00000070 00 s 01 icy 0 001 & 00000050 a 0000 | like ice
"""


def test_opposites_are_read_and_refused_with_their_forms() -> None:
    opposite = set(near_words.antonyms(iter(WORDNET.splitlines())))
    assert opposite == {("hot", "cold"), ("cold", "hot")}
    near = {("cold", "hot"): 0.8, ("warm", "cold"): 0.7, ("increased", "decreases"): 0.7, ("icy", "cold"): 0.6}
    kept = near_words.without_antonyms(near, opposite | {("increase", "decrease")})
    assert set(kept) == {("warm", "cold"), ("icy", "cold")}
    assert list(near_words.lines({("icy", "cold"): 0.6})) == ["0.600\ticy\tcold\n", "0.600\tcold\ticy\n"]


def test_near_words_are_whole_words_above_the_threshold(tmp_path: Path) -> None:
    pieces = ["[UNK]", "boat", "ship", "##ship", "x", "cheese"]
    rows = np.array([[0, 0, 1], [1, 0.5, 0], [1, 0.25, 0], [1, 0.5, 0], [1, 0.5, 0], [0, 1, 0]])
    build(tmp_path / "v.bin", pieces, rows, np.ones(6), language="en", lowercase=True, made_from="a test")
    vectors = Vectors.load(tmp_path / "v.bin")
    assert near_words.near_words(vectors, 0.9) == {
        ("boat", "ship"): pytest.approx(1.125 / (1.25 * 1.0625) ** 0.5, abs=0.01)
    }
    assert set(near_words.near_words(vectors, 0.4)) == {("boat", "ship"), ("boat", "cheese")}


def test_words_with_the_same_translations_are_near() -> None:
    english = ["the car is red", "the automobile is red", "the dog is big", "the car stops", "the automobile stops"]
    german = ["das Auto ist rot", "das Auto ist rot", "der Hund ist groß", "das Auto hält", "das Auto hält"]
    ours, theirs = (bitext_vectors.in_words(side, least=1) for side in (english, german))
    tables = bitext_vectors.ppmi(bitext_vectors.together(*map(bitext_vectors.incidence, (ours, theirs))))
    rows = bitext_vectors.embedded([tables], dimensions=3)
    car, automobile, dog = (rows[ours.words.index(word)] for word in ("car", "automobile", "dog"))
    assert car == pytest.approx(automobile)
    assert car @ dog < 0.5 * (car @ car)


def test_a_translation_is_no_context_of_itself() -> None:
    sides = bitext_vectors.in_words(["big house", "small hut", "large house", "little cabin"], least=1)
    every = bitext_vectors.incidence(sides)
    found = bitext_vectors.others([every[:2], every[2:]]).toarray()
    number = {word: i for i, word in enumerate(sides.words)}
    assert found[number["big"], number["large"]] > 0
    assert found[number["hut"], number["cabin"]] > 0
    assert abs(found[number["big"], number["hut"]]) < 1e-12
    assert (found >= -1e-12).all()
    around = bitext_vectors.windows(sides).toarray()
    assert around[number["big"], number["house"]] == 1
    assert around[number["house"], number["small"]] == 0


def test_words_of_a_table_can_be_written_with_capitals_and_in_compounds() -> None:
    side = bitext_vectors.in_words(["haus", "tür", "in"], least=1)
    words = [line.split(" ")[0] for line in bitext_vectors.lines_of_words(side, np.eye(3))]
    assert {"haus", "Haus", "##haus", "Tür", "in", "In", "ü", "##ü", "Ü"} <= set(words)
    assert "##in" not in words
    assert len(words) == len(set(words))
    pieces = [line.split(" ")[0] for line in bitext_vectors.lines_of_pieces(("[CLS]", "a", "##b"), np.zeros((3, 2)))]
    assert pieces == ["a", "##b"]


def test_a_difference_is_bold_where_its_interval_leaves_nothing_out() -> None:
    baseline = np.full(501, 0.4)
    assert measuring.cell(baseline, None) == "0.4000"
    assert measuring.cell(baseline + 0.01, baseline) == "**+0.0100 [+0.0100 +0.0100]**"
    spread = np.concatenate(([0.0], np.linspace(-0.02, 0.02, 500)))
    assert measuring.cell(baseline + spread, baseline).startswith("+0.0000 [-0.0")
