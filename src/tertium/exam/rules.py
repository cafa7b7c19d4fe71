"""From the labels of passages to a level: rule tables as data, and what must be true of one.

A table has one pattern of labels for each passage, from the easiest, and a level. A cell is a label, several joined
by `/`, `MM+` (MM or better), `IM-` (IM or worse) or `*`. The first rule that fits decides. Rubrics have tables over
grades and results of their own.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from tertium.errors import DataError
from tertium.exam.scale import LABELS, LEVELS, Label, as_label
from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.controls import visible

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the level of what fits it; `cells` are as written, `allowed` the numbers of their labels."""

    cells: tuple[str, ...]
    level: str
    allowed: tuple[frozenset[int], ...]

    def fits(self, labels: Sequence[int]) -> bool:
        return all(label in cell for label, cell in zip(labels, self.allowed, strict=True))


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Result):
    """What a table says of some labels: the levels that are possible, and by which rules, counted from 1.

    Where a passage is missing there can be several. A result that no table gives has no rule.
    """

    heading = "Decision"

    levels: tuple[str, ...]
    rules: tuple[int, ...]

    def tables(self) -> list[Block]:
        """One possible level per row."""
        rules = self.rules or (None,) * len(self.levels)
        columns = (Column("level"), Column("rule", "number", missing="-"))
        return [Table(columns, tuple(zip(self.levels, rules, strict=True)))]

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
    grades: tuple[str, ...] = LABELS
    """What a passage can have, from the best."""
    results: tuple[str, ...] = LEVELS
    """What a rule can give, from the lowest."""

    def level(self, labels: Sequence[str]) -> tuple[str, int]:
        """The level of a whole exam and the number of the rule that gives it."""
        decision = self.decide(dict(zip(self.passages, labels, strict=True)))
        return decision.levels[0], decision.rules[0]

    def decide(self, labels: Mapping[str, str | Sequence[str]]) -> Decision:
        """The levels that are possible for these labels by difficulty of the passage.

        A passage may have several labels that are possible; one that is missing has them all.
        """
        choices = []
        for passage in self.passages:
            own = labels.get(passage, self.grades)
            names = (own,) if isinstance(own, str) else own
            choices.append([_place(name, self.grades, f"passage {passage}: label") for name in names])
        if unknown := sorted(set(labels) - set(self.passages)):
            raise DataError(f"{self.name}: passage {unknown[0]!r}, but its rules are about {', '.join(self.passages)}")
        decided: dict[str, int] = {}
        for combination in product(*choices):
            number = self._rule_of(combination)
            if number is None:
                raise DataError(f"{self.name}: no rule decides {self._shown(combination)}; add one")
            decided.setdefault(self.rules[number].level, number + 1)
        levels = tuple(sorted(decided, key=self.results.index))
        return Decision(levels, tuple(decided[level] for level in levels))

    def _rule_of(self, labels: Sequence[int]) -> int | None:
        return next((number for number, rule in enumerate(self.rules) if rule.fits(labels)), None)

    def problems(self) -> Iterator[Problem]:
        """Combinations without a level, with two, or with a lower level than worse labels have; unused rules."""
        levels: dict[tuple[int, ...], int] = {}
        used: set[int] = set()
        for labels in product(range(len(self.grades)), repeat=len(self.passages)):
            fitting = [number for number, rule in enumerate(self.rules) if rule.fits(labels)]
            if not fitting:
                yield Problem("undecided", self._names(labels), f"no rule decides {self._shown(labels)}")
                continue
            used.update(fitting)
            different = {self.rules[number].level for number in fitting}
            if len(different) > 1:
                rules = ", ".join(f"{number + 1} ({self.rules[number].level})" for number in fitting)
                yield Problem(
                    "twice", self._names(labels), f"{self._shown(labels)} is decided differently by rules {rules}"
                )
            levels[labels] = self.results.index(self.rules[fitting[0]].level)
        for labels, level in levels.items():
            for place, label in enumerate(labels):
                worse = (*labels[:place], label + 1, *labels[place + 1 :])
                if levels.get(worse, -1) > level:
                    own, other = (self.results[number] for number in (level, levels[worse]))
                    text = f"{self._shown(labels)} gives {own}, but {self._shown(worse)} gives {other}"
                    yield Problem("better is lower", self._names(labels), text)
        for number in sorted(set(range(len(self.rules))) - used):
            yield Problem("unused", (), f"rule {number + 1} fits nothing")

    def _names(self, numbers: Sequence[int]) -> Labels:
        return tuple(self.grades[number] for number in numbers)

    def _shown(self, numbers: Sequence[int]) -> str:
        return f"({', '.join(self._names(numbers))})"

    @property
    def combinations(self) -> int:
        return int(len(self.grades) ** len(self.passages))

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
        rows: tuple[tuple[str | int, ...], ...] = tuple(
            (i, *rule.cells, rule.level) for i, rule in enumerate(self.rules, 1)
        )
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
    content = loaded(text, name)
    if not {"passages", "rules"} <= set(content) <= _FIELDS:
        raise DataError(f"{name}: expected an object with passages, rules, and optionally name and note")
    passages = texts(content["passages"], f"{name}: passages", "difficulties, such as 2, 2+, 3")
    return table_of(content, name, passages, LABELS, LEVELS)


