"""ParaEval by adequacy and fluency, and references against each other: makes papers/results/paraeval-parts.md.

    .venv/bin/python -m papers.paraeval.aspects --write

Needs the real data beside the project (../shared/data). Without `--write` the page goes to standard output. A minute.
"""

import csv
import gzip
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import click
import numpy as np

from papers.figures import RESULTS, publish
from papers.hyter.samples import DATA, Sample, several_references
from papers.markdown import markdown
from tertium._version import __version__
from tertium.evaluation.significance import bootstrap_p_value
from tertium.meta.confidence import resampled_correlations, sample_counts
from tertium.meta.correlation import spearman
from tertium.metrics import parse
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References

PAGE = RESULTS / "paraeval-parts.md"
COMMAND = ".venv/bin/python -m papers.paraeval.aspects --write"
FILES = ("seg_wmt15_da", "seg_wmt16_da")
# Grades are letters, in the order of the mean direct assessments of their outputs, which is the same in both files.
GRADES = {"adequacy": "NFBAS", "fluency": "FDBAS"}
SIDES = tuple(GRADES)
METRICS = {
    "ParaEval, precision": "paraeval(measure=precision)",
    "ParaEval, recall": "paraeval(measure=recall)",
    "ParaEval, f1": "paraeval(measure=f1)",
    "words only, precision": "paraeval(measure=precision,paraphrases=none)",
    "words only, recall": "paraeval(measure=recall,paraphrases=none)",
    "BLEU": "bleu(effective_order=yes)",
    "chrF": "chrf",
}
PRECISION, RECALL = "ParaEval, precision", "ParaEval, recall"
MOST_SEGMENTS, N_SAMPLES, SEED = 2000, 1000, 12345


class Judged:
    """The outputs of one language pair of one file, with both scores by people."""

    def __init__(self, rows: Sequence[dict[str, str]]) -> None:
        references = References.by_stream([row["reference"] for row in rows])
        self.pairing = Pairing.of([row["hypothesis"] for row in rows], references)
        self.human = {side: np.array([float(GRADES[side].index(row[side])) for row in rows]) for side in SIDES}

    def scores(self, spec: str) -> Floats:
        metric = parse(spec)
        return np.round(metric.score(metric.statistics(self.pairing)), 9)


def judged(name: str) -> list[Judged]:
    with gzip.open(DATA / "judgements" / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    pairs = sorted({row["lang_pair"] for row in rows if row["lang_pair"].endswith("-en")})
    graded = [row for row in rows if all(row[side] in GRADES[side] for side in SIDES)]
    return [Judged([row for row in graded if row["lang_pair"] == pair]) for pair in pairs]


def correlations(groups: Sequence[Judged], scores: Sequence[Floats], side: str) -> float:
    return float(np.mean([spearman(group.human[side], own) for group, own in zip(groups, scores, strict=True)]))


def resampled(groups: Sequence[Judged], scores: Sequence[Floats], side: str) -> Floats:
    """The mean over language pairs in bootstrap samples of outputs, the same for all metrics."""
    rng = np.random.default_rng(SEED)
    parts = []
    for group, own in zip(groups, scores, strict=True):
        blocks = sample_counts(np.arange(len(own)), N_SAMPLES, rng)
        parts.append(
            np.concatenate([resampled_correlations(group.human[side], own, counts, "spearman") for counts in blocks])
        )
    return np.asarray(np.mean(parts, axis=0))


def sides_table() -> Iterator[str]:
    """Tables 1 and 2 of the paper, with adequacy and fluency apart."""
    data = {name: judged(name) for name in FILES}
    scores = {
        name: {title: [group.scores(spec) for group in groups] for title, spec in METRICS.items()}
        for name, groups in data.items()
    }
    rows = [
        [title, *(f"{correlations(data[name], scores[name][title], side):.4f}" for name in FILES for side in SIDES)]
        for title in METRICS
    ]
    leads, cells = [], []
    for name in FILES:
        for side in SIDES:
            first, second = (scores[name][title] for title in (RECALL, PRECISION))
            lead = correlations(data[name], first, side) - correlations(data[name], second, side)
            drawn = resampled(data[name], first, side) - resampled(data[name], second, side)
            leads.append(lead)
            cells.append(f"{lead:+.4f} (p {bootstrap_p_value(drawn, lead):.3f})")
    rows.append(["*recall less precision*", *cells])
    yield from markdown(["metric", *(f"`{name}`, {side}" for name in FILES for side in SIDES)], rows)


def references_table(sample: Sample) -> Iterator[str]:
    """Table 4 of the paper: each reference as if it were an output, against the others."""
    rows = []
    for k in range(sample.n_references):
        others = [row[:k] + row[k + 1 :] for row in sample.references]
        pairing = Pairing.of([row[k] for row in sample.references], References.by_segment(others))
        values = []
        for title in (PRECISION, RECALL, "words only, precision", "words only, recall", "BLEU"):
            metric = parse(METRICS[title])
            values.append(f"{float(metric.score(metric.statistics(pairing).sum(0))):.2f}")
        rows.append([f"reference {k + 1}", *values])
    header = ["", PRECISION, RECALL, "words only, precision", "words only, recall", "BLEU"]
    yield f"### {sample.title}, {len(sample):,} segments"
    yield ""
    yield from markdown(header, rows)


ABOUT_SIDES = """\
## Adequacy and fluency

Spearman's ρ with grades that people gave to single outputs, means over the four language pairs of a file. The grades
are letters, here in the order that the mean direct assessments of their outputs have in both files (adequacy N < F <
B < A < S, fluency F < D < B < A < S); outputs with the grades C and O of adequacy, which seem to say something else,
are left out. The paper takes recall for adequacy and precision for both (Tables 1 and 2, ranks of systems of NIST
2003). The last row: recall less precision, with the p-value of a paired bootstrap over outputs, 1,000 samples. These
files do not say of which documents their segments are; where a file does, `tertium meta --resample documents` draws
those.

Recall agrees better with both than precision does, and its lead is larger on adequacy, as the paper has it; on
fluency BLEU, which looks at longer phrases, is above precision.
"""
ABOUT_REFERENCES = """\
## References against each other (Table 4)

Each reference is scored as an output against the three others, as a whole corpus. In the paper the references with
higher scores are those that agree better with people when each is used alone; no file here has outputs that people
judged and four references, so that this cannot be looked at.
"""


def lines() -> Iterator[str]:
    yield "# ParaEval by adequacy and fluency, and references against each other"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__}"
    yield "from the data beside it; see [ParaEval](../../docs/explanation/paraeval.md), and"
    yield "[its other tables](paraeval.md)."
    yield ""
    yield ABOUT_SIDES
    yield from sides_table()
    yield ABOUT_REFERENCES
    for name, title, pair in (
        ("fisher_es-en_4refs", "Fisher es-en", "es-en"),
        ("indian_to-en_4refs", "Indian → en", ""),
    ):
        yield from references_table(several_references(name, title, pair, MOST_SEGMENTS))


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/paraeval-parts.md instead of standard output.")
def main(write: bool) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} of what is shared")
    publish("\n".join(lines()), PAGE, write, dict.fromkeys(METRICS.values()))


if __name__ == "__main__":
    main()
