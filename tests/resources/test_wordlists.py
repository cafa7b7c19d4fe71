"""Lists of words as people and other programs write them."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.resources.wordlists import WordList


def test_a_list_with_the_comments_and_marks_of_moses_is_read(tmp_path: Path) -> None:
    path = tmp_path / "prefixes.txt"
    path.write_text("#Anything here, followed by a period\n#\nMr\r\nNo #NUMERIC_ONLY# \n\nArt\tnumber\n", "utf-8")
    words = WordList.read(path)
    assert dict(zip(words.words, words.notes, strict=True)) == {"Mr": "", "No": "number", "Art": "number"}


@pytest.mark.parametrize("line", ["two words", "No\tletter", "\tnumber"])
def test_what_is_not_a_word_is_refused_with_its_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"one\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r"list.txt:2: .*expected one word"):
        WordList.read(path)
