"""The tables of Wang & Manning (2012) on our data: makes papers/results/pfsm.md.

    .venv/bin/python -m papers.pfsm.results --write

Needs the real data beside the project (../shared/data/judgements) and the extra `parse`; says so and stops where the
data are absent. Without `--write` the page goes to standard output; `--quick` trains on a few outputs, to see that it
runs. What the rows of the round robin say is kept in build/pfsm-results, so that a run that was stopped goes on where
it was; `--fresh` makes all of it again.
"""

from time import process_time

import click

from papers.figures import publish
from papers.pfsm import page
from papers.pfsm.measuring import JUDGEMENTS, OURS, PLAIN, ROOT, SEED, HeldOut, english, sample, tests
from papers.pfsm.variants import VARIANTS
from tertium.learn.trainer import Run

PAGE = ROOT / "papers" / "results" / "pfsm.md"
ROUND_ROBIN = "seg_wmt16_da"
PARTS = 2


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/pfsm.md instead of standard output.")
@click.option("--quick", is_flag=True, help="Train on a few outputs: to see that it runs, not for figures.")
@click.option("--parts", type=click.IntRange(2, 4), default=PARTS, show_default=True, help="Of the round robin.")
@click.option("--only", multiple=True, metavar="ROW", help="Make some rows of the round robin and no page.")
@click.option("--fresh", is_flag=True, help="Make every row again, also those that are kept.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
def main(write: bool, quick: bool, parts: int, only: tuple[str, ...], fresh: bool, threads: int) -> None:
    """Make the page of results."""
    if not JUDGEMENTS.is_dir():
        raise click.ClickException(f"the judgements are not there: expected the folder {JUDGEMENTS.name} of the data")
    if write and quick:
        raise click.UsageError("--write keeps figures of full data; leave out --quick")
    run = Run(seed=SEED, threads=threads)
    data = english(ROUND_ROBIN)
    data = data.each_group(lambda group: sample(group, 20)) if quick else data
    if unknown := [label for label in only if label not in {v.label for v in VARIANTS}]:
        raise click.UsageError(f"--only {unknown[0]!r}: the rows are {', '.join(v.label for v in VARIANTS)}")
    held_out = HeldOut.make(data, [v for v in VARIANTS if v.label in only or not only], parts, run, fresh)
    if only:
        return
    before = process_time()
    tested = tests(run, threads)
    lines = [*page.head(parts, held_out.seconds + process_time() - before), *page.body(held_out, tested)]
    publish("\n".join(lines), PAGE, write, (*OURS, *PLAIN))


if __name__ == "__main__":
    main()
