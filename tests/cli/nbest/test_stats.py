import json
from pathlib import Path

from tests.support.types import Run, WriteTexts


def test_lists_are_described_beside_what_their_best_candidates_reach(
    tertium: Run, nbest: Path, texts: WriteTexts
) -> None:
    (reference,) = texts(reference=["a cat sat", "it rains"])
    ran = tertium("nbest", "stats", nbest, "-r", reference, "-m", "chrf", "-w", 1)
    assert "different texts per list    2.5" in ran.out
    assert ran.out.splitlines()[-1].split()[0::2] == ["chrf", "100.0", "1.000"]
    assert json.loads(tertium("nbest", "stats", nbest, "-f", "json").out)["features"][0]["name"] == "lm"
