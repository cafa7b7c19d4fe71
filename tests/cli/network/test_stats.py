import json
from typing import Any

import pytest

from tests.support.types import Run


def test_stats_count_paths_and_sentences(tertium: Run, premier: Any) -> None:
    ran = tertium("network", "stats", premier, "-f", "json")
    (row,) = json.loads(ran.out)["networks"]
    assert (row["paths"], row["sentences"], row["cards"], row["longest"]) == (60, 60, 5, 9)
    table = tertium("network", "stats", premier).out.splitlines()
    assert table[0].split()[-2:] == ["paths", "sentences"]
    assert table[2].split() == ["1", "5", "13", "9", "3", "3", "4", "9", "60", "60"]
    header, values = (line.split("\t") for line in tertium("network", "stats", premier, "-f", "tsv").out.splitlines())
    assert dict(zip(header, values, strict=True))["paths"] == "60"


def test_stats_of_huge_networks_have_a_logarithm(tertium: Run, net: Any) -> None:
    cards = "".join(f"[C{i}] = [C{i + 1}] [C{i + 1}]\n" for i in range(60))
    ran = tertium("network", "stats", net("huge.net", cards + "[C60] = x | y\n"))
    assert ran.code == 0
    assert "about 10^347,063,955,532,709,824" in ran.out
    assert "so not counted" in ran.out


def test_stats_of_several_annotators_show_what_each_adds(tertium: Run, net: Any) -> None:
    a = net("a.net", "[X] 0:1 = a | b\n[S] 0:2 = [X] y\n")
    b = net("b.net", "[X] 0:1 = b | c\n[S] 0:2 = [X] z\n")
    found = json.loads(tertium("network", "stats", a, b, "-f", "json").out)["median_log10_paths"]
    assert found == pytest.approx(
        {"one annotator": 0.30103, "union of 2": 0.60206, "phrase union of all": 0.77815}, abs=1e-4
    )
    assert "union of 2           10^0.60" in tertium("network", "stats", a, b).out


def test_stats_show_how_far_independent_translations_are(tertium: Run, net: Any) -> None:
    a = net("a.net", "[X] 0:1 = a | b\n[S] 0:2 = [X] y\n")
    b = net("b.net", "[X] 0:1 = b | c\n[S] 0:2 = [X] z\n")
    reference = net("r.txt", "c z\n")
    ran = tertium("network", "stats", a, b, "-r", reference, "-f", "json", "--seed", 3)
    first, both = json.loads(ran.out)["mean_distances"]
    assert first in (0.0, 1.0)
    assert both == 0.0
    assert "\n         2     0.0 %" in tertium("network", "stats", a, b, "-r", reference).out
    assert (
        "1 lines for 2 networks"
        in tertium("network", "stats", net("c.net", "@segment 1\n[S] = x\n@segment 2\n[S] = y\n"), "-r", reference).err
    )
