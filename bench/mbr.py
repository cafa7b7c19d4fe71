"""Minimum Bayes risk beside fastchrf and mbrs: CPU time of one thread, and whether the same candidates are chosen.

    python -m bench.mbr --peers PYTHON [--quick]

PYTHON is an interpreter that has fastchrf, mbrs and torch (dependency group `mbr`; mbrs with `--no-deps`, as its neural
packages are not needed and are stubbed). Slow peers are timed on some of the lists. Exit 1 where a choice differs
and is no tie.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import fastchrf
import numpy as np
from tools.candidates import MOSES, SYSTEMS, Lists, crossed

from bench.inputs import Inputs
from bench.peers import named
from bench.timing import Rival, Row, alternate, demand_same, faster
from tertium import MBROptions, NBest, mbr, read_nbest
from tertium.nbest.choices import MBRChoice

ROUNDS = 3
SINGLE = float(np.finfo(np.float32).eps)

# For each input how many lists each peer gets, and how many times as fast ours must be.
TASKS = {
    "moses": {
        "fastchrf": 100,
        "fastchrf-aggregate": 100,
        "mbrs-fastchrf": 100,
        "mbrs-chrf": 1,
        "mbrs-bleu": 8,
        "mbrs-ter": 3,
    },
    "crossed": {
        "fastchrf": 10,
        "fastchrf-aggregate": 10,
        "mbrs-fastchrf": 10,
        "mbrs-chrf": 1,
        "mbrs-bleu": 2,
        "mbrs-ter": 1,
    },
    "wmt18": {
        "fastchrf": 200,
        "fastchrf-aggregate": 200,
        "mbrs-fastchrf": 200,
        "mbrs-chrf": 10,
        "mbrs-bleu": 20,
        "mbrs-ter": 10,
    },
}
BARS = {
    ("moses", "fastchrf"): 60,
    ("crossed", "fastchrf"): 20,
    ("crossed", "mbrs-fastchrf"): 20,
    ("crossed", "mbrs-chrf"): 400,
    ("crossed", "fastchrf-aggregate"): 2,
    ("moses", "mbrs-bleu"): 250,
    ("crossed", "mbrs-bleu"): 250,
    ("moses", "mbrs-ter"): 120,
    ("crossed", "mbrs-ter"): 120,
}
# mbrs scores TER as it is, so it chooses the highest of all unless it is told; lower is better by its own account.
METRICS = {"mbrs-bleu": "bleu", "mbrs-ter": "ter"}


def choices(inputs: Inputs) -> list[Row]:
    """chrF beside fastchrf on lists of three kinds, and the short cuts beside the exact choice."""
    lists = _lists(inputs)
    note = "Texts to expected scores, equal to 1e-9: 100-best lists, 100 made of systems' outputs, 16 systems of WMT18."
    rows = [_beside_fastchrf(name, lists, note) for name in ("pairwise", "aggregate")]
    note = "The exact choice by the short cut's own metric, time by time; texts to choices."
    for metric, method in (("chrf", "aggregate"), ("chrf", "prune"), ("ter", "prune"), ("meteor", "prune")):
        ratios, times = {}, {}
        for name, texts in lists.items():
            exact, fast = (
                Rival(partial(mbr, NBest.of(texts), metric, options=MBROptions(method=how)), clock=time.process_time)
                for how in ("exact", method)
            )
            alternate(fast, exact)
            ratios[name], times[name] = exact.seconds / fast.seconds, (fast.seconds, exact.seconds)
        least = min(ratios, key=lambda name: ratios[name])
        task = f"mbr: {metric}, --{method} beside exact"
        rows.append(faster(task, "exact", *times[least], None, note, ratios))
    return rows


def _lists(inputs: Inputs) -> dict[str, Lists]:
    systems = system_lists(600)
    lists = {"Moses": list(read_nbest(MOSES)), "crossed": crossed(systems, 10), "WMT18": systems[:200]}
    return {
        name: texts[: inputs.size(20, 2) if name != "WMT18" else inputs.size(200, 10)] for name, texts in lists.items()
    }


def _beside_fastchrf(way: str, lists: dict[str, Lists], note: str) -> Row:
    """Its two functions give scores of lists of candidates against the same lists."""
    method = "exact" if way == "pairwise" else way
    peer = fastchrf.pairwise_chrf if way == "pairwise" else fastchrf.aggregate_chrf
    ratios, times = {}, {}
    for name, texts in lists.items():
        nested = [list(of) for of in texts]
        ours = Rival(partial(mbr, NBest.of(nested), "chrf", options=MBROptions(method=method)), clock=time.process_time)
        theirs = Rival(partial(peer, nested, nested), clock=time.process_time)
        alternate(ours, theirs)
        for choice, scores in zip(ours.value, theirs.value, strict=True):
            of_each = np.mean(scores, axis=1) if way == "pairwise" else scores
            demand_same(f"mbr by chrF, {name}", choice.utilities, of_each)
        ratios[name], times[name] = theirs.seconds / ours.seconds, (ours.seconds, theirs.seconds)
    least = min(ratios, key=lambda name: ratios[name])
    bar = 20 if way == "pairwise" else 2
    return faster(f"mbr: chrF, {way}", named("fastchrf"), *times[least], bar, note, ratios)


def system_lists(number: int) -> Lists:
    """What 16 systems made of each of the first sentences."""
    lists: dict[str, list[str]] = {}
    with gzip.open(SYSTEMS, "rt", encoding="utf-8") as file:
        header = next(file).rstrip("\n").split("\t")
        for line in file:
            row = dict(zip(header, line.rstrip("\n").split("\t"), strict=True))
            if row["lang_pair"] == "de-en":
                lists.setdefault(row["seg_id"], []).append(row["hypothesis"])
    return list(lists.values())[:number]


def ours(lists: Lists, metric: str, options: MBROptions) -> tuple[float, Sequence[MBRChoice]]:
    """The least CPU time, from strings to choices, and the choices."""
    least = float("inf")
    choices: Sequence[MBRChoice] = ()
    for _ in range(ROUNDS):
        start = time.process_time()
        choices = mbr(lists, metric, options=options)
        least = min(least, time.process_time() - start)
    return least, choices


def same(lists: Lists, choices: Sequence[MBRChoice], they_chose: Sequence[int]) -> tuple[int, int]:
    """From how many lists both chose the same text, and from how many another one of equal utility.

    mbrs computes in single precision and takes any of equals; here the first counts.
    """
    agreed = ties = 0
    for texts, choice, theirs in zip(lists, choices, they_chose, strict=False):
        if texts[choice.index] == texts[theirs]:
            agreed += 1
        elif abs(choice.utility - choice.utilities[theirs]) <= SINGLE * abs(choice.utility):
            ties += 1
    return agreed, ties


def compare(name: str, lists: Lists, peers: str, tasks: dict[str, int]) -> bool:
    """Print one line for each peer; whether all is well."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lists.json"
        path.write_text(json.dumps({"lists": lists, "tasks": tasks}), "utf-8")
        script = Path(__file__).with_name("mbr_peers.py")
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
        done = subprocess.run([peers, script, path], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(done.stdout)
    fine = True
    pairs = sum(len(texts) ** 2 for texts in lists)
    for task, result in answer["tasks"].items():
        metric = METRICS.get(task, "chrf")
        seconds, chosen = ours(lists, metric, MBROptions())
        their_time, our_time = result["seconds"] / result["pairs"], seconds / pairs
        n = len(result["chosen"])
        if task == "fastchrf-aggregate":
            mine = mbr(lists, metric, options=MBROptions(method="aggregate"))
            gap = max(float(np.abs(c.utilities - t).max()) for c, t in zip(mine, result["chosen"], strict=True))
            agreement, equal = f"scores differ by {gap:.1e}", gap < 1e-9
        else:
            agreed, ties = same(lists, chosen, result["chosen"])
            agreement, equal = f"same choice in {agreed} of {n}, a tie in {ties}", agreed + ties == n
        bar = BARS.get((name, task))
        ratio = their_time / our_time
        reached = "" if bar is None else f" (bar {bar}: {'reached' if ratio >= bar else 'NOT REACHED'})"
        print(
            f"{name:8} {task:20} {1e6 * their_time:9.3f} us a pair, ours {1e6 * our_time:7.3f}: "
            f"{ratio:7.1f} times{reached}; {agreement}",
            flush=True,
        )
        fine = fine and equal and (bar is None or ratio >= bar)
    print(f"{name:8} stubbed for mbrs: {', '.join(answer['stubbed'])}")
    return fine


def shortcuts(name: str, lists: Lists) -> None:
    """How often faster methods choose the same text, and how much expected utility they lose."""
    nbest = NBest.of(lists)
    for metric, method in (
        ("chrf", "aggregate"),
        ("chrf", "prune"),
        ("bleu", "aggregate"),
        ("bleu", "prune"),
        ("bleu", "coarse:chrf,20"),
        ("ter", "coarse:chrf,20"),
        ("meteor", "coarse:chrf,20"),
        ("meteor", "prune"),
    ):
        start = time.process_time()
        exact = mbr(nbest, metric)
        middle = time.process_time()
        fast = mbr(nbest, metric, options=MBROptions(method=method))
        end = time.process_time()
        agreed = sum(a.text == b.text for a, b in zip(exact, fast, strict=True))
        lost = float(np.mean([abs(a.utility - a.utilities[b.index]) for a, b in zip(exact, fast, strict=True)]))
        print(
            f"{name:8} {metric:7} {method:15} same text in {agreed} of {len(lists)}, {lost:.4f} points lost, "
            f"{middle - start:.2f} s exact, {end - middle:.2f} s so",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="an interpreter with fastchrf, mbrs and torch")
    parser.add_argument("--quick", action="store_true", help="a tenth of the lists")
    arguments = parser.parse_args()
    systems = system_lists(600)
    inputs = {"moses": list(read_nbest(MOSES)), "crossed": crossed(systems, 10), "wmt18": systems[:200]}
    fine = True
    for name, lists in inputs.items():
        tasks = TASKS[name]
        if arguments.quick:
            lists, tasks = lists[: max(1, len(lists) // 10)], {task: max(1, n // 10) for task, n in tasks.items()}
        if arguments.peers:
            fine = compare(name, lists, arguments.peers, tasks) and fine
        shortcuts(name, lists)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
