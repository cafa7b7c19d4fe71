"""`tertium tune moses-dir`, and the six programs that it writes for `mert-moses.pl --mertdir`."""

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from tertium.cli.emit import emit_line, emit_text, note, say
from tertium.cli.nbest.options import read_references
from tertium.cli.options import gather, metric_option, together
from tertium.cli.tune.options import NumbersType
from tertium.errors import DataError
from tertium.io.files import open_input, write_text
from tertium.io.named_files import split_files
from tertium.metrics.choice import Setting, choose
from tertium.nbest.forms.formats import read_nbest
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import read_weights
from tertium.storage.workspace import disk_errors
from tertium.text.arrays import Floats
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tertium.tuning.goal import Goal
from tertium.tuning.mert import Mert
from tertium.tuning.mira import Mira
from tertium.tuning.moses.files import Block, joined_blocks, read_blocks, read_dense, read_start_points, write_blocks
from tertium.tuning.objective import Objective
from tertium.tuning.pro import Pro, logistic_weights
from tertium.tuning.space import Space, refuse_useless
from tertium.tuning.statistics import Rows

PROGRAMS = {
    "extractor": "compat-extractor",
    "mert": "compat-mert",
    "pro": "compat-pro",
    "kbmira": "compat-kbmira",
    "evaluator": "compat-evaluator",
    "megam_i686.opt": "compat-megam",
}
METRIC = metric_option("bleu", "The metric of this folder.")
# Without -m, which in Moses' mert is the number of random directions.
METRICS = click.option("--metric", "metrics", multiple=True, default=("bleu",), help="The metric of the folder.")
MIX = click.option("--mix", type=NumbersType(), help="The share of each metric.")
FILES = click.option("--ffile", "-F", multiple=True, help="Files of features.")
SCORES = click.option("--scfile", "-S", multiple=True, help="Files of statistics.")
RANDOM_SEED = click.option("--random-seed", "-r", "seed", type=click.IntRange(0), default=12345, help="Random seed.")
SCTYPE = click.option("--sctype", "-s", help="Moses' metric; the metric is that of the folder.")
SCCONFIG = click.option("--scconfig", help="Not used.")


@dataclass(frozen=True, slots=True)
class FolderMetric:
    """The metric of the folder; what Moses says of its own is not used."""

    metrics: tuple[str, ...]
    mix: tuple[float, ...] | None
    sctype: str | None
    scconfig: str | None

    def goal(self, references: References | None = None) -> Goal:
        """What is tuned to; metrics must fit the references, where there are some."""
        goal = Goal.of(choose(self.metrics, Setting(texts=references.texts if references else ())).metrics, self.mix)
        if self.sctype:
            note(f"--sctype {self.sctype} is ignored; this folder's metric is {goal.spec}")
        return goal


of_folder = gather("metric", FolderMetric, [METRICS, MIX, SCTYPE, SCCONFIG])
tuning_program = together([of_folder, FILES, SCORES, RANDOM_SEED])


