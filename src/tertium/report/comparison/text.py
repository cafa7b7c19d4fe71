"""Plain-text tables for a terminal of 80 to 100 columns."""

from itertools import groupby

from tertium.evaluation.results import Comparison, Contrast, Evaluation, SystemScores
from tertium.evaluation.views import scores as view
from tertium.report.comparison.findings import evaluation_of
from tertium.report.table import PAGE, Row, table
from tertium.results import numbers
from tertium.results.characters import columns, pad, visible, wrap


def render_text(result: Evaluation | Comparison, width: int = 1) -> str:
    """The result as a person reads it, `width` decimal places."""
    evaluation = evaluation_of(result)
    parts = [f"{visible(evaluation.test_set)}, {_counted(evaluation.n_segments, 'segment')}\n"]
    if isinstance(result, Comparison):
        parts += [_ranked_scores(result, width), _notes(result), *_matrices(result)]
    else:
        parts += [_scores(evaluation, width), _notes(result)]
    parts += [_documents(evaluation, width), _segments(evaluation, width)]
    if isinstance(result, Comparison):
        parts += [_buckets(result, width), _contrasts(result, width)]
    return "\n".join(part for part in parts if part)


def _buckets(comparison: Comparison, width: int) -> str:
    """Scores of segments that are alike, one table for each way to be."""
    titles = _titles(comparison.evaluation)
    labels = [score.metric for score in view.metrics(comparison.evaluation)]
    tables = []
    for by, group in groupby(comparison.buckets, key=lambda bucket: bucket.by):
        rows: list[Row] = []
        for bucket in group:
            rows += [None] if rows else []
            for i, (system, scores) in enumerate(bucket.scores.items()):
                first = [visible(bucket.name), str(bucket.n_segments)] if i == 0 else ["", ""]
                rows.append([*first, visible(system), *(numbers.number(scores[label], width) for label in labels)])
        right = [False, True, False] + [True] * len(titles)
        tables.append(f"By {by}\n" + table([by, "segments", "system", *titles], rows, keys=3, right=right))
    return "\n".join(tables)


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _titles(evaluation: Evaluation) -> list[str]:
    return [f"{visible(score.metric)} {view.arrow(score)}" for score in view.metrics(evaluation)]


def _score_cells(evaluation: Evaluation, width: int) -> dict[str, list[str]]:
    """For each system its scores by all metrics, so padded that points and brackets stand below each other."""
    rows: dict[str, list[str]] = {row.system: [] for row in evaluation.systems}
    for i in range(len(view.metrics(evaluation))):
        column = [row.scores[i] for row in evaluation.systems]
        # Metrics from elsewhere may have scores from 0 to 1, of which one decimal place says nothing.
        small = all(abs(score.score) <= 1 and "|scores:" in score.signature for score in column)
        places = width + 2 if small else width
        values = [numbers.number(score.score, places) for score in column]
        intervals = [view.interval(score, places) for score in column]
        size, more = max(map(len, values)), max(map(len, intervals))
        for row, value, interval in zip(rows.values(), values, intervals, strict=True):
            row.append(f"{value:>{size}} {interval:<{more}}" if more else value)
    return rows


def _scores(evaluation: Evaluation, width: int) -> str:
    titles = _titles(evaluation)
    rows = [[visible(system), *cells] for system, cells in _score_cells(evaluation, width).items()]
    return table(["system", *titles], rows, keys=1, right=[False] + [True] * len(titles))


def _ranked_scores(comparison: Comparison, width: int) -> str:
    titles = _titles(comparison.evaluation)
    cells = _score_cells(comparison.evaluation, width)
    rows: list[Row] = []
    ordered = view.ordered(comparison)
    for i, (place, row) in enumerate(ordered):
        if i and place.cluster != ordered[i - 1][0].cluster:
            rows.append(None)
        rows.append([place.rank, visible(row.system), *cells[row.system]])
    return table(["rank", "system", *titles], rows, keys=2, right=[True, False] + [True] * len(titles))


def _notes(result: Evaluation | Comparison) -> str:
    """What the signs mean, how intervals and tests were made, ranks by each metric, signatures."""
    evaluation = evaluation_of(result)
    notes = ["↑ higher is better, ↓ lower is better"] if view.metrics(evaluation) else []
    if made := view.intervals_note(evaluation):
        notes.append(f"[low, high]: {made}")
    ranks = ""
    if isinstance(result, Comparison):
        if tested := view.tests_note(result):
            notes.append(tested)
        if shown := view.metrics(evaluation):
            notes.append(f"rank and rules: clusters by {visible(shown[0].metric)}")
        ranks = _labelled("Ranks", [(score.metric, _ranks(result, score.metric)) for score in shown])
    text = "".join(f"{line}\n" for note in notes for line in wrap(note, PAGE))
    signatures = _labelled("Signatures", view.signatures(evaluation), fold=False)
    return "\n".join(part for part in (text, ranks, signatures) if part)


def _ranks(comparison: Comparison, metric: str) -> str:
    """Such as `1 online-A; 2-3 uedin, rbmt`."""
    groups = groupby(view.places(comparison, metric), key=lambda place: (place.cluster, place.rank))
    return "; ".join(f"{rank or '?'} {', '.join(place.system for place in group)}" for (_, rank), group in groups)


