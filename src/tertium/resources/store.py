"""Where resources are: inside the package, in the user's data folder, and in that which TERTIUM_RESOURCES names.

A resource's name is its file's name without the ending: `function.en` for `function.en.txt`. The first part is its
kind, the second its language. Wherever a resource can be chosen, a path serves as well as a name.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from tertium.data import LEXICONS
from tertium.errors import DataError, UnknownNameError
from tertium.resources.encoders.encoder import HOW, Encoder
from tertium.resources.frequencies import Frequencies
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.synonyms import Synonyms
from tertium.resources.vectors.table import Vectors
from tertium.resources.wordlists import NO_WORDS, WordList
from tertium.storage.cache import data_folder

VARIABLE = "TERTIUM_RESOURCES"
KINDS = {
    **dict.fromkeys(("function", "abbreviations", "stopwords", "negations", "frequencies"), ".txt"),
    **dict.fromkeys(("synonyms", "paraphrases", "vectors", "encoder"), ".bin"),
}

AnyResource = WordList | Frequencies | Synonyms | ParaphraseTable | Vectors | Encoder

T = TypeVar("T", WordList, Frequencies, Synonyms, ParaphraseTable, Vectors, Encoder)


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource that is there. `load` opens any; the others open one of a certain kind."""

    name: str
    path: Path
    own: bool
    """Whether it came with the package."""

    @property
    def kind(self) -> str:
        return self.name.split(".")[0]

    @property
    def language(self) -> str:
        return self.name.split(".")[1]

    @property
    def signature(self) -> str:
        """As signatures print it: its name and a short name of its content."""
        return f"{self.name.replace('..', '.')}@{self.load().digest}"

    def load(self) -> AnyResource:
        return load(self.path, self.kind)

    def words(self) -> WordList:
        return self._of(WordList)

    def frequencies(self) -> Frequencies:
        return self._of(Frequencies)

    def synonyms(self) -> Synonyms:
        return self._of(Synonyms)

    def paraphrases(self) -> ParaphraseTable:
        return self._of(ParaphraseTable)

    def vectors(self) -> Vectors:
        return self._of(Vectors)

    def encoder(self) -> Encoder:
        return self._of(Encoder)

    def _of(self, kind: type[T]) -> T:
        opened = self.load()
        if not isinstance(opened, kind):
            raise DataError(f"{self.path}: a resource of kind {self.kind!r} cannot be used as {kind.__name__}")
        return opened


def all_resources() -> dict[str, Resource]:
    """All resources by name. Two with one name are an error: nobody could tell which one made a score."""
    resources: dict[str, Resource] = {}
    for resource in _walk():
        if (other := resources.get(resource.name)) is not None:
            raise DataError(
                f"two resources are called {resource.name!r}: {other.path} and {resource.path}; rename one of them, "
                f"such as {resource.name}.mine{resource.path.suffix}"
            )
        resources[resource.name] = resource
    return resources


def find(choice: str, kind: str) -> Resource:
    """The resource of this kind that a name or a path chooses."""
    resources = all_resources()
    if choice in resources and resources[choice].kind == kind:
        return resources[choice]
    path = Path(choice)
    if path.is_file():
        return Resource(f"{kind}..{path.name.removesuffix(path.suffix)}", path, own=False)
    if os.sep in choice or path.suffix in KINDS.values():
        raise DataError(f"{choice}: no such file; expected a file with {kind} or the name of a resource")
    raise UnknownNameError(kind, choice, [name for name, resource in resources.items() if resource.kind == kind])


def default(kind: str, language: str) -> Resource | None:
    """The resource of this kind for a language, if there is one."""
    return all_resources().get(f"{kind}.{language}")


def function_words(language: str) -> frozenset[str]:
    """The words of a language that say little; none where there is no list of them."""
    return frozenset(words("function", "auto", language.split("-")[0].lower()).words)


def resolve(kind: str, choice: str, language: str) -> Resource | None:
    """The resource of this kind that an option names: `none`, `auto` (that of the language, if any), name or path."""
    if choice == "none":
        return None
    return default(kind, language) if choice == "auto" else find(choice, kind)


def synonyms(choice: str, language: str) -> Synonyms | None:
    """The dictionary that an option names, as `resolve` reads it."""
    resource = resolve("synonyms", choice, language)
    return resource.synonyms() if resource else None


def paraphrases(choice: str, language: str) -> ParaphraseTable | None:
    """The table that an option names."""
    resource = resolve("paraphrases", choice, language)
    return resource.paraphrases() if resource else None


def encoder(choice: str, language: str) -> Resource:
    """The encoder that an option names; raises where there is none, and says how to get one."""
    if (resource := resolve("encoder", choice, language)) is None:
        raise DataError(
            f"there is no encoder for {language!r}; none comes with Tertium. To make one for English, {HOW}"
        )
    return resource


def encoders(language: str) -> list[Resource]:
    """All encoders of a language, the one that is taken where none is named first."""
    found = [each for each in all_resources().values() if each.kind == "encoder" and each.language == language]
    return sorted(found, key=lambda each: each.name)


def words(kind: str, choice: str, language: str) -> WordList:
    """The list of this kind that an option names; without one an empty list."""
    resource = resolve(kind, choice, language)
    return resource.words() if resource else NO_WORDS


def fixed(kind: str, choice: str, language: str) -> str:
    """The option with a name in place of `auto`, so that what is kept with it means the same later."""
    if choice != "auto":
        return choice
    resource = default(kind, language)
    return resource.name if resource else "none"


def load(path: Path, kind: str) -> AnyResource:
    """Open a file; it stays open for as long as it does not change."""
    try:
        stamp = path.stat()
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
    return _load(path, kind, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=16)
def _load(path: Path, kind: str, _changed: int, _size: int) -> AnyResource:
    if kind == "synonyms":
        return Synonyms.load(path)
    if kind == "paraphrases":
        return ParaphraseTable.load(path)
    if kind == "vectors":
        return Vectors.load(path)
    if kind == "encoder":
        return Encoder.load(path)
    if kind == "frequencies":
        return Frequencies.read(path)
    return WordList.read(path)


def _walk() -> Iterator[Resource]:
    yield from _folder(LEXICONS, own=True)
    if (home := data_folder() / "resources").is_dir():
        yield from _folder(home, own=False)
    if named := os.environ.get(VARIABLE):
        folder = Path(named)
        if not folder.is_dir():
            raise DataError(f"{VARIABLE} names {named}, which is not a folder; create it, or unset the variable")
        yield from _folder(folder, own=False)


def _folder(folder: Path, *, own: bool) -> Iterator[Resource]:
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(path.suffix)
        parts = name.split(".")
        if len(parts) >= 2 and parts[1] and KINDS.get(parts[0]) == path.suffix:
            yield Resource(name, path, own)
