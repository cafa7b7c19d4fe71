import pytest

from tertium.cli import notes
from tertium.metrics import parse
from tertium.metrics.choice import Note
from tertium.text.testset import References, TestSet


def test_notes_and_warnings_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    notes.show_notes([Note("a remark"), Note("a danger", warning=True)])
    notes.note_if_slow(parse("chrf"), 90, 1_000)
    notes.note_if_slow(parse("chrf"), 600, 1_000)
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert "a remark" in lines[0]
    assert "arning" in lines[1]
    assert lines[2].endswith("chrF2 will take about 90 seconds for 1,000 outputs.")
    assert lines[3].endswith("chrF2 will take about 10 minutes for 1,000 outputs.")


def test_segments_that_are_left_out_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    incomplete = TestSet({"ours": ("a", None)}, references=References.by_stream(["a", "b"]))
    notes.advise(incomplete, [parse("chrf")], segments=False, missing="skip")
    assert "1 of 2 segments are left out" in capsys.readouterr().err


def test_quiet_means_no_notes(capsys: pytest.CaptureFixture[str]) -> None:
    notes.show_notes([Note("a note"), Note("a danger", warning=True)], quiet=True)
    assert capsys.readouterr() == ("", "")
