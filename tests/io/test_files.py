"""Opening files: compression, encoding, line ends, and writing that leaves nothing half done."""

import gzip
import io
import os
import stat
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import DataError
from tertium.io import files
from tertium.io.files import InputFiles, make_folder, open_input, open_output, open_stream
from tertium.io.testsets.plain import read_lines
from tests.support.types import GivePipe, GiveStdin, Put


def test_only_line_feeds_end_lines(put: Put) -> None:
    path = put("a.txt", "one\x85one\u2028one\x0bone\x0cone\x1cone\rone\ntwo\n")
    assert read_lines(path) == ["one\x85one\u2028one\x0bone\x0cone\x1cone\rone", "two"]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\nb\r", ["a", "b"]),
        (b"a\r\r\n", ["a\r"]),
        (b"a\n\r", ["a", ""]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"\xef\xbb\xbf\xef\xbb\xbfa\n\xef\xbb\xbfb\n", ["\ufeffa", "\ufeffb"]),
        (b"a\x00b\x01\n", ["a\x00b\x01"]),
    ],
)
def test_line_ends_and_marks_are_no_text(put: Put, content: bytes, lines: Any) -> None:
    assert read_lines(put("a.txt", content)) == lines


@settings(deadline=None)
@given(st.lists(st.text("ab\r\n\u2028é", max_size=6)), st.integers(1, 7))
def test_lines_are_the_same_for_any_size_of_blocks(
    tmp_path_factory: pytest.TempPathFactory, texts: Any, size: Any
) -> None:
    path = tmp_path_factory.getbasetemp() / "blocks.txt"
    content = "".join(texts)
    path.write_bytes(content.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_BLOCK", size)
        patch.setattr(files, "_HEAD", size)
        found = read_lines(path)
    expected = [line.removesuffix("\r") for line in content.split("\n")]
    assert found == (expected[:-1] if content.endswith("\n") or not content else expected)


def test_gzip_is_known_by_its_content(put: Put) -> None:
    packed = gzip.compress(b"a\nb\n")
    assert read_lines(put("packed", packed)) == ["a", "b"]
    assert read_lines(put("unpacked.gz", b"a\nb\n")) == ["a", "b"]


def test_gzip_members_one_after_the_other_are_one_file(put: Put) -> None:
    packed = gzip.compress(b"a\n") + gzip.compress(b"b") + gzip.compress(b"c\n") + b"\0" * 512
    assert read_lines(put("a.gz", packed)) == ["a", "bc"]


def test_gzip_that_unpacks_to_far_more_is_read_in_blocks(put: Put) -> None:
    path = put("zeros.gz", gzip.compress((b"x" * 63 + b"\n") * 1_000_000, 9))
    lines = 0
    tracemalloc.start()
    with open_input(path) as source:
        for block in source.line_blocks():
            lines += len(block)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size < 1 << 20
    assert lines == 1_000_000
    assert peak < 30 << 20


@pytest.mark.parametrize("keep", [2, 10, 30, -1])
def test_truncated_gzip_is_refused(put: Put, keep: int) -> None:
    path = put("a.gz", gzip.compress(b"some text that is long enough\n" * 9)[:keep])
    with pytest.raises(DataError, match=r"a\.gz: is not a whole gzip file: it ends too early"):
        read_lines(path)


def test_empty_file_that_should_be_gzip_is_refused(put: Put) -> None:
    with pytest.raises(DataError, match="not a whole gzip file: it is empty"):
        read_lines(put("a.gz", b""))


def test_corrupt_gzip_is_refused(put: Put) -> None:
    packed = bytearray(gzip.compress(b"some text that is long enough\n" * 9))
    packed[-6] ^= 1
    with pytest.raises(DataError, match=r"a\.gz: is not a whole gzip file: it is corrupt"):
        read_lines(put("a.gz", bytes(packed)))
    with pytest.raises(DataError, match="corrupt"):
        read_lines(put("b.gz", gzip.compress(b"a\n") + b"garbage"))


@pytest.mark.parametrize("packed", [False, True])
def test_undecodable_bytes_are_refused_with_line_and_byte(put: Put, packed: bool) -> None:
    content = b"fine\nfine too\ncaf\xe9 noir\n"
    path = put("latin.txt", gzip.compress(content) if packed else content)
    with pytest.raises(
        DataError, match=r"latin\.txt:3: byte 0xe9 \(byte 4 of the line\).*expected UTF-8.*iconv -f latin1 -t utf-8"
    ):
        read_lines(path)


def test_line_of_undecodable_byte_is_right_in_later_blocks(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_BLOCK", 16)
    monkeypatch.setattr(files, "_HEAD", 16)
    with pytest.raises(DataError, match=r":1001: byte 0xff \(byte 1 of"):
        read_lines(put("a.txt", b"line\n" * 1000 + b"\xff\n"))


def test_utf_16_gets_its_own_advice(put: Put) -> None:
    with pytest.raises(DataError, match=r"a\.txt:1: byte 0xff .* iconv -f utf-16"):
        read_lines(put("a.txt", "text\n".encode("utf-16-le").join([b"\xff\xfe", b""])))


@pytest.mark.parametrize("content", [b"\xed\xa0\x80\n", b"\xc0\xaf\n", b"a\xe2\x82"])
def test_half_surrogates_overlong_and_cut_characters_are_refused(put: Put, content: bytes) -> None:
    with pytest.raises(DataError, match="expected UTF-8"):
        read_lines(put("a.txt", content))


def test_missing_file_and_directory_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.txt: no such file"):
        read_lines(tmp_path / "none.txt")
    with pytest.raises(DataError, match="is a directory, expected a file"):
        read_lines(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file_is_refused(put: Put) -> None:
    path = put("a.txt", "a\n")
    path.chmod(0)
    with pytest.raises(DataError, match="no permission to read"):
        read_lines(path)


def test_missing_permission_is_told(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put("a.txt", "a\n")

    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(DataError, match=r"a\.txt: no permission to read it"):
        read_lines(path)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_dash_is_standard_input(stdin: GiveStdin, pack: Any) -> None:
    stdin(pack(b"\xef\xbb\xbfa\r\nb"))
    assert read_lines("-") == ["a", "b"]


def test_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match="standard input is closed"):
        read_lines("-")


def test_reading_that_fails_on_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> None:
            raise OSError(5, "Input/output error")

    class Terminal:
        buffer = Broken()

    monkeypatch.setattr(sys, "stdin", Terminal())
    with pytest.raises(DataError, match=r"<stdin>: reading failed \(Input/output error\)"):
        read_lines("-")


def test_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot be opened \("):
        read_lines(tmp_path / ("x" * 5000))


def test_messages_about_standard_input_name_it(stdin: GiveStdin) -> None:
    stdin(b"a\n\xff\n")
    with pytest.raises(DataError, match=r"^<stdin>:2: "):
        read_lines("-")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_looking_leaves_standard_input_whole(stdin: GiveStdin, pack: Any) -> None:
    content = b"".join(b"line %d\n" % i for i in range(50_000))
    stdin(pack(content))
    with InputFiles() as inputs:
        assert inputs.look("-").head
        assert content.startswith(inputs.look("-").head)
        assert read_lines(inputs.take("-")) == content.decode().split("\n")[:-1]
        with pytest.raises(DataError, match="<stdin>: is a stream and can be read only once"):
            inputs.look("-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_can_be_looked_into_and_is_read_whole(pipe: GivePipe) -> None:
    path = pipe("pipe", b"".join(b"line %d\n" % i for i in range(20_000)))
    with InputFiles() as inputs:
        assert inputs.look(path).head.startswith(b"line 0\n")
        assert read_lines(inputs.take(path)) == [f"line {i}" for i in range(20_000)]
        with pytest.raises(DataError, match="pipe: is a stream and can be read only once; give a file instead"):
            inputs.take(path)


def test_a_file_can_be_taken_twice(put: Put) -> None:
    path = put("a.txt", "one\n")
    with InputFiles() as inputs:
        assert [read_lines(inputs.take(path)) for _ in range(2)] == [["one"], ["one"]]


def test_what_was_only_looked_at_is_closed(put: Put) -> None:
    with InputFiles() as inputs:
        source = inputs.look(put("a.txt", "one\n" * 100_000))
    with pytest.raises(ValueError, match="closed file"):
        list(source.blocks())


def test_many_lines_are_not_kept_three_times(put: Put) -> None:
    path = put("big.txt", "".join(f"this is line number {i} of a long file, as files go\n" for i in range(200_000)))
    size = path.stat().st_size
    tracemalloc.start()
    lines = read_lines(path)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(lines) == 200_000
    assert lines[-1] == "this is line number 199999 of a long file, as files go"
    # The file is never in memory as a whole beside its lines; one block of it is, as bytes, as text and as a list.
    assert size > 10 << 20
    assert peak - kept < size


def test_writing_leaves_no_other_file(tmp_path: Path) -> None:
    with open_output(tmp_path / "a.txt") as stream:
        stream.write(b"a\n")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"a\n"


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz"])
def test_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"old")

    def fail() -> None:
        with open_output(tmp_path / name) as stream:
            stream.write(b"new")
            raise DataError("stop")

    with pytest.raises(DataError, match="stop"):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes() == b"old"


@pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
def test_writing_keeps_mode_and_link_of_the_file_it_replaces(tmp_path: Path) -> None:
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    with open_output(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no /dev/null here")
def test_device_is_written_into_and_not_replaced() -> None:
    with open_output("/dev/null") as stream:
        stream.write(b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_gzip_is_written_by_name_and_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with open_output(tmp_path / name) as stream:
            stream.write(b"text")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text"
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("name", [".", "no-such-folder/a.txt"])
def test_place_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match=r"cannot be written \("), open_output(tmp_path / name):
        pass


def test_standard_output_gets_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    with open_output("-") as stream:
        stream.write("é\n".encode())
    assert out.getvalue() == "é\n".encode()

    def fail() -> None:
        with open_output("-") as stream:
            stream.write(b"more")
            raise DataError("stop")

    with pytest.raises(DataError, match="stop"):
        fail()
    assert out.getvalue() == "é\n".encode()


def test_a_stream_of_results_goes_out_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))

    def fail(path: str) -> None:
        with open_stream(path) as stream:
            stream.write("é\x1b\n".encode())
            raise DataError("stop")

    for path in ("-", str(tmp_path / "a.txt")):
        with pytest.raises(DataError, match="stop"):
            fail(path)
    assert out.getvalue() == "é\x1b\n".encode()
    assert not (tmp_path / "a.txt").exists()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with open_stream("-") as stream:
        stream.write("é\x1b\n".encode())
    assert out.getvalue().count(b"\x1b") == 1  # a terminal is shown it
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(DataError, match="standard output is closed"):
        fail("-")


def test_a_folder_for_output_is_made(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataError, match="choose another folder"):
        make_folder(tmp_path / "file")
