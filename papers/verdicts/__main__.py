"""How often people agree with differences of a size, by metric: makes papers/results/verdicts.md and the curves.

    .venv/bin/python -m papers.verdicts --write

Needs the real data beside the project (../shared/data) and the package mt-thresholds, whose published curves stand
beside ours; says so and stops where they are absent. Without `--write` the page goes to standard output.
`--keep FOLDER` keeps the differences of all pairs, so that metrics need not run again. About ten minutes of one core.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from papers.figures import RESULTS, current, publish
from papers.judgements import DATA
from papers.verdicts.measuring import BAR, by_year, range_of_others, shipped
from papers.verdicts.page import METRICS, TARGETS, lines
from papers.verdicts.pairs import SOURCES, Judged, Source, judged_pairs
from tertium.data import CURVES
from tertium.io.files import write_text

PAGE = RESULTS / "verdicts.md"


@click.command()
@click.option("--write", is_flag=True, help="Write the page and the curves that ship.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep what is computed in this folder.")
def main(write: bool, keep: Path | None) -> None:
    """Make the page of results, and the curves."""
    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected the folder {DATA.parent.name} beside the project")
    try:
        from mt_thresholds import accuracy  # type: ignore[import-untyped, import-not-found, unused-ignore]  # late
    except ImportError as error:
        raise click.ClickException("mt-thresholds is not installed; run: pip install mt-thresholds") from error
    judged = [_pairs(source, keep) for source in SOURCES]
    publish("\n".join(lines(judged, accuracy)), PAGE, write, METRICS)
    if write:
        write_text(CURVES, _curves(judged))


def _pairs(source: Source, keep: Path | None) -> Judged:
    file = None if keep is None else keep / f"{source.file}.json"
    if file is not None and file.exists():
        return Judged(**{**json.loads(file.read_text("utf-8")), "source": source})
    found = judged_pairs(source, METRICS)
    click.echo(f"{source.file}: {len(found.human)} pairs", err=True)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(found)), "utf-8")
    return found


def _curves(judged: Sequence[Judged]) -> str:
    """The file that ships: a line for each metric."""
    kept = []
    for metric, signature in current(METRICS).items():
        years = by_year(judged, metric)
        curve = shipped(years)
        worst = max(range_of_others(years, year, 0).found.worst for year in years)
        pairs = [pair for one in judged if one.source.learn for pair in one.lang_pair]
        targets = [TARGETS[metric]] if TARGETS[metric] else sorted({pair.split("-")[1] for pair in pairs})
        kept.append(
            {
                "signature": signature,
                "targets": targets,
                "years": curve.years,
                "pairs": curve.n_pairs,
                "error": round(worst, 4),
                "sizes": [round(float(value), 4) for value in curve.sizes],
                "low": [round(float(value), 4) for value in curve.low],
                "high": [round(float(value), 4) for value in curve.high],
            }
        )
    head = {"made": "python -m papers.verdicts --write", "data": "systems of WMT, judged by people", "bar": BAR}
    body = ",\n".join(json.dumps(one) for one in kept)
    return f'{json.dumps(head)[:-1]}, "curves": [\n{body}\n]}}\n'


if __name__ == "__main__":
    main()
