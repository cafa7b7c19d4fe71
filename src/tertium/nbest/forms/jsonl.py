"""JSON Lines, one list per line, in our form or as other programs write it.

* Ours: `{"id": 0, "source": …, "references": […], "candidates": [{"text": …, "log_prob": -3.1, "features": {"lm": -2},
  "sparse": {…}}]}`; all but the texts may be missing, and a candidate may be a text alone. `"log_prob_kind": "mean"`
  says that log-probabilities are means over tokens.
* CTranslate2 and others: `{"hypotheses": […], "scores": […]}`; the scores are means.
* Sockeye: `{"translations": […], "scores": [[…]]}`; scores are negative log-probabilities, divided by the length.
* vLLM: `{"outputs": [{"text": …, "cumulative_logprob": …}]}`; sums.
* Chat and completion servers: `{"choices": [{"text": …}]}` or `{"choices": [{"message": {"content": …}}]}`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NoReturn

from tertium.errors import DataError
from tertium.io.files import Input
from tertium.io.testsets.jsonl import parse_line
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import BARS, first_line
from tertium.nbest.forms.form import FORMS, Form
from tertium.nbest.lists import LogProbKind

_FORMS = ("candidates", "hypotheses", "translations", "outputs", "choices")

Candidate = tuple[str, dict[str, float], dict[str, float], float | None]


_START = re.compile(rf'"({"|".join(_FORMS)})":\s*\[')


def _looks_like(text: str) -> bool:
    """Whether the first line is an object that holds a list of candidates."""
    line = first_line(text)
    if not line.startswith("{") or BARS in line:
        return False
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        # A long line does not end in the head of the file; the keys stand at its beginning as a rule.
        return bool(_START.search(line))
    return isinstance(record, dict) and any(isinstance(record.get(key), list) for key in _FORMS)


def feed(source: Input, builder: NBestBuilder) -> Iterator[None]:
    names: tuple[str, ...] | None = None
    for line, text in source.lines():
        if not text or text.isspace():
            continue
        record = parse_line(text, f"{source.name}:{line}")
        reader = _Reader(builder, line, record)
        candidates = reader.candidates()
        builder.start_list(line, reader.references(), reader.source())
        for translation, features, sparse, log_prob in candidates:
            names = tuple(features) if names is None else names
            # Objects have no order, so only the names must be the same.
            ordered = names if len(features) == len(names) and all(n in features for n in names) else tuple(features)
            builder.add(line, translation, ordered, [features[name] for name in ordered], sparse, log_prob)
        yield


class _Reader:
    """One object."""

    def __init__(self, builder: NBestBuilder, line: int, record: Mapping[str, object]) -> None:
        self.builder, self.line, self.record = builder, line, record

    def candidates(self) -> list[Candidate]:
        present = [key for key in _FORMS if key in self.record]
        if len(present) != 1:
            self.refuse(f"found {', '.join(self.record) or 'no keys'}; expected one of {', '.join(_FORMS)}")
        key = present[0]
        values = self.record[key]
        if not isinstance(values, list):
            self.refuse(f"{key!r} is no list")
        if key in ("hypotheses", "translations"):
            return self._with_scores(values, key)
        return [self._candidate(value, key) for value in values]

    def references(self) -> list[str] | None:
        value = self.record.get("references", self.record.get("reference"))
        if value is None:
            return None
        return [self._text(text, "a reference") for text in (value if isinstance(value, list) else [value])]

    def source(self) -> str | None:
        value = self.record.get("source")
        return None if value is None else self._text(value, "source")

    def _with_scores(self, texts: list[object], key: str) -> list[Candidate]:
        scores = self.record.get("scores")
        self._kind("mean")
        if scores is None:
            return [(self._text(text, key), {}, {}, None) for text in texts]
        if not isinstance(scores, list) or len(scores) != len(texts):
            self.refuse(f"{len(texts)} {key}, expected as many scores")
        sign = -1.0 if key == "translations" else 1.0
        return [
            (self._text(text, key), {}, {}, sign * self._number(score[0] if isinstance(score, list) else score, key))
            for text, score in zip(texts, scores, strict=True)
        ]

    def _candidate(self, value: object, key: str) -> Candidate:
        if isinstance(value, str):
            return value, {}, {}, None
        if not isinstance(value, dict):
            self.refuse(f"a candidate is {type(value).__name__}, expected an object with 'text'")
        if key == "candidates":
            kind = self.record.get("log_prob_kind", "sum")
            if kind not in ("sum", "mean"):
                self.refuse(f"log_prob_kind is {kind!r}, expected sum or mean")
            self._kind(kind)
            return (
                self._text(value.get("text"), "text"),
                self._features(value, "features"),
                self._features(value, "sparse"),
                None if value.get("log_prob") is None else self._number(value["log_prob"], "log_prob"),
            )
        self._kind("sum")
        if key == "outputs":
            log_prob = value.get("cumulative_logprob")
            return self._text(value.get("text"), "text"), {}, {}, self._optional(log_prob, "cumulative_logprob")
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else value.get("text")
        return self._text(content, "text or message.content"), {}, {}, None

    def _features(self, candidate: Mapping[str, object], key: str) -> dict[str, float]:
        features = candidate.get(key)
        if features is None:
            return {}
        if not isinstance(features, dict):
            self.refuse(f"{key!r} is no object of names and numbers")
        return {name: self._number(value, f"feature {name!r}") for name, value in features.items()}

    def _kind(self, kind: LogProbKind) -> None:
        self.builder.log_prob_kind = kind

    def _text(self, value: object, what: str) -> str:
        if isinstance(value, list):
            self.refuse(f"{what}: found a list of tokens, expected one text; join (detokenise) them first")
        if not isinstance(value, str):
            self.refuse(f"{what} is {value!r}, expected a text")
        return value

    def _number(self, value: object, what: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(f"{what} is {value!r}, expected a number")
        try:
            return float(value)
        except OverflowError:
            self.refuse(f"{what} is too large a number")

    def _optional(self, value: object, what: str) -> float | None:
        return None if value is None else self._number(value, what)

    def refuse(self, why: str) -> NoReturn:
        raise DataError(f"{self.builder.name}:{self.line}: {why}")


FORMS.add("jsonl", Form.of(feed, "sum", _looks_like))
