"""How often people agreed with differences of two systems, by metric: the ranges that ship.

They are made by an experiment on the systems of several years (papers/results/verdicts.md). Each holds for one
signature, because another tokenisation or a second reference gives differences of another size.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tertium.data import CURVES
from tertium.errors import DataError
from tertium.text.arrays import Floats

# What a signature says that does not change the size of a difference: which texts, and which program.
_OF_TEXTS = ("set", "part", "seg", "src", "v")


@dataclass(frozen=True, slots=True, eq=False)
class PeopleRange:
    """The lowest and the highest yearly share of pairs on which people agreed, by the size of the difference.

    `error` is by how much the range of all years but one misses the one that was left out, in the worst case; a range
    that misses by more than `bar` is not to be shown. `targets` are the languages of the translations.
    """

    signature: str
    targets: tuple[str, ...]
    years: tuple[int, ...]
    n_pairs: int
    error: float
    bar: float
    sizes: Floats
    low: Floats
    high: Floats

    @property
    def largest(self) -> float:
        """The largest difference of which something is known, in at least two years."""
        return float(self.sizes[-1])

    def at(self, size: float) -> tuple[float, float] | None:
        """The range for a size; None where it is larger than any that was seen."""
        if size > self.largest:
            return None
        return float(np.interp(size, self.sizes, self.low)), float(np.interp(size, self.sizes, self.high))


def find(signature: str) -> PeopleRange | str:
    """The range for a metric that ran with this signature, or why there is none."""
    key, fields = _fields(signature)
    ranges = [one for one in shipped(CURVES) if _fields(one.signature)[0] == key]
    if not ranges:
        return "no pairs of systems were judged for it"
    found = [(one, _difference(one, fields)) for one in ranges]
    fitting = next((one for one, other in found if other is None), None)
    if fitting is None:
        return str(found[0][1])
    if fitting.error > fitting.bar:
        return f"the range of other years misses some by {fitting.error:.3f}, the bar is {fitting.bar:g}"
    return fitting


def _difference(people: PeopleRange, fields: dict[str, str]) -> str | None:
    """The first field that makes differences of another size."""
    judged = {**_fields(people.signature)[1], "refs": "1"}
    here = {name: value for name, value in fields.items() if name not in _OF_TEXTS}
    language = here.pop("lang", None) if "lang" not in judged else None
    if language is not None and language not in people.targets:
        return f"people judged translations into {', '.join(people.targets)}, here lang:{language}"
    for name in dict.fromkeys((*judged, *here)):
        if judged.get(name) != here.get(name):
            return f"people judged with {name}:{judged.get(name, 'none')}, here {name}:{here.get(name, 'none')}"
    return None


def _fields(signature: str) -> tuple[str, dict[str, str]]:
    key, *rest = signature.split("|")
    return key, {name: value for name, _, value in (field.partition(":") for field in rest)}


@cache
def shipped(path: Path) -> tuple[PeopleRange, ...]:
    """All ranges of a file; raises DataError where it is not what the experiment wrote."""
    try:
        content = json.loads(path.read_text("utf-8"))
        ranges = tuple(_range(one, float(content["bar"])) for one in content["curves"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path}: damaged ({error}); install the package again") from error
    return ranges


def _range(one: dict[str, object], bar: float) -> PeopleRange:
    sizes, low, high = (np.array(one[name], np.float64) for name in ("sizes", "low", "high"))
    if not len(sizes) or not len(sizes) == len(low) == len(high) or (np.diff(sizes) <= 0).any():
        raise ValueError("sizes must rise, with a low and a high share for each")
    targets, years = one["targets"], one["years"]
    assert isinstance(targets, list)
    assert isinstance(years, list)
    return PeopleRange(
        str(one["signature"]),
        tuple(map(str, targets)),
        tuple(map(int, years)),
        int(str(one["pairs"])),
        float(str(one["error"])),
        bar,
        sizes,
        low,
        high,
    )
