"""`tertium tune … --decoder`: the loop with a decoder in a folder, once or several times."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import click

from tertium.cli.emit import say
from tertium.cli.progress import ProgressBar
from tertium.cli.tune.options import TuningOptions
from tertium.io.testsets.plain import read_lines
from tertium.nbest.lists import NBest
from tertium.nbest.truth import Truth
from tertium.nbest.weights import Weights, write_weights
from tertium.storage.workspace import key_of, open_workspace
from tertium.tuning.folder import Command, Folder
from tertium.tuning.loop import Loop, LoopOptions
from tertium.tuning.results import Tuning
from tertium.tuning.runs import averaged, best_run, compared_outputs
from tertium.tuning.tuning import Plan

T = TypeVar("T")


def with_decoder(
    plan: "Plan", start: "Weights | None", truth: "Truth", held_out: "Truth | None", options: TuningOptions
) -> Tuning:
    """Tune with a decoder; several runs stand in folders of their own in that of `--work`."""
    decoder = options.decoder or ""
    source, folder = _needed("--source", options.source), _needed("--work", options.work)
    decoding = _Decoding(decoder, source, _needed("--weights", start), truth, held_out, options)
    work, n_runs = Path(folder), options.runs
    if n_runs == 1:
        return decoding.run(plan, work)[0]
    found = [decoding.run(replace(plan, seed=plan.seed + k), work / f"run-{k + 1:02d}") for k in range(n_runs)]
    return _selected(plan, found, [truth, *([held_out] if held_out else [])], options)


def _needed(name: str, value: T | None) -> T:
    if value is None:
        raise click.UsageError(f"--decoder needs {name}, too")
    return value


def _selected(
    plan: "Plan", found: "list[tuple[Tuning, list[NBest]]]", truths: "list[Truth]", options: TuningOptions
) -> Tuning:
    """The best run, or the mean of all; and the runs beside each other, by what the decoder gave in the end."""
    lists = list(zip(*(decoded for _, decoded in found), strict=True))
    comparisons = [
        compared_outputs(name, plan, truth, [_first_texts(nbest) for nbest in of_runs])
        for name, truth, of_runs in zip(("dev", "held out"), truths, lists, strict=False)
    ]
    tunings = [tuning for tuning, _ in found]
    best = best_run(tunings)
    if options.average:
        mean = averaged(plan, NBest.joined(lists[0]), truths[0], tunings)
        best = replace(mean, iterations=best.iterations, stopped=best.stopped)
    return replace(best, runs=tuple(comparisons))


def _first_texts(nbest: "NBest") -> list[str]:
    return [nbest.text(int(i)) for i in nbest.offsets[:-1]]


@dataclass(frozen=True, slots=True)
class _Decoding:
    """A decoder, what it translates, and the weights to start from."""

    decoder: str
    source: str
    start: Weights
    truth: Truth
    held_out: Truth | None
    options: TuningOptions

    def run(self, plan: Plan, work: Path) -> tuple[Tuning, list[NBest]]:
        """One run, and where there are several what the decoder gives with the weights that it ends with."""
        options = self.options
        other = options.held_out
        settings = LoopOptions(options.iterations, options.n_best, options.history, options.best_dev)
        with open_workspace(work) as workspace:
            folder = Folder(workspace, self._command(self.source), self._command(other[0]) if other else None)
            folder.claim(self._request(plan), resume=options.resume)
            with ProgressBar(options.quiet) as progress:
                loop = Loop(
                    plan,
                    settings,
                    self.truth,
                    lambda number, weights, n: folder.decode(number, weights, n, held_out=False),
                    None if self.held_out is None else (_held_out_decoder(folder), self.held_out),
                    options.threads,
                    (lambda line: None) if options.quiet else say,
                    progress,
                    folder,
                )
                tuning = loop.run(self.start)
                last = self._last_lists(folder, tuning) if options.runs > 1 else []
            write_weights(tuning.weights, folder.path / "best.json")
        return tuning, last

    def _command(self, source: str) -> Command:
        return Command(self.decoder, source, self.options.timeout, self.options.shell, self.options.form)

    def _last_lists(self, folder: Folder, tuning: Tuning) -> list[NBest]:
        """The lists of one more decoding; as many candidates as before, so that more iterations may follow."""
        number, lists = len(tuning.iterations) + 1, []
        for held_out in (False, True)[: 2 if self.options.held_out else 1]:
            decoded = folder.decoded(number, tuning.weights, held_out)
            lists.append(decoded or folder.decode(number, tuning.weights, self.options.n_best, held_out=held_out))
        return lists

    def _request(self, plan: Plan) -> dict[str, object]:
        """What a folder of decodings belongs to; the number of decodings may be raised later."""
        return {
            **plan.described(),
            "decoder": self.decoder,
            "n": self.options.n_best,
            "history": self.options.history,
            "start": dict(self.start.values),
            "source": key_of(read_lines(self.source)),
            "references": key_of(self.truth.references.texts, list(self.truth.references.ends)),
            "held_out": self.options.held_out,
        }


def _held_out_decoder(folder: Folder) -> Callable[[int, Weights, int], NBest]:
    return lambda number, weights, n: folder.decode(number, weights, n, held_out=True)
