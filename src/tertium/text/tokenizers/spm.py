"""Pieces of words by SentencePiece (extra `spm`): the models of FLORES as sacreBLEU uses them, or any by its path.

`flores200`, `flores101` and its other name `spm` stand for a model that sacreBLEU keeps once it has fetched it, in
`~/.sacrebleu/models` or where the variable SACREBLEU says. `spm:PATH` is a model by its path. Nothing is downloaded.
"""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tertium import _core
from tertium.errors import DataError, MissingExtraError
from tertium.storage.files import digest
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.tokenizers.base import register

# What sacreBLEU calls the files.
_FILES = {
    "flores200": "flores200sacrebleuspm",
    "flores101": "sacrebleu_tokenizer_spm.model",
    "spm": "sacrebleu_tokenizer_spm.model",
}


@dataclass(frozen=True, slots=True)
class PieceTokenizer:
    """Pieces by one model."""

    name: str
    summary: str
    path: Path | None = None
    """Where the model is; None: in sacreBLEU's folder."""

    extra = "spm"
    packages = ("sentencepiece",)

    def tokenize(self, texts: PackedTexts) -> Batch:
        model = _model(self.file())
        pieces = model.EncodeAsPieces([texts[row] for row in range(len(texts))]) if len(texts) else []
        # sacreBLEU joins the pieces by spaces and splits them again.
        return Batch.of(_core.intern_tokens([" ".join(row).split() for row in pieces]))

    def file(self) -> Path:
        """The model's file; raises where it is not there."""
        path = self.path or cache_folder() / "models" / _FILES[self.name]
        if path.is_file():
            return path
        if self.path:
            raise DataError(f"{path}: no such file; expected a model of SentencePiece")
        raise DataError(
            f"the tokeniser {self.name!r} needs the model {path}, which is not there; sacreBLEU fetches it when it is "
            f"used once: sacrebleu -tok {self.name} REFERENCE -i OUTPUT. Or name a model by its path: tok=spm:PATH"
        )


def cache_folder() -> Path:
    """Where sacreBLEU keeps what it has downloaded."""
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")


def _model(path: Path) -> Any:
    stamp = path.stat()
    return _opened(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=4)
def _opened(path: Path, _changed: int, _size: int) -> Any:
    try:
        import sentencepiece
    except ImportError:
        raise MissingExtraError("a tokeniser of SentencePiece", "spm") from None
    try:
        return sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (RuntimeError, OSError):
        raise DataError(f"{path}: not a model of SentencePiece; give the file that ends in .model") from None


@lru_cache(maxsize=16)
def by_path(text: str) -> PieceTokenizer:
    """The tokeniser that `spm:PATH` names; its name in signatures says what is in the file."""
    path = Path(text)
    if not path.is_file():
        raise DataError(f"tok=spm:{text}: no such file; expected a model of SentencePiece")
    return PieceTokenizer(f"spm:{path.name.removesuffix('.model')}@{digest(path)}", "pieces by a model of yours", path)


for _name in _FILES:
    register(PieceTokenizer(_name, f"pieces by the model of {_name.replace('spm', 'FLORES-101')} (extra: spm)"))
