"""How well ParaEval agrees with people, with and without paraphrases: makes papers/results/paraeval.md.

    .venv/bin/python -m papers.paraeval.results --write

Needs the real data beside the project (../shared/data/judgements). Without `--write` the page goes to standard output.
`--meteor-table` names METEOR's own English table in our format (`tertium resources build paraphrases`), to compare.
"""

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from papers.figures import publish
from papers.paraeval.figure import FILES, N_SAMPLES, Standing, picture, standings
from tertium._version import __version__
from tertium.evaluation.significance import bootstrap_p_value
from tertium.io.files import write_text
from tertium.meta.confidence import resampled_correlations, sample_counts
from tertium.meta.correlation import spearman
from tertium.metrics import parse
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

ROOT = Path(__file__).parents[2]
JUDGEMENTS = ROOT.parent / "shared" / "data" / "judgements"
PAGE = ROOT / "papers" / "results" / "paraeval.md"
FIGURE = ROOT / "papers" / "results" / "paraeval" / "humans.svg"
COMMAND = ".venv/bin/python -m papers.paraeval.results --write"
PREFERENCES = tuple(f"pairs_wmt{year}_rr_to-en" for year in (12, 13, 14, 15))
EARLIER = tuple(f"pairs_wmt{year:02}_rr_to-en" for year in (8, 9, 10, 11))
"""What `relation` was chosen by, so that the other files can test it."""
DIRECT = ("seg_wmt15_da", "seg_wmt16_da")
TWO_REFERENCES = "seg_mlqe_et-en_2refs_da"
SYSTEMS = "sys_wmt14_to-en"
MEASURES = ("precision", "recall", "f1")
PLAIN = {measure: f"paraeval(measure={measure},paraphrases=none)" for measure in MEASURES}
PARAEVAL = {measure: f"paraeval(measure={measure})" for measure in MEASURES}
VARIANTS = {
    "by sets and entries, greedy (default)": "",
    "only phrases of 2 words and more": "min_paraphrase_len=2",
    "only phrases of 3 words and more": "min_paraphrase_len=3",
    "optimal search": "search=optimal",
    "by sets alone": "relation=sets",
    "by entries, p ≥ 0.01": "relation=entries",
    "by entries, p ≥ 0.1": "relation=entries,min_probability=0.1",
    "by entries, p ≥ 0.3": "relation=entries,min_probability=0.3",
}
STEPS = {
    "modified unigram precision (MUP)": "bleu(max_order=1,brevity=no,lowercase=yes)",
    "geometric mean (GM)": "bleu(brevity=no,effective_order=yes,lowercase=yes)",
    "with brevity penalty (BP-BLEU)": "bleu(effective_order=yes,lowercase=yes)",
}
NAMED = {f"ParaEval, {m}": PARAEVAL[m] for m in MEASURES} | {f"words only, {m}": PLAIN[m] for m in MEASURES} | STEPS

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """The judgements of one language pair of one file; `places` numbers the texts that each of them is about."""

    file: str
    human: Floats
    segments: NDArray[np.int64]
    places: NDArray[np.int64]

    @property
    def is_preference(self) -> bool:
        return self.file.startswith("pairs_")

    def values(self, scores: Floats) -> Floats:
        """What a metric says of each judgement: a difference of scores, or a score; equal where it should be."""
        found = np.round(scores[self.places], 9)
        return found[:, 0] - found[:, 1] if self.is_preference else found[:, 0]

    def agreement(self, scores: Floats) -> float:
        """WMT's τ of 2014, or Spearman's ρ."""
        if not self.is_preference:
            return spearman(self.human, self.values(scores))
        agreed, judged = self.by_segment(scores)
        return float(agreed.sum() / judged.sum())

    def by_segment(self, scores: Floats) -> tuple[Floats, Floats]:
        """Of each segment the preferences that agree less those that do not, and all that are not ties of people."""
        agreed = np.bincount(self.segments, self.human * np.sign(self.values(scores))).astype(np.float64)
        return agreed, np.bincount(self.segments, np.abs(self.human)).astype(np.float64)

    def resampled(self, scores: Floats, seed: int) -> Floats:
        """The agreement in bootstrap samples of segments; the same samples for all metrics."""
        rng = np.random.default_rng(seed)
        if self.is_preference:
            agreed, judged = self.by_segment(scores)
            blocks = sample_counts(np.arange(len(agreed)), N_SAMPLES, rng)
            return np.concatenate([(counts @ agreed) / (counts @ judged) for counts in blocks])
        values = self.values(scores)
        blocks = sample_counts(np.arange(len(values)), N_SAMPLES, rng)
        return np.concatenate([resampled_correlations(self.human, values, counts, "spearman") for counts in blocks])


