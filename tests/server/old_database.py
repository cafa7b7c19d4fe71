"""What databases of earlier versions held, as rows: `python -m tests.server.old_database 0001` writes those of 0001.

A file is written once, while the tables of that version are still what the program writes, and never again: it stands
for the databases that people have.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

FOLDER = Path(__file__).parent / "databases"


def rows_of(connection: Connection, tables: list[str]) -> dict[str, list[dict[str, Any]]]:
    """Everything in some tables, in an order that does not depend on the database."""
    found = {}
    for table in tables:
        rows = [dict(row._mapping) for row in connection.execute(text(f'SELECT * FROM "{table}"'))]
        found[table] = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))
    return found


def insert_rows(connection: Connection, content: dict[str, list[dict[str, Any]]]) -> None:
    """Plain statements, which know nothing of what the tables are today."""
    for table, rows in content.items():
        for row in rows:
            names = ", ".join(f'"{name}"' for name in row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f'INSERT INTO "{table}" ({names}) VALUES ({values})'), row)


def _write(version: str) -> None:
    from tertium.server.database.engine import Store
    from tertium.server.database.tables import metadata
    from tertium.server.settings import ServerSettings
    from tests.server.support import Server
    from tests.server.world import make_world

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tertium.db"
        with Server.open(ServerSettings(data=Path(folder), database=url), Store(url)) as server:
            world = make_world(server)
            batch, item = world.ids["batch"], world.ids["item"]
            answer = world.people["judge"].client.put(f"/api/v1/batches/{batch}/items/{item}", json={"label": 1})
            assert answer.status_code < 300, answer.text
            server.settle()
            there = _tables(version, Path(folder))
            tables = [table.name for table in metadata.sorted_tables if table.name in there]
            content = server.store.reading(rows_of, tables)
        path = FOLDER / f"{version}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", "utf-8")


def _tables(version: str, folder: Path) -> set[str]:
    """The tables that a version had."""
    from tertium.server.database.engine import Store
    from tertium.server.upkeep import schema

    store = Store(f"sqlite:///{folder}/old.db")
    schema.upgrade(store, version)
    found = set(inspect(store.engine).get_table_names())
    store.close()
    return found


if __name__ == "__main__":
    _write(sys.argv[1])
