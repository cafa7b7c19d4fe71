"""Judgements whose texts outgrow memory: statistics go to files that are mapped, and no text stays.

The files are read twice: once for judgements, names, and the first texts of each group, by which metrics are chosen;
and once for the statistics.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tertium.errors import DataError, OptionError
from tertium.evaluation.statistics import Progress
from tertium.io.files import open_input
from tertium.io.judgements import scores
from tertium.io.judgements.cells import Options
from tertium.io.judgements.formats import detect_judgements
from tertium.io.judgements.scores import TakeTexts
from tertium.meta.judgements import Items, JudgementGroup
from tertium.meta.study.scores import rows_of_items
from tertium.metrics.choice import Choice
from tertium.storage.rowfiles import RowFiles
from tertium.text.arrays import Floats

_LOOKED_AT = 1000
"""So many items of a group have their texts when metrics are chosen."""


@dataclass(frozen=True, slots=True)
class TextlessGroups:
    """Groups without texts, in the order of their files, and each as it begins, with texts."""

    groups: list[JudgementGroup]
    beginnings: list[JudgementGroup]


def read_textless(paths: Sequence[str]) -> TextlessGroups:
    """Read score tables, whose texts are looked at and dropped.

    Raises:
        DataError: A file has another format, or cannot be read.
    """
    found = TextlessGroups([], [])
    for path in paths:
        first: dict[tuple[str, str], Items] = {}
        groups = _read(path, partial(_note_beginning, first))
        found.groups.extend(groups)
        found.beginnings.extend(JudgementGroup(*place, first[place]) for place in map(_place, groups))
    return found


def _place(group: JudgementGroup) -> tuple[str, str]:
    return group.dataset, group.lang_pair


def _note_beginning(first: dict[tuple[str, str], Items], dataset: str, lang_pair: str, items: Items) -> bool:
    if (dataset, lang_pair) not in first:
        first[dataset, lang_pair] = items.select(range(min(len(items), _LOOKED_AT)))
    return True


def keep_rows(
    paths: Sequence[str],
    choice: Choice,
    files: RowFiles,
    *,
    is_asked: Callable[[str], bool] = lambda lang_pair: True,
    threads: int = 1,
    progress: Progress | None = None,
) -> list[list[Floats]]:
    """The rows of each metric for each group of the language pairs asked for, in the order of the files.

    Raises:
        OptionError: A metric needs all segments at once.
    """
    if whole := [metric.spec() for metric in choice.metrics if metric.whole_test_set]:
        raise OptionError(f"{', '.join(whole)} needs all segments at once; leave it out, or leave --work out")
    writer = _RowWriter(choice, files, is_asked, threads, progress)
    for number, path in enumerate(paths):
        _read(path, partial(writer.add, number))
    return [[files.map(name) for name in names] for names in writer.names.values()]


@dataclass(slots=True)
class _RowWriter:
    """Writes the rows of items as they come; `names` has the files of each group, one for each metric."""

    choice: Choice
    files: RowFiles
    is_asked: Callable[[str], bool]
    threads: int
    progress: Progress | None
    names: dict[tuple[int, str, str], list[str]] = field(default_factory=dict)
    done: int = 0

    def add(self, number: int, dataset: str, lang_pair: str, items: Items) -> bool:
        """Write rows; names and judgements are known already."""
        if not self.is_asked(lang_pair):
            return False
        metrics, place = self.choice.metrics, (number, dataset, lang_pair)
        if place not in self.names:
            self.names[place] = [f"group{len(self.names)}-metric{m}.f64" for m in range(len(metrics))]
        rows = rows_of_items(items, metrics, self.choice.language, self.threads)
        for name, of_metric in zip(self.names[place], rows, strict=True):
            self.files.append(name, of_metric)
        self.done += len(items)
        if self.progress:
            self.progress("scoring", self.done, 0)
        return False


def _read(path: str, take: TakeTexts) -> list[JudgementGroup]:
    if path == "-":
        raise DataError("<stdin>: --work reads judgements twice; give a file")
    format = detect_judgements(path)
    if format != "scores":
        raise DataError(
            f"{path}: texts can be left out of memory (--work) only where scores stand in a table, found {format}; "
            "leave --work out"
        )
    with open_input(path) as source:
        return scores.read(source, Options(), take)
