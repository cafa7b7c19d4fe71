import itertools
import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.server.database.values import ids, later, moment, new_id, new_token, now, sha256, stamp

FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_ids_and_tokens_never_come_twice() -> None:
    found = {new_id() for _ in range(100)}
    assert len(found) == 100
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in found)
    assert len({new_token() for _ in range(100)}) == 100
    assert len(new_token()) >= 43  # 256 bits
    short = list(itertools.islice(ids(), 100))
    assert len({*short}) == 100
    assert {len(one) for one in short} == {16}


def test_hashes_are_those_of_utf_8_and_of_any_text() -> None:
    assert sha256("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
    assert sha256("\ud800") != sha256("\ud801")


@given(st.datetimes(datetime(1000, 1, 1), datetime(9000, 1, 1)), st.integers(-12, 12))
def test_times_are_utc_and_sort_as_text(at: datetime, hours: int) -> None:
    here = at.replace(tzinfo=timezone(timedelta(hours=hours)))
    text = stamp(here)
    assert FORM.fullmatch(text)
    assert timedelta(0) <= here - moment(text) < timedelta(milliseconds=1)
    assert stamp(here + timedelta(milliseconds=1)) > text
    assert stamp(moment(text)) == text


def test_later_counts_from_a_time_or_from_now() -> None:
    assert later(days=1, hours=2, minutes=30, start="2026-02-28T23:00:00.000Z") == "2026-03-02T01:30:00.000Z"
    assert FORM.fullmatch(now())
    before, after = datetime.now(UTC) + timedelta(hours=1), later(hours=1)
    assert moment(after) >= before - timedelta(milliseconds=1)


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid isoformat"):
        moment("yesterday")
