"""`tertium tune mert|pro|mira`: on lists that do not change, or with a decoder."""

from collections.abc import Sequence
from dataclasses import replace

import click

from tertium.cli.emit import emit, emit_page
from tertium.cli.options import choice
from tertium.cli.progress import ProgressBar
from tertium.cli.tune.decoding import with_decoder
from tertium.cli.tune.options import TuningOptions, held_out_truth, needed_truth, plan_of, tuning_options
from tertium.errors import refuse_together
from tertium.io.testsets.formats import read_stream
from tertium.nbest.forms.formats import read_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights, read_weights, write_weights
from tertium.tuning.climbs import Method
from tertium.tuning.lines import Smoothing
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Background, Mira, Scale
from tertium.tuning.moses.rules import MERT, MIRA
from tertium.tuning.pro import Pro
from tertium.tuning.results import Tuning
from tertium.tuning.runs import averaged, best_run, compared
from tertium.tuning.tuning import tune_lists

NBEST = click.argument("nbest", nargs=-1, metavar="[NBEST]...")


@click.command("mert")
@NBEST
@tuning_options
@click.option(
    "--restarts", type=click.IntRange(0), default=20, show_default=True, help="Random starts besides the given one."
)
@click.option("--directions", type=click.IntRange(0), default=0, show_default=True, help="Random directions per round.")
@click.option(
    "--smooth", type=click.Choice(["none", "average", "minimum"]), default="none", help="Take neighbours into account."
)
@click.option("--window", type=click.IntRange(0), default=1, show_default=True, help="Neighbours on each side.")
@click.option("--compat", type=click.Choice(["moses"]), help="Search by Moses' rules, without random starts.")
def mert(
    nbest: Sequence[str],
    options: TuningOptions,
    restarts: int,
    directions: int,
    smooth: Smoothing,
    window: int,
    compat: str | None,
) -> None:
    """Tune by minimum error rate training: exact searches along lines, from many starts.

    \b
    tertium tune mert dev.nbest -r dev.ref -m chrf -o weights.json
    tertium tune mert dev.nbest -r dev.ref -m bleu -m ter --mix 1,-1 \\
      --fix 'tm_*' --runs 3
    """
    method = Mert(restarts, directions, smoothing=smooth, window=window if smooth != "none" else 0)
    if compat:
        method = MERT
    _tune(method, nbest, options)


@click.command("pro")
@NBEST
@tuning_options
@click.option("--samples", type=click.IntRange(1), default=5000, show_default=True, help="Pairs to draw per sentence.")
@click.option("--pairs", type=click.IntRange(1), default=50, show_default=True, help="Pairs to keep per sentence.")
@click.option(
    "--least-difference", type=click.FloatRange(0), default=0.05, show_default=True, help="Of a pair, 0 to 1."
)
@click.option("--penalty", type=click.FloatRange(0), default=1.0, show_default=True, help="Of squared weights.")
@click.option(
    "--interpolate", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="Share of the new weights."
)
def pro(
    samples: int,
    pairs: int,
    least_difference: float,
    penalty: float,
    interpolate: float,
    nbest: Sequence[str],
    options: TuningOptions,
) -> None:
    """Tune by pairwise ranking: learn to tell the better of two candidates.

    \b
    tertium tune pro dev.nbest -r dev.ref -m bleu -o weights.json
    """
    _tune(Pro(samples, pairs, least_difference, penalty, interpolate), nbest, options)


@click.command("mira")
@NBEST
@tuning_options
@click.option("--epochs", type=click.IntRange(1), default=60, show_default=True, help="Passes over all lists.")
@click.option("--step", type=click.FloatRange(0, min_open=True), default=0.1, show_default=True, help="Largest step.")
@click.option("--decay", type=click.FloatRange(0, 1), default=0.999, show_default=True, help="Of the background.")
@choice("--scale", of=["auto", "reference", "segments"], help="What the background is counted in.")
@choice("--background", of=["hope", "model"], help="What is added to it.")
@click.option("--safe-hope", is_flag=True, help="Keep the model from outweighing the metric.")
@click.option("--compat", type=click.Choice(["moses"]), help="Learn by Moses' rules, in the order of the lists.")
def mira(
    epochs: int,
    step: float,
    decay: float,
    scale: Scale,
    background: Background,
    safe_hope: bool,
    compat: str | None,
    nbest: Sequence[str],
    options: TuningOptions,
) -> None:
    """Tune by k-best MIRA: small steps, sentence by sentence; for many weights.

    \b
    tertium tune mira dev.nbest -r dev.ref -m bleu -o weights.json
    """
    method = Mira(epochs, step, decay, scale, background, safe_hope)
    if compat:
        method = MIRA
    _tune(method, nbest, options)


def _tune(method: "Method", nbest: Sequence[str], options: TuningOptions) -> None:
    output, start = options.output, read_weights(options.start) if options.start else None
    if options.average and options.runs == 1:
        raise click.UsageError("--average needs --runs 2 or more")
    if options.decoder:
        refuse_together(("--decoder", options.decoder), ("n-best lists", nbest))
        truth = needed_truth(None, options)
        held_out = held_out_truth(options.held_out, None, options) if options.held_out else None
        settings = [each.setting(None, options.language) for each in (truth, held_out) if each is not None]
        tuning = with_decoder(plan_of(method, settings, options), start, truth, held_out, options)
    else:
        tuning = _on_lists(method, start, nbest, options)
    if output:
        write_weights(tuning.weights, output)
    if output == "-":
        emit_page(tuning, options.html)
    else:
        emit(tuning, options.format, places=options.width, html=options.html)


def _read_lists(files: Sequence[str], form: str | None) -> "NBest":
    return NBest.joined([read_nbest(file, form) for file in files])


def _on_lists(method: "Method", start: "Weights | None", files: Sequence[str], options: TuningOptions) -> Tuning:
    if not files:
        raise click.UsageError("nothing to tune on: give n-best lists, or a decoder (--decoder)")
    nbest = _read_lists(files, options.form)
    if options.source:
        nbest = replace(nbest, source=tuple(read_stream(options.source, "source"))).checked()
    truth = needed_truth(nbest, options)
    settings, held_out = [truth.setting(nbest, options.language)], None
    if options.held_out:
        lists = _read_lists([options.held_out[0]], options.form)
        held_out = (lists, held_out_truth(options.held_out, lists, options))
        settings.append(held_out[1].setting(lists, options.language))
    plan = plan_of(method, settings, options)
    tunings = []
    with ProgressBar(options.quiet) as progress:
        for run in range(options.runs):
            tunings.append(
                tune_lists(
                    nbest,
                    truth,
                    replace(plan, seed=plan.seed + run),
                    start=start,
                    held_out=held_out,
                    threads=options.threads,
                    progress=progress,
                )
            )
    if len(tunings) == 1:
        return tunings[0]

    comparisons = [compared("dev", plan, nbest, truth, tunings)]
    if held_out:
        comparisons.append(compared("held out", plan, *held_out, tunings))
    result = averaged(plan, nbest, truth, tunings) if options.average else best_run(tunings)
    return replace(result, runs=tuple(comparisons))
