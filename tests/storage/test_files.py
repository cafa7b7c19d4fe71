"""Tables of the package, and digests of files."""

import hashlib
from pathlib import Path

from tertium.storage.files import digest, read_rows


def test_rows_have_no_comments_and_no_header(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("# about\nword\tnumber\na\t1\n# more\né\t\n", "utf-8")
    assert read_rows(path) == [["a", "1"], ["é", ""]]


def test_the_digest_is_of_the_content_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(b"abc")
    assert digest(tmp_path / "a") == digest(tmp_path / "b") == hashlib.blake2b(b"abc", digest_size=4).hexdigest()
