"""Figure 3 and Table 3 of the paper: how metrics rank systems, and how they agree with people on small documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from papers.hyter.automatic import split
from papers.hyter.columns import Column, Statistics, hyter_columns, measure, plain_columns
from papers.hyter.samples import SEED, Sample
from tertium.meta.correlation import kendall_tau_b, pearson
from tertium.metrics.ter import TER
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

SIZES = (1, 2, 4, 8, 16, 32, 64)
N_DOCUMENTS = 50
N_DRAWS = 20
WINDOW = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """A sample with the statistics of every column for every system."""

    sample: Sample
    columns: list[Column]
    statistics: dict[str, Statistics]

    @classmethod
    def of(cls, sample: Sample, threads: int) -> "Measured":
        language, number = sample.language, sample.n_references
        columns = [
            *plain_columns(language, number),
            *hyter_columns(language, number),
            *hyter_columns(language, number, window=WINDOW),
        ]
        return cls(sample, columns, measure(columns, sample.systems, sample.references, language, threads))


def unmoved(measured: Measured) -> list[Column]:
    """The columns without moves."""
    labels = {label for label, _ in _labels(measured)}
    return [column for column in measured.columns if column.label in labels]


def ranking(measured: Measured) -> Iterator[list[str]]:
    """Systems, the best by people first, with their losses and ranks; then how well a column agrees with people."""
    sample, columns = measured.sample, unmoved(measured)
    human = {system: float(scores.mean()) for system, scores in sample.human.items()}
    order = sorted(human, key=lambda system: -human[system])
    losses = {
        column.label: [float(column.loss(measured.statistics[column.label][system].sum(0))) for system in order]
        for column in columns
    }
    for place, system in enumerate(order):
        cells = [f"{values[place]:.1f} ({_rank(values, place)})" for values in losses.values()]
        yield [system, f"{human[system]:.2f} ({place + 1})", *cells]
    people = [-human[system] for system in order]
    yield ["*Kendall's τ*", "", *(f"{kendall_tau_b(people, values):.2f}" for values in losses.values())]
    yield ["*Pearson's r*", "", *(f"{pearson(people, values):.2f}" for values in losses.values())]
    yield ["*worst / best*", "", *(f"{max(values) / min(values):.2f}" for values in losses.values())]


def _rank(values: Sequence[float], place: int) -> int:
    return 1 + sum(value < values[place] for value in values)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Pearson's r of documents of one size: the mean of the draws, and how much one draw differs from another."""

    size: int
    means: dict[str, float]
    """By the label of a column."""
    deviation: float


def header(measured: Measured) -> list[str]:
    """Every column without moves; HyTER with moves stands behind HyTER without."""
    return [f"{label} (r{WINDOW})" if moved else label for label, moved in _labels(measured)]


def row(measured: Measured, agreement: Agreement) -> list[str]:
    """The cells of one size, in the order of the header; the highest value of all is bold."""
    best = max(agreement.means[label] for label, _ in _labels(measured))
    cells = []
    for label, moved in _labels(measured):
        value = f"{agreement.means[label]:.3f}"
        cell = f"**{value}**" if agreement.means[label] == best else value
        cells.append(f"{cell} ({agreement.means[moved]:.3f})" if moved else cell)
    return cells


def _labels(measured: Measured) -> list[tuple[str, str]]:
    """Labels of columns without moves, each with that of the same column with moves or nothing."""
    labels = [column.label for column in measured.columns]
    moved = {label.replace(f" r{WINDOW}", ""): label for label in labels if f" r{WINDOW}" in label}
    return [(label, moved.get(label, "")) for label in labels if label not in moved.values()]


def by_judgement(measured: Measured) -> list[Agreement]:
    """Against the mean judgement of a document's segments."""
    worse = {system: -scores[:, None] for system, scores in measured.sample.human.items()}
    return [_agreement(measured, worse, size, "mean") for size in SIZES if size < len(measured.sample)]


def by_post_edits(measured: Measured) -> list[Agreement]:
    """Against HTER of the documents; beside the columns also what people judged."""
    sample = measured.sample
    ((system, outputs),) = sample.systems.items()
    words, edited = ([" ".join(words) for words in split(texts)] for texts in (outputs, sample.post_edits))
    statistics = TER().statistics(Pairing.of(words, References.by_stream(edited)))
    return [_agreement(measured, {system: statistics}, size, "rate") for size in SIZES if size < len(sample)]


def _agreement(measured: Measured, target: Statistics, size: int, how: str) -> Agreement:
    """Over all documents of all systems; the same documents for every system, others in every draw."""
    sample = measured.sample
    shuffled = np.random.default_rng((SEED, size)).random((N_DRAWS * N_DOCUMENTS, len(sample))).argsort(1)
    documents = shuffled[:, :size]
    wanted = _by_draw([_target(target[system][documents].sum(1), size, how) for system in sample.systems])
    found: dict[str, Floats] = {}
    for column in measured.columns:
        statistics = measured.statistics[column.label]
        losses = [column.loss(statistics[system][documents].sum(1)) for system in sample.systems]
        found[column.label] = _pearson(wanted, _by_draw(losses))
    if how == "rate":
        judged = [-sample.human[system][documents].mean(1) for system in sample.systems]
        found[sample.judgement] = _pearson(wanted, _by_draw(judged))
    deviation = np.mean([values.std(ddof=1) for values in found.values()])
    return Agreement(size, {label: float(values.mean()) for label, values in found.items()}, float(deviation))


def _target(sums: Floats, size: int, how: str) -> Floats:
    return sums[:, 0] / size if how == "mean" else sums[:, 0] / np.maximum(sums[:, 1], 1.0)


def _by_draw(of_systems: Sequence[Floats]) -> Floats:
    """One row for each draw: its documents by all systems."""
    return np.concatenate([values.reshape(N_DRAWS, N_DOCUMENTS) for values in of_systems], axis=1)


def _pearson(x: Floats, y: Floats) -> Floats:
    """Of each row with the same row of the other: thousands at once, which one by one would take the longest of all."""
    x, y = x - x.mean(1, keepdims=True), y - y.mean(1, keepdims=True)
    found: Floats = (x * y).sum(1) / np.sqrt((x * x).sum(1) * (y * y).sum(1))
    return found
