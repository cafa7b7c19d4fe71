"""How a project goes: kept rows put together, nothing replayed."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median, quantiles, stdev
from typing import Any

import numpy as np
from sqlalchemy import Connection, Row, func, select

from tertium.server.annotate.rules.hours import OPEN_SECONDS, active_ms
from tertium.server.annotate.store import projects, reuse, sheets
from tertium.server.database import tables as t

_HOUR = 3_600_000
MOST_LINES = 300
"""Sheets whose growth is shown: more lines than that nobody can tell apart."""
_SUGGESTED = ("table", "wordnet", "reference", "own", "shared", "gap")

LEAST_FOR_INTERVAL, _RESAMPLES = 5, 500
"""Values under which an interval would say nothing, and draws of one."""
DEFINITIONS = {
    "hours.active": "time with interaction in a visible tab; gaps up to the idle cut count, longer ones do not; two "
    "tabs at once count once",
    "hours.open": f"the same with gaps up to {OPEN_SECONDS // 60} minutes",
    "done": "segments with as many submitted sheets as the project wants",
    "forecast": "mean active hours of submitted sheets, times the sheets that are missing, plus or minus two standard "
    "errors of the mean times that number",
    "hours_per_sentence": "active hours of submitted sheets: median and quartiles",
    "log10_paths_median": "median over submitted sheets of the logarithm of the number of paths",
    "reuse": "share of cards that were copied from one's own or from others' sheets",
    "suggestions": "accepted suggestions by source",
    "held_out": "mean distance of held-out texts from submitted sheets: edits of the closest path for each of its "
    "words, with an interval of 95 % (bootstrap) from five of them on",
    "must_not_inside": "sentences that a sheet says it must not contain, and contains",
    "growth": "logarithm of the number of paths against active minutes, one line for each sheet; of more than "
    f"{MOST_LINES} sheets, {MOST_LINES} that are spread evenly over the segments",
    "marginal": "mean distance of held-out texts from the union of 1, 2, ... annotators' networks",
    "causes": "edits between held-out texts and the closest paths of submitted sheets, by what they are about",
}


def dashboard(connection: Connection, project_id: str, idle: float) -> dict[str, Any]:
    """Everything that the manager's page shows, but for what a job works out."""
    project = projects.get(connection, project_id)
    rows = _sheets(connection, project_id)
    work = sheets.work_rows(connection, project_id)
    active = {row.id: active_ms(work[row.id], idle) if row.id in work else 0 for row in rows}
    n = connection.execute(
        select(func.count()).where(t.segment.c.project_id == project_id, t.segment.c.state == "open")
    ).scalar_one()
    submitted = Counter(row.segment_id for row in rows if row.state == "submitted" and row.segment_state == "open")
    done = sum(count >= project.annotators_per_segment for count in submitted.values())
    missing = sum(max(0, project.annotators_per_segment - submitted.get(id, 0)) for id in _open(connection, project_id))
    measures = _measures(connection, project_id, ("held-out", "must-not"))
    return {
        "segments": n,
        "done": done,
        "done_percent": round(100 * done / n, 1) if n else 0.0,
        "hours": {
            "active": round(sum(active.values()) / _HOUR, 3),
            "open": round(sum(active_ms(intervals, OPEN_SECONDS) for intervals in work.values()) / _HOUR, 3),
            "idle_s": idle,
        },
        "forecast": _forecast([active[row.id] / _HOUR for row in rows if row.state == "submitted"], missing),
        "annotators": _annotators(connection, project_id, rows, active, measures),
        "growth": _growth(connection, rows, work, idle),
        "causes": _causes(rows, measures),
        "pending": sum(row.indexed_seq < row.seq for row in rows),
        "definitions": DEFINITIONS,
    }


def _sheets(connection: Connection, project_id: str) -> list[Row[Any]]:
    h, s, p = t.sheet.c, t.segment.c, t.person.c
    columns = (h.id, h.segment_id, h.person_id, h.state, h.seq, h.indexed_seq, h.net_id, h.log10_paths, h.created)
    query = (
        select(*columns, p.name, s.position, s.external_id, s.state.label("segment_state"))
        .join(t.segment, h.segment_id == s.id)
        .join(t.person, h.person_id == p.id)
        .where(s.project_id == project_id)
        .order_by(s.position, h.created, h.id)
    )
    return list(connection.execute(query))


def _open(connection: Connection, project_id: str) -> list[str]:
    s = t.segment.c
    return list(connection.execute(select(s.id).where(s.project_id == project_id, s.state == "open")).scalars())


def _measures(connection: Connection, project_id: str, kinds: Sequence[str]) -> dict[tuple[str, str], list[Row[Any]]]:
    m, h, s = t.measure.c, t.sheet.c, t.segment.c
    query = select(t.measure).join(t.sheet, m.sheet_id == h.id).join(t.segment, h.segment_id == s.id)
    return _by_sheet(connection.execute(query.where(s.project_id == project_id, m.kind.in_(kinds))))


def _by_sheet(rows: Iterable[Row[Any]]) -> dict[tuple[str, str], list[Row[Any]]]:
    measures: dict[tuple[str, str], list[Row[Any]]] = {}
    for row in sorted(rows, key=lambda row: (row.sheet_id, row.name)):
        measures.setdefault((row.sheet_id, row.kind), []).append(row)
    return measures


def _forecast(hours: list[float], missing: int) -> dict[str, float] | None:
    if len(hours) < 2:
        return None
    error = stdev(hours) / len(hours) ** 0.5
    return {"hours": round(missing * fmean(hours), 2), "plus_minus": round(2 * error * missing, 2)}