_FIELDS = {"name", "passages", "rules", "note"}
_MOST_PASSAGES = 6


def table_of(
    content: Mapping[str, Any], name: str, passages: tuple[str, ...], grades: tuple[str, ...], results: tuple[str, ...]
) -> RuleTable:
    """The rules of an object over these passages, or criteria, and these scales."""
    if len(passages) > _MOST_PASSAGES:
        raise DataError(f"{name}: {len(passages)} passages or criteria, expected up to {_MOST_PASSAGES}")
    if not isinstance(content["rules"], list):
        raise DataError(f"{name}: rules: expected a list")
    rules = tuple(
        _rule(item, len(passages), grades, results, f"{name}: rule {i}") for i, item in enumerate(content["rules"], 1)
    )
    return RuleTable(str(content.get("name", name)), passages, rules, str(content.get("note", "")), grades, results)


def loaded(text: str, name: str) -> dict[str, Any]:
    """The object of a JSON text."""
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{name}: is not JSON ({error}); expected a table of rules") from None
    if not isinstance(content, dict):
        raise DataError(f"{name}: {type(content).__name__}, expected an object")
    return content


def texts(value: Any, where: str, what: str) -> tuple[str, ...]:
    """A list of different texts."""
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
        raise DataError(f"{where}: expected a list of {what}")
    if len(set(value)) < len(value):
        raise DataError(f"{where}: expected different {what}")
    return tuple(value)


def write_rules(table: RuleTable) -> str:
    """The table as JSON; reading gives it again."""
    rules = ",\n  ".join(json.dumps([list(rule.cells), rule.level]) for rule in table.rules)
    about = {"name": table.name, "note": table.note, "passages": list(table.passages)}
    return json.dumps(about, ensure_ascii=False)[:-1] + f', "rules": [\n  {rules}\n]}}\n'


def _rule(item: Any, width: int, grades: tuple[str, ...], results: tuple[str, ...], where: str) -> Rule:
    if not isinstance(item, list) or len(item) != 2 or not isinstance(item[0], list) or not isinstance(item[1], str):
        raise DataError(f"{where}: expected a list of cells and a level, such as [['SM', '*'], '2']")
    cells = item[0]
    if len(cells) != width or not all(isinstance(cell, str) for cell in cells):
        raise DataError(f"{where}: {len(cells)} cells, expected {width}, one per passage")
    level = results[_place(item[1], results, f"{where}: level")]
    return Rule(tuple(cells), level, tuple(_cell(cell, grades, where) for cell in cells))


def _cell(text: str, grades: tuple[str, ...], where: str) -> frozenset[int]:
    if text.strip() == "*":
        return frozenset(range(len(grades)))
    numbers: set[int] = set()
    for part in text.split("/"):
        number = _place(part.strip().rstrip("+-"), grades, f"{where}: label")
        if part.strip().endswith("+"):
            numbers |= set(range(number + 1))
        elif part.strip().endswith("-"):
            numbers |= set(range(number, len(grades)))
        else:
            numbers.add(number)
    return frozenset(numbers)


def _place(text: str, scale: Sequence[str], where: str) -> int:
    """Which of a scale's names this is, whatever the case of its letters."""
    for number, name in enumerate(scale):
        if text.strip().casefold() == name.casefold():
            return number
    raise DataError(f"{where} {text!r}, expected one of {', '.join(scale)}")
