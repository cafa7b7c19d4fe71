"""A project with two annotators: sharing, comparing, uniting, judging, the dashboard, and out and in again."""

import io
import zipfile
from urllib.parse import quote

import pytest

from tertium.networks.forms import typed
from tertium.networks.paths import Paths
from tertium.networks.union import phrase_union, union
from tertium.server.annotate.rules.protocol import Shows
from tertium.server.annotate.store import overview
from tertium.server.annotate.store.projects import NewSegment
from tests.server.support import API, BERLUSCONI, Person, Server, add_card, edit, finished_job

RAW = {"Content-Type": "application/octet-stream"}
SEGMENTS = [
    NewSegment(
        "1",
        "el primer ministro italiano Silvio Berlusconi anunció",
        texts=(
            ("ref1", "reference", "Italian premier Berlusconi announced"),
            ("secret", "held-out", "Italy 's PM Berlusconi has declared"),
            ("system", "output", "the prime minister Berlusconi announce"),
        ),
    ),
    NewSegment("2", "dijo que sí", texts=(("secret", "held-out", "he said yes"),)),
]


class Project:
    """Two annotators who have submitted the first sentence."""

    def __init__(self, server: Server, **settings: object) -> None:
        self.server = server
        self.manager = server.person("Manager")
        self.id = server.project(self.manager, shows=Shows(source=True, references=True), **settings)
        server.segments(self.id, SEGMENTS)
        self.ann = server.join(self.id, server.person("Ann"), "annotator")
        self.ben = server.join(self.id, server.person("Ben"), "annotator")
        self.sheets = {p.name: server.sheet(self.id, p) for p in (self.ann, self.ben)}
        edit(self.ann, self.sheets["Ann"], 0, *BERLUSCONI)
        edit(
            self.ben,
            self.sheets["Ben"],
            0,
            add_card("pm", "PM", "premier", "chief", span=(1, 3)),
            add_card("s", "S", "the Italian [PM] Berlusconi announced", "the Italian [PM] Berlusconi said"),
            {"do": "root.set", "card": "s"},
        )
        for person in (self.ann, self.ben):
            self.submit(person)
        server.settle()

    def submit(self, person: Person) -> None:
        answer = person.client.post(
            f"{API}/sheets/{self.sheets[person.name]}/submit", json={"edit_id": "s", "reason": "enough"}
        )
        assert answer.status_code == 200, answer.text

    def network(self, person: Person) -> str:
        return str(person.client.get(f"{API}/sheets/{self.sheets[person.name]}/network.net").text)


@pytest.fixture
def project(server: Server) -> Project:
    return Project(server)


def test_unions_are_those_of_the_command_line(project: Project) -> None:
    manager = project.manager.client
    segment = manager.get(f"{API}/projects/{project.id}/segments").json()["items"][0]["id"]
    networks = [typed.parse(project.network(p).split("\n"), "n")[0].network for p in (project.ann, project.ben)]
    expected = {"u": union(networks), "spu": phrase_union(networks).network}
    for kind, network in expected.items():
        answer = manager.post(
            f"{API}/segments/{segment}/unite", json={"kind": kind, "sheets": list(project.sheets.values())}
        )
        job = finished_job(project.server, project.manager, answer)
        assert job["state"] == "done", job
        assert job["result"]["paths"] == str(Paths.of(network).count)
        text = manager.get(f"{API}/jobs/{job['id']}/file").text
        assert typed.parse(text.split("\n"), "n")[0].network == network
    made = manager.post(f"{API}/jobs/{job['id']}/sheet", json={}).json()
    live = manager.post(f"{API}/sheets/{made['sheet']}/check", json={}).json()
    assert live["count"]["paths"] == job["result"]["paths"]


def test_compare_tells_how_far_networks_are_from_each_other(project: Project) -> None:
    manager = project.manager.client
    segment = manager.get(f"{API}/projects/{project.id}/segments").json()["items"][0]["id"]
    first = manager.get(f"{API}/segments/{segment}/compare").json()
    assert first["job"]
    project.server.clients[0].portal.call(project.server.app.state.jobs.settle)
    content = manager.get(f"{API}/segments/{segment}/compare").json()
    assert content["job"] is None
    (there, back) = content["pairs"]
    assert there["contained"] == pytest.approx(1 / 60)  # the Italian premier Berlusconi announced
    assert back["contained"] == pytest.approx(1 / 4)
    assert there["common_paths"] == back["common_paths"] == "1"
    assert content["marginal"][1] <= content["marginal"][0]
    assert [row["span"] for row in content["spans"]] == [[1, 3]]


