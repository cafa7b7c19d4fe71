"""HyTER with automatic networks on real texts: makes papers/results/hyter.md.

    .venv/bin/python -m papers.hyter --write

Needs the real data beside the project (../shared/data); says so and stops where they are absent. Without `--write`
the page goes to standard output. `--quick` takes few segments of everything, to see that all of it runs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from time import process_time

import click

from papers.figures import publish
from papers.hyter import machines, people, reach, text
from papers.hyter.automatic import kinds
from papers.hyter.columns import Texts
from papers.hyter.machines import Measured
from papers.hyter.samples import DATA, ROOT, Sample, judged, post_edited, several_references
from papers.markdown import markdown
from tertium._version import __version__

PAGE = ROOT / "papers" / "results" / "hyter.md"
COMMAND = ".venv/bin/python -m papers.hyter --write"
METRICS = ("bleu(smooth=add-k,lowercase=yes)", "meteor", "terp", "hyter")
WMT14 = "wmt14_en-de_en-fr_11refs"
BY_PATHS = (("under 10^3", 0, 3), ("10^3–10^6", 3, 6), ("10^6–10^9", 6, 9), ("10^9–10^12", 9, 12), ("more", 12, inf))


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many segments are taken at most."""

    judged: int = 2000
    references: int = 1000
    timed: int = 2000


QUICK = Sizes(judged=20, references=8, timed=16)


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/hyter.md instead of standard output.")
@click.option("--quick", is_flag=True, help="Take few segments: to see that all of it runs, not for its numbers.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
def main(write: bool, quick: bool, threads: int) -> None:
    """Make the page of results."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.name} of what is shared")
    if write and quick:
        raise click.UsageError("the page is not made from a few segments; leave out --quick or --write")
    sizes = QUICK if quick else Sizes()
    with_outputs = [
        judged("seg_wmt21_mqm", "WMT21 en-de", "en-de", "MQM", sizes.judged),
        judged("seg_wmt21_da", "WMT21 ru-en", "ru-en", "DA", sizes.judged),
        judged("seg_wmt23_mqm_dasqm", "WMT23 he-en", "he-en", "MQM", sizes.judged),
        post_edited(sizes.judged),
    ]
    references = [
        several_references("fisher_es-en_4refs", "Fisher es-en", "es-en", sizes.references),
        several_references("indian_to-en_4refs", "Indian → en", "", sizes.references),
        several_references(WMT14, "WMT14 en-de", "en-de", sizes.references),
        several_references(WMT14, "WMT14 en-fr", "en-fr", sizes.references),
        several_references("wmt21-23_to-en_2refs", "WMT21–23 → en", "", sizes.references),
    ]
    parts = [
        *_people(with_outputs, threads),
        *_machines(with_outputs, threads),
        *_coverage(references),
        *_times(with_outputs, references, sizes.timed),
    ]
    first = _opening([*with_outputs, *references], quick)
    publish("\n".join([*first, *parts]), PAGE, write, METRICS)


def _opening(samples: Sequence[Sample], quick: bool) -> Iterator[str]:
    yield "# HyTER with networks that nobody drew"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__} in {process_time():.0f} s of"
    yield text.OPENING
    yield from markdown(
        ["sample", "segments", "references", "systems", "judgements"],
        [
            [
                s.title,
                str(len(s)),
                str(s.n_references),
                str(len(s.systems) or ""),
                s.judgement + (", HTER" if s.post_edits else ""),
            ]
            for s in samples
        ],
    )
    yield text.SAMPLES
    if not quick:
        yield text.READING


def _described(sample: Sample) -> list[str]:
    judgements = f"{sample.judgement}, HTER" if sample.post_edits else sample.judgement
    return [sample.title, str(len(sample)), str(sample.n_references), str(len(sample.systems) or ""), judgements]


def _people(samples: Sequence[Sample], threads: int) -> Iterator[str]:
    yield text.PEOPLE
    for sample in samples:
        _progress("people and machines", sample)
        yield f"### {sample.title}: {sample.n_references - 1} of {sample.n_references} references"
        yield ""
        yield from markdown(people.HEADER, people.rows(people.against_machines(sample, threads)))
    yield text.DISTANCES
    yield from markdown(people.DISTANCES, [row for sample in samples for row in people.distances(sample, threads)])


def _machines(samples: Sequence[Sample], threads: int) -> Iterator[str]:
    found = []
    for sample in samples:
        _progress("systems and documents", sample)
        found.append(Measured.of(sample, threads))
    yield text.RANKING
    for measured in found:
        sample = measured.sample
        if len(sample.systems) > 1:
            yield f"### Systems of {sample.title}, all {sample.n_references} references"
            yield ""
            labels = [column.label for column in machines.unmoved(measured)]
            yield from markdown(["system", sample.judgement, *labels], machines.ranking(measured))
    yield text.DOCUMENTS
    for measured in found:
        sample = measured.sample
        if sample.post_edits:
            yield from _documents(measured, machines.by_post_edits(measured), "HTER", [sample.judgement])
        yield from _documents(measured, machines.by_judgement(measured), sample.judgement, [])


def _documents(measured: Measured, found: Sequence[machines.Agreement], target: str, more: list[str]) -> Iterator[str]:
    sample = measured.sample
    yield f"### {target} of {sample.title}: {machines.N_DOCUMENTS * len(sample.systems)} documents of each size"
    yield ""
    rows = [
        [str(a.size), *(f"{a.means[label]:.3f}" for label in more), *machines.row(measured, a), f"{a.deviation:.3f}"]
        for a in found
    ]
    yield from markdown(["size", *more, *machines.header(measured), "±"], rows)


def _coverage(samples: Sequence[Sample]) -> Iterator[str]:
    yield text.COVERAGE
    for sample in samples:
        _progress("left-out references", sample)
        left_out = reach.LeftOut.of(sample)
        yield f"### {sample.title}"
        yield ""
        yield from markdown(reach.header(left_out), reach.rows(left_out))


def _times(with_outputs: Sequence[Sample], references: Sequence[Sample], size: int) -> Iterator[str]:
    found: list[reach.Times] = []
    for sample in references:
        left_out = reach.LeftOut.of(sample)
        what = f"{sample.title}, the one left out of {sample.n_references}"
        found.append(_timed(what, left_out.texts[:size], left_out.others[:size], sample.language))
    for sample in with_outputs:
        pairs = [pair for texts in sample.systems.values() for pair in zip(texts, sample.references, strict=True)]
        pairs = pairs[:: max(1, len(pairs) // size)][:size]
        what = f"{sample.title}, systems"
        found.append(_timed(what, [output for output, _ in pairs], [row for _, row in pairs], sample.language))
    yield text.TIMES
    header = ["networks and hypotheses", "paths", "arcs", "searches", "window", "median", "95 %", "max"]
    yield from markdown([*header, "bar", "refused"], [row for times in found for row in times.rows()])
    yield text.TIMES_BY_PATHS
    joined = [reach.Times.joined(found, *bounds) for bounds in BY_PATHS]
    yield from markdown([*header, "bar", "refused"], [row for times in joined for row in times.rows()])


def _timed(what: str, texts: Sequence[str], references: Texts, language: str) -> reach.Times:
    click.echo(f"times: {what}", err=True)
    kind = kinds(language)[-1]
    return reach.times(f"{what}, {kind.name}", texts, references, language, kind)


def _progress(part: str, sample: Sample) -> None:
    click.echo(f"{part}: {sample.title} ({process_time():.0f} s)", err=True)


if __name__ == "__main__":
    main()
