"""What is known of how often people agreed: the file that ships, and which runs it is for."""

import json
from pathlib import Path

import numpy as np
import pytest

from tertium.data import CURVES
from tertium.errors import DataError
from tertium.resources import curves
from tertium.resources.curves import PeopleRange, find

CHRF = "chrf|case:mixed|nc:6|nw:0|space:no|eff:yes|unicode:nfc"


def test_ranges_that_ship_rise_and_stay_between_a_half_and_one() -> None:
    for known in curves.shipped(CURVES):
        assert len(known.years) >= 2
        assert known.n_pairs > 1000
        for side in (known.low, known.high):
            assert side.min() >= 0.49
            assert side.max() <= 1
        assert (known.low <= known.high).all()
        assert known.at(0.0) == pytest.approx((0.5, 0.5), abs=0.001)


def test_a_range_is_for_its_signature_with_one_reference() -> None:
    known = find(f"{CHRF}|refs:1|v:9.9")
    assert isinstance(known, PeopleRange)
    assert known.signature == CHRF
    assert known.at(known.largest + 0.1) is None
    low, high = known.at(2.0) or (0, 0)
    assert 0.5 < low < high <= 1


@pytest.mark.parametrize(
    ("signature", "why"),
    [
        (f"{CHRF}|refs:2", "people judged with refs:1, here refs:2"),
        (f"{CHRF.replace('nc:6', 'nc:4')}|refs:1", "people judged with nc:6, here nc:4"),
        (f"{CHRF}|tags:out|refs:1", "people judged with tags:none, here tags:out"),
        (f"{CHRF}|lang:ja|refs:1", "people judged translations into cs, de, en, fr, here lang:ja"),
        ("mine|refs:1", "no pairs of systems were judged for it"),
    ],
)
def test_other_runs_have_none_and_the_reason(signature: str, why: str) -> None:
    assert find(signature) == why


def test_the_name_of_the_test_set_and_the_language_do_not_matter() -> None:
    assert isinstance(find(f"{CHRF}|set:wmt22|lang:de|refs:1|v:0.1.0"), PeopleRange)


def test_a_range_that_misses_a_year_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.loads(CURVES.read_text("utf-8"))
    for one in content["curves"]:
        one["error"] = 0.0625
    (tmp_path / "curves.json").write_text(json.dumps(content), "utf-8")
    monkeypatch.setattr(curves, "CURVES", tmp_path / "curves.json")
    assert find(f"{CHRF}|refs:1") == "the range of other years misses some by 0.062, the bar is 0.05"


def test_ranges_are_shown_only_within_the_bar() -> None:
    shown = {known.signature.split("|")[0] for known in curves.shipped(CURVES) if known.error <= known.bar}
    assert {"bleu", "chrf"} <= shown
    assert all(known.bar == 0.05 for known in curves.shipped(CURVES))


@pytest.mark.parametrize("text", ["", "{}", '{"bar": 1, "curves": [{"sizes": [1, 0]}]}'])
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "curves.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"curves\.json: damaged .*; install the package again"):
        curves.shipped(path)


def test_published_curves_stand_beside_ours() -> None:
    """MT-Thresholds answers in per cent; where its curve has a difference, ours has one of the same kind."""
    published = pytest.importorskip("mt_thresholds")
    known = find(f"{CHRF}|refs:1")
    assert isinstance(known, PeopleRange)
    for size in np.linspace(0.5, 8, 16):
        low, high = known.at(float(size)) or (1, 0)
        assert low <= published.accuracy(float(size), "chrf") / 100 <= high