def test_sharing_decides_what_can_be_copied(server: Server) -> None:
    project = Project(server, sharing="after-submit")
    cleo = server.join(project.id, server.person("Cleo"), "annotator")
    own = cleo.client.post(f"{API}/projects/{project.id}/next", json={}).json()["sheet"]
    found = cleo.client.get(f"{API}/sheets/{own}/suggest?text=Italian").json()["items"]
    shared = next(item for item in found if item["source"] == "shared" and item["card"] == "THE-ITALIAN-PREMIER")
    request = {"base_seq": 0, "edit_id": "copy", "from": shared["from"]}
    answer = cleo.client.post(f"{API}/sheets/{own}/copy", json=request).json()
    assert [card["name"] for card in answer["doc"]["cards"]] == ["PRIME-MINISTER", "THE-ITALIAN-PREMIER"]
    assert answer["doc"]["cards"][1]["from"]["user"] == project.ann.id
    assert cleo.client.post(f"{API}/sheets/{own}/copy", json=request).json()["seq"] == 1
    server.settle()
    figures = project.manager.client.get(f"{API}/projects/{project.id}/dashboard").json()["annotators"]
    reused = {a["name"]: (a["reuse"], a["suggestions"]) for a in figures}
    assert reused["Cleo"] == ({"own": 0.0, "shared": 1.0}, {"shared": 1})
    assert reused["Ann"] == ({"own": 0.0, "shared": 0.0}, {})
    undo = {"edit_id": "undo", "command": answer["event"]["inverse"], "undoes": "copy"}
    body = {"base_seq": 1, "events": [undo]}
    assert cleo.client.post(f"{API}/sheets/{own}/events", json=body).json()["seq"] == 2
    server.settle()
    # Where nothing is shared, others' cards are not there.
    version = project.manager.client.get(f"{API}/projects/{project.id}").json()["version"]
    change = {"version": version, "sharing": "none"}
    assert project.manager.client.patch(f"{API}/projects/{project.id}", json=change).status_code == 200
    found = cleo.client.get(f"{API}/sheets/{own}/suggest?text=premier").json()["items"]
    assert not [item for item in found if item["source"] == "shared"]
    again = {**request, "base_seq": 2, "edit_id": "copy2"}
    assert cleo.client.post(f"{API}/sheets/{own}/copy", json=again).status_code == 404


def test_judges_are_blind_and_results_are_counted(project: Project) -> None:
    manager = project.manager.client
    made = manager.post(f"{API}/projects/{project.id}/batches", json={"name": "first", "per_segment": 4}).json()
    assert made["items"] == 4
    judges = [project.server.join(project.id, project.server.person(f"Judge {i}"), "judge") for i in range(4)]
    for number, judge in enumerate(judges[:3]):
        for place in range(4):
            item = judge.client.get(f"{API}/batches/{made['id']}/next").json()
            assert set(item) == {"item", "text", "number", "of"}
            label = 1 if place < 3 or number == 0 else 2
            url = f"{API}/batches/{made['id']}/items/{item['item']}"
            assert judge.client.put(url, json={"label": label}).status_code == 204
    assert judges[3].client.get(f"{API}/batches/{made['id']}/next").json()["item"] is None
    results = manager.get(f"{API}/batches/{made['id']}/results").json()
    assert results["judged"] == 4
    assert results["at_least_one"] == {"1": 1.0, "1+2": 1.0}
    assert results["all"]["1+2"] == 1.0
    assert project.ann.client.get(f"{API}/batches/{made['id']}/next").status_code == 404


