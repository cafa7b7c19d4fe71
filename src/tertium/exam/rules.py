"""From the labels of passages to a level: rule tables as data, and what must be true of one.

A table has one pattern of labels for each passage, from the easiest, and a level. A cell is a label, several joined
by `/`, `MM+` (MM or better), `IM-` (IM or worse) or `*`. The first rule that fits decides.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from tertium.errors import DataError
from tertium.exam.scale import LABELS, LEVELS, Label, Level, as_label, as_level, label_number, level_number
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.controls import visible

Labels = tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the level of what fits it; `cells` are as written, `allowed` the numbers of their labels."""

    cells: tuple[str, ...]
    level: Level
    allowed: tuple[frozenset[int], ...]

    def fits(self, labels: Sequence[int]) -> bool:
        return all(label in cell for label, cell in zip(labels, self.allowed, strict=True))


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Result):
    """What a table says of some labels: the levels that are possible, and by which rules, counted from 1.

    Where a passage is missing there can be several.
    """

    heading = "Decision"

    levels: tuple[Level, ...]
    rules: tuple[int, ...]

    def tables(self) -> list[Block]:
        """One possible level per row."""
        return [Table((Column("level"), Column("rule", "number")), tuple(zip(self.levels, self.rules, strict=True)))]

    def data(self) -> dict[str, Json]:
        """The levels, and the rule of each."""
        return {"levels": list(self.levels), "rules": list(self.rules)}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a table must not have, with the labels that show it."""

    kind: str
    labels: Labels
    text: str


@dataclass(frozen=True, repr=False)
class RuleTable(Result):
    """Rules over passages of these difficulties."""

    heading = "Rules"

    name: str
    passages: tuple[str, ...]
    rules: tuple[Rule, ...]
    note: str = ""

    def level(self, labels: Sequence[Label]) -> tuple[Level, int]:
        """The level of a whole exam and the number of the rule that gives it."""
        decision = self.decide(dict(zip(self.passages, labels, strict=True)))
        return decision.levels[0], decision.rules[0]

    def decide(self, labels: Mapping[str, Label | Sequence[Label]]) -> Decision:
        """The levels that are possible for these labels by difficulty of the passage.

        A passage may have several labels that are possible; one that is missing has them all.
        """
        choices = []
        for passage in self.passages:
            own = labels.get(passage, LABELS)
            names = (own,) if isinstance(own, str) else own
            choices.append([label_number(name, f"passage {passage}") for name in names])
        if unknown := sorted(set(labels) - set(self.passages)):
            raise DataError(f"{self.name}: passage {unknown[0]!r}, but its rules are about {', '.join(self.passages)}")
        decided: dict[Level, int] = {}
        for combination in product(*choices):
            number = self._rule_of(combination)
            if number is None:
                raise DataError(f"{self.name}: no rule decides {_shown(combination)}; add one")
            decided.setdefault(self.rules[number].level, number + 1)
        levels = tuple(sorted(decided, key=level_number))
        return Decision(levels, tuple(decided[level] for level in levels))

    def _rule_of(self, labels: Sequence[int]) -> int | None:
        return next((number for number, rule in enumerate(self.rules) if rule.fits(labels)), None)

    def problems(self) -> Iterator[Problem]:
        """Combinations without a level, with two, or with a lower level than worse labels have; unused rules."""
        levels: dict[tuple[int, ...], int] = {}
        used: set[int] = set()
        for labels in product(range(len(LABELS)), repeat=len(self.passages)):
            fitting = [number for number, rule in enumerate(self.rules) if rule.fits(labels)]
            if not fitting:
                yield Problem("undecided", _labels(labels), f"no rule decides {_shown(labels)}")
                continue
            used.update(fitting)
            different = {self.rules[number].level for number in fitting}
            if len(different) > 1:
                rules = ", ".join(f"{number + 1} ({self.rules[number].level})" for number in fitting)
                yield Problem("twice", _labels(labels), f"{_shown(labels)} is decided differently by rules {rules}")
            levels[labels] = level_number(self.rules[fitting[0]].level)
        for labels, level in levels.items():
            for place, label in enumerate(labels):
                worse = (*labels[:place], label + 1, *labels[place + 1 :])
                if levels.get(worse, -1) > level:
                    text = f"{_shown(labels)} gives {LEVELS[level]}, but {_shown(worse)} gives {LEVELS[levels[worse]]}"
                    yield Problem("better is lower", _labels(labels), text)
        for number in sorted(set(range(len(self.rules))) - used):
            yield Problem("unused", (), f"rule {number + 1} fits nothing")

    @property
    def combinations(self) -> int:
        return int(len(LABELS) ** len(self.passages))

    @cached_property
    def faults(self) -> tuple[Problem, ...]:
        """All problems, looked for once."""
        return tuple(self.problems())

    @property
    def decided(self) -> int:
        """Combinations of labels that have a level."""
        return self.combinations - sum(problem.kind == "undecided" for problem in self.faults)

    def tables(self) -> list[Block]:
        """The rules, and what is wrong with them."""
        columns = (
            Column("rule", "number"),
            *(Column(f"passage {passage}") for passage in self.passages),
            Column("level"),
        )
        rows = tuple((i, *rule.cells, rule.level) for i, rule in enumerate(self.rules, 1))
        twice = sum(problem.kind == "twice" for problem in self.faults)
        lines = [
            *([visible(self.note)] if self.note else []),
            f"{self.decided}/{self.combinations} combinations decided, {twice} contradictions",
            *(f"  {problem.text}" for problem in self.faults),
        ]
        return [Table(columns, rows), Paragraph("\n".join(lines))]

    def records(self) -> list[Table]:
        """The rules, then the problems where there are some."""
        tables = [block for block in self.tables() if isinstance(block, Table)]
        problems = tuple((problem.kind, " ".join(problem.labels) or None, problem.text) for problem in self.faults)
        columns = (Column("kind"), Column("labels"), Column("text"))
        return [*tables, *([Table(columns, problems)] if problems else [])]

    def data(self) -> dict[str, Json]:
        """How many combinations have a level, and the problems."""
        problems = [{"kind": p.kind, "labels": list(p.labels), "text": p.text} for p in self.faults]
        return {
            "name": self.name,
            "combinations": self.combinations,
            "decided": self.decided,
            "problems": problems,
        }


def parse_labels(text: str) -> dict[str, Label]:
    """Labels by passage, such as `2=SM,2+=MM`."""
    labels: dict[str, Label] = {}
    for part in text.split(","):
        passage, sign, label = part.partition("=")
        if not sign:
            raise DataError(f"labels: {part!r}, expected PASSAGE=LABEL, such as 2+=MM")
        labels[passage.strip()] = as_label(label, f"passage {passage.strip()}")
    return labels


def parse_rules(text: str, name: str) -> RuleTable:
    """A table from JSON: `{"name", "passages": ["2", ...], "rules": [[["SM", "MM+", "*", "*"], "2+"], ...]}`."""
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{name}: is not JSON ({error}); expected a table of rules") from None
    if not isinstance(content, dict) or not {"passages", "rules"} <= set(content) <= _FIELDS:
        raise DataError(f"{name}: expected an object with passages, rules, and optionally name and note")
    passages = content["passages"]
    if not isinstance(passages, list) or not passages or not all(isinstance(p, str) for p in passages):
        raise DataError(f"{name}: passages: expected a list of difficulties, such as 2, 2+, 3")
    if len(passages) > _MOST_PASSAGES or len(set(passages)) < len(passages):
        raise DataError(f"{name}: passages: expected up to {_MOST_PASSAGES} different difficulties")
    if not isinstance(content["rules"], list):
        raise DataError(f"{name}: rules: expected a list")
    rules = tuple(_rule(item, len(passages), f"{name}: rule {i}") for i, item in enumerate(content["rules"], 1))
    return RuleTable(str(content.get("name", name)), tuple(passages), rules, str(content.get("note", "")))


_FIELDS = {"name", "passages", "rules", "note"}
_MOST_PASSAGES = 6


def write_rules(table: RuleTable) -> str:
    """The table as JSON; reading gives it again."""
    rules = ",\n  ".join(json.dumps([list(rule.cells), rule.level]) for rule in table.rules)
    about = {"name": table.name, "note": table.note, "passages": list(table.passages)}
    return json.dumps(about, ensure_ascii=False)[:-1] + f', "rules": [\n  {rules}\n]}}\n'


def _rule(item: Any, width: int, where: str) -> Rule:
    if not isinstance(item, list) or len(item) != 2 or not isinstance(item[0], list) or not isinstance(item[1], str):
        raise DataError(f"{where}: expected a list of cells and a level, such as [['SM', '*'], '2']")
    cells = item[0]
    if len(cells) != width or not all(isinstance(cell, str) for cell in cells):
        raise DataError(f"{where}: {len(cells)} cells, expected {width}, one per passage")
    return Rule(tuple(cells), as_level(item[1], where), tuple(_cell(cell, where) for cell in cells))


def _cell(text: str, where: str) -> frozenset[int]:
    if text.strip() == "*":
        return frozenset(range(len(LABELS)))
    numbers: set[int] = set()
    for part in text.split("/"):
        number = label_number(part.strip().rstrip("+-"), where)
        if part.strip().endswith("+"):
            numbers |= set(range(number + 1))
        elif part.strip().endswith("-"):
            numbers |= set(range(number, len(LABELS)))
        else:
            numbers.add(number)
    return frozenset(numbers)


def _labels(numbers: Sequence[int]) -> Labels:
    return tuple(LABELS[number] for number in numbers)


def _shown(numbers: Sequence[int]) -> str:
    return f"({', '.join(_labels(numbers))})"
