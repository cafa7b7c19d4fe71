"""What is known about words: which resources there are, what one holds, and whether they are whole."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tertium.results.base import Result
from tertium.results.json import Json
from tertium.results.table import Block, Column, Facts, Row, Table


@dataclass(frozen=True, slots=True)
class ResourceEntry:
    """A resource as a list shows it; `path` is None where it comes with the package."""

    name: str
    kind: str
    language: str
    path: str | None


@dataclass(frozen=True, slots=True, repr=False)
class ResourceList(Result):
    """All resources that were found."""

    heading = "Resources"

    resources: tuple[ResourceEntry, ...]

    def tables(self) -> list[Block]:
        """One resource per row."""
        columns = (Column("name"), Column("kind"), Column("language"), Column("from", missing="Tertium"))
        rows: list[Row] = [(r.name, r.kind, r.language or None, r.path) for r in self.resources]
        return [Table(columns, tuple(rows), wrap=True)]

    def data(self) -> dict[str, Json]:
        """The resources by their fields."""
        return {"resources": [asdict(resource) for resource in self.resources]}


@dataclass(frozen=True, slots=True, repr=False)
class ResourceDescription(Result):
    """What one resource says about itself."""

    heading = "Resource"

    facts: Mapping[str, Json]

    def tables(self) -> list[Block]:
        """One fact after the other."""
        return [Facts(tuple((f"{name}:", _shown(value)) for name, value in self.facts.items()), indent=0)]

    def records(self) -> list[Table]:
        """One fact per row."""
        rows = ((name, value if isinstance(value, int | float) else str(value)) for name, value in self.facts.items())
        return [Table((Column("what"), Column("value")), tuple(rows))]

    def data(self) -> dict[str, Json]:
        """The facts."""
        return dict(self.facts)


def _shown(value: Json) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.2f}"
        case _:
            return str(value)


@dataclass(frozen=True, slots=True, repr=False)
class ResourceCheck(Result):
    """Resources and models that are whole, with their digests."""

    heading = "Whole resources"

    digests: tuple[tuple[str, str], ...]

    def tables(self) -> list[Block]:
        """One resource per row."""
        return [Table((Column("digest"), Column("name")), tuple((digest, name) for name, digest in self.digests))]

    def data(self) -> dict[str, Json]:
        """The digests by name."""
        return {"digests": dict(self.digests)}
