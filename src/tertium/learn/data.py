"""What learners learn from: judgements of one or many files, in folds that share no segment."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.learn.model import TrainedOn
from tertium.meta.challenge.pair import Pair
from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, ScoreTables
from tertium.text.languages import standard_or_none, target_of

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Unlabelled:
    """Outputs that nobody judged, such as n-best lists, and where they came from."""

    items: Items
    origin: Origin

    def trained_on(self) -> TrainedOn:
        return TrainedOn(PurePath(self.origin.path).name, self.origin.sha256, (), len(self.items), "unlabelled")


@dataclass(frozen=True, slots=True)
class MinimalPairs:
    """Pairs of one good translation and one bad, and where they came from."""

    pairs: tuple[Pair, ...]
    origin: Origin

    def trained_on(self) -> TrainedOn:
        return TrainedOn(PurePath(self.origin.path).name, self.origin.sha256, (), 2 * len(self.pairs), "pairs")


class DataSize(NamedTuple):
    """How much there is of one data set and language pair."""

    name: str
    use: str
    items: int
    preferences: int
    scores: int


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Judgements with where they came from. Groups keep all their items; what is not used is dropped or NaN."""

    sets: tuple[JudgementSet, ...]
    kind: str | None = None
    """Which segment scores count where there are several; the first ones if not given."""

    @property
    def groups(self) -> tuple[JudgementGroup, ...]:
        return tuple(group for judged in self.sets for group in judged)

    def __bool__(self) -> bool:
        return bool(self.groups)

    @property
    def targets(self) -> tuple[str, ...]:
        """The languages of the outputs, as far as language pairs say them."""
        pairs = (standard_or_none(group.lang_pair) for group in self.groups)
        return tuple(dict.fromkeys(target_of(pair).code for pair in pairs if pair is not None))

    @property
    def n_preferences(self) -> int:
        """Judgements of pairs that are not ties."""
        return sum(_n_preferences(group) for group in self.groups)

    @property
    def n_scores(self) -> int:
        return sum(self._n_scores(group) for group in self.groups)

    def scores(self, group: JudgementGroup) -> NDArray[np.float64] | None:
        """The segment scores that count, one for each item of a group, if it has any."""
        if not group.human.segments:
            return None
        return group.segment_scores(self.kind).scores

    def origins(self, use: str = "train") -> tuple[TrainedOn, ...]:
        """Names, hashes and sizes for the model file."""
        origins = []
        for judged in self.sets:
            n = sum(_n_preferences(group) + self._n_scores(group) for group in judged)
            name = PurePath(judged.origin.path).name
            origins.append(TrainedOn(name, judged.origin.sha256, judged.lang_pairs, n, use))
        return tuple(origins)

    def require(self, *, preferences: bool = False, scores: bool = False) -> None:
        """Raise where there is nothing of what a learner can learn from."""
        if (preferences and self.n_preferences) or (scores and self.n_scores):
            return
        kinds = " or ".join(
            name for name, want in (("preferences between outputs", preferences), ("segment scores", scores)) if want
        )
        files = ", ".join(judged.origin.path for judged in self.sets) or "no file"
        raise DataError(
            f"{files}: nothing to learn from; expected {kinds}, found {self.n_preferences} preferences that are no "
            f"ties and {self.n_scores} segment scores"
        )

    def require_references(self, trainer: str) -> None:
        """Raise where no output has a reference, which all that is learned compares it with."""
        if self.groups and not any(any(group.items.references) for group in self.groups):
            files = ", ".join(judged.origin.path for judged in self.sets)
            raise DataError(f"{trainer} needs references, and {files} has none; pass judgements that have some")

    def each_group(self, change: Callable[[JudgementGroup], JudgementGroup | None]) -> Self:
        """The data with every group changed; groups that become None are left out."""
        changed = []
        for judged in self.sets:
            groups = tuple(new for group in judged if (new := change(group)) is not None)
            if groups:
                changed.append(replace(judged, groups=groups))
        return replace(self, sets=tuple(changed))

    def folds(self, number: int, rng: np.random.Generator) -> Iterator[tuple[Self, Self]]:
        """Training and held-out data, `number` times. Outputs with the same references are in one fold."""
        segments = {references for group in self.groups for references in group.items.references}
        if number > len(segments):
            raise DataError(f"{number} folds are more than the {len(segments)} different segments")
        fold_of = dict(zip(sorted(segments), rng.permutation(len(segments)) % number, strict=True))
        for fold in range(number):
            held_out = [
                np.array([fold_of[references] == fold for references in group.items.references], np.bool_)
                for group in self.groups
            ]
            yield self._where([~mask for mask in held_out]), self._where(held_out)

    def round_robin(self) -> Iterator[tuple[str, Self, Self]]:
        """Each language pair held out once: its name, the others, and itself."""
        pairs = tuple(dict.fromkeys(group.lang_pair for group in self.groups))
        if len(pairs) < 2:
            raise DataError(f"round robin needs at least two language pairs, found {', '.join(pairs) or 'none'}")
        for pair in pairs:
            yield pair, self._of_pair(pair, inside=False), self._of_pair(pair, inside=True)

    def _of_pair(self, pair: str, *, inside: bool) -> Self:
        return self.each_group(lambda group: group if (group.lang_pair == pair) == inside else None)

    def _where(self, masks: Sequence[Mask]) -> Self:
        masks_left = iter(masks)
        return self.each_group(lambda group: restricted(group, next(masks_left)))

    def sizes(self, use: str) -> tuple[DataSize, ...]:
        """What each group has."""
        return tuple(
            DataSize(group.name, use, len(group.items), _n_preferences(group), self._n_scores(group))
            for group in self.groups
        )

    def _n_scores(self, group: JudgementGroup) -> int:
        scores = self.scores(group)
        return 0 if scores is None else int(np.count_nonzero(~np.isnan(scores)))


def restricted(group: JudgementGroup, mask: Mask) -> JudgementGroup:
    """The judgements about some items only; the items all stay."""
    preferences = group.preferences
    if preferences is not None:
        preferences = preferences.select(mask[preferences.a] & mask[preferences.b])
    segments = tuple(replace(s, scores=np.where(mask, s.scores, np.nan), ratings=None) for s in group.human.segments)
    return replace(group, preferences=preferences, human=ScoreTables(segments), spans=None, metrics=ScoreTables())


def _n_preferences(group: JudgementGroup) -> int:
    return 0 if group.preferences is None else int(np.count_nonzero(group.preferences.preference))
