import pytest

from tertium.cli import common
from tertium.metrics import parse
from tertium.metrics.choice import Note
from tertium.text.testset import References, TestSet


def test_a_log_file_gets_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "_SECONDS_BETWEEN_LINES", 0.01)
    with common.ProgressBar(quiet=False) as progress:
        progress("scoring: \x1bc of ours", 1_000, 2_000)
        progress._ended.wait(0.5)
    line = capsys.readouterr().err.splitlines()[0]
    assert line.startswith("scoring: ")
    assert "(1,000 of 2,000;" in line
    assert "\x1b" not in line


def test_a_terminal_gets_a_bar_and_nothing_stays_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "_SECONDS_WITHOUT_BAR", 0.0)
    with common.ProgressBar(quiet=False) as progress:
        progress._terminal = True
        progress("scoring: chrF of a", 1, 4)
        progress("scoring: chrF of b", 2, 4)
        assert progress._bar is not None
        (task,) = progress._bar.tasks
        assert (task.description, task.completed, task.total) == ("scoring: chrF of b", 2, 4)
    assert progress._bar.finished is False


def test_quiet_means_nothing_at_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "_SECONDS_WITHOUT_BAR", 0.0)
    with common.ProgressBar(quiet=True) as progress:
        progress("scoring", 1, 4)
    common.show_notes([Note("a note")], quiet=True)
    assert capsys.readouterr() == ("", "")


def test_notes_and_warnings_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    common.show_notes([Note("a remark"), Note("a danger", warning=True)])
    common.note_if_slow(parse("chrf"), 90, 1_000)
    common.note_if_slow(parse("chrf"), 600, 1_000)
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert "a remark" in lines[0]
    assert "arning" in lines[1]
    assert lines[2].endswith("chrF2 will take about 90 seconds for 1,000 outputs.")
    assert lines[3].endswith("chrF2 will take about 10 minutes for 1,000 outputs.")


def test_segments_that_are_left_out_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    incomplete = TestSet({"ours": ("a", None)}, references=References.by_stream(["a", "b"]))
    common.advise(incomplete, [parse("chrf")], segments=False, missing="skip")
    assert "1 of 2 segments are left out" in capsys.readouterr().err
