"""Speed and memory beside other programs.

    python -m bench.run [--quick] [--only NAME]... [--write]

Ours and the peer run in turn in one process, on the same input, with one thread each; the best of three counts.
Exit 1 where a task fails, above all where the two do not give the same number.
"""

import argparse
import os
import platform
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.inputs import Inputs
    from bench.timing import Row

# Name of each task, and the file that holds it as a function.
TASKS = {
    "bleu": "ngrams",
    "chrf": "ngrams",
    "several-systems": "ngrams",
    "ter": "edits",
    "terp": "edits",
    "wer": "edits",
    "edit-distance": "edits",
    "nist": "ngrams",
    "meteor": "meteor",
    "hyter": "hyter",
    "exam": "exam",
    "tuning": "tuning",
    "xliff": "xliff",
    "beer": "beer",
    "pfsm": "pfsm",
    "paraphrases": "paraphrases",
    "paraeval": "paraeval",
    "bootstrap": "resampling",
    "meta": "meta",
    "command": "commands",
    "drop-in": "commands",
    "threads": "edits",
    "start-up": "commands",
    "memory": "commands",
    "growth": "growth",
    "real-text": "growth",
    "texts": "texts",
}
RESULTS = Path(__file__).with_name("RESULTS.md")
_THREAD_SETTINGS = ("OMP", "OPENBLAS", "MKL", "BLIS", "VECLIB_MAXIMUM", "NUMEXPR", "RAYON")


def main() -> int:
    """Run the tasks asked for, print their table, and keep it if told to."""
    options = _arguments()
    _one_thread()
    # Only now: numerical libraries read the settings above when they are loaded.
    from bench.inputs import Inputs
    from bench.timing import table

    inputs = Inputs(quick=options.quick)
    head = _describe(inputs)
    print(head, flush=True)
    rows, failures = _run(options.only or list(TASKS), inputs)
    if options.quick:
        rows = [replace(row, reached=None) for row in rows]
    text = table(rows)
    print(f"\n{text}\n\n{_summary(rows)}")
    if failures:
        print("\nFAILED: " + "\nFAILED: ".join(failures), file=sys.stderr)
        return 1
    if options.write:
        _keep(", ".join(options.only or TASKS), f"{head}\n\n{text}\n\n{_summary(rows)}")
        print(f"Written to {RESULTS.name}.")
    return 0


def _keep(tasks: str, result: str) -> None:
    """Put a run into the file. It replaces earlier runs of these tasks or of some of them."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    runs = {run.partition("\n")[0]: run.partition("\n")[2].strip() for run in old.split("\n## ")[1:]}
    runs = {name: run for name, run in runs.items() if not set(name.split(", ")) <= set(tasks.split(", "))}
    runs[tasks] = result
    parts = [_TITLE, *(f"## {name}\n\n{run}" for name, run in runs.items())]
    RESULTS.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


_TITLE = """# Speed and memory

Written by `make bench` (`python -m bench.run --write`). Ours and the peer run in turn in one process, on the same
input and machine, with one thread each and Python's garbage collection off while the clock runs; the best of three
rounds counts (a peer that takes more than five seconds runs once). Every task also demands that both give the same
number, to 1e-6 unless its note says otherwise. Times are for the whole input. Tasks that were run together stand
together, under their names."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed and memory beside other programs.")
    parser.add_argument("--quick", action="store_true", help="small inputs: to see that it works, not to judge")
    parser.add_argument("--only", action="append", choices=list(TASKS), metavar="NAME", help=", ".join(TASKS))
    parser.add_argument("--write", action="store_true", help=f"keep the table in bench/{RESULTS.name}")
    options = parser.parse_args()
    if options.write and options.quick:
        parser.error("--write keeps figures of full inputs; leave out --quick")
    return options


def _one_thread() -> None:
    os.environ.update({f"{library}_NUM_THREADS": "1" for library in _THREAD_SETTINGS})
    # Settings of a user must not change what sacreBLEU prints or draws.
    for name in [name for name in os.environ if name.startswith("SACREBLEU_")]:
        del os.environ[name]


def _run(names: Sequence[str], inputs: "Inputs") -> tuple[list["Row"], list[str]]:
    rows: list[Row] = []
    failures = []
    for name in dict.fromkeys(names):
        print(f"{name} ...", end=" ", flush=True)
        try:
            rows += getattr(import_module(f"bench.{TASKS[name]}"), name.replace("-", "_"))(inputs)
        # One task that fails must not cost the others' figures; the run as a whole fails at the end.
        except Exception as error:
            failures.append(f"{name}: {type(error).__name__}: {error}")
            print("FAILED", flush=True)
            traceback.print_exc()
        else:
            print("done", flush=True)
    return rows, failures


def _describe(inputs: "Inputs") -> str:
    """Where, with what and on what the figures were made."""
    from bench.peers import NAMES

    versions = [f"tertium {version('tertium')}", f"numpy {version('numpy')}"]
    versions += [f"{name} {version(distribution)}" for distribution, name in NAMES.items()]
    lines = [
        f"- Date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"- Machine: {_cpu()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start",
        f"- Python: {platform.python_version()} ({platform.system()})",
        f"- Packages: {', '.join(versions)}",
        f"- Input: {inputs.describe()}",
    ]
    if inputs.quick:
        lines.append("- Quick: small inputs, which show that everything works but not how fast; no verdicts")
    return "\n".join(lines)


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _summary(rows: Sequence["Row"]) -> str:
    judged = [row for row in rows if row.reached is not None]
    missed = [f"{row.task} ({row.peer})" if row.peer != "none" else row.task for row in judged if not row.reached]
    if not judged:
        return "No verdict."
    reached = f"{len(judged) - len(missed)} of {len(judged)} bars reached."
    return f"{reached} Not reached: {'; '.join(missed)}." if missed else reached


if __name__ == "__main__":
    sys.exit(main())
