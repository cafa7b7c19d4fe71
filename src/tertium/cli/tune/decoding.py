"""`tertium tune … --decoder`: the loop with a decoder in a folder, once or several times."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tertium.cli.common import ProgressBar
from tertium.cli.emit import say
from tertium.cli.tune.options import truth_of
from tertium.io.files import open_input
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import Weights, write_weights
from tertium.storage.workspace import key_of, open_workspace
from tertium.tuning.folder import Command, Folder
from tertium.tuning.loop import Loop, LoopOptions
from tertium.tuning.results import Tuning
from tertium.tuning.runs import averaged, best_run, compared_outputs
from tertium.tuning.tuning import Plan


def with_decoder(plan: "Plan", start: "Weights | None", truth: "Truth", options: dict[str, Any]) -> Tuning:
    """Tune with a decoder; several runs stand in folders of their own in that of `--work`."""
    for name, value in {"--source": options["source"], "--work": options["work"], "--weights": start}.items():
        if value is None:
            raise click.UsageError(f"--decoder needs {name}, too")
    assert start is not None
    work, n_runs = Path(options["work"]), options["runs"]
    if n_runs == 1:
        return _run(plan, start, truth, options, work)[0]
    found = [
        _run(replace(plan, seed=plan.seed + k), start, truth, options, work / f"run-{k + 1:02d}") for k in range(n_runs)
    ]
    return _selected(plan, found, truth, options)


def _selected(
    plan: "Plan", found: "list[tuple[Tuning, list[NBest]]]", truth: "Truth", options: dict[str, Any]
) -> Tuning:
    """The best run, or the mean of all; and the runs beside each other, by what the decoder gave in the end."""
    truths = [truth]
    if options["held_out"]:
        truths.append(truth_of([options["held_out"][1]], None, options["normalization"]))
    lists = list(zip(*(decoded for _, decoded in found), strict=True))
    comparisons = [
        compared_outputs(name, plan, truth, [_first_texts(nbest) for nbest in of_runs])
        for name, truth, of_runs in zip(("dev", "held out"), truths, lists, strict=False)
    ]
    tunings = [tuning for tuning, _ in found]
    best = best_run(tunings)
    if options["average"]:
        mean = averaged(plan, NBest.joined(lists[0]), truths[0], tunings)
        best = replace(mean, iterations=best.iterations, stopped=best.stopped)
    return replace(best, runs=tuple(comparisons))


def _first_texts(nbest: "NBest") -> list[str]:
    return [nbest.text(int(i)) for i in nbest.offsets[:-1]]


def _run(
    plan: "Plan", start: "Weights", truth: "Truth", options: dict[str, Any], work: Path
) -> "tuple[Tuning, list[NBest]]":
    """One run, and where there are several what the decoder gives with the weights that it ends with."""

    def command(source: str) -> Command:
        return Command(options["decoder"], source, options["timeout"], options["shell"], options["form"])

    other = options["held_out"]
    settings = LoopOptions(options["iterations"], options["n_best"], options["history"], options["best_dev"])
    with open_workspace(work) as workspace:
        folder = Folder(workspace, command(options["source"]), command(other[0]) if other else None)
        folder.claim(_request(plan, start, truth, options), resume=options["resume"])
        with ProgressBar(options["quiet"]) as progress:
            loop = Loop(
                plan,
                settings,
                truth,
                lambda number, weights, n: folder.decode(number, weights, n, held_out=False),
                None
                if not other
                else (_held_out_decoder(folder), truth_of([other[1]], None, options["normalization"])),
                options["threads"],
                (lambda line: None) if options["quiet"] else say,
                progress,
                folder,
            )
            found = loop.run(start)
            last = _last_lists(folder, found, options) if options["runs"] > 1 else []
        write_weights(found.weights, folder.path / "best.json")
    return found, last


def _last_lists(folder: "Folder", found: Tuning, options: dict[str, Any]) -> "list[NBest]":
    """The lists of one more decoding; as many candidates as before, so that more iterations may follow."""
    number, lists = len(found.iterations) + 1, []
    for held_out in (False, True)[: 2 if options["held_out"] else 1]:
        kept = folder.decoded(number, found.weights, held_out)
        lists.append(kept or folder.decode(number, found.weights, options["n_best"], held_out=held_out))
    return lists


def _held_out_decoder(folder: "Folder") -> "Callable[[int, Weights, int], NBest]":
    return lambda number, weights, n: folder.decode(number, weights, n, held_out=True)


def _request(plan: "Plan", start: "Weights", truth: "Truth", options: dict[str, Any]) -> dict[str, Any]:
    """What a folder of decodings belongs to; the number of decodings may be raised later."""
    with open_input(options["source"]) as source:
        lines = [line for _, line in source.lines()]
    return {
        **plan.described(),
        "decoder": options["decoder"],
        "n": options["n_best"],
        "history": options["history"],
        "start": dict(start.values),
        "source": key_of(lines),
        "references": key_of(truth.references.texts, list(truth.references.ends)),
        "held_out": options["held_out"],
    }
