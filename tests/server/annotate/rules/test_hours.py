import itertools

from hypothesis import given
from hypothesis import strategies as st

from tertium.server.annotate.rules.hours import active_ms


def at(seconds: int) -> str:
    return f"2026-01-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}+00:00"


def test_short_gaps_belong_to_the_work_and_two_tabs_count_once() -> None:
    intervals = [(at(0), at(10)), (at(70), at(80)), (at(5), at(20)), (at(200), at(210)), (at(300), at(299))]
    assert active_ms(intervals, idle=60) == 90_000
    assert active_ms(intervals, idle=15) == 20_000 + 10_000 + 10_000
    assert active_ms([]) == 0


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 200)), min_size=1), st.integers(1, 100))
def test_active_time_is_that_of_every_second_marked_by_hand(rows: list[tuple[int, int]], idle: int) -> None:
    marked = sorted({second for start, n in rows for second in range(start, start + n + 1)})
    joined = sum(later - sooner for sooner, later in itertools.pairwise(marked) if later - sooner <= idle)
    assert active_ms([(at(start), at(start + n)) for start, n in rows], idle) == 1_000 * joined
