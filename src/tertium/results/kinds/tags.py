"""Inline tags of targets that are not those of their sources."""

from dataclasses import asdict, dataclass

from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Paragraph, Table
from tertium.text.controls import visible


@dataclass(frozen=True, slots=True)
class TagProblem:
    """A tag that is missing, added, doubled, reordered or unpaired, and where."""

    file: str
    line: int
    document: str
    id: str
    problem: str
    tag: str


@dataclass(frozen=True, slots=True, repr=False)
class TagCheck(Result):
    """All problems of a file. As JSON one per line."""

    json_lines = True
    heading = "Tags"

    problems: tuple[TagProblem, ...]

    def tables(self) -> list[Block]:
        """One problem per line, as editors find it: file and line first."""
        lines = [visible(f"{p.file}:{p.line}: segment {p.id!r}: {p.problem} {p.tag}") for p in self.problems]
        return [Paragraph("\n".join(lines), fold=False)] if lines else []

    def records(self) -> list[Table]:
        """One problem per row."""
        columns = (
            Column("file"),
            Column("line", "count"),
            *map(Column, ("document", "id", "problem", "tag")),
        )
        rows = ((p.file, p.line, p.document or None, p.id, p.problem, p.tag) for p in self.problems)
        return [Table(columns, tuple(rows))]

    def data(self) -> list[Json]:
        """The problems one after the other."""
        return [asdict(problem) for problem in self.problems]
