"""Models of sentencepiece, read by our own few lines, against sentencepiece."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.resources.neural import piece_models
from tertium.resources.neural.checkpoints.folder import read_rules
from tests.support.neural import column

sentencepiece = pytest.importorskip("sentencepiece", reason="needs sentencepiece: pip install --group test")
pytest.importorskip("tokenizers", reason="needs tokenizers: pip install --group test")


@pytest.fixture(scope="module")
def model() -> bytes:
    content = io.BytesIO()
    lines = [line for name in ("src", "mt", "ref") for line in column(name) if line.strip()]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines * 3), model_writer=content, vocab_size=120, minloglevel=2, hard_vocab_limit=False,
        control_symbols=["[CLS]", "[SEP]"],
    )  # fmt: skip
    return content.getvalue()


def test_pieces_scores_and_kinds_are_read(model: bytes) -> None:
    own, original = piece_models.parse(model), sentencepiece.SentencePieceProcessor(model_proto=model)
    assert len(own.pieces) == original.vocab_size()
    assert own.unknown == original.unk_id()
    for number, piece in enumerate(own.pieces):
        assert piece.text == original.id_to_piece(number)
        assert piece.score == pytest.approx(original.get_score(number))
        assert (piece.kind == 3) == original.is_control(number)
    assert own.characters


@pytest.mark.parametrize("name", ["sentencepiece.bpe.model", "spiece.model", "spm.model"])
def test_texts_are_split_as_by_the_original(name: str, model: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(model)
    rules, original = read_rules(tmp_path / name), sentencepiece.SentencePieceProcessor(model_proto=model)
    for text in [*column("mt"), *column("src")]:
        pieces = [rules.rules.id_to_token(i) for i in rules.ids([text])[0]]
        wanted = [original.id_to_piece(i) for i in original.encode(text)]
        assert [p for p in pieces if p != "<unk>"] == [p for p in wanted if p != "<unk>" and p in pieces]
    marks = {"sentencepiece.bpe.model": ([0], [2]), "spiece.model": ([], [original.eos_id()])}
    assert rules.marks == marks.get(name, ([original.piece_to_id("[CLS]")], [original.piece_to_id("[SEP]")]))


@given(place=st.integers(0, 1 << 16), byte=st.integers(0, 255))
def test_a_damaged_model_is_read_or_refused(model: bytes, place: int, byte: int) -> None:
    damaged = bytearray(model)
    damaged[place % len(model)] = byte
    try:
        found = len(piece_models.parse(bytes(damaged)).pieces)
    except (ValueError, KeyError):
        found = 1
    assert found


@pytest.mark.parametrize(
    "content", [b"", b"\x0a\xff\xff\xff\xff\x0f", b"\x0b", b"\xff" * 12, b"\x12\x02\x18\x02\x0a\x00"]
)
def test_what_is_no_model_is_refused_by_its_name(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "spiece.model").write_bytes(content)
    with pytest.raises(DataError, match=r"spiece\.model: not rules for splitting"):
        read_rules(tmp_path / "spiece.model")


def test_lists_and_merges_of_roberta_are_read(tmp_path: Path) -> None:
    (tmp_path / "vocab.json").write_text(
        '{"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "a": 4, "b": 5, "ab": 6}', "utf-8"
    )
    (tmp_path / "merges.txt").write_text("#version: 0.2\na b\n", "utf-8")
    rules = read_rules(tmp_path / "vocab.json")
    assert rules.ids(["abab", "ba"]) == [[6, 6], [5, 4]]
    assert rules.marks == ([0], [2])
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(DataError, match="not rules for splitting"):
        read_rules(tmp_path / "vocab.json")
