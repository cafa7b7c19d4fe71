from io import BytesIO
from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.bilingual.writing import escape_attribute, escape_text, languages_of, write
from tertium.io.testsets.formats import read_test_set
from tertium.text.testset import References, TestSet

SAMPLE = TestSet.build(
    {"one": ["a < b", "c & d"], "two": [None, 'say "x"\t\r']},
    references=References.by_segment([["a", "b"], ["c"]]),
    source=["A", None],
    documents=["first", "second"],
    post_edits={"one": ["a", None]},
)


@pytest.mark.parametrize("kind", ["xliff", "xliff2", "tmx"])
def test_a_test_set_comes_back(kind: str, tmp_path: Path) -> None:
    stream = BytesIO()
    write(SAMPLE, stream, kind, ("de", "en"))
    path = tmp_path / f"a.{'tmx' if kind == 'tmx' else 'xlf'}"
    path.write_bytes(stream.getvalue())
    found = read_test_set(path)
    assert dict(found.systems) == dict(SAMPLE.systems)
    assert [found.references[i] for i in range(2)] == [("a", "b"), ("c",)]
    assert found.source == SAMPLE.source
    assert found.documents == SAMPLE.documents
    assert dict(found.post_edits) == dict(SAMPLE.post_edits)


def test_signs_of_xml_are_written_as_references() -> None:
    assert escape_text('a < b & "c"\r') == 'a &lt; b &amp; "c"&#13;'
    assert escape_attribute('"\t\n') == "&quot;&#9;&#10;"


def test_what_xml_cannot_hold_is_refused() -> None:
    control = TestSet({"one": ("a\x00",)}, references=References.by_stream(["b"]))
    with pytest.raises(DataError, match="XML"):
        write(control, BytesIO(), "xliff")


def test_languages_have_a_stand_in() -> None:
    plain = TestSet({"one": ("a",)}, references=References.by_stream(["b"]))
    assert languages_of(plain) == ("x-source", "x-target")
