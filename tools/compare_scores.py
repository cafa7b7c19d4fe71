"""Dump what every metric gives, and compare two dumps bit by bit: has a change moved any number?

    old/.venv/bin/python tools/compare_scores.py dump old.jsonl --data ../shared/data
    new/.venv/bin/python tools/compare_scores.py dump new.jsonl --data ../shared/data
    python tools/compare_scores.py compare old.jsonl new.jsonl

`dump` runs the command line of the package that is installed for this Python, in one process. For every metric, and
for every metric with every other value of each of its options, it keeps the JSON of `score` (with segments and
documents, so all scores and the signature) and of `explain`; then the JSON of `compare`, the hashes of the models that
ship, and models trained on few judgements. The texts are the built-in sample and, with `--data`, the first 2,000 pairs
of seg_wmt16_da; the models are trained on seg_wmt15_da and pairs_wmt12_rr_to-en. A refusal is kept as its message,
and counts as equal where the message is. The version is left out.

`compare` says which values differ, are gone or added, at which places of the JSON, and ends with 1 where any differ or
are gone. Results that only one side has (an option or a metric that is new) are listed and are not differences.
"""

import argparse
import csv
import gzip
import hashlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields
from itertools import islice
from pathlib import Path
from time import process_time
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import click

N_PAIRS = 2_000
# Values of options that take any text; a metric that has no such option does not see them.
TEXTS = {
    "tok": ["char", "intl", "none", "ptb", "tercom", "zh"],
    "language": ["de", "fr", "cs", "ru", "zz"],
    "modules": ["exact", "exact+stem", "exact+stem+synonym", "exact+paraphrase"],
    "synonyms": ["none"],
    "paraphrases": ["none"],
    "function_words": ["none"],
    "abbreviations": ["none"],
    "stop_words": ["none"],
    "weights": ["1+0.5+0.5+0.5"],
    "phrase": ["-0.2/-0.1/0/0.2"],
    "normalize": ["case", "punct", "spelling", "all"],
}
# Of options with numbers, where the two after the default would say little.
NUMBERS: dict[str, list[float]] = {
    "alpha": [0.5],
    "gamma": [0.5],
    "delta": [0.5],
    "smooth_value": [0.5],
    "min_probability": [0.0, 0.3],
    "shift_size": [2],
    "shift_distance": [3],
    "exact_up_to": [0, 14],
    "beam": [5],
}
MODELS = {
    "regression": ["mtr-en"],
    "beer": ["beer-en", "beer-any", "beer-en-tune"],
    "ppda+f": ["ppda+f-en", "ppda+f-en-13"],
    "tertium": ["tertium-en"],
}
TRAINED = {
    "bleur": "scores.tsv",
    "mtr": "scores.tsv",
    "terr": "scores.tsv",
    "beer": "pairs.tsv",
    "pfsm": "scores.tsv",
    "ppda": "scores.tsv",
}


def run(*arguments: str) -> str:
    """What a command prints, or why it was refused."""
    from tertium.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(list(arguments))
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    text = out.getvalue() if code == 0 else f"refused ({code}): {err.getvalue()}"
    text = re.sub(r"\|v:[^|\"\s]*", "", text)
    return re.sub(r'"version": "[^"]*"', '"version": ""', text)


def other_values(metric: Any, field: Any) -> Iterator[str]:
    """Values of an option that are not its default."""
    kind = get_type_hints(metric)[field.name]
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    number = field.default if field.default is not None else 0
    for one in kinds:
        if get_origin(one) is Literal:
            yield from (str(value) for value in get_args(one))
        elif one is bool:
            yield from ("yes", "no")
        elif one is str:
            yield from MODELS.get(metric.key, []) if field.name == "model" else TEXTS.get(field.name, [])
        elif one is not NoneType:
            yield from map(str, NUMBERS.get(field.name, [one(number) + one(1), one(number) + one(2)]))


def specs() -> Iterator[str]:
    """Every metric, and every metric with one option changed."""
    from tertium import metrics
    from tertium.metrics.options import format_value

    for name in metrics.names():
        metric: Any = metrics.get(name)
        yield name
        for field in fields(metric):
            for value in dict.fromkeys(other_values(metric, field)):
                if value != format_value(field.default):
                    yield f"{name}({field.name}={value})"