def test_the_dashboard_adds_up(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(person: Person, *intervals: tuple[str, str]) -> None:
        rows = [{"started": f"2026-05-03T{a}.000Z", "ended": f"2026-05-03T{b}.000Z"} for a, b in intervals]
        answer = person.client.post(
            f"{API}/sheets/{project.sheets[person.name]}/work", json={"tab": "t", "intervals": rows}
        )
        assert answer.status_code == 204, answer.text

    work(project.ann, ("09:00:00", "09:10:00"), ("09:10:40", "09:20:00"), ("09:25:00", "09:30:00"))
    work(project.ann, ("09:00:00", "09:10:00"))  # sent again
    manager = project.manager.client
    content = manager.get(f"{API}/projects/{project.id}/dashboard").json()
    assert content["hours"]["active"] == pytest.approx((20 + 5) / 60, abs=1e-3)
    assert content["hours"]["open"] == pytest.approx(30 / 60, abs=1e-3)
    assert manager.get(f"{API}/projects/{project.id}/dashboard?idle=30").json()["hours"]["active"] == pytest.approx(
        (10 + 9 + 20 / 60 + 5) / 60, abs=1e-3
    )
    assert content["done"] == 1
    assert content["done_percent"] == 50.0
    assert {a["name"]: a["done"] for a in content["annotators"]} == {"Ann": 1, "Ben": 1}
    assert content["causes"]
    assert {line["name"] for line in content["growth"]} == {"Ann", "Ben"}
    monkeypatch.setattr(overview, "MOST_LINES", 1)
    assert len(manager.get(f"{API}/projects/{project.id}/dashboard").json()["growth"]) == 1
    project.server.clients[0].portal.call(project.server.app.state.jobs.settle)
    content = manager.get(f"{API}/projects/{project.id}/dashboard").json()
    assert [point["annotators"] for point in content["marginal"]] == [1, 2]
    table = manager.get(f"{API}/projects/{project.id}/tables/sheets.csv").text
    assert table.startswith("segment,annotator,state")


def test_a_project_comes_back_byte_for_byte(project: Project, server: Server) -> None:
    manager = project.manager.client
    first = manager.get(f"{API}/projects/{project.id}/export?format=zip").content
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert f"networks/{project.sheets['Ann']}.net" in names
    assert manager.get(f"{API}/projects/{project.id}/export?format=zip").content == first

    other = Server.open(*second_server(server))
    with other as fresh:
        admin = fresh.person("Somebody else", admin=True)
        answer = admin.client.post(f"{API}/projects/import", content=first, headers=RAW)
        job = finished_job(fresh, admin, answer)
        assert job["state"] == "done", job
        assert admin.client.get(f"{API}/projects/{project.id}/export?format=zip").content == first
        fresh.settle()
        assert admin.client.get(f"{API}/projects/{project.id}/export?format=zip").content == first
        again = finished_job(fresh, admin, admin.client.post(f"{API}/projects/import", content=first, headers=RAW))
        assert again["state"] == "failed"
        assert "here already" in again["error"]["what"]


def second_server(server: Server) -> tuple[object, object]:
    """An empty SQLite server beside the first, whatever that one runs on."""
    from tertium.server.database.engine import Store
    from tertium.server.settings import ServerSettings, sqlite_url

    data = server.settings.data / "other"
    data.mkdir()
    return ServerSettings(data=data, database=sqlite_url(data)), Store(sqlite_url(data))


def test_networks_leave_in_the_forms_that_tertium_reads(project: Project) -> None:
    manager = project.manager.client
    text = manager.get(f"{API}/projects/{project.id}/export?format=net").text
    (entry,) = typed.parse(text.split("\n"), "export")
    assert entry.id == "1"
    joined = manager.get(f"{API}/projects/{project.id}/export?format=net&unite=spu")
    assert joined.headers["content-disposition"].endswith('-spu.net"')
    (spu,) = typed.parse(joined.text.split("\n"), "export")
    assert Paths.of(spu.network).count >= Paths.of(entry.network).count
    own = project.ann.client.get(f"{API}/projects/{project.id}/export/own").text
    (mine,) = typed.parse(own.split("\n"), "export")
    assert Paths.of(mine.network).count == 60


def test_segments_and_networks_come_from_files(server: Server) -> None:
    manager = server.person("Manager")
    id = server.project(manager)
    table = "source\treference\treference_2\thypothesis:system\nhola\thello\thi\thallo\nadiós\tbye\tgoodbye\tby\n"
    url = f"{API}/projects/{id}/import?kind=segments&name=set.tsv&roles=" + quote('{"ref2": "held-out"}')
    job = finished_job(server, manager, manager.client.post(url, content=table.encode(), headers=RAW))
    assert job["state"] == "done", job
    assert job["result"]["segments"] == 2
    network = "@segment 1\n[S] = hello | hi\n\n@segment 2\n[S] = bye\n"
    url = f"{API}/projects/{id}/import?kind=networks&name=n.net"
    job = finished_job(server, manager, manager.client.post(url, content=network.encode(), headers=RAW))
    assert job["state"] == "done", job
    server.settle()
    rows = manager.client.get(f"{API}/projects/{id}/segments").json()["items"]
    assert [row["mine"]["log10_paths"] for row in rows] == [pytest.approx(0.30103), 0.0]
    bad = finished_job(server, manager, manager.client.post(url, content=b"[S] = hello | [X]\n", headers=RAW))
    assert "n.net:1" in bad["error"]["what"]
