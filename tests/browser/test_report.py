"""Every page that `tertium.report` makes, in a browser: it fits screens and paper, and everyone can use it.

TERTIUM_PICTURES=folder (`make pictures`) writes the pictures that the documentation shows.
"""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.browser import gallery
from tests.browser.harness import Album, serious

PAPER = 718  # pixels between the margins of A4
KINDS = (
    "score", "compare", "explain", "explain-zh", "explain-ar", "network", "meta", "tune", "runs", "edits", "tables",
    "exam",
)  # fmt: skip

# What sticks out of the window, unless it stands in a box of its own that scrolls; on paper nothing scrolls.
_STICKING_OUT = """(paper) => {
  const width = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('main *, header *, nav *')].filter((part) => {
    const box = part.getBoundingClientRect();
    const inside = !paper && part.closest('.wide, .track') !== null && !part.matches('.wide, .track');
    return box.width > 0 && !inside && part.closest('svg') !== part && part.closest('svg') === null
      && (box.right > width + 1 || box.left < -1);
  });
  return out.slice(0, 5).map((part) => part.outerHTML.slice(0, 120) + ' ends at ' + part.getBoundingClientRect().right);
}"""
_OPEN_ALL = "() => document.querySelectorAll('details').forEach((part) => (part.open = true))"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = gallery.make(tmp_path_factory.mktemp("gallery"))
    assert tuple(made) == KINDS
    return made


def sticking_out(page: Any, *, paper: bool = False) -> list[str]:
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    found: list[str] = page.evaluate(_STICKING_OUT, paper)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_pages_fit_screens_and_paper(page: Any, pages: dict[str, Path], kind: str) -> None:
    """Wide and narrow, light and dark and printed; axe looks at each width and at each scheme."""
    page.goto(pages[kind].as_uri())
    page.evaluate(_OPEN_ALL)
    for width, scheme in ((1280, "light"), (412, "light"), (412, "dark"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert sticking_out(page) == [], (width, scheme)
        if (width, scheme) in ((1280, "light"), (412, "dark")):
            assert serious(page) == [], (width, scheme)
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print")
    assert sticking_out(page, paper=True) == []
    background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)", "paper is white in dark mode too"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("font", ["monospace", "serif", "sans-serif; letter-spacing: 0.03em"])
def test_pages_fit_whatever_the_fonts(page: Any, pages: dict[str, Path], kind: str, font: str) -> None:
    """Where other fonts are installed words are wider, here by up to a third."""
    page.goto(pages[kind].as_uri())
    page.evaluate(_OPEN_ALL)
    page.evaluate(
        "font => { const style = document.createElement('style'); document.head.append(style);"
        " style.textContent = `* { font-family: ${font} }`.replace(/;|\\s\\}/g, ' !important$&'); }",
        font,
    )
    page.set_viewport_size({"width": 412, "height": 900})
    assert sticking_out(page) == []
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print")
    assert sticking_out(page, paper=True) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_keyboard_goes_through_a_page_from_top_to_bottom(page: Any, pages: dict[str, Path], kind: str) -> None:
    page.goto(pages[kind].as_uri())
    places = []
    for _ in range(12):
        page.keyboard.press("Tab")
        place = page.evaluate(
            "() => { const part = document.activeElement; const box = part.getBoundingClientRect();"
            " return part === document.body ? null"
            " : [part.closest('nav') ? 0 : 1, Math.round(box.top + scrollY), Math.round(box.left), part.outerHTML]; }"
        )
        if place is None:
            break
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none", place
        places.append(place)
    if page.locator("nav").count():
        assert places[0][0] == 0, "the index comes first"
    for before, after in pairwise(places):
        # What stands side by side may differ a little in height.
        assert after[0] > before[0] or after[1] >= before[1] - 40, (before, after)


@pytest.mark.parametrize("kind", ["compare", "meta"])
def test_the_index_stays_in_sight(page: Any, pages: dict[str, Path], kind: str) -> None:
    page.goto(pages[kind].as_uri())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash !== ''")
    page.evaluate("() => window.scrollTo(0, 3000)")
    assert page.locator("nav").bounding_box()["y"] >= -1


def test_long_sentences_stay_on_the_screen(page: Any, pages: dict[str, Path]) -> None:
    """The railroad of forty words goes on below instead of running off, and opened cards stay inside."""
    for width in (1280, 412):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(pages["network"].as_uri())
        for opened in (False, True):
            if opened:
                page.evaluate(_OPEN_ALL)
            track = page.locator(".track")
            assert track.evaluate("(part) => part.scrollWidth <= part.clientWidth"), (width, opened)
            heights = page.evaluate(
                "() => [...new Set([...document.querySelectorAll('.track > .inside > .choice > .row > .item')]"
                ".map((part) => Math.round(part.getBoundingClientRect().top)))]"
            )
            assert len(heights) > 1, "one line cannot hold forty words"


def test_no_column_is_cut_on_a_wide_screen(page: Any, pages: dict[str, Path]) -> None:
    for kind in ("meta", "score", "runs", "edits", "explain"):
        page.goto(pages[kind].as_uri())
        cut = page.evaluate(
            "() => [...document.querySelectorAll('.wide')].filter((box) => box.scrollWidth > box.clientWidth + 1)"
            ".map((box) => `${box.getAttribute('aria-label')}: ${box.scrollWidth} > ${box.clientWidth}`)"
        )
        assert cut == [], kind


def test_pictures_for_the_documentation(page: Any, pages: dict[str, Path]) -> None:
    album = Album(page)
    for kind, height in (("compare", 860), ("explain", 860), ("network", 560), ("meta", 860)):
        page.set_viewport_size({"width": 1280, "height": height})
        page.goto(pages[kind].as_uri())
        assert page.locator("h1").is_visible()
        album.take(f"page-{kind}")
    page.set_viewport_size({"width": 412, "height": 860})
    page.goto(pages["explain"].as_uri())
    assert page.locator("svg.narrow").first.is_visible()
    album.take("page-explain-narrow")


def test_the_picture_of_the_readme(page: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    options = ["compare", "--sample", "-m", "chrf,bleu,tertium", "--quiet", "--html", str(report)]
    subprocess.run([sys.executable, "-m", "tertium", *options], check=True, stdout=subprocess.DEVNULL)
    page.set_viewport_size({"width": 1100, "height": 900})
    page.goto(report.as_uri())
    assert page.locator("h1").is_visible()
    Album(page).take("report")
