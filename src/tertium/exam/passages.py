"""What is asked: passages of sentences, each with a network of correct translations, references, or both."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tertium.errors import DataError
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.forms import json as jsonform
from tertium.networks.network import Network
from tertium.text.network import FlatNetwork


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the source and what is known to be a correct translation of it."""

    source: str
    references: tuple[str, ...] = ()
    network: Network | None = None


@dataclass(frozen=True)
class Passage:
    """Sentences that are labelled together; `level` is how difficult they are, such as `2+`."""

    id: str
    level: str
    sentences: tuple[Sentence, ...]

    @cached_property
    def flat(self) -> tuple[FlatNetwork | None, ...]:
        """The networks as arrays, made once."""
        return tuple(None if s.network is None else flatten(s.network) for s in self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)


@dataclass(frozen=True)
class Exam:
    """Passages in the order in which they are asked."""

    name: str
    passages: tuple[Passage, ...]

    def passage(self, id: str, where: str) -> Passage:
        """The passage of this id."""
        for passage in self.passages:
            if passage.id == id:
                return passage
        ids = ", ".join(passage.id for passage in self.passages)
        raise DataError(f"{where}: passage {id!r}, expected one of {ids}")


def parse_exam(text: str, name: str, networks: Mapping[str, Sequence[Entry]] | None = None) -> Exam:
    """An exam from JSON; `networks` holds those that a passage names instead of giving them.

    Raises:
        DataError: Something is missing or of the wrong kind; says in which passage and sentence.
    """
    content = _object(_load(text, name), name, {"exam", "passages"}, {"passages"})
    passages = _list(content["passages"], f"{name}: passages")
    if not passages:
        raise DataError(f"{name}: there are no passages; give one or more")
    exam = Exam(
        _text(content.get("exam", name), f"{name}: exam"),
        tuple(_passage(item, f"{name}: passage {i}", networks or {}) for i, item in enumerate(passages, 1)),
    )
    ids = [passage.id for passage in exam.passages]
    for id in ids:
        if ids.count(id) > 1:
            raise DataError(f"{name}: two passages are called {id!r}; rename one of them")
    return exam


def named_networks(text: str, name: str) -> Iterator[str]:
    """The files of networks that the passages of an exam name."""
    content = _object(_load(text, name), name, {"exam", "passages"}, {"passages"})
    for item in _list(content["passages"], f"{name}: passages"):
        if isinstance(item, dict) and isinstance(item.get("networks"), str):
            yield item["networks"]


def write_exam(exam: Exam) -> str:
    """The exam as JSON, networks included; reading gives it again."""
    passages = [
        {"id": passage.id, "level": passage.level, "sentences": [_written(s) for s in passage.sentences]}
        for passage in exam.passages
    ]
    return json.dumps({"exam": exam.name, "passages": passages}, ensure_ascii=False, indent=1) + "\n"


def _written(sentence: Sentence) -> dict[str, Any]:
    written: dict[str, Any] = {"source": sentence.source}
    if sentence.references:
        written["references"] = list(sentence.references)
    if sentence.network is not None:
        written["network"] = json.loads(jsonform.write_lines([Entry(None, sentence.network)]))
    return written


def _passage(item: object, where: str, networks: Mapping[str, Sequence[Entry]]) -> Passage:
    fields = _object(item, where, {"id", "level", "sentences", "networks"}, {"id", "level", "sentences"})
    sentences = _list(fields["sentences"], f"{where}: sentences")
    if not sentences:
        raise DataError(f"{where}: there are no sentences; give one or more")
    shared: Sequence[Entry | None] = [None] * len(sentences)
    if (file := fields.get("networks")) is not None:
        entries = networks.get(_text(file, f"{where}: networks"), ())
        if len(entries) != len(sentences):
            raise DataError(f"{where}: {file} has {len(entries)} networks, expected {len(sentences)}, one per sentence")
        shared = entries
    return Passage(
        _text(fields["id"], f"{where}: id"),
        _text(fields["level"], f"{where}: level"),
        tuple(
            _sentence(sentence, f"{where}, sentence {i}", None if entry is None else entry.network)
            for i, (sentence, entry) in enumerate(zip(sentences, shared, strict=True), 1)
        ),
    )


def _sentence(item: object, where: str, network: Network | None) -> Sentence:
    fields = _object(item, where, {"source", "references", "network"}, {"source"})
    references = [_text(text, f"{where}: reference") for text in _list(fields.get("references", []), where)]
    if (field := fields.get("network")) is not None:
        if network is not None:
            raise DataError(f"{where}: has a network of its own and one of the passage's file; leave one out")
        network = jsonform.parse(json.dumps(field), where)[0].network
    if network is None and not references:
        raise DataError(f"{where}: has neither a network nor references; give it one of them")
    return Sentence(_text(fields["source"], f"{where}: source"), tuple(references), network)


def _load(text: str, name: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        place = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise DataError(f"{name}{place}: is not JSON ({error}); expected an exam, see the documentation") from None


def _object(value: object, where: str, allowed_fields: set[str], needed: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"{where}: {type(value).__name__}, expected an object with {', '.join(sorted(needed))}")
    if missing := sorted(needed - set(value)):
        raise DataError(f"{where}: {missing[0]!r} is missing; give it")
    if unknown := sorted(set(value) - allowed_fields):
        raise DataError(f"{where}: unknown field {unknown[0]!r}; known: {', '.join(sorted(allowed_fields))}")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise DataError(f"{where}: {type(value).__name__}, expected a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise DataError(f"{where}: {type(value).__name__}, expected text")
    return value
