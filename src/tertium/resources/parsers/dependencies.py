"""Where dependency parses come from: a pipeline of spaCy, or sentences that somebody parsed already."""

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, Self

from tertium.data import PARSERS
from tertium.errors import DataError, MissingExtraError
from tertium.storage.gunzip import open_bytes
from tertium.text.parses import ROOT, Parse, read_conllu, text_key

_BATCH = 256
_LONGEST = 1000  # words; a longer text is parsed in pieces of so many


class Parser(Protocol):
    """Gives the parse of each sentence, which is already split into words."""

    @property
    def name(self) -> str:
        """What signatures print."""

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        """One parse for each sentence, over exactly its words."""


@dataclass(frozen=True, slots=True, eq=False)
class SpacyParser:
    """A pipeline of spaCy with a parser in it."""

    pipeline: Any
    name: str

    @classmethod
    def of(cls, pipeline: Any, name: str) -> Self:
        if "parser" not in pipeline.pipe_names:
            raise DataError(f"the pipeline {name} has no parser; its parts: {', '.join(pipeline.pipe_names) or 'none'}")
        return cls(pipeline, name)

    @classmethod
    def load(cls, name_or_folder: str | Path) -> Self:
        """Open an installed pipeline by its name, or one in a folder."""
        try:
            import spacy
        except ImportError as error:
            raise MissingExtraError("parsing", "parse") from error
        path = Path(name_or_folder)
        if not path.is_dir() and str(name_or_folder) not in _installed():
            # Anything else that is installed would be imported, whatever it does then.
            raise DataError(
                f"{name_or_folder}: neither a folder nor an installed pipeline of spaCy; "
                f"installed: {', '.join(_installed()) or 'none'}"
            )
        try:
            pipeline = spacy.load(name_or_folder, exclude=["ner", "lemmatizer", "senter"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DataError(f"{name_or_folder} is not a spaCy pipeline that can be opened ({error})") from error
        return cls.of(pipeline, f"{path.name}@{_digest(path)}" if path.is_dir() else str(name_or_folder))

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        from spacy.tokens import Doc

        pieces: list[list[str]] = []
        n_pieces = []
        for words in sentences:
            # An empty word has no form that the pipeline could look at.
            filled = [word or " " for word in words]
            cut = [filled[i : i + _LONGEST] for i in range(0, len(filled), _LONGEST)]
            n_pieces.append(len(cut))
            pieces += cut
        docs = (Doc(self.pipeline.vocab, words=words) for words in pieces)
        parsed = map(_parse_of, self.pipeline.pipe(docs, batch_size=_BATCH))
        whole = [Parse.joined([next(parsed) for _ in range(n)]) for n in n_pieces]
        return [
            Parse(tuple(words), parse.tags, parse.heads, parse.labels)
            for words, parse in zip(sentences, whole, strict=True)
        ]


def _installed() -> list[str]:
    """The packages that say of themselves that they are pipelines."""
    return sorted({entry.name for entry in entry_points(group="spacy_models")})


def named_by_model(choice: str, model: str) -> str:
    """The parser that a model file names, unless it is a folder: a file that somebody sent opens none by itself."""
    if choice in ("auto", "none") or choice.removesuffix(".gz").endswith(".conllu") or choice in _installed():
        return choice
    raise DataError(
        f"{model}: was trained with the parser {choice!r:.200}, which is not an installed pipeline; a model opens no "
        "folder by itself: if you trust this one, name it with the metric's option parser=..."
    )


def _parse_of(doc: Any) -> Parse:
    is_own = all(token.pos_ == "" for token in doc)  # ours keep the part of speech in the tag
    heads = [ROOT if token.head.i == token.i else token.head.i for token in doc]
    return Parse(
        tuple(token.text for token in doc),
        tuple(token.tag_ if is_own else token.pos_ for token in doc),
        tuple(heads),
        tuple("root" if head == ROOT else token.dep_ for head, token in zip(heads, doc, strict=True)),
    )


def _digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class ParsedSentences:
    """Sentences that were parsed before, found by their characters: another tokeniser may have split them."""

    parses: Mapping[str, Parse]
    name: str

    @classmethod
    def read(cls, *paths: Path) -> Self:
        """From files in CoNLL-U (`.gz` too). Sentences that stand in several files are taken from the first."""
        parses: dict[str, Parse] = {}
        digest = hashlib.blake2b(digest_size=4)
        for path in paths:
            for parse in read_treebank(path):
                parses.setdefault(text_key(parse.words), parse)
                digest.update(repr(parse).encode())
        return cls(parses, f"{'+'.join(path.name for path in paths)}@{digest.hexdigest()}")

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        return [self._one(words) for words in sentences]

    def _one(self, words: Sequence[str]) -> Parse:
        if not (key := text_key(words)):
            return Parse(tuple(words), ("X",) * len(words), (ROOT,) * len(words), ("dep",) * len(words))
        if key not in self.parses:
            raise DataError(
                f"{self.name}: holds no parse of {' '.join(words)[:80]!r}; parse every hypothesis and reference, "
                "with the words as they are (punctuation too)"
            )
        return self.parses[key].fitted(words)


def read_treebank(path: Path) -> list[Parse]:
    """The sentences of a file in CoNLL-U, `.gz` or not."""
    return list(read_conllu(read_lines(path), str(path)))


def keep(pipeline: Any, folder: Path) -> None:
    """Write a pipeline of spaCy into a folder, which is replaced once the new one is whole."""
    new, old = (folder.with_name(f".{folder.name}.{os.getpid()}.{state}") for state in ("part", "old"))
    try:
        # The words it saw are not needed: it looks at forms by their hash.
        pipeline.to_disk(new, exclude=["vocab"])
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
    except OSError as error:
        raise DataError(f"{folder}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text file, `.gz` or not."""
    try:
        with open_bytes(path) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, line.decode().rstrip("\r\n")
                except UnicodeDecodeError as error:
                    raise DataError(f"{path}:{number}: is not UTF-8 ({error.reason}); convert the file") from error
    except (OSError, EOFError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error


@dataclass(frozen=True, slots=True, eq=False)
class CachedParser:
    """A parser whose answers are kept in a file of SQLite: parsing takes longer than everything else."""

    parser: Parser
    path: Path

    @property
    def name(self) -> str:
        return self.parser.name

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        keys = [self._key(words) for words in sentences]
        try:
            with closing(self._open()) as database:
                memory = _known(database, keys)
                new = {key: words for key, words in zip(keys, sentences, strict=True) if key not in memory}
                if new:
                    parses = self.parser.parse(list(new.values()))
                    memory |= dict(zip(new, parses, strict=True))
                    with database:
                        rows = [(key, _packed(parse)) for key, parse in zip(new, parses, strict=True)]
                        database.executemany("INSERT OR IGNORE INTO parses VALUES (?, ?)", rows)
        except sqlite3.Error as error:
            raise DataError(f"{self.path}: cannot be used to keep parses ({error}); remove it") from error
        return [
            Parse(tuple(words), memory[key].tags, memory[key].heads, memory[key].labels)
            for key, words in zip(keys, sentences, strict=True)
        ]

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=60)
        database.execute("CREATE TABLE IF NOT EXISTS parses (key BLOB PRIMARY KEY, parse TEXT) WITHOUT ROWID")
        return database

    def _key(self, words: Sequence[str]) -> bytes:
        return hashlib.blake2b(json.dumps([self.name, *words]).encode(), digest_size=16).digest()


def _known(database: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, Parse]:
    parses = {}
    for key in dict.fromkeys(keys):
        row = database.execute("SELECT parse FROM parses WHERE key = ?", (key,)).fetchone()
        if row is not None:
            tags, heads, labels = json.loads(row[0])
            parses[key] = Parse(("",) * len(tags), tuple(tags), tuple(heads), tuple(labels))
    return parses


def _packed(parse: Parse) -> str:
    return json.dumps([parse.tags, parse.heads, parse.labels], separators=(",", ":"))


def find(choice: str, language: str = "en", *, cache: Path | None = None) -> Parser:
    """The parser that a choice names: `auto` (the package's own), CoNLL-U files joined by +, a pipeline."""
    parser: Parser
    if choice == "auto":
        if not (PARSERS / language).is_dir():
            raise DataError(
                f"there is no parser for {language!r} inside the package; name a pipeline of spaCy, or files in CoNLL-U"
            )
        parser = SpacyParser.load(PARSERS / language)
    elif choice.removesuffix(".gz").endswith(".conllu"):
        return ParsedSentences.read(*map(Path, choice.split("+")))
    else:
        parser = SpacyParser.load(choice)
    return parser if cache is None else CachedParser(parser, cache)
