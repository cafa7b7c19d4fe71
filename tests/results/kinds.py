"""One factory for each kind of result: it takes a name that may be anything and puts it wherever a text may stand."""

from collections.abc import Callable

from tertium.meta.rankings import HumanRanking, HumanRankings, RankedSystem
from tertium.results.base import Result
from tests.meta.samples import study
from tests.report.samples import hostile_comparison

Factory = Callable[[str], Result]
"""Given a name, a small result that says it."""


def _rankings(name: str) -> HumanRankings:
    systems = (RankedSystem(name, 0.75, 1, 1, 1), RankedSystem("other", float("nan"), 2, 3, 2))
    return HumanRankings((HumanRanking(name, "trueskill", 12, systems),), 100)


KINDS: dict[str, Factory] = {
    "Comparison": lambda name: hostile_comparison([name, "other"], name),
    "HumanRankings": _rankings,
    "Study": study,
    "Evaluation": lambda name: hostile_comparison([name, "other"], name).evaluation,
}
"""Every kind, by the name of its class. A new kind is tested by a line here."""
