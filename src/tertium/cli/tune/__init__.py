"""`tertium tune`: weights of features for the best score by a metric."""

import click

from tertium.cli.commands import Commands, Entry, lazy_group

COMMANDS = Commands(
    "command of tune",
    "tertium.cli.tune",
    [
        Entry(
            "mert", "methods:mert", "Tune by minimum error rate training: exact searches along lines, from many starts."
        ),
        Entry("pro", "methods:pro", "Tune by pairwise ranking: learn to tell the better of two candidates."),
        Entry("mira", "methods:mira", "Tune by k-best MIRA: small steps, sentence by sentence; for many weights."),
        Entry("show", "weights:show", "Print weights and where they came from."),
        Entry("apply", "weights:apply", "Put weights into Moses' configuration; everything else in it stays as it is."),
    ],
)


@click.group("tune", cls=lazy_group(COMMANDS))
def command() -> None:
    """Tune the weights of features, on n-best lists or together with a decoder, by a metric.

    `mert` searches along lines and is exact for every metric of the corpus; `pro` learns to rank pairs; `mira` copes
    with many weights.

    \b
    tertium tune mert dev.nbest -r dev.ref -m bleu -o weights.json
    tertium tune mert -m 'beer(model=beer-en-tune)' --decoder './decode.sh \\
      {weights} {source} {nbest} {n}' \\
        -s dev.src -r dev.ref --weights start.json --work tuning -o weights.json
    tertium tune show weights.json
    tertium tune apply weights.json --moses-ini moses.ini -o tuned.ini
    """
