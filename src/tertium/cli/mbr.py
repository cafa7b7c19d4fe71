"""`tertium mbr`: of each list the candidate that is most like the others."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import NoReturn

import click
import numpy as np

from tertium.cli.emit import note
from tertium.cli.engines import EngineOptions, engine_options
from tertium.cli.inputs import LANGUAGE
from tertium.cli.nbest.options import INTO, OUTPUT, ListOptions, nbest_options, truth_of, write_choices
from tertium.cli.nbest.selection import Chooser
from tertium.cli.notes import show_notes
from tertium.cli.options import CACHE, NETWORKS, NORMALIZATION, QUIET, SEED, THREADS, gather, output_format
from tertium.cli.progress import ProgressBar
from tertium.errors import DataError, refuse_together
from tertium.io.files import open_input
from tertium.io.testsets.parts import parts_of
from tertium.io.testsets.plain import read_lines
from tertium.metrics import Metric
from tertium.metrics.choice import choose
from tertium.nbest.lists import NBest
from tertium.nbest.mbr import PORTION, MBROptions, utility
from tertium.results.json import Json
from tertium.results.numbers import counted
from tertium.text.arrays import Floats
from tertium.text.pool import Normalization


@dataclass(frozen=True, slots=True)
class RiskOptions:
    """How candidates are compared."""

    subsample: int | None
    leave_out_self: bool
    weights: str
    temperature: float
    aggregate: bool
    prune: bool
    coarse: str | None
    method: str
    seed: int
    normalization: Normalization
    threads: int

    def risk(self) -> MBROptions:
        """For minimum Bayes risk."""
        ways = {"--aggregate": "aggregate", "--prune": "prune", "--coarse": f"coarse:{self.coarse}"}
        values = (self.aggregate, self.prune, self.coarse)
        refuse_together(*zip(ways, values, strict=True))
        methods = [way for way, value in zip(ways.values(), values, strict=True) if value]
        return MBROptions(
            weights="model" if self.weights == "model" else "uniform",
            temperature=self.temperature,
            method=methods[0] if methods else self.method,
            leave_out_self=self.leave_out_self,
            subsample=self.subsample,
            seed=self.seed,
            normalization=self.normalization,
            threads=self.threads,
        )


_RISK = gather(
    "how",
    RiskOptions,
    [
        click.option("--subsample", type=click.IntRange(1), metavar="N", help="Compare with N random references only."),
        click.option("--leave-out-self", is_flag=True, help="Do not compare a candidate with itself."),
        click.option(
            "--weights",
            default="uniform",
            show_default=True,
            metavar="uniform|model|FILE|W,W,…",
            help="Weights of the references: equal, from the model's log-probabilities, from a file (one per line), or "
            "one for each of several FILEs.",
        ),
        click.option("--temperature", type=float, default=1.0, show_default=True, help="Factor on log-probabilities."),
        click.option(
            "--aggregate",
            is_flag=True,
            help="Compare with the mean of the references: bleu, chrf, chrf++. For a thousand candidates or more.",
        ),
        click.option(
            "--prune",
            is_flag=True,
            help="Drop unlikely candidates early. For slow metrics: by bleu and chrf the exact choice is faster.",
        ),
        click.option("--coarse", metavar="METRIC,N", help="Exact among the N best by another metric, such as chrf,20."),
        click.option("--method", "method", default="exact", hidden=True),
        SEED,
        NORMALIZATION,
        THREADS,
        CACHE,
    ],
)


@click.command("mbr")
@click.argument("candidates", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-m",
    "--metric",
    "spec",
    default="chrf",
    show_default=True,
    metavar="SPEC",
    help="The utility: any metric but hter, nist and regression, which cannot compare two texts alone.",
)
@LANGUAGE
@nbest_options
@click.option("--references", metavar="FILE", help="Other samples to compare with: n-best lists in the same order.")
@_RISK
@click.option(
    "--nbest", "n_best", type=click.IntRange(1), default=1, show_default=True, help="Print the best N of each list."
)
@click.option("-r", "--oracle", "oracle", multiple=True, metavar="FILE", help="Real references, to score the choice.")
@NETWORKS
@output_format()
@OUTPUT
@INTO
@engine_options
@QUIET
def command(
    candidates: tuple[str, ...],
    spec: str,
    language: str | None,
    lists: ListOptions,
    references: str | None,
    how: RiskOptions,
    n_best: int,
    oracle: tuple[str, ...],
    networks: str | None,
    format: str,
    output: str,
    into: str | None,
    engine: EngineOptions,
    quiet: bool,
) -> None:
    """Choose from each n-best list by minimum Bayes risk: the best expected score by a metric.

    One FILE holds n-best lists, or is a folder or a pattern of such files. Several hold one translation per line each,
    as different systems made them, and line by line the one that the others agree with most is chosen. Evaluate the
    result with a different metric.

    \b
    tertium mbr test.nbest -m chrf > best.txt
    tertium mbr samples.txt -n 64 -m meteor --coarse chrf,20
    tertium mbr samples.jsonl -m bleu --weights model --temperature 0.5 \\
      --format json
    tertium mbr a.txt b.txt c.txt -m chrf --weights 2,1,1 -r reference.txt
    tertium mbr test.nbest --into manual.xlf -o manual-de.xlf
    tertium mbr parts/ -o best/ --engine spark --master spark://host:7077
    """
    risk = how.risk()
    if engine.engine != "local":
        beside = {"-r": oracle, "--networks": networks, "--references": references, "--into": into}
        beside |= {"-s": lists.source, "--log-probs": lists.log_probs, "--feature": lists.feature_files}
        plain = {"--weights": how.weights not in ("uniform", "model"), "--format": format != "text"}
        for option in {**beside, **plain}.items():
            refuse_together(("--engine spark", True), option)
    parts = lists.with_sources(_parts(candidates, lists))
    first = next(parts)
    choice = utility(spec, first.setting(language))
    (metric,) = choice.metrics
    show_notes(choice.notes, quiet)
    if not quiet:
        signature = "|".join(f"{key}:{value}" for key, value in metric.signature().items())
        note(f"utility {metric.key}|{signature}, method {risk.method}, weights {how.weights}")

    if engine.engine != "local":
        _on_cluster(candidates, lists, metric, risk, n_best, engine, output, quiet)
        return
    truth = truth_of(oracle, networks, None, how.normalization)
    if truth is not None:
        choose(metric, truth.setting(first, language))
    samples = lists.read_samples(references) if references else None
    per_file = "," in how.weights and len(candidates) > 1
    with ProgressBar(quiet) as progress:
        chooser = Chooser(metric, risk, _weights(how.weights, candidates), n_best, progress, truth)
        choices = chooser.run(chain([first], parts), samples, per_file)
        about: dict[str, Json] = {"metric": metric.spec(), "signature": metric.signature(), "method": risk.method}

        def in_full() -> dict[str, Json]:
            return about if truth is None else {**about, "evaluation": chooser.evaluation()}

        write_choices(choices, in_full, format, output, into, quiet)
    if truth is not None and not quiet:
        scores = ", ".join(f"{name} {score:.2f}" for name, score in chooser.evaluation().items())
        note(f"{metric.name} against the references: {scores} possible")


def _on_cluster(
    files: tuple[str, ...],
    lists: ListOptions,
    metric: Metric,
    risk: MBROptions,
    n_best: int,
    engine: EngineOptions,
    output: str,
    quiet: bool,
) -> None:
    """Choose where the parts are read; the choices are written there, too."""
    from tertium.nbest.cluster import ListParts, choose_parts  # late: few have a cluster

    if output == "-" or len(files) != 1:
        raise click.UsageError(
            "--engine spark is for one file, folder or pattern of n-best lists, and writes Parquet into a folder; give "
            "it with -o FOLDER"
        )
    parts = ListParts(tuple(parts_of(files[0]) or files), lists.reading())
    with ProgressBar(quiet) as progress:
        n_lists = choose_parts(parts, metric, engine.cluster(), output, options=risk, n_best=n_best, progress=progress)
    if not quiet:
        note(f"{n_lists:,} lists chosen from; {output} has {counted(len(parts.paths), 'file')} of Parquet")


def _parts(files: tuple[str, ...], lists: ListOptions) -> Iterator[NBest]:
    """The lists of one file or folder in parts, or those made of the lines of several files."""
    if len(files) == 1:
        return lists.parts(files[0], 4 * PORTION)
    return _of_lines(files)


def _of_lines(files: tuple[str, ...]) -> Iterator[NBest]:
    """A list for each line, of what the files have there, in parts."""
    with ExitStack() as opened:
        sources = [opened.enter_context(open_input(file)) for file in files]
        rows = zip_longest(*(chain.from_iterable(source.line_blocks()) for source in sources))
        number = 0
        while block := list(islice(rows, max(1, 4 * PORTION // len(files)))):
            if None in block[-1]:
                _refuse_lengths(files, number + len(block), block, rows)
            number += len(block)
            yield NBest.of(block, name=" ".join(files))
        if not number:
            yield NBest.of([], name=" ".join(files))


def _refuse_lengths(
    files: tuple[str, ...], n_lines: int, block: Sequence[Sequence[str | None]], rest: Iterator[Sequence[str | None]]
) -> NoReturn:
    counts = [n_lines - sum(row[i] is None for row in block) for i in range(len(files))]
    for row in rest:
        counts = [count + (text is not None) for count, text in zip(counts, row, strict=True)]
    other = next(i for i, count in enumerate(counts) if count != counts[0])
    raise DataError(
        f"{files[0]} has {counts[0]} lines but {files[other]} has {counts[other]}; expected one translation per line "
        "of the same sentences"
    )


def _weights(text: str, files: tuple[str, ...]) -> "Floats | None":
    """Weights for each candidate in order (or for each file, to be repeated), None where the options say them."""
    if text in ("uniform", "model"):
        return None

    words = text.split(",") if "," in text else read_lines(text)
    try:
        values = [float(word) for word in words]
    except ValueError as error:
        raise DataError(f"--weights {text}: {error}; expected uniform, model, a file or numbers as 2,1,1") from None
    if "," in text and len(values) != len(files):
        raise DataError(f"--weights {text}: {len(values)} weights for {len(files)} files; expected one for each")
    return np.array(values)
