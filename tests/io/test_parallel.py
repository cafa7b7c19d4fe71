"""Files with one segment per line, put together line by line."""

from pathlib import Path

import pytest

from tertium.errors import DataError, OptionError
from tertium.io.files import InputFiles
from tertium.io.inputs import read
from tertium.io.named_files import Inputs, as_named
from tertium.io.parallel import read_parallel
from tests.support.types import Put

OUTPUTS = ["the cat sat", "a dog"]
REFERENCES = ["the cat sits", "the dog"]


def lines(texts: list[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def test_post_edits_belong_to_a_system(put: Put) -> None:
    out, ref, edit = (put(f"{name}.txt", lines(OUTPUTS)) for name in ("out", "ref", "edit"))
    assert read(out, post_edits=edit).post_edits == {"out": tuple(OUTPUTS)}
    assert read({"a": out, "b": ref}, post_edits={"b": edit}).post_edits == {"b": tuple(OUTPUTS)}


def test_lines_are_cut_anew_and_it_is_said(put: Put, tmp_path: Path) -> None:
    out, ref = put("out.txt", "the cat sat a\ndog\n"), put("ref.txt", lines([*REFERENCES, "and so on"]))
    said: list[str] = []
    test_set = read(out, ref, resegment=True, cuts=tmp_path / "cut.txt", note=said.append)
    assert len(test_set) == 3
    assert len((tmp_path / "cut.txt").read_text().splitlines()) == 3
    assert "2 lines cut into 3 segments" in said[0]


def test_files_of_different_lengths_are_refused(put: Put) -> None:
    with pytest.raises(DataError, match=r"out\.txt has 2 lines but .*ref\.txt has 1; they must be parallel"):
        read(put("out.txt", lines(OUTPUTS)), put("ref.txt", "one\n"))


def test_empty_lines_at_the_end_are_named(put: Put) -> None:
    ref = put("ref.txt", lines(REFERENCES))
    with pytest.raises(DataError, match=r"The last line is empty in .*more\.txt: delete it there"):
        read(put("more.txt", lines([*OUTPUTS, ""])), ref)
    with pytest.raises(DataError, match=r"The last 2 lines are empty in .*ref2\.txt: delete them there"):
        read(put("out.txt", lines(OUTPUTS)), put("ref2.txt", lines([*REFERENCES, "", " "])))


def test_a_system_needs_a_name_of_its_own(put: Put, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, two = put("out.txt", lines(OUTPUTS)), put("other/out.txt", lines(OUTPUTS))
    with pytest.raises(DataError, match="both systems would be called 'out'; give them names: first="):
        read([one, two], one)


def test_one_file_is_cut_into_a_file(put: Put, tmp_path: Path) -> None:
    out, ref = put("out.txt", lines(OUTPUTS)), put("ref.txt", lines(REFERENCES))
    with pytest.raises(OptionError, match="--cuts takes one output that needs to be cut; found 0"):
        read(out, ref, resegment=True, cuts=tmp_path / "cut.txt")


def test_each_file_is_taken_once(put: Put) -> None:
    inputs = Inputs(
        outputs=as_named(put("out.txt", lines(OUTPUTS))), references=(str(put("ref.txt", lines(REFERENCES))),)
    )
    with InputFiles() as files:
        looked_at = [files.look(path) for path in inputs.files()]
        test_set = read_parallel(inputs, files, inputs.bilingual_options())
        assert [files.look(path) is source for path, source in zip(inputs.files(), looked_at, strict=True)] == [
            False
        ] * 2
    assert test_set.systems == {"out": tuple(OUTPUTS)}
