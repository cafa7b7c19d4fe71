"""Tuning with a real decoder, as in Table 1 of the paper on BEER: makes papers/results/tuning.md.

    .venv/bin/python -m papers.tuning.results --work DIR          does all runs, one after the other; hours
    .venv/bin/python -m papers.tuning.results --work DIR --write  writes the page from the runs that there are

Needs the real data beside the project (../shared/data) and `sil-thot` (group `peers`). Each run is a file in DIR, so
that the command can be stopped at any time and goes on where it was; several may work in one folder at the same time.
`--only small` does the small runs alone.
"""

from pathlib import Path

import click

ROOT = Path(__file__).parents[2]


@click.command()
@click.option("--work", type=click.Path(path_type=Path), required=True, help="Folder of decoders and runs.")
@click.option("--only", type=click.Choice(["small", "full"]), help="Runs of this size alone.")
@click.option("--write", is_flag=True, help="Write papers/results/tuning.md from the runs that there are, and do none.")
def main(work: Path, only: str | None, write: bool) -> None:
    """Do the runs, or write the page."""
    from papers.tuning.data import DATA
    from papers.tuning.runs import Bench, schedule

    if not DATA.is_dir():
        raise click.ClickException(f"the data are not there: expected {DATA.name} in shared/data beside the project")
    if write:
        from papers.tuning.page import write_page

        write_page(work, ROOT / "papers" / "results")
        return
    bench = Bench(work, lambda line: click.echo(line, err=True))
    for run in schedule():
        if only is None or run.size.name == only:
            bench.do_unless_done(run)


if __name__ == "__main__":
    main()