def _labelled(title: str, items: list[tuple[str, str]], *, fold: bool = True) -> str:
    """A title, then one paragraph for each (label, text), all indented to the longest label.

    What people copy, such as a signature, is not folded.
    """
    if not items:
        return ""
    size = max(columns(visible(label)) for label, _ in items)
    lines = [title]
    for label, text in items:
        lines += _paragraph(label, text, size, indent=2, fold=fold)
    return "".join(f"{line}\n" for line in lines)


def _paragraph(label: str, text: str, size: int, indent: int, *, fold: bool = True) -> list[str]:
    shown = visible(text)
    first, *rest = wrap(shown, max(40, PAGE - indent - size - 2)) if fold else [shown]
    head = " " * indent + pad(visible(label), size)
    return [f"{head}  {first}".rstrip(" "), *(" " * (indent + size + 2) + line for line in rest)]


def _matrices(comparison: Comparison) -> list[str]:
    """For each metric, who beats whom by the deciding test."""
    test = view.TEST_LABELS[comparison.deciding_test]
    parts = []
    for score in view.metrics(comparison.evaluation):
        verdicts = view.verdicts(comparison, score.metric, comparison.deciding_test)
        if not verdicts:
            continue
        names = [place.system for place in view.places(comparison, score.metric)]
        rows = [
            [str(i), visible(row), *(_cell(verdicts.get((row, column)), row == column) for column in names)]
            for i, row in enumerate(names, 1)
        ]
        header = ["", "system", *(str(i) for i in range(1, len(names) + 1))]
        body = table(header, rows, keys=2, right=[True, False] + [True] * len(names))
        title = f"{visible(score.metric)}: who is better, by {test}, with corrected p"
        parts.append("".join(f"{line}\n" for line in wrap(title, PAGE)) + body)
    if parts:
        # Said once, below the last matrix.
        parts[-1] += "row, col: the system of that row or column is significantly better; =: neither\n"
    return parts


def _cell(verdict: view.Verdict | None, same: bool) -> str:
    if verdict is None:
        return "." if same else "not tested"
    sign = {"row": "row", "column": "col", None: "="}[verdict.winner]
    return f"{sign} {numbers.p_value(verdict.p_holm)}"


def _documents(evaluation: Evaluation, width: int) -> str:
    rows = [
        [
            visible(name),
            visible(row.system),
            *(
                "-"
                if score.documents is None or name not in score.documents
                else numbers.number(score.documents[name], width)
                for score in row.scores
            ),
        ]
        for name in view.documents(evaluation)
        for row in evaluation.systems
    ]
    return _detail("Scores of documents", ["document", "system"], rows, evaluation, first_right=False)


def _segments(evaluation: Evaluation, width: int) -> str:
    documents = evaluation.segment_documents
    rows = [
        [
            str(i + 1),
            *([visible(documents[i])] if documents else []),
            visible(row.system),
            *_segment_scores(row, i, width),
        ]
        for i in range(view.n_scored_segments(evaluation))
        for row in evaluation.systems
    ]
    keys = ["segment", "document", "system"] if documents else ["segment", "system"]
    return _detail("Scores of segments", keys, rows, evaluation, first_right=True)


def _segment_scores(row: SystemScores, i: int, width: int) -> list[str]:
    return ["-" if score.segments is None else numbers.number(float(score.segments[i]), width) for score in row.scores]


def _detail(title: str, keys: list[str], rows: list[list[str]], evaluation: Evaluation, *, first_right: bool) -> str:
    if not rows:
        return ""
    titles = _titles(evaluation)
    right = [first_right] + [False] * (len(keys) - 1) + [True] * len(titles)
    return f"{title}\n" + table([*keys, *titles], rows, keys=len(keys), right=right)


def _contrasts(comparison: Comparison, width: int) -> str:
    """The most different segments, grouped by pair and metric in the order given."""
    if not comparison.contrasts:
        return ""
    parts = ["Most different segments\n"]
    groups: dict[tuple[str, str, str], list[Contrast]] = {}
    for item in comparison.contrasts:
        groups.setdefault((item.system_a, item.system_b, item.metric), []).append(item)
    for (a, b, metric), items in groups.items():
        title = f"{visible(a)} against {visible(b)}, by {visible(metric)}"
        parts.append("".join(f"{line}\n" for line in wrap(title, PAGE)))
        parts += [_contrast(item, width) for item in items]
    return "\n".join(parts)


def _contrast(item: Contrast, width: int) -> str:
    where = f"segment {item.segment}" + ("" if item.document is None else f" of {visible(item.document)}")
    a, b = numbers.number(item.score_a, width), numbers.number(item.score_b, width)
    head = f"{where}: {visible(item.system_a)} {a}, {visible(item.system_b)} {b}"
    texts = [] if item.source is None else [("source", item.source)]
    if len(item.references) == 1:
        texts.append(("reference", item.references[0]))
    else:
        texts += [(f"reference {i}", text) for i, text in enumerate(item.references, 1)]
    texts += [(item.system_a, item.hypothesis_a), (item.system_b, item.hypothesis_b)]
    size = max(columns(visible(label)) for label, _ in texts)
    lines = ["  " + line for line in wrap(head, PAGE - 2)]
    for label, text in texts:
        lines += _paragraph(label, text or "(empty)", size, indent=4)
    return "".join(f"{line}\n" for line in lines)
