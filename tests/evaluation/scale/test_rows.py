"""Rows in files give the intervals and tests of the whole test set."""

from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.evaluation.scale.rows import keep_rows
from tertium.evaluation.statistics import Statistics
from tests.support.texts import DOCUMENTS, REFERENCES, SYSTEMS

WHOLE = tertium.TestSet.build(SYSTEMS, REFERENCES, documents=DOCUMENTS, name="sample", language="en")
FEW = tertium.Resampling(n_samples=200)
METRICS = ["bleu", "meteor"]


def stored(folder: Path, whole: tertium.TestSet = WHOLE, missing: str = "error") -> Statistics:
    parts = (whole.part(start, start + 7) for start in range(0, len(whole), 7))
    scoring = tertium.Scoring(missing="skip" if missing == "skip" else "error")
    return keep_rows(parts, folder, metrics=METRICS, scoring=scoring)


def test_it_is_public() -> None:
    assert tertium.keep_rows is keep_rows


def test_scores_and_intervals_are_those_of_the_whole(tmp_path: Path) -> None:
    rows = stored(tmp_path / "work")
    assert (
        tertium.score(rows, resampling=FEW).to_json() == tertium.score(WHOLE, metrics=METRICS, resampling=FEW).to_json()
    )
    for system in rows.rows.values():
        assert all(isinstance(array.base, np.memmap) or isinstance(array, np.memmap) for array in system)


def test_tests_are_those_of_the_whole(tmp_path: Path) -> None:
    options = {"resampling": FEW, "n_swaps": 300, "primary": "meteor"}
    here = tertium.compare(WHOLE, metrics=METRICS, n_contrasts=0, **options)
    assert tertium.compare(stored(tmp_path), **options).to_json() == here.to_json()


def test_segments_that_are_left_out_have_no_rows(tmp_path: Path) -> None:
    gaps = {
        name: [None if i in (3, *range(7, 14)) else text for i, text in enumerate(texts)]
        for name, texts in SYSTEMS.items()
    }
    whole = tertium.TestSet.build(gaps, REFERENCES, name="sample", language="en")
    skip = tertium.Scoring(missing="skip")
    rows = stored(tmp_path, whole, "skip")
    assert rows.segments.tolist() == [i for i in range(30) if i not in (3, *range(7, 14))]
    assert (
        tertium.score(rows, resampling=FEW).to_json()
        == tertium.score(whole, metrics=METRICS, resampling=FEW, scoring=skip).to_json()
    )


def test_what_needs_texts_is_refused(tmp_path: Path) -> None:
    rows = stored(tmp_path)
    for options in ({"segments": True}, {"documents": True}):
        with pytest.raises(OptionError, match="needs texts, and only rows were kept"):
            tertium.score(rows, **options)
    with pytest.raises(OptionError, match="by, n_ngrams: needs texts"):
        tertium.compare(rows, by=["length"], n_ngrams=3)
    with pytest.raises(OptionError, match="nist needs all segments at once"):
        keep_rows([WHOLE.part(0, 9), WHOLE.part(9, 30)], tmp_path, metrics="nist")
    with pytest.raises(DataError, match="there are no segments to score"):
        keep_rows([], tmp_path)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"file: .*; choose another folder"):
        stored(tmp_path / "file")
