"""Groups of outputs to fine-tune an encoder on."""

from pathlib import Path

import numpy as np

from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.encoders.groups import OUTPUTS, Group, batches, few_pieces, of_judgements, of_pairs
from tertium.meta.challenge.pair import Pair

HEADER = "lang_pair\tseg_id\tsource\treference\thyp_a\thyp_b\tsystem_a\tsystem_b\tjudge\tpreference\tdataset\n"


def judged(folder: Path, preferences: list[tuple[int, int]]) -> TrainingData:
    """Judgements of outputs of one segment, the better one first."""
    rows = [f"de-en\t1\tQuelle\treference\tout {a}\tout {b}\ts{a}\ts{b}\tj\t>\td\n" for a, b in preferences]
    path = folder / "pairs.tsv"
    path.write_text(HEADER + "".join(rows))
    return TrainingData((read_judgements(path),))


def preferences_in(groups: list[Group]) -> dict[tuple[str, str], set[float]]:
    found: dict[tuple[str, str], set[float]] = {}
    for group in groups:
        assert len(group.outputs) <= OUTPUTS
        for better, worse, weight in group.pairs:
            found.setdefault((group.outputs[better], group.outputs[worse]), set()).add(weight)
    return found


def test_every_judged_pair_is_in_a_group_the_better_one_first(tmp_path: Path) -> None:
    preferences = [(a, b) for a in range(7) for b in range(a + 1, 7)]
    groups = of_judgements(judged(tmp_path, preferences), np.random.default_rng(1))
    assert preferences_in(groups) == {(f"out {a}", f"out {b}"): {1.0} for a, b in preferences}


def test_what_was_said_often_counts_by_its_root_and_what_is_undecided_not_at_all(tmp_path: Path) -> None:
    data = judged(tmp_path, [(0, 1)] * 5 + [(1, 0)] + [(2, 3), (3, 2)])
    assert preferences_in(of_judgements(data, np.random.default_rng(1))) == {("out 0", "out 1"): {2.0}}


def test_bad_texts_of_one_reference_stand_beside_its_good_one() -> None:
    pairs = [Pair(0, "negation", "r", "g", f"b{i}") for i in range(4)] + [Pair(1, "number", "r2", "g", "b")]
    groups = of_pairs(pairs, np.random.default_rng(1))
    assert sorted(group.reference for group in groups) == ["r", "r", "r2"]
    assert all(group.outputs[0] == "g" and better == 0 for group in groups for better, _, _ in group.pairs)
    assert {text for group in groups for text in group.outputs[1:]} == {"b0", "b1", "b2", "b3", "b"}


def test_long_texts_are_left_out_and_batches_have_texts_of_like_lengths() -> None:
    groups = [Group("r" * n, ("a" * n, "b" * n), ((0, 1, 1.0),)) for n in range(1, 30)]
    lengths = {text: len(text) for group in groups for text in group.texts}
    short = few_pieces(groups, lengths, 20)
    assert [len(group.reference) for group in short] == list(range(1, 21))
    found = batches(short, lengths, 60, np.random.default_rng(1))
    assert sorted(number for some in found for number in some.tolist()) == list(range(20))
    assert all(sum(3 * len(short[i].reference) for i in some) <= 60 or len(some) == 1 for some in found)
    assert max(len(short[i].reference) - len(short[j].reference) for some in found for i in some for j in some) <= 6
