"""Judgements made fewer, or into others: some segments of a group, and systems by their wins."""

from collections import defaultdict
from dataclasses import replace

import numpy as np

from tertium.learn.data import restricted
from tertium.meta.judgements import JudgementGroup, ScoreTables, SystemJudgements

LEAST_JUDGEMENTS = 100  # of a system, for a score of its own


def some_judgements(group: JudgementGroup) -> JudgementGroup:
    """Those about every twentieth segment."""
    segments = {name: i for i, name in enumerate(dict.fromkeys(group.items.segment))}
    return restricted(group, np.array([segments[name] % 20 == 0 for name in group.items.segment]))


def some_items(group: JudgementGroup, *, first: int | None = None, every: int = 1) -> JudgementGroup:
    """The judgements about some segments, and only these items."""
    wanted = set(list(dict.fromkeys(group.items.segment))[:first:every])
    kept = np.array([name in wanted for name in group.items.segment])
    place = np.cumsum(kept) - 1
    items = group.items.select(np.flatnonzero(kept).tolist())
    preferences = group.preferences
    if preferences is not None:
        chosen = preferences.select(kept[preferences.a] & kept[preferences.b])
        preferences = replace(chosen, items=items, a=place[chosen.a], b=place[chosen.b])
    human = ScoreTables(
        tuple(replace(s, items=items, scores=s.scores[kept], ratings=None) for s in group.human.segments),
        (),
        tuple(replace(s, items=items) for s in group.human.systems),
    )
    return replace(group, items=items, preferences=preferences, human=human)


def by_wins(group: JudgementGroup) -> JudgementGroup:
    """Systems by the share of comparisons they won. Outputs that several systems share count for each of them."""
    preferences, items = group.preferences, group.items
    assert preferences is not None
    systems = [tuple((name or "").split("+")) for name in items.system]
    won: defaultdict[str, float] = defaultdict(float)
    all_of: defaultdict[str, int] = defaultdict(int)
    for a, b, preference in zip(preferences.a, preferences.b, preferences.preference, strict=True):
        if preference:
            for name in systems[a]:
                won[name] += preference > 0
                all_of[name] += 1
            for name in systems[b]:
                won[name] += preference < 0
                all_of[name] += 1
    names = tuple(name for name, n in all_of.items() if n >= LEAST_JUDGEMENTS)
    if len(names) < 3:  # a quick run
        names = tuple(all_of)
    rows = [(i, name) for i, each in enumerate(systems) for name in each if name in names]
    spread = items.select([i for i, _ in rows])
    spread = replace(spread, system=tuple(name for _, name in rows))
    judged = SystemJudgements(spread, names, np.array([won[name] / all_of[name] for name in names]), "wins")
    return JudgementGroup(group.dataset, group.lang_pair, spread, ScoreTables(systems=(judged,)))
