"""Rankings of systems by people, as tables or as JSON."""

from collections.abc import Sequence
from dataclasses import asdict

from tertium._version import __version__
from tertium.errors import OptionError
from tertium.meta.rankings import HumanRanking, RankedSystem
from tertium.report.comparison.json import encode
from tertium.report.table import Row, table
from tertium.results.characters import visible


def render_rankings(rankings: Sequence[HumanRanking], n_samples: int, format: str, width: int) -> str:
    """`text`, `tsv` or `json`, `width` decimal places in text."""
    if format == "json":
        made = [asdict(ranking) for ranking in rankings]
        return encode({"version": __version__, "samples": n_samples, "rankings": made})
    if format == "tsv":
        header = ["group", "system", "score", "first_rank", "last_rank", "cluster"]
        lines = [
            [ranking.group, s.system, repr(s.score), str(s.first_rank), str(s.last_rank), str(s.cluster)]
            for ranking in rankings
            for s in ranking.systems
        ]
        return "".join("\t".join(line) + "\n" for line in [header, *lines])
    if format != "text":
        raise OptionError(f"rankings of systems have no format {format!r}; they have text, tsv and json")
    return "\n".join(_text(ranking, n_samples, width) for ranking in rankings)


def _text(ranking: HumanRanking, n_samples: int, width: int) -> str:
    rows: list[Row] = []
    for i, system in enumerate(ranking.systems):
        if i and system.cluster != ranking.systems[i - 1].cluster:
            rows.append(None)
        rows.append([_ranks(system), visible(system.system), f"{system.score:.{width}f}"])
    return (
        f"{visible(ranking.group)}, {ranking.n_judgements} judgements, by {ranking.way}\n\n"
        + table(["rank", "system", "score"], rows, keys=2, right=[True, False, True])
        + f"\nranks: 95 % of {n_samples} bootstrap samples of the judgements; a rule where no range reaches over\n"
    )


def _ranks(system: RankedSystem) -> str:
    first, last = system.first_rank, system.last_rank
    return str(first) if first == last else f"{first}-{last}"
