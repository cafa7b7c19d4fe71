import pytest

from tertium.server.jobs.environment import clean_environment


def test_programs_get_what_they_need_and_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_DATABASE", "postgresql://anna:hush@db/x")
    monkeypatch.setenv("MY_TOKEN", "hush")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    found = clean_environment()
    assert "hush" not in " ".join(found.values())
    assert (found["LC_ALL"], found["OMP_NUM_THREADS"]) == ("C.UTF-8", "1")
    assert "PATH" in found
