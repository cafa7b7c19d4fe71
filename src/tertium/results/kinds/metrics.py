"""What there is to measure with: the metrics with their options, and the tokenisers."""

from dataclasses import asdict, dataclass, fields

from tertium import metrics
from tertium.metrics.options import describe, format_value
from tertium.resources.papers import bibtex, short
from tertium.results.base import Result
from tertium.results.json import Json, plain
from tertium.results.table import Block, Column, Paragraph, Row, Table
from tertium.text import tokenizers

OURS = "tertium"
"""The entry of this program."""


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option of a metric."""

    option: str
    default: str
    values: str
    meaning: str


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A metric as a list shows it; `equals` names the program that gives the same scores."""

    metric: str
    name: str
    measures: str
    scale: str
    higher_is_better: bool
    equals: str
    papers: tuple[str, ...]
    options: tuple[OptionEntry, ...]


def metric_entry(key: str) -> MetricEntry:
    """What a metric says about itself."""
    metric = metrics.get(key)
    options = (
        OptionEntry(f.name, format_value(f.default), describe(metric, f), f.metadata["help"]) for f in fields(metric)
    )
    return MetricEntry(
        key,
        metric().name,
        metric.summary,
        metric.bounds,
        metric.higher_is_better,
        metric.original,
        tuple(metric.papers),
        tuple(options),
    )


def _tokenizers() -> list[tuple[str, str]]:
    return [(name, tokenizers.get(name).summary) for name in tokenizers.names()]


@dataclass(frozen=True, slots=True, repr=False)
class MetricList(Result):
    """Some or all metrics, and all tokenisers."""

    heading = "Metrics"

    metrics: tuple[MetricEntry, ...]

    def tables(self) -> list[Block]:
        """One metric per row, then one tokeniser per row."""
        return [*self.records(), Paragraph("Options of one metric: tertium metrics bleu")]

    def records(self) -> list[Table]:
        """The same without advice."""
        rows: list[Row] = [
            (m.metric, m.measures, m.scale, "higher" if m.higher_is_better else "lower", m.equals) for m in self.metrics
        ]
        names = ("metric", "measures", "scale", "better", "equal to")
        listed = Table(tuple(map(Column, names)), tuple(rows), wrap=True)
        return [listed, Table((Column("tok"), Column("does")), tuple(_tokenizers()))]

    def data(self) -> dict[str, Json]:
        """Metrics with their options, and tokenisers."""
        return {
            "metrics": [plain(asdict(metric)) for metric in self.metrics],
            "tokenizers": [{"tokenizer": name, "does": summary} for name, summary in _tokenizers()],
        }


@dataclass(frozen=True, slots=True, repr=False)
class MetricOptions(Result):
    """One metric with its options."""

    heading = "Metric"

    metric: MetricEntry

    def tables(self) -> list[Block]:
        """What it measures, its options, and how it is used."""
        m = self.metric
        direction = "higher is better" if m.higher_is_better else "lower is better"
        first = m.options[0]
        against = "--post-edits edited.txt" if "post-edits" in metrics.get(m.metric)().needs else "-r reference.txt"
        use = f"Use: tertium score output.txt {against} -m '{m.metric}({first.option}={first.default})'"
        return [
            Paragraph(f"{m.name}: {m.measures} ({m.scale}, {direction}; {_equals(m.equals)})"),
            *self._papers(),
            *self.records(),
            Paragraph(use, fold=False),
        ]

    def records(self) -> list[Table]:
        """One option per row."""
        columns = tuple(map(Column, ("option", "default", "values", "meaning")))
        rows = tuple((o.option, o.default, o.values, o.meaning) for o in self.metric.options)
        return [Table(columns, rows, wrap=True)]

    def _papers(self) -> list[Block]:
        names = ", ".join(map(short, self.metric.papers))
        return [Paragraph(f"Published: {names}; tertium metrics {self.metric.metric} --cite")] if names else []

    def data(self) -> dict[str, Json]:
        """As of the whole list."""
        return MetricList((self.metric,)).data()


@dataclass(frozen=True, slots=True, repr=False)
class MetricPapers(Result):
    """How to cite metrics: the papers that define them, and this program."""

    heading = "Papers"

    metrics: tuple[MetricEntry, ...]

    def tables(self) -> list[Block]:
        """BibTeX, one entry after the other."""
        return [Paragraph(bibtex(key), fold=False) for key in self._keys()]

    def records(self) -> list[Table]:
        """One paper per row."""
        columns = tuple(map(Column, ("key", "paper", "bibtex")))
        return [Table(columns, tuple((key, short(key), bibtex(key)) for key in self._keys()))]

    def data(self) -> dict[str, Json]:
        """Entries by key."""
        return {"papers": [{"key": key, "paper": short(key), "bibtex": bibtex(key)} for key in self._keys()]}

    def _keys(self) -> list[str]:
        return list(dict.fromkeys([*(key for metric in self.metrics for key in metric.papers), OURS]))


def _equals(original: str) -> str:
    """What the scores are equal to, or that there is nothing to compare them with."""
    none, _, why = original.partition("; ")
    return why or "no original" if none == "none" else f"equal to {original}"