class Texts:
    """Different outputs with their references, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], int] = {}
        self._pairing: Pairing | None = None

    def number(self, texts: tuple[str, ...]) -> int:
        return self._numbers.setdefault(texts, len(self._numbers))

    def scores(self, spec: str) -> Floats:
        """The score of each, by number."""
        if self._pairing is None:
            references = References.by_segment([list(references) for _, *references in self._numbers])
            self._pairing = Pairing.of([hypothesis for hypothesis, *_ in self._numbers], references)
        metric = parse(spec)
        click.echo(spec, err=True)
        return metric.score(metric.statistics(self._pairing))


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/paraeval.md instead of standard output.")
@click.option("--sample", metavar="N", type=int, help="Only the first N judgements of each language pair.")
@click.option("--meteor-table", metavar="PATH", help="METEOR's own table, compiled by `tertium resources build`.")
def main(write: bool, sample: int | None, meteor_table: str | None) -> None:
    """Make the page of results."""
    if not JUDGEMENTS.is_dir():
        raise click.ClickException(f"the judgements are not there: expected the folder {JUDGEMENTS.name} of the data")
    texts = Texts()
    tasks = [task for name in (*PREFERENCES, *DIRECT) for task in tasks_of(name, texts, sample)]
    specs = [*PLAIN.values(), *PARAEVAL.values(), *STEPS.values()]
    specs += [variant(measure, options) for measure in MEASURES for options in VARIANTS.values()]
    others = other_metrics(meteor_table)
    specs += others.values()
    earlier = [task for name in EARLIER for task in tasks_of(name, texts, sample)]
    scores = {spec: texts.scores(spec) for spec in dict.fromkeys(specs)}
    panels = {measure: humans(measure, sample) for measure in ("precision", "f1")}
    lines = [
        *page(tasks, earlier, scores),
        *others_table(tasks, others, scores),
        *references_table(read(TWO_REFERENCES)[:sample]),
        *systems_table(sample),
        *humans_table(panels),
    ]
    if write:
        FIGURE.parent.mkdir(exist_ok=True)
        write_text(FIGURE, picture(panels["precision"]))
    publish("\n".join(lines) + "\n", PAGE, write, (*PLAIN.values(), *PARAEVAL.values(), *STEPS.values(), "meteor"))


def variant(measure: str, options: str) -> str:
    return f"paraeval(measure={measure}{',' if options else ''}{options})"


def read(name: str) -> list[Row]:
    with gzip.open(JUDGEMENTS / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def tasks_of(name: str, texts: Texts, sample: int | None) -> Iterator[Task]:
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in read(name):
        if row["lang_pair"].endswith("-en"):
            groups[row["lang_pair"]].append(row)
    for rows in (group[:sample] for group in groups.values()):
        columns = [column for column in ("hyp_a", "hyp_b", "hypothesis") if column in rows[0]]
        yield Task(
            name,
            np.array([human_of(row) for row in rows]),
            np.unique([row["seg_id"] for row in rows], return_inverse=True)[1],
            np.array([[texts.number((row[column], row["reference"])) for column in columns] for row in rows]),
        )


def human_of(row: Row) -> float:
    return {">": 1.0, "<": -1.0}.get(row["preference"], 0.0) if "preference" in row else float(row["score"])


def file_means(tasks: Sequence[Task], values: Sequence[Floats | float]) -> dict[str, Floats]:
    """Means over the language pairs of each file."""
    by_file: defaultdict[str, list[Any]] = defaultdict(list)
    for task, value in zip(tasks, values, strict=True):
        by_file[task.file].append(value)
    return {name: np.mean(found, axis=0) for name, found in by_file.items()}


def row_of(tasks: Sequence[Task], scores: Floats) -> list[float]:
    """The agreement in each file, and the mean of all files."""
    means = [float(mean) for mean in file_means(tasks, [task.agreement(scores) for task in tasks]).values()]
    return [*means, float(np.mean(means))]


def compared(
    tasks: Sequence[Task], scores: Floats, baseline: Floats
) -> Iterator[tuple[str, float, float, float, float]]:
    """For each file and for the mean of all: difference, its interval and the two-sided p-value."""
    observed = file_means(tasks, [task.agreement(scores) - task.agreement(baseline) for task in tasks])
    samples = file_means(
        tasks, [task.resampled(scores, i) - task.resampled(baseline, i) for i, task in enumerate(tasks)]
    )
    observed["mean"] = np.mean(list(observed.values()), axis=0)
    samples["mean"] = np.mean(list(samples.values()), axis=0)
    for name, difference in observed.items():
        low, high = np.quantile(samples[name], [0.025, 0.975])
        yield name, float(difference), float(low), float(high), bootstrap_p_value(samples[name], float(difference))


def page(tasks: Sequence[Task], earlier: Sequence[Task], scores: Mapping[str, Floats]) -> Iterator[str]:
    yield "# ParaEval beside people"
    yield ""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    yield f"Made by `{COMMAND} [--meteor-table TABLE]` on {today} with Tertium {__version__}"
    yield "from the judgement files of the data beside the project; see [ParaEval](../../docs/explanation/paraeval.md)."
    yield "Into English only."
    yield "Preferences (`pairs`): WMT's τ of 2014; direct assessment (`seg`): Spearman's ρ; both for segments, as"
    yield "means over the language pairs of a file."
    yield f"Tests: paired bootstrap over segments, {N_SAMPLES:,} samples, two-sided."
    yield ""
    yield "## With and without paraphrases"
    yield ""
    yield from table(tasks, with_and_without(scores))
    yield "| measure | file | gain by paraphrases | 95 % interval | p |"
    yield "|---|---|---:|---:|---:|"
    for measure in MEASURES:
        for name, gain, low, high, p in compared(tasks, scores[PARAEVAL[measure]], scores[PLAIN[measure]]):
            yield f"| {measure} | {label(name)} | {gain:+.4f} | {low:+.4f} to {high:+.4f} | {p:.3f} |"
    yield ""
    yield "## Which phrases, and how they are chosen"
    yield ""
    for measure in MEASURES:
        yield f"By {measure}:"
        yield ""
        yield from table(tasks, {what: scores[variant(measure, options)] for what, options in VARIANTS.items()})
    yield "## Earlier years, by which `relation` was chosen"
    yield ""
    yield from table(earlier, with_and_without(scores))
    yield "By f1:"
    yield ""
    yield from table(earlier, {what: scores[variant("f1", options)] for what, options in VARIANTS.items()})
    yield "## BLEU's three steps"
    yield ""
    yield "Table 6 of the paper, for segments: exponential smoothing, orders that a segment is too short for left out."
    yield ""
    yield from table(tasks, {what: scores[spec] for what, spec in STEPS.items()})


def with_and_without(scores: Mapping[str, Floats]) -> dict[str, Floats]:
    return {
        f"{measure}, {what}": scores[specs[measure]]
        for measure in MEASURES
        for what, specs in (("words only", PLAIN), ("with the table", PARAEVAL))
    }


def label(name: str) -> str:
    return "**mean**" if name == "mean" else f"`{name}`"


def table(tasks: Sequence[Task], columns: Mapping[str, Floats]) -> Iterator[str]:
    files = list(dict.fromkeys(task.file for task in tasks))
    yield f"| | {' | '.join(f'`{name}`' for name in files)} | mean |"
    yield f"|---|{'---:|' * (len(files) + 1)}"
    for name, scores in columns.items():
        yield f"| {name} | {' | '.join(f'{value:.4f}' for value in row_of(tasks, scores))} |"
    yield ""


def references_table(rows: Sequence[Row]) -> Iterator[str]:
    """One reference against two, on the same outputs."""
    human = [float(row["score"]) for row in rows]
    forms = {"first": ("reference",), "second": ("reference_2",), "both": ("reference", "reference_2")}
    found = {}
    for form, columns in forms.items():
        texts = Texts()
        places = [texts.number((row["hypothesis"], *(row[column] for column in columns))) for row in rows]
        found[form] = {name: spearman(human, texts.scores(spec)[places]) for name, spec in NAMED.items()}
    yield "## One reference and two"
    yield ""
    yield f"`{TWO_REFERENCES}`, {len(rows):,} segments, Spearman's ρ:"
    yield ""
    yield f"| | {' | '.join(f'{form} reference' if form != 'both' else form for form in forms)} |"
    yield "|---|---:|---:|---:|"
    for name in NAMED:
        yield f"| {name} | {' | '.join(f'{found[form][name]:.4f}' for form in forms)} |"
    yield ""


@dataclass(frozen=True, slots=True)
class Contest:
    """The systems of one language pair, on the same segments one after the other."""

    human: list[float]
    pairing: Pairing

    def correlations(self, spec: str, seed: int) -> tuple[float, Floats]:
        """Spearman's ρ of the systems' scores with people, on all segments and in bootstrap samples of them."""
        metric = parse(spec)
        statistics = metric.statistics(self.pairing)
        rows = statistics.reshape(len(self.human), -1, statistics.shape[1])
        whole = spearman(self.human, metric.score(rows.sum(1)))
        blocks = sample_counts(np.arange(rows.shape[1]), N_SAMPLES, np.random.default_rng(seed))
        sums = np.concatenate([np.einsum("ns,mse->nme", counts, rows, optimize=True) for counts in blocks])
        return whole, np.array([spearman(self.human, scores) for scores in metric.score(sums)])


def contests(sample: int | None) -> Iterator[Contest]:
    by_pair: defaultdict[str, defaultdict[str, dict[str, Row]]] = defaultdict(lambda: defaultdict(dict))
    for row in read(SYSTEMS):
        by_pair[row["lang_pair"]][row["system"]][row["seg_id"]] = row
    for systems in by_pair.values():
        segments = sorted(set.intersection(*(set(rows) for rows in systems.values())), key=int)[:sample]
        rows = [found[segment] for found in systems.values() for segment in segments]
        references = References.by_stream([row["reference"] for row in rows])
        human = [float(next(iter(found.values()))["score"]) for found in systems.values()]
        yield Contest(human, Pairing.of([row["hypothesis"] for row in rows], references))


def systems_table(sample: int | None) -> Iterator[str]:
    """Systems ranked, with the paper's interval of the mean and with percentiles."""
    found = list(contests(sample))
    yield "## Systems"
    yield ""
    n_systems = sum(len(one.human) for one in found)
    yield f"`{SYSTEMS}`, {n_systems} systems of {len(found)} language pairs: Spearman's ρ with the human ranking, mean"
    yield f"over the language pairs; and in {N_SAMPLES:,} bootstrap samples of segments its mean with the"
    yield "95 % interval of that mean (as the paper gives it), and the 2.5 and 97.5 percentiles."
    yield ""
    yield "| | all segments | mean of samples | interval of the mean | percentiles |"
    yield "|---|---:|---:|---:|---:|"
    for name, spec in NAMED.items():
        click.echo(f"systems: {spec}", err=True)
        each = [one.correlations(spec, i) for i, one in enumerate(found)]
        samples = np.mean([resampled for _, resampled in each], axis=0)
        mean, half = samples.mean(), 1.96 * samples.std(ddof=1) / np.sqrt(len(samples))
        low, high = np.quantile(samples, [0.025, 0.975])
        whole = np.mean([value for value, _ in each])
        yield (
            f"| {name} | {whole:.4f} | {mean:.4f} | {mean - half:.4f} to {mean + half:.4f} | {low:.4f} to {high:.4f} |"
        )
    yield ""


