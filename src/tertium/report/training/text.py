"""Training runs and model files as text and JSON: data, figures, weights by group."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tertium.learn.model import Figure, Model
from tertium.learn.trainer import Training
from tertium.report.table import table
from tertium.results.characters import visible


def render_training(training: Training, format: str, *, path: str | None = None) -> str:
    """What was trained on, what it reached, and what was learned."""
    if format == "json":
        page = {"trainer": training.trainer, "seed": training.seed, "seconds": round(training.seconds, 3)}
        sizes = [size._asdict() for size in training.sizes]
        return _json({**page, "output": path, "data": sizes, **_described(training.model), "log": list(training.log)})
    header = ["data", "use", "outputs", "preferences", "scores"]
    rows = [
        [visible(size.name), size.use, *(f"{n:,}" for n in (size.items, size.preferences, size.scores))]
        for size in training.sizes
    ]
    parts = [
        table(header, rows, keys=2, right=[False, False, True, True, True]),
        _figures(training.model.figures),
        _weights(training.model, training.groups.items()),
        f"{training.trainer}, {len(training.model.features)} features, seed {training.seed}, "
        f"{training.seconds:.1f} s{f', written to {visible(path)}' if path else ''}\n",
    ]
    return "\n".join(filter(None, parts))


def render_model(model: Model, format: str) -> str:
    """What a model file says about itself."""
    if format == "json":
        return _json(_described(model))
    lines = [f"metric: {model.metric}", f"language: {model.language}", f"digest: {model.digest}"]
    lines += [f"{name}: {value}" for name, value in model.options.items()]
    lines += [f"note: {model.note}"] if model.note else []
    rows = [
        [visible(part.name), part.use, " ".join(part.lang_pairs), f"{part.judgements:,}", part.sha256[:12]]
        for part in model.training
    ]
    header = ["data", "use", "language pairs", "judgements", "sha256"]
    groups: dict[str, list[str]] = {}
    for name in model.features:
        groups.setdefault(name.split(".")[0], []).append(name)
    parts = [
        "".join(f"{visible(line)}\n" for line in lines),
        table(header, rows, keys=1, right=[False, False, False, True, False]) if rows else "",
        _figures(model.figures),
        _weights(model, groups.items()),
    ]
    return "\n".join(filter(None, parts))


def _figures(figures: Sequence[Figure]) -> str:
    if not figures:
        return ""
    rows = [
        [visible(f.data), visible(f.part), f.measure, "" if f.value is None else f"{f.value:.4f}", f"{f.n:,}"]
        for f in figures
    ]
    return table(["measured on", "part", "measure", "value", "n"], rows, keys=3, right=[False] * 3 + [True] * 2)


def _weights(model: Model, groups: Iterable[tuple[str, Sequence[str]]]) -> str:
    rows: list[list[str] | None] = []
    for group, names in groups:
        if rows:
            rows.append(None)
        rows += [[group if i == 0 else "", name, f"{model.weight(name):+.4f}"] for i, name in enumerate(names)]
    return table(["group", "feature", "weight"], rows, keys=3, right=[False, False, True])


def _described(model: Model) -> dict[str, Any]:
    return {
        "metric": model.metric,
        "language": model.language,
        "options": dict(model.options),
        "note": model.note,
        "training": [asdict(part) for part in model.training],
        "figures": [asdict(figure) for figure in model.figures],
        "weights": {name: float(weight) for name, weight in zip(model.features, model.weights, strict=True)},
    }


def _json(page: dict[str, Any]) -> str:
    return json.dumps(page, indent=2, allow_nan=False) + "\n"