def rows(data: Path, name: str, most: int) -> list[list[str]]:
    """The header and the first rows of one of the files with judgements."""
    with gzip.open(data / "judgements" / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n").split("\t") for line in islice(lines, most + 1)]


def write_inputs(data: Path) -> None:
    """Put texts and judgements into the working folder."""
    header, *pairs = rows(data, "seg_wmt16_da", N_PAIRS)
    for name, column in (("hypotheses.txt", "hypothesis"), ("references.txt", "reference")):
        texts = [row[header.index(column)] for row in pairs]
        Path(name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    Path("documents.txt").write_text("".join(f"document {i // 50}\n" for i in range(len(pairs))), "utf-8")
    for name, source, most in (("scores.tsv", "seg_wmt15_da", 500), ("pairs.tsv", "pairs_wmt12_rr_to-en", 800)):
        with Path(name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None).writerows(
                rows(data, source, most)
            )


def results(data: Path | None) -> Iterator[tuple[str, str]]:
    """Everything to compare: what it is, and its text."""
    inputs = {"sample": (["--sample"], "1-30")}
    if data:
        write_inputs(data)
        real = ["hypotheses.txt", "-r", "references.txt", "--document-ids", "documents.txt"]
        real += ["--post-edits", "references.txt"]
        inputs["pairs"] = (real, "1-25")
    for spec in specs():
        for name, (given, segments) in inputs.items():
            chosen = ["-m", spec, "--format", "json", "--quiet"]
            yield f"score {name} {spec}", run("score", *given, *chosen, "--segments", "--documents", "--threads", "2")
            yield f"explain {name} {spec}", run("explain", *given, *chosen, "--segment", segments)
    several = ["-m", "all", "--format", "json", "--quiet"]
    yield "compare sample all", run("compare", "--sample", *several)
    import tertium

    for path in sorted(Path(tertium.__file__).parent.rglob("*.model")):
        yield f"shipped {path.name}", hashlib.sha256(path.read_bytes()).hexdigest()
    for name, judgements in TRAINED.items() if data else []:
        file = f"{name}.model".replace("+", "-")
        refusal = run("train", name, "--judgements", judgements, "-o", file, "--quiet")
        trained = Path(file)
        text = re.sub(rb'"version": ?"[^"]*"', b'"version":""', trained.read_bytes()) if trained.exists() else b""
        yield f"train {name}", hashlib.sha256(text).hexdigest() if text else refusal


def dump(file: Path, data: Path | None) -> None:
    """Write one line of JSON for each result."""
    with file.open("w", encoding="utf-8") as out, tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in results(data):
            out.write(json.dumps({"result": name, "text": text}) + "\n")
            out.flush()
            click.echo(f"{process_time():8.1f} s  {name}", err=True)


def load(file: Path) -> dict[str, str]:
    """The results of a dump."""
    with file.open(encoding="utf-8") as lines:
        return {row["result"]: row["text"] for row in map(json.loads, lines)}


def values(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of parsed JSON with its place, such as `.systems[0].scores[1].score`."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not items:
        yield place, value
    for key, below in items:
        yield from values(below, f"{place}.{key}" if isinstance(value, dict) else f"{place}[{key}]")


def parsed(text: str) -> dict[str, Any]:
    """The values of a result by their places; that of a refusal or a hash is the text itself."""
    try:
        return dict(values(json.loads(text)))
    except ValueError:
        return {"": text}


def compare(old: dict[str, str], new: dict[str, str]) -> int:
    """Print what differs; how many results have a value that differs, or lost one."""
    both = [name for name in old if name in new]
    refused = [name for name in both if old[name].startswith("refused")]
    places: dict[str, list[str]] = {}
    wrong = set()
    for name in both:
        before, after = parsed(old[name]), parsed(new[name])
        differing = [place for place in before.keys() & after.keys() if repr(before[place]) != repr(after[place])]
        for said, changed in (
            ("value", differing),
            ("gone", before.keys() - after.keys()),
            ("added", after.keys() - before.keys()),
        ):
            for kind in {re.sub(r"\[\d+\]", "[]", place) for place in changed}:
                places.setdefault(f"{said} {kind}", []).append(name)
        if differing or before.keys() - after.keys():
            wrong.add(name)
        for place in differing[:1]:
            click.echo(f"DIFFERENT {name} {place}\n  {str(before[place])[:200]}\n  {str(after[place])[:200]}")
    for kind, names in sorted(places.items(), key=lambda item: -len(item[1])):
        click.echo(f"{len(names)} results, such as {names[0]!r}: {kind}")
    for label, one, other in (("only in the first", old, new), ("only in the second", new, old)):
        for name in sorted(set(one) - set(other)):
            click.echo(f"{label}: {name}")
    kinds = sorted({name.split()[0] for name in both})
    counts = ", ".join(f"{sum(name.split()[0] == kind for name in both)} {kind}" for kind in kinds)
    click.echo(f"{len(both)} results in both ({counts}; {len(refused)} of them refusals), {len(wrong)} differ")
    return len(wrong)


def main() -> None:
    """Dump or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    dumping = commands.add_parser("dump", help="what the installed package gives, into a file")
    dumping.add_argument("file", type=Path)
    dumping.add_argument("--data", type=Path, help="the folder with judgements/; without it only the sample")
    comparing = commands.add_parser("compare", help="two dumps")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    given = parser.parse_args()
    if given.command == "dump":
        dump(given.file.resolve(), given.data.resolve() if given.data else None)
    else:
        sys.exit(compare(load(given.old), load(given.new)) > 0)


if __name__ == "__main__":
    main()
