"""What pages fetch: all of it there before the server starts, and kept by browsers until it changes."""

import gzip
import shutil
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.server.web import assets
from tests.server.support import Server, needs_pages

pytestmark = needs_pages


def test_without_its_files_the_server_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets.check()
    for lacking in ("manifest.json", "annotate/sheet.js"):
        shutil.copytree(assets.BUILT, tmp_path / "built", dirs_exist_ok=True)
        (tmp_path / "built" / lacking).unlink()
        with monkeypatch.context() as patch:
            patch.setattr(assets, "BUILT", tmp_path / "built")
            with pytest.raises(DataError, match=rf"{lacking}: no such file.*make web"):
                assets.check()


def test_scripts_are_kept_by_browsers_until_they_change(sqlite_server: Server) -> None:
    client = sqlite_server.visitor()
    address = assets.address("web/base.css")
    fresh = client.get(address)
    assert fresh.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert fresh.headers["content-encoding"] == "gzip"
    assert fresh.text == (assets.BUILT / "web/base.css").read_text("utf-8")
    assert client.get(address, headers={"Accept-Encoding": "identity"}).text == fresh.text
    old = client.get("/assets/0123456789abcdef/web/base.css")
    assert (old.text, old.headers["cache-control"]) == (fresh.text, "no-store")
    for path in ("web/none.css", "../app.py", "manifest.json", "LICENSES.txt", "web/%2e%2e/manifest.json"):
        assert client.get(f"/assets/x/{path}").status_code == 404


def test_an_address_changes_with_the_content_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "BUILT", tmp_path)
    addresses = []
    for content in ("a {}", "b {}", "a {}"):
        assets.asset.cache_clear()
        (tmp_path / "own.css").write_text(content, "utf-8")
        found = assets.asset("own.css")
        assert gzip.decompress(found.packed).decode() == content
        addresses.append(assets.address("own.css"))
    assets.asset.cache_clear()
    assert addresses[0] == addresses[2] != addresses[1]
    assert addresses[0].endswith("/own.css")
