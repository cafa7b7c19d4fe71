"""Reports of tuning for other programs: TSV and JSON."""

import json
from dataclasses import asdict
from typing import Any

from tertium.evaluation.runs import RunsComparison
from tertium.report.tuning import view
from tertium.report.tuning.view import TuningReport

FORMAT = 1


def tuning_json(report: TuningReport) -> str:
    """Everything, with full precision."""
    tuning = report.tuning
    record = {
        "format": FORMAT,
        "metric": tuning.goal.spec,
        "signature": tuning.weights.signature,
        "method": report.method,
        "seed": tuning.weights.seed,
        "before": tuning.start_score,
        "after": tuning.score,
        "held_out": list(tuning.held_out) if tuning.held_out else None,
        "length_ratio": tuning.length_ratio,
        "weights": dict(tuning.weights.values),
        "starts": [list(scores) for scores in tuning.climbs],
        "iterations": [_iteration(i) for i in report.iterations],
        "stopped": report.stopped,
        "runs": [_runs(comparison) for comparison in report.runs],
        "notes": list(tuning.notes),
    }
    return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _iteration(iteration: Any) -> dict[str, Any]:
    record = asdict(iteration)
    return {**record, "before": record["before"]["values"], "weights": record["weights"]["values"]}


def _runs(comparison: RunsComparison) -> dict[str, Any]:
    record = asdict(comparison)
    for system, measured in zip(record["systems"], comparison.systems, strict=True):
        for scores, figures in zip(system["metrics"], measured.metrics, strict=True):
            scores["mean"], scores["optimizer"] = figures.mean, figures.optimizer
    return record


def runs_json(comparison: RunsComparison) -> str:
    """Everything, with full precision."""
    return json.dumps({"format": FORMAT, **_runs(comparison)}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def tuning_tsv(report: TuningReport) -> str:
    """The decodings where there are some, else the weights; below, an empty line and the runs."""
    if report.iterations:
        parts = [_tsv([view.ITERATION_COLUMNS, *view.iteration_rows(report, 10)])]
    else:
        parts = [_tsv([("feature", "weight"), *((name, repr(value)) for name, value in view.weights(report))])]
    return "\n".join([*parts, *(runs_tsv(comparison) for comparison in report.runs)])


def runs_tsv(comparison: RunsComparison) -> str:
    """Means and spreads; below, an empty line and the pairs."""
    parts = [_tsv([view.RUN_COLUMNS, *view.run_rows(comparison, 10)])]
    if comparison.pairs:
        parts.append(_tsv([view.PAIR_COLUMNS, *view.pair_rows(comparison, 10)]))
    return "\n".join(parts)


def _tsv(rows: Any) -> str:
    return "".join("\t".join(cell.replace("\t", " ") for cell in row) + "\n" for row in rows)
