import json
from typing import Any

from tests.support.types import Run


def test_closest_shows_the_nearest_sentence_and_the_edits(tertium: Run, premier: Any, net: Any) -> None:
    ran = tertium("network", "closest", premier, "Berlusconi , Italian head of the government")
    assert ran.out.splitlines() == [
        "sentence  Berlusconi , Italian head of the government",
        "closest   Berlusconi , the Italian head of government",
        "edits     Berlusconi , [the] Italian head of ~the~ government",
        "distance  2 (1 missing, 1 extra, 0 substituted, 0 moved), 0.286 for each word",
        "cards     S, SILVIO, IT, ITALIAN, PREMIER",
    ]
    moved = tertium("network", "closest", premier, "Italian the PM Silvio", "--reorder", 3, "-f", "json")
    (row,) = json.loads(moved.out)["sentences"]
    assert (row["edits"], row["cost"], row["moves"]) == ("<the> Italian PM Silvio [Berlusconi]", 2, 1)
    both = net("both.net", "@segment 2\n[A] = x y\n")
    lines = net("lines.txt", "x\nx\n")
    assert "there is no segment '1'" not in tertium("network", "closest", both, "-i", lines, "--segment", "2").err
    table = tertium("network", "closest", both, "-i", lines, "--segment", "2", "-f", "tsv").out.splitlines()
    assert table[1].split("\t") == ["1.0", "0.5", "2", "1", "0", "0", "0", "x", "x y"]
