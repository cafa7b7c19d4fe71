"""Rules for splitting from files that are not `tokenizers`' own: sentencepiece's models, and RoBERTa's list and merges.

A model of sentencepiece is a message of protocol buffers. Four of its fields are wanted, so its few kinds of fields are
read here, and no package is needed for them.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.errors import DataError, MissingExtraError

_LARGEST = 64 << 20
_UNIGRAM = 1
_CONTROL, _USER = 3, 4
_SPACE = "▁"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text, how likely it is, and its kind as sentencepiece numbers it."""

    text: str
    score: float
    kind: int


@dataclass(frozen=True, slots=True)
class PieceModel:
    """What a model of sentencepiece says."""

    pieces: tuple[Piece, ...]
    unknown: int
    characters: bytes
    """The rules for characters, which `tokenizers` reads."""


def read(path: Path) -> str:
    """The rules as `tokenizers` writes them."""
    try:
        import tokenizers
    except ImportError as error:
        raise MissingExtraError("the text of an encoder", "neural") from error
    try:
        if path.name == "vocab.json":
            return _of_merges(tokenizers, path)
        content = path.read_bytes()
        if len(content) > _LARGEST:
            raise ValueError(f"{len(content):,} bytes")
        return _of_pieces(tokenizers, path, parse(content))
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    except DataError:
        raise
    except Exception as error:  # what `tokenizers` raises is no narrower
        raise DataError(f"{path}: not rules for splitting ({str(error)[:160]}); copy it again") from error


def _of_merges(tokenizers: Any, path: Path) -> str:
    merges = path.with_name("merges.txt")
    rules = tokenizers.Tokenizer(tokenizers.models.BPE.from_file(str(path), str(merges)))
    rules.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    rules.decoder = tokenizers.decoders.ByteLevel()
    marks = [(mark, rules.token_to_id(mark)) for mark in ("</s>", "<s>")]
    rules.post_processor = tokenizers.processors.RobertaProcessing(*marks, add_prefix_space=False, trim_offsets=True)
    rules.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    return str(rules.to_str())


@dataclass(frozen=True, slots=True)
class _Kind:
    """What stands around texts, by the name that a file has with its makers."""

    first: str
    last: str
    between: str
    own_ids: bool = False
    """Whether marks have ids of their own, as in fairseq."""


_KINDS = {
    "sentencepiece.bpe.model": _Kind("<s>", "</s>", "</s> </s>", True),
    "spiece.model": _Kind("", "</s>", "</s>"),
    "spm.model": _Kind("[CLS]", "[SEP]", "[SEP]"),
}


def _of_pieces(tokenizers: Any, path: Path, model: PieceModel) -> str:
    """As XLM-RoBERTa, mT5, or DeBERTa and BLEURT-20 read their files."""
    kind = _KINDS[path.name]
    listed, unknown = [(piece.text, piece.score) for piece in model.pieces], model.unknown
    if kind.own_ids:
        listed = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *listed[3:], ("<mask>", 0.0)]
        unknown = 3
    rules = tokenizers.Tokenizer(tokenizers.models.Unigram(listed, unk_id=unknown, byte_fallback=False))
    steps = [tokenizers.normalizers.Precompiled(model.characters)] if model.characters else []
    steps += [
        tokenizers.normalizers.Strip(left=False, right=True),
        tokenizers.normalizers.Replace(tokenizers.Regex(" {2,}"), _SPACE),
    ]
    rules.normalizer = tokenizers.normalizers.Sequence(steps)
    rules.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(replacement=_SPACE, prepend_scheme="always")
    rules.decoder = tokenizers.decoders.Metaspace(replacement=_SPACE, prepend_scheme="always")
    ids = [(mark, rules.token_to_id(mark)) for mark in (kind.first, kind.last) if mark]
    if any(number is None for _, number in ids):
        raise ValueError(f"it has no piece {kind.first or kind.last}")
    kinds = ":1" if kind.first == "[CLS]" else ""
    rules.post_processor = tokenizers.processors.TemplateProcessing(
        single=f"{kind.first} $A {kind.last}".strip(),
        pair=f"{kind.first} $A {kind.between} $B{kinds} {kind.last}{kinds}".strip(),
        special_tokens=ids,
    )
    rules.add_tokens([piece.text for piece in model.pieces if piece.kind == _USER])
    rules.add_special_tokens([piece.text for piece in model.pieces if piece.kind == _CONTROL])
    if kind.own_ids:
        rules.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>"])
        rules.add_special_tokens([tokenizers.AddedToken("<mask>", lstrip=True, special=True)])
    return str(rules.to_str())


def parse(content: bytes) -> PieceModel:
    """What a model says.

    Raises:
        ValueError: It is damaged, or of a kind that is not read.
    """
    pieces: list[Piece] = []
    characters, unknown, kind = b"", 0, _UNIGRAM
    for number, value in _fields(content):
        if number == 1:
            pieces.append(_piece(_bytes(value)))
        elif number == 2:
            told = dict(_fields(_bytes(value)))
            kind, unknown = int(told.get(3, _UNIGRAM)), int(told.get(40, 0))
        elif number == 3:
            characters = _bytes(dict(_fields(_bytes(value))).get(2, b""))
    if kind != _UNIGRAM:
        raise ValueError("a model of another kind than unigram; get tokenizer.json of the same encoder instead")
    if not pieces or not 0 <= unknown < len(pieces):
        raise ValueError(f"{len(pieces)} pieces, of which number {unknown} is for what is unknown")
    return PieceModel(tuple(pieces), unknown, characters)


def _piece(content: bytes) -> Piece:
    told = dict(_fields(content))
    return Piece(
        _bytes(told[1]).decode(), struct.unpack("<f", _bytes(told.get(2, b"\0\0\0\0")))[0], int(told.get(3, 1))
    )


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise ValueError("a number stands where a text is expected")
    return value


def _fields(content: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message: their number, and a whole number or bytes."""
    place = 0
    while place < len(content):
        key, place = _varint(content, place)
        form = key & 7
        if form == 0:
            value, place = _varint(content, place)
            yield key >> 3, value
            continue
        if form == 2:
            size, place = _varint(content, place)
        elif form in (1, 5):
            size = 8 if form == 1 else 4
        else:
            raise ValueError(f"a field of form {form}")
        if place + size > len(content):
            raise ValueError("a field reaches beyond the end")
        yield key >> 3, content[place : place + size]
        place += size


def _varint(content: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if place >= len(content) or shift > 63:
            raise ValueError("a number without an end")
        byte = content[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
