"""`tertium metrics`: what there is to measure with."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import click

from tertium import metrics
from tertium.cli.emit import emit_line
from tertium.cli.options import choice
from tertium.metrics.options import describe, format_value
from tertium.text import tokenizers


@click.command("metrics")
@click.argument("name", required=False)
@choice("-f", "--format", of=["text", "json"])
def command(name: str | None, format: str) -> None:
    """List the metrics and tokenisers, or the options of one metric.

    \b
    tertium metrics
    tertium metrics bleu
    tertium metrics --format json
    """
    described = [_describe(metric) for metric in ([name] if name is not None else metrics.names())]
    if format == "json":
        emit_line(json.dumps({"metrics": described, "tokenizers": _tokenizers()}, indent=2, ensure_ascii=False))
    elif name is not None:
        emit_line(_one(described[0]))
    else:
        emit_line(_all(described))


def _describe(name: str) -> dict[str, Any]:
    metric = metrics.get(name)
    return {
        "metric": name,
        "name": metric().name,
        "measures": metric.summary,
        "scale": metric.bounds,
        "higher_is_better": metric.higher_is_better,
        "equals": metric.original,
        "options": [
            {
                "option": f.name,
                "default": format_value(f.default),
                "values": describe(metric, f),
                "meaning": f.metadata["help"],
            }
            for f in fields(metric)
        ],
    }


def _tokenizers() -> list[dict[str, str]]:
    return [{"tokenizer": name, "does": tokenizers.get(name).summary} for name in tokenizers.names()]


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)


def _all(described: list[dict[str, Any]]) -> str:
    rows = [("metric", "measures", "scale", "better", "equal to")]
    rows += [
        (d["metric"], d["measures"], d["scale"], "higher" if d["higher_is_better"] else "lower", d["equals"])
        for d in described
    ]
    tokenizers = [("tok", "does"), *((t["tokenizer"], t["does"]) for t in _tokenizers())]
    return f"{_columns(rows)}\n\n{_columns(tokenizers)}\n\nOptions of one metric: tertium metrics bleu"


def _equals(d: dict[str, Any]) -> str:
    """What the scores are equal to, or that there is nothing to compare them with."""
    none, _, why = d["equals"].partition("; ")
    return f"{why or 'no original'}" if none == "none" else f"equal to {d['equals']}"


def _one(d: dict[str, Any]) -> str:
    direction = "higher is better" if d["higher_is_better"] else "lower is better"
    rows = [("option", "default", "values", "meaning")]
    rows += [(o["option"], o["default"], o["values"], o["meaning"]) for o in d["options"]]
    first = d["options"][0]
    against = "--post-edits edited.txt" if "post-edits" in metrics.get(d["metric"])().needs else "-r reference.txt"
    return (
        f"{d['name']}: {d['measures']} ({d['scale']}, {direction}; {_equals(d)})\n\n{_columns(rows)}\n\n"
        f"Use: tertium score output.txt {against} -m '{d['metric']}({first['option']}={first['default']})'"
    )
