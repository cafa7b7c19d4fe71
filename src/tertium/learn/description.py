"""What a model file says about itself: what it was trained on, what it reached, its weights by group."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from tertium.learn.model import Figure, Model
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Facts, Row, Table

Groups = Mapping[str, Sequence[str]]
"""Names of features by group."""


@dataclass(frozen=True, slots=True, repr=False)
class Description(Result):
    """A model as people and machines read it."""

    heading = "Model"

    model: Model

    def tables(self) -> list[Block]:
        """Where it came from, its data, its figures, its weights."""
        model = self.model
        items = {"metric": model.metric, "language": model.language, "digest": model.digest, **model.options}
        facts = [(f"{name}:", str(value)) for name, value in items.items()]
        facts += [("note:", model.note)] if model.note else []
        tables = (self._data(short=True), figures_table(model.figures), weights_table(model, self._groups()))
        return [Facts(tuple(facts), indent=0), *filled(tables)]

    def records(self) -> list[Table]:
        """The same with whole hashes, and a group for each feature."""
        model = self.model
        weights = weights_table(model, self._groups(), grouped=False)
        return filled((self._data(short=False), figures_table(model.figures), weights))

    def _data(self, *, short: bool) -> Table:
        columns = ("data", "use", "language pairs", "judgements", "sha256")
        rows = (
            (part.name, part.use, " ".join(part.lang_pairs), part.judgements, part.sha256[: 12 if short else None])
            for part in self.model.training
        )
        kinds = (Column(name, "count" if name == "judgements" else "text") for name in columns)
        return Table(tuple(kinds), tuple(rows), wrap=True)

    def _groups(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for name in self.model.features:
            groups.setdefault(name.split(".")[0], []).append(name)
        return groups

    def data(self) -> dict[str, Json]:
        """All but the arrays."""
        model = self.model
        return {
            "metric": model.metric,
            "language": model.language,
            "options": plain(dict(model.options)),
            "note": model.note,
            "training": [plain(asdict(part)) for part in model.training],
            "figures": [plain(asdict(figure)) for figure in model.figures],
            "weights": {name: float(weight) for name, weight in zip(model.features, model.weights, strict=True)},
        }


def figures_table(figures: Sequence[Figure]) -> Table:
    """What a model reached."""
    columns = (
        Column("measured on"),
        Column("part"),
        Column("measure"),
        Column("value", "number", places=4),
        Column("n", "count"),
    )
    return Table(columns, tuple((f.data, f.part, f.measure, f.value, f.n) for f in figures), keys=3)


def weights_table(model: Model, groups: Groups, *, grouped: bool = True) -> Table:
    """Weights by group; where rows are grouped, the first of each names the group."""
    rows: list[Row] = []
    for group, names in groups.items():
        if rows and grouped:
            rows.append(None)
        rows += [(group if i == 0 or not grouped else None, name, model.weight(name)) for i, name in enumerate(names)]
    return Table((Column("group"), Column("feature"), Column("weight", "signed", places=4)), tuple(rows), keys=3)


def filled(tables: Iterable[Table]) -> list[Table]:
    """Those that have rows."""
    return [table for table in tables if table.rows]
