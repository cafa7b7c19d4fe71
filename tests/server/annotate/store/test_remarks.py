"""Remarks in the database: threads by place, and a limit for each sheet."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from tertium.server.annotate.store import remarks
from tertium.server.annotate.store.projects import NewSegment
from tertium.server.errors import InvalidError, LimitError
from tests.server.support import Server


@pytest.fixture
def sheet(server: Server) -> tuple[str, str]:
    """A sheet and whose it is."""
    ann = server.person("Ann")
    project = server.project(ann)
    server.segments(project, [NewSegment("1", "hola")])
    return server.sheet(project, ann), ann.id


def test_settling_a_thread_leaves_the_others(server: Server, sheet: tuple[str, str]) -> None:
    id, person = sheet
    places = [(None, None), ("c", None), ("c", "l"), (None, None)]
    for card, alt in places:
        server.store.writing(remarks.add, id, person, "why?", card, alt)
    assert server.store.reading(remarks.open_counts, [id, "nobody"]) == {id: 4}
    assert server.store.writing(remarks.settle, id, None, None) == 2
    assert server.store.writing(remarks.settle, id, None, None) == 0
    left = [(r["card"], r["alt"]) for r in server.store.reading(remarks.of_sheet, id) if r["open"]]
    assert sorted(left, key=str) == [("c", "l"), ("c", None)]  # both may be of one millisecond


def test_there_is_a_limit(server: Server, sheet: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "MOST", 2)
    for _ in range(2):
        server.store.writing(remarks.add, *sheet, "why?")
    with pytest.raises(LimitError, match="at most 2 remarks"):
        server.store.writing(remarks.add, *sheet, "why?")
    with pytest.raises(InvalidError, match="1 to 2,000 characters"):
        server.store.writing(remarks.add, *sheet, " ")
