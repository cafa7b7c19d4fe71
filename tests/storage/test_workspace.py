"""Work in stages: each is done once, whole or not at all."""

import json
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.storage.workspace import MANIFEST, key_of, open_workspace, read_manifest


def work(text: str, calls: list[str]) -> object:
    def write(folder: Path) -> dict[str, int]:
        calls.append(text)
        (folder / "file").write_text(text, "utf-8")
        return {"letters": len(text)}

    return write


def test_a_stage_is_done_again_only_with_another_key(tmp_path: Path) -> None:
    calls: list[str] = []
    for key, text in [("1", "a"), ("1", "b"), ("2", "cc")]:
        with open_workspace(tmp_path / "w") as space:
            stage = space.stage("count", key, work(text, calls), about={"of": "letters"})
    assert calls == ["a", "cc"]
    assert (stage.folder / "file").read_text("utf-8") == "cc"
    assert stage.notes["letters"] == 2
    manifest = read_manifest(tmp_path / "w")
    assert (manifest["stages"]["count"]["key"], manifest["stages"]["count"]["of"]) == ("2", "letters")


def test_a_stage_that_fails_leaves_nothing_that_looks_finished(tmp_path: Path) -> None:
    def fail(folder: Path) -> dict[str, int]:
        (folder / "half").touch()
        raise OSError(28, "No space left on device")

    with open_workspace(tmp_path) as space:
        with pytest.raises(DataError, match=r"cannot be written \(No space left on device\)"):
            space.stage("count", "1", fail)
        assert not space.finished("count", "1")
        with pytest.raises(DataError, match="has no finished stage 'count'"):
            space.existing("count")
        space.stage("count", "1", work("a", []))
        assert space.finished("count", "1")
        assert sorted(path.name for path in space.existing("count").iterdir()) == ["file"]


def test_stages_of_other_options_are_dropped(tmp_path: Path) -> None:
    with open_workspace(tmp_path) as space:
        for name in ("a", "b"):
            space.stage(name, "1", work(name, []))
        space.forget_others({"b"})
        short = space.empty_folder("c")
    assert (sorted(read_manifest(tmp_path)["stages"]), (tmp_path / "a").exists()) == (["b"], False)
    assert list(short.iterdir()) == []


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        open_workspace(tmp_path),
        pytest.raises(DataError, match="another run uses this folder"),
        open_workspace(tmp_path),
    ):
        pass


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"stages": {"../up": {"key": "", "notes": {}}}}', '{"stages": {"a": {}}}', '"\\ud800"']
)
def test_damaged_manifests_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST).write_text(content, "utf-8")
    with pytest.raises(DataError, match="delete the folder to start again"):
        read_manifest(tmp_path)


def test_keys_follow_the_content_not_the_order_of_names() -> None:
    assert key_of("a", {"x": 1, "y": 2}) == key_of("a", json.loads('{"y": 2, "x": 1}'))
    assert key_of("a") != key_of("b")