def other_metrics(meteor_table: str | None) -> dict[str, str]:
    """METEOR without a table, with that of the package, and with its own."""
    specs = {"METEOR, without paraphrases": "meteor(paraphrases=none)", "METEOR, as it comes": "meteor"}
    return specs | ({"METEOR, its own table": f"meteor(paraphrases={meteor_table})"} if meteor_table else {})


def others_table(tasks: Sequence[Task], specs: Mapping[str, str], scores: Mapping[str, Floats]) -> Iterator[str]:
    yield "## METEOR with the table"
    yield ""
    yield from table(tasks, {name: scores[spec] for name, spec in specs.items()})


def humans(measure: str, sample: int | None) -> dict[str, list[Standing]]:
    """The standings of each file that has outputs and two references."""
    spec = PARAEVAL[measure]
    click.echo(f"humans and systems: {spec}", err=True)
    return {f"{file}, {pair}": standings(read(file), pair, spec, sample) for file, pair in FILES.items()}


def humans_table(panels: Mapping[str, Mapping[str, Sequence[Standing]]]) -> Iterator[str]:
    yield "## Humans against systems"
    yield ""
    yield "Figure 5 of the paper, by precision. A human translation is scored against the other one; a system against"
    yield f"each of the two, and the mean counts. Lines: 2.5 and 97.5 percentiles of {N_SAMPLES:,} bootstrap samples of"
    yield "segments; in the table also the mean of the samples with the interval of that mean, as the paper gives it."
    yield ""
    yield f"![Humans and systems by ParaEval's precision]({FIGURE.parent.name}/{FIGURE.name})"
    yield ""
    yield "| measure | file | who | score | mean of samples | percentiles | place |"
    yield "|---|---|---|---:|---:|---:|---:|"
    for measure, files in panels.items():
        for file, found in files.items():
            shown = {0: "first", len(found) - 1: "last"} | {i: "" for i, one in enumerate(found) if one.is_human}
            for place in sorted(shown):
                one = found[place]
                yield (
                    f"| {measure} | `{file}` | {one.name} | {one.score:.2f} | {one.mean:.2f} ± {one.of_mean:.2f} | "
                    f"{one.low:.2f} to {one.high:.2f} | {place + 1} of {len(found)} |"
                )


if __name__ == "__main__":
    main()
