"""Runs fastchrf and mbrs on lists of candidates, in an interpreter that has them, for `bench.mbr`.

    python bench/mbr_peers.py lists.json

The file holds `{"lists": [[text, …], …], "tasks": {name: number of lists}}`; the answer on standard output is JSON: for
each task the CPU seconds, the pairs, and the index that was chosen from each list. mbrs imports packages for neural
metrics even to score BLEU; those that are not installed are replaced by empty modules, which `stubbed` in the answer
names.
"""

import importlib.machinery
import importlib.util
import json
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

NEURAL = ("comet", "bert_score", "bleurt", "bleurt_pytorch", "datasets", "transformers")


class Anything(type):
    """A class whose attributes are such classes, too."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name, (), {})


class Empty(types.ModuleType):
    """A module in which every name is an empty class."""

    __path__: list[str] = []  # noqa: RUF012  # what makes it a package

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name, (), {})


class Stubs:
    """Finds an empty module for whatever neural package is asked for."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name.split(".")[0] not in NEURAL:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]  # both in one

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return Empty(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def cpu_seconds() -> float:
    """Of this process and of those that it started and that have ended: mbrs scores in worker processes."""
    return sum(os.times()[:4])


def best(matrix: Sequence[Sequence[float]]) -> int:
    means = [sum(row) for row in matrix]
    return means.index(max(means))


def fastchrf_pairwise(texts: list[str]) -> int:
    import fastchrf

    (matrix,) = fastchrf.pairwise_chrf([texts], [texts])
    return best(matrix)


def fastchrf_aggregate(texts: list[str]) -> list[float]:
    import fastchrf

    (scores,) = fastchrf.aggregate_chrf([texts], [texts])
    return list(scores)


def with_mbrs(metric: str, **options: Any) -> Callable[[list[str]], int]:
    from mbrs import decoders, metrics

    made = metrics.get_metric(metric)
    decoder = decoders.DecoderMBR(decoders.DecoderMBR.Config(), made(made.Config(**options)))

    def choose(texts: list[str]) -> int:
        return int(decoder.decode(texts, texts, nbest=1).idx[0])

    return choose


TASKS: dict[str, Callable[[], Callable[[list[str]], Any]]] = {
    "fastchrf": lambda: fastchrf_pairwise,
    "fastchrf-aggregate": lambda: fastchrf_aggregate,
    "mbrs-chrf": lambda: with_mbrs("chrf", num_workers=1),
    "mbrs-fastchrf": lambda: with_mbrs("chrf", fastchrf=True),
    "mbrs-bleu": lambda: with_mbrs("bleu", num_workers=1),
    "mbrs-ter": lambda: with_mbrs("ter", num_workers=1),
}


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    stubbed = [name for name in NEURAL if importlib.util.find_spec(name) is None or name == "transformers"]
    sys.meta_path.insert(0, Stubs())
    answer: dict[str, Any] = {}
    for name, number in given["tasks"].items():
        choose = TASKS[name]()
        lists = given["lists"][:number]
        start = cpu_seconds()
        chosen = [choose(texts) for texts in lists]
        answer[name] = {
            "seconds": cpu_seconds() - start,
            "pairs": sum(len(texts) ** 2 for texts in lists),
            "chosen": chosen,
        }
        print(name, answer[name]["seconds"], file=sys.stderr)
    print(json.dumps({"stubbed": stubbed, "tasks": answer}))


if __name__ == "__main__":
    main()
