"""Errors that annotators marked in outputs (MQM), and their weights."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.meta.judgements.items import Codes, Indices, Items
from tertium.meta.judgements.scores import Ratings, SegmentScores
from tertium.text.arrays import Floats
from tertium.text.testset import Text

Side = Literal["hypothesis", "source"]

# Freitag et al. 2021; the most specific entry counts. Keys: severity[/category[/subcategory]].
MQM_WEIGHTS: Mapping[str, float] = {
    "major": 5.0,
    "minor": 1.0,
    "neutral": 0.0,
    "major/non-translation": 25.0,
    "minor/fluency/punctuation": 0.1,
}


@dataclass(frozen=True, slots=True, eq=False)
class ErrorSpans:
    """Errors that annotators marked (MQM), and which outputs they looked at.

    Error i was found in item `item[i]` by `raters[rater[i]]`. It covers the characters from `start[i]` up to but not
    including `end[i]` of the text named by `side[i]`; both are −1 and `side[i]` is None where nothing was marked.
    `text[i]` is what was marked. `rated_item` and `rated_rater` list every annotation, without errors too: only by
    them is an output without errors told from one that nobody looked at.
    """

    items: Items
    item: Indices
    rater: Codes
    start: Indices
    end: Indices
    side: tuple[Side | None, ...]
    text: tuple[Text, ...]
    category: tuple[str, ...]
    severity: tuple[str, ...]
    raters: tuple[str, ...]
    rated_item: Indices
    rated_rater: Codes

    def __len__(self) -> int:
        return len(self.item)

    def penalties(self, weights: Mapping[str, float] = MQM_WEIGHTS) -> Floats:
        """The weight of each error. Keys are `severity[/category[/subcategory]]`; the most specific one counts."""
        table = {_mqm_key(key): weight for key, weight in weights.items()}
        sums: dict[tuple[str, str], float] = {}
        for i, key in enumerate(zip(self.severity, self.category, strict=True)):
            if key not in sums:
                weight = _weight(table, *key)
                if weight is None:
                    raise OptionError(
                        f"no weight for severity {key[0]!r} (category {key[1]!r}), first used in segment "
                        f"{self.items.segment[self.item[i]]!r} of system {self.items.system[self.item[i]]!r}; there "
                        f"are weights for {', '.join(weights)}; give one for {key[0].lower()!r}"
                    )
                sums[key] = weight
        return np.array([sums[key] for key in zip(self.severity, self.category, strict=True)], dtype=np.float64)

    def scores(self, weights: Mapping[str, float] = MQM_WEIGHTS) -> SegmentScores:
        """MQM scores: minus the sum of an annotation's weights, and the mean of these over an item's raters.

        An item that was looked at and has no error gets 0, one that nobody looked at NaN.
        """
        return SegmentScores.from_ratings(self.items, self._sums(self.penalties(weights)), "mqm")

    def counts(
        self, *, severities: Collection[str] | None = None, categories: Collection[str] | None = None
    ) -> SegmentScores:
        """Minus the number of errors, of some severities and categories (or parts such as `fluency`) only if given."""
        wanted_severities = None if severities is None else {_mqm_key(name) for name in severities}
        keys = None if categories is None else tuple(_mqm_key(name) for name in categories)
        counted = [
            (wanted_severities is None or _mqm_key(severity) in wanted_severities)
            and (keys is None or any(f"{_mqm_key(category)}/".startswith(f"{name}/") for name in keys))
            for severity, category in zip(self.severity, self.category, strict=True)
        ]
        return SegmentScores.from_ratings(self.items, self._sums(np.array(counted, dtype=np.float64)), "errors")

    def _sums(self, penalties: Floats) -> Ratings:
        n_raters = len(self.raters) + 1
        rated = self.rated_item * n_raters + self.rated_rater + 1
        annotations, first = np.unique(rated, return_index=True)
        keys = self.item * n_raters + self.rater + 1
        at = np.minimum(np.searchsorted(annotations, keys), len(annotations) - 1)
        if len(keys) and (not len(annotations) or np.any(annotations[at] != keys)):
            raise DataError("an error belongs to an annotation that is not listed in rated_item and rated_rater")
        # 0 − sum, since −0.0 would be printed as such.
        sums: Floats = np.float64(0.0) - np.bincount(at, penalties, minlength=len(annotations))
        return Ratings(self.rated_item[first], self.rated_rater[first], sums, self.raters)


def _mqm_key(name: str) -> str:
    """One spelling for `Non-translation!`, `non_translation` and `Non translation`."""
    return name.strip().lower().rstrip("!").replace("_", "-").replace(" ", "-")


def _weight(table: Mapping[str, float], severity: str, category: str) -> float | None:
    parts = [_mqm_key(severity), *map(_mqm_key, category.split("/"))]
    for n in range(len(parts), 0, -1):
        weight = table.get("/".join(parts[:n]))
        if weight is not None:
            return weight
    return None