def _annotators(
    connection: Connection,
    project_id: str,
    rows: list[Row[Any]],
    active: dict[str, int],
    measures: dict[tuple[str, str], list[Row[Any]]],
) -> list[dict[str, Any]]:
    counts = reuse.provenance_counts(connection, project_id)
    taken = _suggestions(connection, project_id)
    people: dict[str, list[Row[Any]]] = {}
    for row in rows:
        people.setdefault(row.person_id, []).append(row)
    figures = []
    for person, own in people.items():
        finished = [row for row in own if row.state == "submitted"]
        hours = [active[row.id] / _HOUR for row in finished]
        cards, from_own, shared = counts.get(person, (0, 0, 0))
        distances = [m.value for row in finished for m in measures.get((row.id, "held-out"), []) if m.value is not None]
        paths = [row.log10_paths for row in finished if row.log10_paths is not None]
        inside = [m.value for row in finished for m in measures.get((row.id, "must-not"), [])]
        figures.append(
            {
                "user": person,
                "name": own[0].name,
                "done": len(finished),
                "open": sum(row.state in ("open", "returned") for row in own),
                "hours_per_sentence": _quartiles(hours),
                "log10_paths_median": median(paths) if paths else None,
                "reuse": {"own": from_own / cards if cards else 0.0, "shared": shared / cards if cards else 0.0},
                "suggestions": dict(taken.get(person, {})),
                "held_out": interval(distances),
                "must_not_inside": int(sum(inside)),
            }
        )
    return figures


def _quartiles(values: list[float]) -> dict[str, float] | None:
    if not values:
        return None
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return {"median": round(middle, 4), "q1": round(low, 4), "q3": round(high, 4)}


def interval(values: list[float]) -> dict[str, Any] | None:
    """The mean with an interval of 95 %, which never leaves the values; of few there is none."""
    if not values:
        return None
    figures = {"mean": fmean(values), "n": len(values), "lo": None, "hi": None}
    if len(values) < LEAST_FOR_INTERVAL:
        return figures
    draws = np.random.default_rng(len(values)).integers(0, len(values), (_RESAMPLES, len(values)))
    low, high = np.quantile(np.array(values)[draws].mean(axis=1), [0.025, 0.975])
    return figures | {"lo": float(low), "hi": float(high)}


def _suggestions(connection: Connection, project_id: str) -> dict[str, dict[str, int]]:
    """By person and source."""
    e, h, s = t.event.c, t.sheet.c, t.segment.c
    counts: dict[str, dict[str, int]] = {}
    query = select(h.person_id, e.via, func.count()).join(t.sheet, e.sheet_id == h.id)
    query = query.join(t.segment, h.segment_id == s.id).where(s.project_id == project_id, e.via.in_(_SUGGESTED))
    for person, via, n in connection.execute(query.where(e.undoes.is_(None)).group_by(h.person_id, e.via)):
        counts.setdefault(person, {})[via] = n
    return counts


def _growth(
    connection: Connection, rows: list[Row[Any]], work: dict[str, list[tuple[str, str]]], idle: float
) -> list[dict[str, Any]]:
    started = [row for row in rows if row.seq]
    shown = started[:: max(1, -(-len(started) // MOST_LINES))]
    m = t.measure.c
    query = select(t.measure).where(m.kind == "growth", m.sheet_id.in_([row.id for row in shown]))
    measures = _by_sheet(connection.execute(query))
    lines = []
    for row in shown:
        points = []
        for measure in measures.get((row.id, "growth"), []):
            before = [
                (start, min(stop, measure.detail)) for start, stop in work.get(row.id, ()) if start <= measure.detail
            ]
            points.append([round(active_ms(before, idle) / 60_000, 2), measure.value])
        if points:
            lines.append({"sheet": row.id, "position": row.position, "name": row.name, "points": points})
    return lines


def _causes(rows: list[Row[Any]], measures: dict[tuple[str, str], list[Row[Any]]]) -> list[dict[str, Any]]:
    total: Counter[str] = Counter()
    for row in rows:
        for measure in measures.get((row.id, "held-out"), []):
            total.update(json.loads(measure.detail)["causes"])
    edits = total.total()
    return [{"cause": cause, "edits": n, "share": n / edits} for cause, n in sorted(total.items(), key=_most)]


def _most(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def table(connection: Connection, project_id: str, name: str, idle: float) -> tuple[list[str], list[list[Any]]]:
    """One of the dashboard's tables: columns and rows."""
    rows = _sheets(connection, project_id)
    work = sheets.work_rows(connection, project_id)
    if name == "sheets":
        columns = ["segment", "annotator", "state", "log10_paths", "active_seconds", "edits"]
        return columns, [
            [r.external_id, r.name, r.state, r.log10_paths, active_ms(work.get(r.id, ()), idle) / 1000, r.seq]
            for r in rows
        ]
    if name == "work":
        columns = ["segment", "annotator", "started", "ended"]
        return columns, [[r.external_id, r.name, start, stop] for r in rows for start, stop in work.get(r.id, ())]
    content = dashboard(connection, project_id, idle)
    if name == "causes":
        return ["cause", "edits", "share"], [[c["cause"], c["edits"], c["share"]] for c in content["causes"]]
    columns = ["annotator", "done", "open", "median_hours", "median_log10_paths", "reuse_own", "reuse_shared",
               "held_out_distance", "must_not_inside"]  # fmt: skip
    return columns, [
        [
            a["name"],
            a["done"],
            a["open"],
            a["hours_per_sentence"]["median"] if a["hours_per_sentence"] else None,
            a["log10_paths_median"],
            a["reuse"]["own"],
            a["reuse"]["shared"],
            a["held_out"]["mean"] if a["held_out"] else None,
            a["must_not_inside"],
        ]
        for a in content["annotators"]
    ]
