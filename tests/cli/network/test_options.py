from typing import Any

from tests.support.types import Run


def test_one_segment_is_chosen_by_id_or_number(tertium: Run, net: Any) -> None:
    file = net("many.net", "@segment a\n[S] = x\n@segment b\n[S] = y\n")
    assert tertium("network", "sample", file, "-n", 1, "--segment", "b").out == "y\n"
    assert tertium("network", "sample", file, "-n", 1, "--segment", "2").out == "y\n"
    assert "name one with --segment" in tertium("network", "sample", file).err
    assert "there is no segment 'c'" in tertium("network", "sample", file, "--segment", "c").err


def test_limits_are_set_by_name(tertium: Run, premier: Any) -> None:
    ran = tertium("network", "check", premier, "--limit", "cards=4")
    assert (ran.code, ran.out) == (1, "")
    assert "5 cards, the limit is 4" in ran.err
    assert tertium("network", "check", premier, "--limit", "cards=5").code == 0
    assert "unknown limit 'card'; known: " in tertium("network", "check", premier, "--limit", "card=5").err
    assert "expected a whole number" in tertium("network", "check", premier, "--limit", "cards=x").err
