"""The commonest errors of systems, as a table or as JSON."""

from collections.abc import Sequence
from dataclasses import asdict

from tertium._version import __version__
from tertium.evaluation.explain import CommonError
from tertium.report.table import Row, table
from tertium.results.characters import visible
from tertium.results.json import to_json as encode


def render_commonest(errors: Sequence[CommonError], test_set: str, format: str) -> str:
    """`text`, `tsv` or `json`."""
    if format == "json":
        return encode({"version": __version__, "test_set": test_set, "errors": [asdict(error) for error in errors]})
    header = ["system", "metric", "kind", "hypothesis", "reference", "count"]
    cells = [[e.system, e.metric, e.kind, e.hypothesis, e.reference, str(e.count)] for e in errors]
    if format == "tsv":
        return "".join("\t".join(line) + "\n" for line in [header, *cells])
    if not cells:
        return f"{visible(test_set)}: no errors\n"
    rows: list[Row] = []
    for i, (error, line) in enumerate(zip(errors, cells, strict=True)):
        if i and (error.system, error.metric) != (errors[i - 1].system, errors[i - 1].metric):
            rows.append(None)
        rows.append([visible(cell) or "-" for cell in line])
    right = [False] * 5 + [True]
    return f"{visible(test_set)}: commonest errors\n\n" + table(header, rows, keys=2, right=right)
