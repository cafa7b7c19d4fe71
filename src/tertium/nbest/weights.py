"""Weights of features: the object, and its two files.

The JSON file says where the weights came from: `{"format": 1, "weights": {"lm_0": 0.5}, "scale": 1, "metric": "beer",
"signature": …, "seed": …, "data": {name: hash}, "trace": […]}`; all but the first two may be missing. The text file is
Moses' `run1.dense`: lines `name= value value`, where a name that stands on several lines has several values.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Literal, NoReturn, cast

from tertium.errors import DataError
from tertium.io.files import FilePath, bare_name, open_input, write_text
from tertium.nbest.lists import grouped
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Facts, Table

FORMAT = 1
_KEYS = ("format", "weights", "scale", "metric", "signature", "seed", "data", "trace")


@dataclass(frozen=True, slots=True, repr=False)
class Weights(Result):
    """A weight for each feature, by name, and where they came from.

    `scale` is what the weighted sum is to be multiplied by to be a log-probability. `metric` is the spec that was tuned
    on, `signature` its signature, `hashes` those of what it was tuned on, `trace` what was reached on the way.
    """

    heading = "Weights"

    values: Mapping[str, float]
    scale: float = 1.0
    metric: str | None = None
    signature: str | None = None
    seed: int | None = None
    hashes: Mapping[str, str] = field(default_factory=dict)
    trace: Sequence[Mapping[str, object]] = ()

    def checked(self, name: str = "weights") -> "Weights":
        """The same, unless it is empty, all zero or not finite."""
        if not self.values:
            raise DataError(f"{name}: there are no weights; expected a number for each feature")
        for feature, value in {**self.values, "scale": self.scale}.items():
            if not isfinite(value):
                raise DataError(f"{name}: the weight of {feature!r} is {value}; expected a finite number")
        if not any(self.values.values()):
            raise DataError(f"{name}: all weights are 0, so every candidate would be as good as any other")
        return self

    def table(self) -> Table:
        """One feature per row."""
        return Table((Column("feature"), Column("weight", "general")), tuple(self.values.items()))

    def tables(self) -> list[Block]:
        """Where they came from, then the weights."""
        about = {"metric:": self.metric, "signature:": self.signature, "seed:": self.seed}
        facts = tuple((name, str(value)) for name, value in about.items() if value is not None)
        return [*([Facts(facts, indent=0, fold=False)] if facts else []), self.table()]

    def data(self) -> dict[str, Json]:
        """What the JSON file holds."""
        record: dict[str, Json] = {
            "format": FORMAT,
            "weights": dict(self.values),
            "scale": self.scale,
            "metric": self.metric,
            "signature": self.signature,
            "seed": self.seed,
            "data": dict(self.hashes),
            "trace": plain(list(self.trace)),
        }
        return {key: value for key, value in record.items() if value not in (None, {}, [])}

    def dense(self) -> str:
        """The text file: the features `d_0`, `d_1`, … on one line `d= …`."""
        lines: list[tuple[str, list[float]]] = []
        for name, values in grouped(tuple(self.values)):
            lines.append((name, [self.values[feature] for feature in values]))
        return "".join(f"{name}= {' '.join(map(repr, values))}\n" for name, values in lines)


def read_weights(path: FilePath) -> Weights:
    """Read weights from either file (`-`: standard input).

    Raises:
        DataError: The file is damaged, or the weights are empty, all zero or not finite.
    """
    with open_input(path) as source:
        text = "\n".join(line for _, line in source.lines())
        if text.lstrip().startswith("{"):
            return _read_json(text, source.name).checked(source.name)
        return Weights(_read_text(text, source.name)).checked(source.name)


def write_weights(weights: Weights, path: FilePath, form: Literal["json", "text"] | None = None) -> None:
    """Write weights; as JSON if the name ends in `.json` or is `-`, as text otherwise, unless `form` says."""
    weights.checked()
    if form is None:
        form = "json" if bare_name(path).endswith(".json") or bare_name(path) == "-" else "text"
    write_text(path, weights.to_json() if form == "json" else weights.dense())


def _read_json(text: str, name: str) -> Weights:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{name}: not JSON ({error}); expected a file of weights") from None
    if not isinstance(record, dict) or not isinstance(record.get("weights"), dict):
        _refuse(name, "an object without 'weights'")
    if record.get("format") != FORMAT:
        _refuse(name, f"format {record.get('format')!r}")
    if unknown := [key for key in record if key not in _KEYS]:
        _refuse(name, f"the key {unknown[0]!r}")
    numbers = {**record["weights"], "scale": record.get("scale", 1.0)}
    for feature, value in numbers.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or (isinstance(value, int) and abs(value) > sys.float_info.max):
            raise DataError(f"{name}: the weight of {feature!r} is {value!r}, expected a number")
    for key, kind in {"metric": str, "signature": str, "seed": int, "data": dict, "trace": list}.items():
        if not isinstance(record.get(key), kind | None):
            _refuse(name, f"{key!r} as {type(record[key]).__name__}")
    return Weights(
        {feature: float(value) for feature, value in record["weights"].items()},
        float(record.get("scale", 1.0)),
        record.get("metric"),
        record.get("signature"),
        record.get("seed"),
        record.get("data") or {},
        tuple(cast(list[Mapping[str, object]], record.get("trace") or [])),
    )


def _refuse(name: str, found: str) -> NoReturn:
    expected = f'{{"format": {FORMAT}, "weights": {{"lm_0": 0.5, …}}}}'
    raise DataError(f"{name}: found {found}; expected {expected}, as `tertium tune` writes it, or lines `name= value`")


def _read_text(text: str, name: str) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words:
            continue
        feature, values = words[0], words[1:]
        if len(feature) < 2 or feature[-1] not in "=:" or not values:
            raise DataError(f"{name}:{number}: found {line[:60]!r}, expected a line such as lm= 0.5 0.3")
        try:
            groups.setdefault(feature[:-1], []).extend(map(float, values))
        except ValueError:
            raise DataError(f"{name}:{number}: a weight of {feature[:-1]!r} is no number: {line[:60]!r}") from None
    return {
        feature if len(values) == 1 else f"{feature}_{i}": value
        for feature, values in groups.items()
        for i, value in enumerate(values)
    }
