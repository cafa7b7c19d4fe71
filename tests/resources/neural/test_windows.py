"""Texts that are too long, in windows that leave nothing out."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tertium.resources.neural.windows import Cuts, joint_windows, windows


@given(length=st.integers(0, 300), room=st.integers(1, 60))
def test_windows_overlap_and_reach_both_ends(length: int, room: int) -> None:
    ids = list(range(length))
    parts = windows(ids, room, Cuts(room, True), "text")
    assert all(len(part) <= room for part in parts)
    assert sorted({i for part in parts for i in part}) == ids
    assert all(part == list(range(part[0], part[0] + len(part))) for part in parts if part)
    assert (len(parts) == 1) == (length <= room)
    for one, other in pairwise(parts):
        assert one[0] < other[0] <= one[-1] + 1


@given(sizes=st.lists(st.integers(1, 200), min_size=2, max_size=3), room=st.integers(20, 120))
def test_joint_windows_fit_and_go_from_the_begin_to_the_end(sizes: list[int], room: int) -> None:
    texts = [list(range(size)) for size in sizes]
    parts = joint_windows(texts, room, Cuts(room, True), "text")
    if sum(sizes) <= room:
        assert parts == [(0, texts)]
        return
    assert len(parts) > 1
    for start, some in parts:
        assert sum(map(len, some)) <= room
        assert not some[0] or some[0][0] == start
    covered = {i for _, some in parts for i in some[0]}
    assert len(covered) >= sizes[0] - 1 - len(parts)


def test_what_was_cut_is_named_and_counted() -> None:
    cuts = Cuts(10, False)
    assert cuts.text() is None
    assert windows(list(range(20)), 10, cuts, "a long text " * 20) == [list(range(10))]
    text = cuts.text() or ""
    assert text.startswith(
        "1 text is longer than the model's 10 pieces and was cut there, as the original does (the first"
    )
    assert len(text) < 250
    cuts.look([5, 6], 8, 20, 2, "fits")
    assert len(cuts.names) == 1
    cuts.look([5, 9], 8, 20, 2, "one is too long")
    cuts.look([8, 8], 8, 15, 2, "together too long")
    assert "3 texts are longer" in (cuts.text() or "")
