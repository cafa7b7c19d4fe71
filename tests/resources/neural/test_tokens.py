"""Rules of a tokeniser that take much memory."""

from pathlib import Path

import pytest

from tertium.resources.neural.tokens import Tokens

tokenizers = pytest.importorskip("tokenizers")


def made(pieces: int) -> Tokens:
    """Rules of some pieces, each of which is a number."""
    listed = [("<unk>", 0.0), *((f"▁{number}", -1.0) for number in range(pieces - 1))]
    rules = tokenizers.Tokenizer(tokenizers.models.Unigram(listed, unk_id=0))
    rules.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    rules.post_processor = tokenizers.processors.TemplateProcessing(single="<unk> $A", special_tokens=[("<unk>", 0)])
    return Tokens(rules.to_str(), Path("tokenizer.json"))


@pytest.mark.parametrize(("pieces", "read_again"), [(50, False), (250_000, True)])
def test_large_rules_are_let_go_of_and_read_again(pieces: int, read_again: bool) -> None:
    tokens = made(pieces)
    texts = ["7 40 3", "", "11"]
    first, before = tokens.rules, tokens.ids(texts)
    tokens.release()
    assert ("rules" not in vars(tokens)) is read_again
    assert tokens.ids(texts) == before == [[8, 41, 4], [], [12]]
    assert (tokens.rules is not first) is read_again


def test_marks_are_known_after_rules_were_let_go_of() -> None:
    tokens = made(250_000)
    assert tokens.marks == ([], [0])
    tokens.release()
    assert tokens.marks == ([], [0])
    assert "rules" not in vars(tokens)
