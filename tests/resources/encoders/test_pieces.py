"""Word pieces of an encoder."""

from pathlib import Path

import pytest

from tertium.resources.encoders import sources
from tertium.resources.encoders.encoder import Encoder
from tertium.text.arrays import PackedTexts
from tertium.text.tokenizers.word_pieces import WordPieceTokenizer
from tests.support.encoders import (
    PIECES,
    write_tiny,
)


def test_texts_are_split_as_the_core_splits_them(encoder: Encoder) -> None:
    given_texts = ["The cats sat, not under a Big house!", "", "zebra's xyz €", "  DOG\tran "]
    ours = WordPieceTokenizer("tiny", PackedTexts.pack(PIECES), 1).tokenize(PackedTexts.pack(given_texts))
    for row, found in enumerate(encoder.split(given_texts)):
        assert found.tolist() == ours.row(row).tolist()


def test_rules_of_a_model_are_kept_but_for_what_cuts_and_fills_up(folder: Path, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    sources.build(folder, tmp_path / "encoder.en.a.bin", [], layers=[1], language="en")
    rules = Encoder.load(tmp_path / "encoder.en.a.bin").rules
    rules.enable_truncation(4)
    rules.enable_padding(length=12)
    other = write_tiny(tmp_path / "other")
    (other / "tokenizer.json").write_text(rules.to_str())
    (other / "vocab.txt").unlink()
    sources.build(other, tmp_path / "encoder.en.b.bin", [], layers=[1], language="en")
    text = "the cat sat on a mat and ran"
    assert len(Encoder.load(tmp_path / "encoder.en.b.bin").split([text])[0]) == 8
    assert isinstance(rules, tokenizers.Tokenizer)
