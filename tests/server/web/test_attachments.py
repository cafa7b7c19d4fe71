"""Names of files: people know them again, and nothing in them acts on a browser or a disk."""

import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")

from hypothesis import given
from hypothesis import strategies as st

from tertium.server.web.attachments import LONGEST, attachment, disposition, file_name


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Progress A2E", "Progress-A2E.zip"),
        ("  Экзамен, весна 2026 ", "Экзамен-весна-2026.zip"),
        ("a/b\\c:d", "a-b-c-d.zip"),
        ("../../etc/passwd", "etc-passwd.zip"),
        (".hidden", "hidden.zip"),
        ('"; filename="x.exe', "filename-x.exe.zip"),
        ("…", "0a1b.zip"),
        ("", "0a1b.zip"),
    ],
)
def test_a_file_is_called_after_what_it_is_of(name: str, file: str) -> None:
    assert file_name(name, "zip", "0a1b") == file


@given(st.text())
def test_a_name_is_one_part_of_a_path_and_one_header(name: str) -> None:
    made = file_name(name, "net", "other")
    assert made.endswith(".net")
    assert len(made) <= LONGEST + 4
    assert not set(made) & set('/\\:"\r\n\0 ')
    assert not made.startswith((".", "-"))
    disposition(made).encode("ascii")


def test_other_scripts_stand_in_the_header_too() -> None:
    assert disposition("a.net") == 'attachment; filename="a.net"'
    assert disposition("ж.net") == "attachment; filename=\"_.net\"; filename*=UTF-8''%D0%B6.net"
    assert attachment("x", "text/plain", "a.net").headers["content-disposition"] == 'attachment; filename="a.net"'
