from pathlib import Path
from typing import Any

from tests.support.types import Run


def test_draw_writes_svg_png_and_html(tertium: Run, premier: Any, tmp_path: Path) -> None:
    for name, start in (("p.svg", b"<svg"), ("p.png", b"\x89PNG"), ("p.html", b"<!doctype html>")):
        assert tertium("network", "draw", premier, tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    ran = tertium("network", "draw", premier, tmp_path / "p.pdf")
    assert ran.code == 2
    assert "expected a name that ends in .svg, .png or .html" in ran.err
