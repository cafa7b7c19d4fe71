"""How the texts of an encoder are split: by a list of word pieces, or by what Hugging Face's `tokenizers` reads."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.errors import DataError, MissingExtraError
from tertium.text.tokenizers.word_pieces import UNKNOWN

if TYPE_CHECKING:
    from tokenizers import Tokenizer

RULES, LIST = "tokenizer.json", "vocab.txt"
_MARKS = (UNKNOWN, "[CLS]", "[SEP]")


def read_pieces(folder: Path) -> tuple[tuple[str, ...], bool]:
    """The word pieces of a model, and whether texts become lowercase first."""
    from tertium.resources.encoders.weights import read_json  # late: only those who build an encoder need it

    try:
        pieces = tuple((folder / LIST).read_text("utf-8").removesuffix("\n").split("\n"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(f"{folder}: cannot read {LIST} ({reason}); expected one word piece per line") from error
    if missing := [mark for mark in _MARKS if mark not in pieces]:
        raise DataError(f"{folder / LIST}: has no {missing[0]}, expected the word pieces of a BERT-like model")
    settings = folder / "tokenizer_config.json"
    return pieces, bool(read_json(settings).get("do_lower_case", True)) if settings.is_file() else True


def read_rules(folder: Path) -> str:
    """How a model's texts are split, as `tokenizers` reads it: the model's own rules, or made from its word pieces."""
    tokenizers = _tokenizers()
    if (folder / RULES).is_file():
        rules = opened((folder / RULES).read_bytes(), folder / RULES)
    else:
        pieces, lowercase = read_pieces(folder)
        rules = tokenizers.Tokenizer(
            tokenizers.models.WordPiece(
                {piece: i for i, piece in enumerate(pieces)}, unk_token=UNKNOWN, max_input_chars_per_word=100
            )
        )
        rules.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=lowercase)
        rules.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
        marks = [(mark, pieces.index(mark)) for mark in ("[SEP]", "[CLS]")]
        rules.post_processor = tokenizers.processors.BertProcessing(*marks)
    rules.no_truncation()
    rules.no_padding()
    return rules.to_str()


def opened(content: bytes, where: Path) -> "Tokenizer":
    """Rules that were read; raises where `tokenizers` does not understand them."""
    tokenizers = _tokenizers()
    try:
        rules: Tokenizer = tokenizers.Tokenizer.from_str(content.decode())
        return rules
    except Exception as error:  # what `tokenizers` raises is no narrower
        raise DataError(f"{where}: not rules that tokenizers understands ({error}); copy it again") from error


def marks_of(rules: "Tokenizer") -> tuple[list[int], list[int]]:
    """The ids that stand before and behind every text."""
    marks = list(rules.encode("").ids)
    if len(marks) != 2:
        raise DataError(f"the rules for splitting texts put {len(marks)} marks around each; an encoder expects two")
    return marks[:1], marks[1:]


def _tokenizers() -> Any:
    try:
        import tokenizers
    except ImportError as error:
        raise MissingExtraError("the text of an encoder", "neural") from error
    return tokenizers
