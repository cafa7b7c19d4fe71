"""Files with the scores of an original."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.expected_scores import read_expected_scores


def read(tmp_path: Path, text: str) -> tuple[str, list[tuple[str, str | None, str | None, float]]]:
    path = tmp_path / "scores"
    path.write_text(text, "utf-8")
    found = read_expected_scores(path)
    return found.origin, [(s.hypothesis, s.source, s.reference, s.score) for s in found.segments]


def test_three_forms_are_read(tmp_path: Path) -> None:
    _, rows = read(
        tmp_path, '{"a.txt": [{"src": "s", "mt": "m", "ref": "r", "COMET": 0.5}], "b.txt": [{"mt": "n", "COMET": 1}]}'
    )
    assert rows == [("m", "s", "r", 0.5), ("n", None, None, 1.0)]
    origin, rows = read(tmp_path, '{"source": "a card", "segments": [{"mt": "m", "score": -1}]}')
    assert (origin, rows) == ("a card", [("m", None, None, -1.0)])
    origin, rows = read(tmp_path, "src\tmt\tscore\ns\tm\t0.25\n")
    assert rows == [("m", "s", None, 0.25)]
    assert origin.endswith("scores")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there are no segments"),
        ("mt\tscore\n", "there are no segments"),
        ("mt\tscore\nm\n", "line 2 has 1 columns, and the header 2"),
        ("mt\nm\n", "segment 1 has no score"),
        ("score\n1\n", "segment 1 has no mt"),
        ("mt\tscore\nm\tnan\n", "is not a finite number"),
        ("mt\tscore\nm\tgood\n", "could not convert"),
        ("{", "expected the JSON of `comet-score --to_json`"),
        ('{"a": 1}', "expected the JSON"),
        ("[1]", "expected the JSON"),
    ],
)
def test_other_files_are_refused(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=why):
        read(tmp_path, text)
