"""How well the classical metrics agree with people on every judgement file: makes papers/results/meta.md.

    .venv/bin/python -m papers.meta --write

Needs the real data beside the project (../shared/data/judgements); says so and stops where they are absent. Without
`--write` the page goes to standard output.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import click

from papers.figures import publish
from papers.markdown import markdown
from tertium._version import __version__
from tertium.io.judgements.formats import read_judgements
from tertium.io.scores import ScoreCache
from tertium.meta.judgements import JudgementGroup
from tertium.meta.study.results import Agreement, Level, Study
from tertium.meta.study.study import StudyOptions, study
from tertium.meta.study.views import has_baseline, heading, marks
from tertium.metrics import names
from tertium.results import numbers
from tertium.storage.cache import cache_folder
from tertium.text.testset import References

ROOT = Path(__file__).parents[1]
JUDGEMENTS = ROOT.parent / "shared" / "data" / "judgements"
PAGE = ROOT / "papers" / "results" / "meta.md"
COMMAND = ".venv/bin/python -m papers.meta --write"
METRICS = ("bleu(effective_order=yes)", "chrf", "chrf++", "ter", "wer", "per", "nist", "fmeasure")
# With the tables for English, so for files into English only; taken where this version has them.
ENGLISH_METRICS = ("meteor", "terp")
MEASURES = {
    "pairs": ("wmt-2014", "consistency"),
    "segment": ("spearman", "kendall-b", "accuracy", "kendall-b-item"),
    "system": ("pearson", "system-accuracy"),
}

SKIPPED = ("da_raw",)  # the same judgements as da, before they were made comparable

# What ../shared/data/README.md says of BLEU, chrF and TER, to know that a reading is right: file, measure, kind of
# score, and the average over language pairs. Its figures are of samples (TER of 300 sentences).
PLAIN = (
    ("pairs_wmt08_rr_to-en", "wmt-2014", "", (0.17, 0.32, 0.13)),
    ("pairs_wmt12_rr_to-en", "wmt-2014", "", (0.21, 0.23, 0.18)),
    ("pairs_wmt14_rr_to-en", "wmt-2014", "", (0.25, 0.33, 0.27)),
    ("pairs_wmt15_rr_to-en", "wmt-2014", "", (0.27, 0.35, 0.29)),
    ("pairs_wmt15_rr_from-en", "wmt-2014", "", (0.28, 0.34, 0.27)),
    ("seg_wmt15_da", "spearman", "da", (0.48, 0.54, 0.48)),
    ("seg_wmt16_da", "spearman", "da", (0.45, 0.51, 0.47)),
    ("seg_wmt21_da", "spearman", "da", (0.25, 0.27, 0.24)),
    ("seg_mlqe_pe", "spearman", "da", (0.46, 0.53, 0.43)),
)

NOTES = {
    "pairs_wmt11_rr_to-en": "The mapping of segments of this year is inferred.",
    "pairs_wmt11_rr_from-en": "The mapping of segments of this year is inferred.",
    "seg_mlqe_pe": "The reference is the post-edit of the output itself, so HTER is nearly what TER computes. "
    "Words of Chinese are not told apart by these tokenisers: en-zh is for chrF only.",
    "votes_indian_to-en": "Votes for the best of several translations by people; each one is scored against the others "
    "of its segment, and candidates of one number count as one system.",
}


ABOUT = (
    "**Bold** is the best of a column. `avg` is the plain mean over language pairs. System scores are computed from",
    "the summed statistics of a system's segments; where people scored segments only, a system's human score is the",
    "mean over its segments, and only files in which systems translated the same segments have a system level. Metrics",
    "with tables for English (METEOR) are on files into English only.",
    "",
)
ABOUT_PLAIN = (
    "In brackets: what was known of these files before, from samples (TER of 300 sentences). WMT's τ is that of",
    "2014–16: human ties are left out, and a tie of the metric counts in the denominator only. All are means over the",
    "language pairs of a file (of `seg_mlqe_pe`: those into English).",
    "",
)


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/meta.md instead of standard output.")
@click.option("--only", metavar="TEXT", default="", help="Only files whose names hold this text.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
@click.option("--cache", is_flag=True, help="Take scores from the user's cache; wrong where the code has changed.")
def main(write: bool, only: str, threads: int, cache: bool) -> None:
    """Make the page of results."""
    if not JUDGEMENTS.is_dir():
        raise click.ClickException(f"the judgements are not there: expected the folder {JUDGEMENTS.name} of the data")
    start = monotonic()
    studies: dict[str, Study] = {}
    for path in sorted(path for path in JUDGEMENTS.glob("*.tsv.gz") if only in path.name):
        name = path.name.removesuffix(".tsv.gz")
        began = monotonic()
        groups = _groups(path)
        studies[name] = study(
            groups,
            _metrics(groups),
            settings=_settings(name),
            threads=threads,
            cache=ScoreCache(cache_folder()) if cache else None,
        )
        click.echo(f"{name}: {monotonic() - began:.0f} s", err=True)
    page = "\n".join(_page(studies, monotonic() - start))
    publish(page, PAGE, write, (*METRICS, *ENGLISH_METRICS))


def _metrics(groups: Sequence[JudgementGroup]) -> list[str]:
    english = all(group.lang_pair.endswith("-en") for group in groups)
    return [*METRICS, *(name for name in ENGLISH_METRICS if english and name in names())]


def _settings(name: str) -> StudyOptions:
    measures = [measure for level in MEASURES.values() for measure in level]
    levels: tuple[Level, ...] = ("segment",) if name.startswith("votes") else ("segment", "pairs", "system")
    return StudyOptions(measures=measures, levels=levels)


def _groups(path: Path) -> list[JudgementGroup]:
    groups = list(read_judgements(path))
    return [_against_each_other(group) for group in groups] if path.name.startswith("votes") else groups


def _against_each_other(group: JudgementGroup) -> JudgementGroup:
    """Every candidate with the other candidates of its segment as references."""
    items = group.items
    segments: dict[str | None, list[int]] = defaultdict(list)
    for i, segment in enumerate(items.segment):
        segments[segment].append(i)
    references = [
        tuple(text for j in segments[segment] if j != i and (text := items.hypothesis[j]) is not None)
        for i, segment in enumerate(items.segment)
    ]
    return group.with_items(
        replace(items, references=References.by_segment(references), system=items.extra["candidate_no"])
    )


def _page(studies: dict[str, Study], seconds: float) -> Iterator[str]:
    first = max(studies.values(), key=lambda found: len(found.metrics))
    labels = ", ".join(first.labels)
    yield "# How well the metrics agree with people"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__} in {seconds:.0f} s, from the"
    yield "judgement files of the data that stand beside the project. How each measure is defined:"
    yield "[meta.md](../../docs/explanation/meta.md)."
    yield ""
    yield f"Metrics: {labels}. Values are agreement with quality: metrics where"
    yield "lower is better are negated."
    yield from ABOUT
    yield from _plain_figures(studies)
    for level, title in (("segment", "Segments"), ("pairs", "Preferences"), ("system", "Systems")):
        yield f"## {title}"
        yield ""
        for name, found in studies.items():
            for table in found.agreements:
                if table.measure in MEASURES[level] and table.level == level and table.kind not in SKIPPED:
                    yield from _table(name, found, table)
    yield "## Signatures"
    yield ""
    yield from (f"* `{metric.signature}`" for metric in first.metrics)
    yield ""


def _plain_figures(studies: dict[str, Study]) -> Iterator[str]:
    """Beside the figures that were known before."""
    rows = []
    for name, measure, kind, known in PLAIN:
        tables = studies[name].agreements if name in studies else ()
        for table in tables:
            if table.measure == measure and table.kind == kind and table.level != "system":
                labels = studies[name].labels
                into = [column for column in table.columns if column.lang_pair.endswith("-en")] or table.columns
                cells = [
                    sum(column.cells[labels.index(label)].value for column in into) / len(into)
                    for label in ("BLEU", "chrF2", "TER")
                ]
                pairs = (f"{numbers.number(a, 3)} ({numbers.number(b, 2)})" for a, b in zip(cells, known, strict=True))
                rows.append([f"`{name}`", table.title, *pairs])
    if rows:
        yield "## Beside known figures"
        yield ""
        yield from ABOUT_PLAIN
        yield from markdown(["file", "measure", "BLEU", "chrF", "TER"], rows)


def _table(name: str, found: Study, table: Agreement) -> Iterator[str]:
    yield f"### {heading(table)} (`{name}`)"
    yield ""
    if name in NOTES:
        yield NOTES[name]
        yield ""
    signs = [marks(found, column) for column in table.shown]
    rows = []
    for m, label in enumerate(found.labels):
        values = [numbers.number(column.cells[m].value, 3) for column in table.shown]
        rows.append([label, *(f"**{v}**" if signs[c][m].best else v for c, v in enumerate(values))])
    if has_baseline(table):
        rows.append(["(guessing)", *("" if c.baseline is None else numbers.number(c.baseline, 3) for c in table.shown)])
    rows.append([f"*{table.unit}*", *(str(column.n) if column.n else "" for column in table.shown)])
    yield from markdown(["metric", *(column.lang_pair for column in table.shown)], rows)


if __name__ == "__main__":
    main()
