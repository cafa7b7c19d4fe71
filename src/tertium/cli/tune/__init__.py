"""`tertium tune`: weights of features for the best score by any metric."""

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
        Entry(
            "moses-dir",
            "moses:moses_dir",
            "Write the programs that `mert-moses.pl --mertdir DIR` calls, so that Moses tunes with any metric.",
        ),
        Entry(
            "compat-extractor",
            "moses:compat_extractor",
            "Features and statistics of the candidates of n-best lists.",
            hidden=True,
        ),
        Entry(
            "compat-mert",
            "moses:compat_mert",
            "Weights by minimum error rate training, into `weights.txt`.",
            hidden=True,
        ),
        Entry(
            "compat-pro",
            "moses:compat_pro",
            "Pairs of candidates for the maximum entropy trainer: each in both orders.",
            hidden=True,
        ),
        Entry("compat-kbmira", "moses:compat_kbmira", "Weights by k-best MIRA, as lines `F0 weight`.", hidden=True),
        Entry(
            "compat-evaluator",
            "moses:compat_evaluator",
            "The score of each file of candidates, or of the first candidates of n-best lists, from 0 to 1.",
            hidden=True,
        ),
        Entry(
            "compat-megam",
            "moses:compat_megam",
            "Weights that tell the lines of a file that begin with 1 from those with 0; printed as lines `F0 weight`.",
            hidden=True,
        ),
    ],
)


@click.group("tune", cls=lazy_group(COMMANDS))
def command() -> None:
    """Tune the weights of features, on n-best lists or together with a decoder, by any metric.

    `mert` searches along lines and is exact for every metric of the corpus; `pro` learns to rank pairs; `mira` copes
    with many weights.

    \b
    tertium tune mert dev.nbest -r dev.ref -m bleu -o weights.json
    tertium tune mert -m 'beer(model=beer-en-tune)' --decoder './decode.sh {weights} {source} {nbest} {n}' \\
        -s dev.src -r dev.ref --weights start.json --work tuning -o weights.json
    tertium tune show weights.json
    tertium tune moses-dir mert-dir -m chrf
    """
