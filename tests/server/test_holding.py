"""Who has the data: nobody replaces it under a running server, and no server starts while it is replaced."""

import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.server.database import holding
from tertium.server.database.engine import Store, probe
from tertium.server.upkeep import backup, schema
from tests.server.postgres import DATABASE, Cluster
from tests.server.running import COMMAND, Running, first_sheet
from tests.server.test_upkeep import serve


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.storage.locks._PAUSE", 0.001)


def test_many_share_and_one_is_alone(database: str) -> None:
    with closing(Store(database)) as one, closing(Store(database)) as two, closing(Store(database)) as third:
        holding.share(one)
        holding.share(two)
        with pytest.raises(DataError, match="stop every `tertium serve` on it, then try again"), holding.alone(third):
            pass
        one.close()
        with pytest.raises(DataError, match="uses this data"), holding.alone(third):
            pass
        two.close()
        with holding.alone(third):
            with pytest.raises(holding.ReplacedError, match="wait until it has finished"):
                holding.share(one)
            with closing(Store(database)) as fourth, pytest.raises(DataError), holding.alone(fourth):
                pass
        with closing(Store(database)) as fifth:
            holding.share(fifth)


def test_a_running_server_is_not_replaced(database: str, tmp_path: Path) -> None:
    """Acknowledged edits are there after an attempt to restore; a killed server holds nothing."""
    server = Running.start(tmp_path, database)
    sheet = first_sheet(server)
    copy = tmp_path / "copy"
    assert serve(database, tmp_path, "backup", str(copy)).exit_code == 0
    command = {"do": "card.add", "card": "c", "name": "C"}
    body = {"base_seq": 0, "events": [{"edit_id": "e", "command": command}]}
    assert server.request("POST", f"/api/v1/sheets/{sheet}/events", body)[0] == 200
    refused = serve(database, tmp_path, "restore", str(copy), "--replace")
    assert refused.exit_code != 0
    assert "stop every `tertium serve` on it" in str(refused.exception)
    assert server.request("GET", f"/api/v1/sheets/{sheet}")[1]["seq"] == 1
    assert serve(database, tmp_path, "check").exit_code == 0  # what only looks may run beside it
    server.kill()
    restored = serve(database, tmp_path, "restore", str(copy), "--replace")
    assert restored.exit_code == 0, restored.exception


def test_no_server_starts_while_data_is_replaced(database: str, tmp_path: Path) -> None:
    with closing(Store(database)) as store:
        schema.upgrade(store)
        with holding.alone(store):
            arguments = [*COMMAND, "--data", str(tmp_path), "--port", "0"]
            if not database.startswith("sqlite"):
                arguments += ["--database", database]
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=240, check=False)
            assert done.returncode == 1
            assert "another command replaces the data or its tables now; wait until it has finished" in done.stderr
            assert "Traceback" not in done.stderr
            assert "replaces the data" in str(serve(database, tmp_path, "check").exception)


def test_tables_are_not_changed_under_a_server(database: str, tmp_path: Path) -> None:
    """A newer program on the data of an older server that runs: no command brings the tables up."""
    with closing(Store(database)) as store:
        schema.upgrade(store, "0001")
        holding.share(store)
        for command in (["check"], ["invite"], ["backup", str(tmp_path / "copy")]):
            refused = serve(database, tmp_path, *command)
            assert "stop every `tertium serve` on it" in str(refused.exception), command
        assert schema.current(store) == "0001"


@pytest.mark.skipif(DATABASE != "postgres", reason="PostgreSQL: make test-postgres")
def test_a_server_that_lost_its_connections_holds_the_data_again(database: str, postgres_cluster: Cluster) -> None:
    with closing(Store(database)) as server, closing(Store(database)) as other:
        holding.share(server)
        postgres_cluster.stop()
        postgres_cluster.start()
        # Nobody uses it at this moment, and then nobody can.
        with holding.alone(other), pytest.raises(holding.ReplacedError):
            server.reading(probe)
        server.reading(probe)
        with pytest.raises(DataError, match="uses this data"), holding.alone(other):
            pass


def test_a_server_that_stops_lets_go(database: str, tmp_path: Path) -> None:
    server = Running.start(tmp_path, database)
    assert server.stop() in (0, -signal.SIGTERM)
    with closing(Store(database)) as store, holding.alone(store):
        pass


def test_a_refused_restore_leaves_no_part(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"not a database" * 100)
    url = f"sqlite:///{tmp_path / 'data' / 'tertium.db'}"
    with pytest.raises(DataError, match="is no backup of Tertium"):
        backup.restore(url, bad, replace=True)
    assert {path.name for path in (tmp_path / "data").iterdir()} <= {"tertium.db.lock", "tertium.db"}
