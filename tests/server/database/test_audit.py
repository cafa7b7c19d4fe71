import json

from sqlalchemy import Connection, select

from tertium.server.database import tables as t
from tertium.server.database.audit import audit_hash, note
from tertium.server.upkeep.checkup import problems
from tests.server.support import Server


def rows(connection: Connection) -> list[dict[str, object]]:
    return [dict(row._mapping) for row in connection.execute(select(t.audit).order_by(t.audit.c.seq))]


def wrong(connection: Connection) -> list[str]:
    return list(problems(connection))


def test_every_line_is_chained_to_the_one_before(server: Server) -> None:
    store = server.store
    for number in range(3):
        store.writing(note, None, "project.create", f"p{number}", {"name": "Grüße", "b": 1, "a": number})
    lines = store.reading(rows)
    assert [line["seq"] for line in lines] == [1, 2, 3]
    assert json.loads(str(lines[0]["detail"])) == {"a": 0, "b": 1, "name": "Grüße"}
    previous = "0" * 64
    for line in lines:
        assert line["hash"] == audit_hash(previous, line)
        previous = str(line["hash"])


def test_a_line_that_somebody_changed_is_found(server: Server) -> None:
    store = server.store
    for number in range(3):
        store.writing(note, None, "project.create", f"p{number}", {})
    assert store.reading(wrong) == []
    store.writing(lambda connection: connection.execute(t.audit.update().where(t.audit.c.seq == 2).values(object="x")))
    assert store.reading(wrong) != []
