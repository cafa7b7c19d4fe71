"""`tertium tune`: weights of features for the best score by any metric."""

import click

from tertium.cli.lazy import commands_in, lazy_group

# In the order of `tertium tune --help`.
_FILES = {
    "mert": "methods",
    "pro": "methods",
    "mira": "methods",
    "show": "weights",
    "apply": "weights",
    "moses-dir": "moses",
    "compat-extractor": "moses",
    "compat-mert": "moses",
    "compat-pro": "moses",
    "compat-kbmira": "moses",
    "compat-evaluator": "moses",
    "compat-megam": "moses",
}
COMMANDS = commands_in("tertium.cli.tune", _FILES)


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
