"""How long people worked, by a stated rule.

Pages send raw intervals of interaction, broken where nothing was typed or moved for 15 seconds. Active time joins
what lies at most `idle` seconds apart, over all tabs, so that two tabs at once count once; open time joins everything
that lies at most half an hour apart.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

IDLE_SECONDS = 60
SHORTEST_IDLE = 15
OPEN_SECONDS = 1800

Interval = tuple[str, str]
"""From and to, as times in text."""


def active_ms(intervals: Iterable[Interval], idle: float = IDLE_SECONDS) -> int:
    """Milliseconds of work."""
    return sum(stop - start for start, stop in sessions(intervals, idle))


def sessions(intervals: Iterable[Interval], idle: float = IDLE_SECONDS) -> Iterator[tuple[int, int]]:
    """Stretches of work in milliseconds, in order; gaps of at most `idle` seconds belong to them."""
    opened: tuple[int, int] | None = None
    for start, stop in sorted((_ms(a), _ms(b)) for a, b in intervals):
        if stop < start:
            continue
        if opened is None:
            opened = (start, stop)
        elif start - opened[1] <= 1000 * idle:
            opened = (opened[0], max(opened[1], stop))
        else:
            yield opened
            opened = (start, stop)
    if opened is not None:
        yield opened


def _ms(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)
