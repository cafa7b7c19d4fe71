"""Speed and memory beside other programs.

    python -m bench.run [--quick] [--only NAME]... [--write]

Without --only a fixed set of tasks runs, and --write puts what it measured into bench/RESULTS.md and results.json and
into the claims of README and docs. Exit 1 where a task fails, above all where ours and a peer do not give the same
number.
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

# Name of each task, and the file and function that holds it. The first ones make the page.
TASKS = {
    "rates": "rates.rates",
    "peers": "beside.peers",
    "twelve-systems": "beside.twelve",
    "commands": "commands.commands",
    "start-up": "commands.start_up",
    "bootstrap": "resampling.bootstrap",
    "threads": "rates.threads",
    "scale": "scale.scale",
    "mbr": "mbr.choices",
    "hyter": "hyter.hyter",
    "meteor": "meteor.meteor",
    "growth": "growth.growth",
}
MORE = {
    "exam": "exam.exam",
    "tuning": "tuning.tuning",
    "xliff": "xliff.xliff",
    "beer": "beer.beer",
    "pfsm": "pfsm.pfsm",
    "paraphrases": "paraphrases.paraphrases",
    "meta": "meta.meta",
}


def main() -> int:
    """Run the tasks, print their tables, and keep them if told to."""
    options = _arguments()
    _one_thread()
    # Only now: numerical libraries read the settings above when they are loaded.
    from bench import claims, page
    from bench.inputs import Inputs
    from bench.texts import test_sets

    inputs = Inputs(quick=options.quick)
    head = _describe(quick=inputs.quick)
    texts = test_sets(inputs.size(4_000, 200)).describe()
    print(f"{head}\n\n{texts}", flush=True)
    rows, failures = _run(options.only or list(TASKS), inputs)
    if options.quick:
        rows = [replace(row, reached=None) for row in rows]
    print(f"\n{page.sections(rows)}\n\n{page.summary(rows)}")
    if failures:
        print("\nFAILED: " + "\nFAILED: ".join(failures), file=sys.stderr)
        return 1
    if options.write:
        page.write(head, texts, rows)
        claims.write()
        print(f"Written to {page.PAGE.name} and {page.FIGURES.name}, and claims of README and docs.")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed and memory beside other programs.")
    names = {**TASKS, **MORE}
    parser.add_argument("--quick", action="store_true", help="small inputs: to see that it works, not to judge")
    parser.add_argument("--only", action="append", choices=list(names), metavar="NAME", help=", ".join(names))
    parser.add_argument("--write", action="store_true", help="put the whole run in the place of bench/RESULTS.md")
    options = parser.parse_args()
    if options.write and options.quick:
        parser.error("--write keeps figures of full inputs; leave out --quick")
    if options.write and options.only:
        parser.error("--write keeps whole runs alone, so that all figures are of one program; leave out --only")
    return options


def _one_thread() -> None:
    from bench.threads import SETTINGS

    os.environ.update(dict.fromkeys(SETTINGS, "1"))
    # Settings of a user must not change what sacreBLEU prints or draws.
    for name in [name for name in os.environ if name.startswith("SACREBLEU_")]:
        del os.environ[name]


def _run(names: Sequence[str], inputs: "Inputs") -> tuple[list["Row"], list[str]]:
    rows: list[Row] = []
    failures = []
    for name in dict.fromkeys(names):
        module, _, function = (TASKS | MORE)[name].partition(".")
        start = datetime.now(UTC)
        print(f"{name} ...", end=" ", flush=True)
        try:
            rows += getattr(import_module(f"bench.{module}"), function)(inputs)
        # One task that fails must not cost the others' figures; the run as a whole fails at the end.
        except Exception as error:
            failures.append(f"{name}: {type(error).__name__}: {error}")
            print("FAILED", flush=True)
            traceback.print_exc()
        else:
            print(f"{(datetime.now(UTC) - start).total_seconds():.0f} s", flush=True)
    return rows, failures


def _describe(*, quick: bool) -> str:
    """Where and with what the figures were made."""
    from bench.peers import NAMES

    versions = [f"tertium {version('tertium')}", f"numpy {version('numpy')}"]
    versions += [f"{name} {version(distribution)}" for distribution, name in NAMES.items()]
    lines = [
        f"- {datetime.now(UTC):%Y-%m-%d %H:%M} UTC; {_cpu()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} "
        f"at the start; Python {platform.python_version()} ({platform.system()})",
        f"- {', '.join(versions)}",
    ]
    if quick:
        lines.append("- Quick: small inputs, which show that everything works but not how fast; no verdicts")
    return "\n".join(lines)


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
