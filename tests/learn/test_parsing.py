"""A tagger and parser learns a small language."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.parsing import ParserSettings, accuracy, train_parser
from tertium.resources.parsers.dependencies import SpacyParser
from tertium.text.parses import Parse

pytest.importorskip("spacy")
NOUNS = ["cat", "dog", "bird", "child", "teacher", "farmer"]
VERBS = ["sees", "follows", "likes", "finds"]
SMALL = ParserSettings(width=16, depth=1, rows=(200, 100, 100, 100), epochs=4, words_in_batch=(20, 40))


def treebank(n: int, seed: int) -> list[Parse]:
    rng = np.random.default_rng(seed)
    sentences = []
    for _ in range(n):
        subject, thing = rng.choice(NOUNS, 2)
        words = ("the", str(subject), str(rng.choice(VERBS)), "a", str(thing))
        tags = ("DET", "NOUN", "VERB", "DET", "NOUN")
        sentences.append(Parse(words, tags, (1, 2, -1, 4, 2), ("det", "nsubj", "root", "det", "obj")))
    return sentences


@pytest.mark.filterwarnings("ignore")  # spaCy's own
def test_a_small_language_is_learned_and_kept(tmp_path: Path) -> None:
    folder, dev = tmp_path / "parser", treebank(20, 2)
    reached = train_parser(treebank(200, 1), dev, folder, SMALL)
    assert reached.las > 95
    assert accuracy(SpacyParser.load(folder), dev) == reached
    assert [path.name for path in tmp_path.iterdir()] == ["parser"]


def test_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="needs sentences"):
        train_parser([], [], tmp_path / "parser")
