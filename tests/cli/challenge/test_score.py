"""`tertium challenge score`: shares by phenomenon, and a page of the worst."""

import json
from pathlib import Path

from tests.support.command import run_here

PAIRS = (
    "phenomenon\treference\tgood\tbad\n"
    "negation\tIt is not cold.\tIt isn't cold.\tIt is cold.\n"
    "omission\tIt is very cold in here.\tIt is very cold here.\tIt is.\n"
)


def test_shares_are_those_of_the_scores(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text(PAIRS, "utf-8")
    call = ("challenge", "score", str(tmp_path / "pairs.tsv"), "-m", "wer,chrf", "-l", "en", "-q")
    ran = run_here(*call, "-f", "json", "--html", str(tmp_path / "page.html"))
    assert ran.returncode == 0, ran.stderr
    wer, chrf = json.loads(ran.stdout)["metrics"]
    assert [(p["phenomenon"], p["right"], p["ties"]) for p in wer["phenomena"]] == [
        ("negation", 0, 0),
        ("omission", 1, 0),
    ]
    assert wer["mean"] == 0.5
    assert chrf["signature"].startswith("chrf|")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Most wrong" in page
    assert "cold." in page
    assert "Most wrong" not in run_here(*call, "--worst", "0").stdout
