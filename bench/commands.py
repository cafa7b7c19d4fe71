"""Whole commands with their start-up, in the environment that a user has."""

import json
import statistics
import time
from collections.abc import Callable

from bench.environment import of_children, output_of, tool
from bench.inputs import Inputs
from bench.peers import named
from bench.texts import files, systems
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within

_TEXTS = {"WMT23 zh-en": "zh-en", "WMT23 he-en": "he-en", "WMT14 de-en": "de-en"}


def commands(inputs: Inputs) -> list[Row]:
    """BLEU of one file, and what is typed for sacreBLEU word by word the same; start-up included."""
    one, three = (
        {name: run(languages, inputs) for name, languages in _TEXTS.items()} for run in (_one_file, _three_files)
    )
    note = "A process of its own, start-up included, one output file, best of five."
    note_of_three = "Three systems by BLEU, chrF and TER, up to 1,000 segments, as JSON; start-up included, once."
    return [
        _lowest("command: BLEU of one file", one, 4, note),
        _lowest("command: `tertium sacrebleu`", three, 30, note_of_three),
    ]


Times = tuple[float, float]


def _lowest(task: str, times: dict[str, Times], bar: float, note: str) -> Row:
    ratios = {name: theirs / ours for name, (ours, theirs) in times.items()}
    least = min(ratios, key=lambda name: ratios[name])
    return faster(task, named("sacrebleu"), *times[least], bar, note, ratios)


def _one_file(languages: str, inputs: Inputs) -> Times:
    outputs, (references,) = systems(languages, 1, inputs.size(2_000, 60), 1)
    (output,) = outputs.values()
    with files({"output.txt": output, "reference.txt": references}) as (hyp, ref):
        return _beside(
            [tool("tertium"), "score", hyp, "-r", ref, "-m", "bleu", "--score-only"],
            [tool("sacrebleu"), ref, "-i", hyp, "-m", "bleu", "-b"],
            float,
            0.01,
            rounds=5,
        )


def _three_files(languages: str, inputs: Inputs) -> Times:
    outputs, (references,) = systems(languages, 1, inputs.size(1_000, 60), 3)
    contents = {"reference.txt": references} | {
        f"{name}.txt": of for name, of in zip("abc", outputs.values(), strict=True)
    }
    with files(contents) as paths:
        words = [paths[0], "-i", *paths[1:], "-m", "bleu", "chrf", "ter", "-f", "json", "-w", "9"]
        return _beside([tool("tertium"), "sacrebleu", *words], [tool("sacrebleu"), *words], _json, 1e-6, rounds=1)


def _json(text: str) -> list[list[float]]:
    return [list(row.values())[1:] for row in json.loads(text)]


def _beside(ours: list[str], theirs: list[str], read: Callable[[str], object], tolerance: float, rounds: int) -> Times:
    first, second = (Rival(lambda words=words: output_of(words), clock=of_children) for words in (ours, theirs))  # type: ignore[misc]
    alternate(first, second, rounds=rounds)
    demand_same("scores of commands", read(first.value), read(second.value), tolerance)
    return first.seconds, second.seconds


def start_up(inputs: Inputs) -> list[Row]:
    """How long the smallest commands take, by the clock."""
    rounds = inputs.size(10, 3)
    note = f"By the clock, median of {rounds} runs."
    with files({"hyp.txt": ["The cat sat on the mat."], "ref.txt": ["The cat sits on the mat."]}) as (hyp, ref):
        version = _median([tool("tertium"), "--version"], rounds)
        one_pair = _median([tool("tertium"), "score", hyp, "-r", ref, "-m", "bleu"], rounds)
    return [
        within("start-up: tertium --version", version, 0.15, duration, note),
        within("start-up: score of one pair, BLEU", one_pair, 0.4, duration, note),
    ]


def _median(words: list[str], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        output_of(words)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