@click.command("moses-dir")
@click.argument("folder", metavar="DIR")
@METRIC
@MIX
@click.option("--integers", is_flag=True, help="Statistics as whole numbers times 100,000, for Moses' own mert.")
def moses_dir(folder: str, metrics: tuple[str, ...], mix: tuple[float, ...] | None, integers: bool) -> None:
    """Write the programs that `mert-moses.pl --mertdir DIR` calls, so that Moses tunes with any metric.

    \b
    tertium tune moses-dir mert-chrf -m chrf
    mert-moses.pl dev.src dev.ref moses moses.ini --mertdir "$PWD/mert-chrf"
    """
    Goal.of(choose(metrics).metrics, mix)  # refused now rather than in the middle of tuning
    chosen = [word for metric in metrics for word in ("--metric", metric)]
    if mix:
        chosen += [f"--mix={','.join(f'{share:g}' for share in mix)}"]
    for name, command in PROGRAMS.items():
        words = [sys.executable, "-m", "tertium", "tune", command]
        if command not in ("compat-megam",):
            words += chosen
        if integers and command == "compat-extractor":
            words.append("--integers")
        path = Path(folder) / name
        with disk_errors(Path(folder)):
            os.makedirs(folder, exist_ok=True)
        write_text(path, f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        os.chmod(path, 0o755)
    say(f"{folder}: {', '.join(PROGRAMS)}")


def _split(values: Sequence[str]) -> list[str]:
    return [part for value in values for part in split_files(value) if part]


@click.command("compat-extractor", hidden=True)
@of_folder
@click.option("--scfile", required=True)
@click.option("--ffile", required=True)
@click.option("-r", "--reference", "references", multiple=True, required=True)
@click.option("-n", "--nbest", required=True)
@click.option("--integers", is_flag=True)
@click.option("-d", "--allow-duplicates", is_flag=True, expose_value=False)
def compat_extractor(
    metric: FolderMetric, scfile: str, ffile: str, references: Sequence[str], nbest: str, integers: bool
) -> None:
    """Features and statistics of the candidates of n-best lists."""
    texts = read_references(_split(references))
    goal = metric.goal(texts)
    lists = read_nbest(nbest)
    objective = Rows(goal, Truth(texts)).objective(lists, group_sparse=True)
    features, scores = [], []
    for i in range(len(lists)):
        part = slice(lists.offsets[i], lists.offsets[i + 1])
        sparse = tuple(lists.sparse.row(c) for c in range(part.start, part.stop)) if lists.sparse.names else ()
        features.append(Block(i, lists.features[part], lists.names, sparse))
        scores.append(Block(i, objective.statistics[objective.rows[part]], ("TERTIUM",)))
    write_blocks(ffile, "FEATURES", features)
    write_blocks(scfile, "SCORES", scores, integers=integers)


def _objective(metric: FolderMetric, ffile: Sequence[str], scfile: Sequence[str]) -> tuple[Objective, list[str], int]:
    """What the files hold, the names of the weights, and how many of them are dense."""
    goal = metric.goal()
    features, offsets, sparse = joined_blocks([read_blocks(file, "FEATURES") for file in _split(ffile)])
    statistics, other, _ = joined_blocks([read_blocks(file, "SCORES") for file in _split(scfile)])
    if offsets.tolist() != other.tolist():
        raise DataError("the files of features and of statistics do not have the same candidates")
    n_dense = features.shape[1]
    names = [f"F{i}" for i in range(n_dense)]
    if any(sparse):
        more = sorted({name for row in sparse for name in row})
        columns = np.array([[row.get(name, 0.0) for name in more] for row in sparse])
        features, names = np.ascontiguousarray(np.hstack([features, columns])), names + more
    rows = np.arange(len(features), dtype=np.int32)
    widths = _widths(goal)
    if sum(widths) != statistics.shape[1]:
        raise DataError(f"the statistics have {statistics.shape[1]} columns, expected {sum(widths)} for {goal.spec}")
    return (
        Objective(features, offsets, rows, statistics, goal.scorer(widths), np.ones(len(offsets) - 1)),
        names,
        n_dense,
    )


def _widths(goal: "Goal") -> list[int]:
    """How many columns each metric has: those of a text against itself."""
    pairing = Pairing.of(["a"], References.by_segment([["a"]]))
    return [metric.statistics(pairing).shape[1] for metric in goal.metrics]


@click.command("compat-mert", hidden=True)
@of_folder
@click.option("-d", "--pdim", type=int, required=True)
@click.option("-n", "--restarts", type=click.IntRange(0), default=20)
@RANDOM_SEED
@FILES
@SCORES
@click.option("--ifile", required=True)
@click.option("-m", "--directions", type=click.IntRange(0), default=0)
@click.option("-t", "--type", "kind", type=click.Choice(["powell", "random-direction"]), default="powell")
@click.option("--threads", type=click.IntRange(0), default=1)
@click.option("-o", "--weights-file", default="weights.txt")
def compat_mert(
    metric: FolderMetric,
    ffile: Sequence[str],
    scfile: Sequence[str],
    pdim: int,
    restarts: int,
    seed: int,
    ifile: str,
    directions: int,
    kind: str,
    threads: int,
    weights_file: str,
) -> None:
    """Weights by minimum error rate training, into `weights.txt`."""
    objective, names, _n = _objective(metric, ffile, scfile)
    if len(names) != pdim:
        raise DataError(f"-d {pdim}, but the files have {len(names)} features")
    starts, low, high = read_start_points(_split([ifile]), pdim)
    ranges = {name: (a, b) for name, a, b in zip(names, low.tolist(), high.tolist(), strict=True) if a < b}
    space = Space.of(names, ranges=ranges)
    objective.threads = threads
    if kind != "powell":
        note(f"-t {kind} is taken as these directions and all weights alone")
    method = Mert(restarts=restarts, directions=directions)
    best = method.result(method.run(objective, space, starts, seed))
    point = " ".join(f"{weight:.10g}" for weight in space.scaled(best.weights).tolist())
    write_text(weights_file, point + "\n")
    say(f"Best point: {point} => {best.score:.10g}")


@click.command("compat-kbmira", hidden=True)
@tuning_program
@click.option("--dense-init", "-d", required=True)
@click.option("--sparse-init")
@click.option("-o", "--output-file", required=True)
@click.option("-J", "--iters", type=click.IntRange(1), default=60)
@click.option("-C", "--cparam", type=float, default=0.1)
@click.option("-D", "--decay", type=float, default=0.999)
@click.option("--model-bg", is_flag=True)
@click.option("--safe-hope", is_flag=True)
@click.option("--no-shuffle", is_flag=True)
def compat_kbmira(
    metric: FolderMetric,
    ffile: Sequence[str],
    scfile: Sequence[str],
    seed: int,
    dense_init: str,
    sparse_init: str | None,
    output_file: str,
    iters: int,
    cparam: float,
    decay: float,
    model_bg: bool,
    safe_hope: bool,
    no_shuffle: bool,
) -> None:
    """Weights by k-best MIRA, as lines `F0 weight`."""
    objective, names, n_dense = _objective(metric, ffile, scfile)
    start = read_dense(dense_init)
    if len(start) != n_dense:
        raise DataError(f"{dense_init}: {len(start)} weights, but the files have {n_dense} features")
    known = read_weights(sparse_init).values if sparse_init else {}
    start = np.concatenate([start, [known.get(name, 0.0) for name in names[n_dense:]]])
    method = Mira(
        iters,
        cparam,
        decay,
        background="model" if model_bg else "hope",
        safe_hope=safe_hope,
        shuffle=not no_shuffle,
    )
    best = method.result(method.run(objective, Space.of(names), [start], seed))
    refuse_useless(names, best.weights)
    write_text(output_file, _named(names, best.weights))
    say(f"Best BLEU = {best.score:.10g}")


def _named(names: Sequence[str], weights: "Floats") -> str:
    return "".join(f"{name} {weight:.10g}\n" for name, weight in zip(names, weights.tolist(), strict=True))


@click.command("compat-pro", hidden=True)
@tuning_program
@click.option("-o", "--output-file", required=True)
def compat_pro(metric: FolderMetric, ffile: Sequence[str], scfile: Sequence[str], seed: int, output_file: str) -> None:
    """Pairs of candidates for the maximum entropy trainer: each in both orders."""
    objective, names, _n = _objective(metric, ffile, scfile)
    lines = []
    for difference in Pro().differences(objective, np.random.default_rng([seed, 0])).tolist():
        for label, sign in ((1, 1.0), (0, -1.0)):
            values = (f"{name} {sign * v:.10g}" for name, v in zip(names, difference, strict=True) if v)
            lines.append(" ".join([str(label), *values]) + "\n")
    write_text(output_file, "".join(lines))


@click.command("compat-megam", hidden=True, context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def compat_megam(arguments: Sequence[str]) -> None:
    """Weights that tell the lines of a file that begin with 1 from those with 0; printed as lines `F0 weight`."""
    rows: list[dict[str, float]] = []
    with open_input(arguments[-1] if arguments else "-") as source:
        for number, line in source.lines():
            label, *words = line.split() or [""]
            if label not in ("0", "1") or len(words) % 2:
                raise DataError(f"{source.name}:{number}: found {line[:60]!r}, expected 0 or 1, then names and values")
            if label == "1":  # the same pair with 0 follows
                rows.append(dict(zip(words[::2], map(float, words[1::2]), strict=True)))
        name = source.name
    names = sorted({feature for row in rows for feature in row}, key=lambda n: (len(n), n))
    if not names:
        raise DataError(f"{name}: there are no pairs to learn from")
    table = np.array([[row.get(feature, 0.0) for feature in names] for row in rows])
    weights = logistic_weights(table, Space.of(names), np.zeros(len(names)), 1.0)
    emit_text(_named(names, weights))


@click.command("compat-evaluator", hidden=True)
@of_folder
@click.option("--reference", "-R", "references", multiple=True, required=True)
@click.option("--candidate", "-C", "candidates", multiple=True)
@click.option("--nbest", "-n")
def compat_evaluator(
    metric: FolderMetric, references: Sequence[str], candidates: Sequence[str], nbest: str | None
) -> None:
    """The score of each file of candidates, or of the first candidates of n-best lists, from 0 to 1."""
    texts = read_references(_split(references))
    goal, truth = metric.goal(texts), Truth(texts)
    files = [*([nbest] if nbest else []), *_split(candidates)]
    for name in files:
        lists = read_nbest(name) if name == nbest else NBest.of([[text] for text in read_references([name]).texts])
        objective = Rows(goal, truth).objective(lists, group_sparse=True)
        first = objective.rows[objective.offsets[:-1]]
        score = goal.sign * float(objective.scorer(objective.statistics[first].sum(0)))
        emit_line(f"{name}\t{score:.6f}" if len(files) > 1 else f"{score:.6f}")
