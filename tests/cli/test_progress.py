import re

import pytest

from tertium.cli import progress as progress_bar


def test_a_log_file_gets_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_bar, "_SECONDS_BETWEEN_LINES", 0.01)
    with progress_bar.ProgressBar(quiet=False) as progress:
        progress("scoring: \x1bc of ours", 1_000, 2_000)
        said = ""
        for _ in range(3_000):  # a busy machine may take its time
            said += capsys.readouterr().err
            if said or progress._ended.wait(0.01):
                break
    line = said.splitlines()[0]
    assert line.startswith("scoring: ")
    assert re.search(r"of ours \(1,000 of 2,000; \d+ s\)$", line)
    assert "\x1b" not in line


def test_a_terminal_gets_a_bar_and_nothing_stays_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "_SECONDS_WITHOUT_BAR", 0.0)
    with progress_bar.ProgressBar(quiet=False) as progress:
        progress._terminal = True
        progress("scoring: chrF of a", 1, 4)
        progress("scoring: chrF of b", 2, 4)
        assert progress._bar is not None
        (task,) = progress._bar.tasks
        assert (task.description, task.completed, task.total) == ("scoring: chrF of b", 2, 4)
    assert progress._bar.finished is False


def test_quiet_means_nothing_at_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "_SECONDS_WITHOUT_BAR", 0.0)
    with progress_bar.ProgressBar(quiet=True) as progress:
        progress("scoring", 1, 4)
    assert capsys.readouterr() == ("", "")
