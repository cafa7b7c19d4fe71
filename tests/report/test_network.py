import xml.etree.ElementTree as ET
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings

from tertium.networks.network import Alternative, Card, Network, Ref
from tertium.report.network.html import network_page
from tertium.report.network.png import network_png
from tertium.report.network.railroad import BOX, diagram
from tertium.report.network.svg import network_svg
from tertium.results.numbers import count_text
from tests.support.networks import PREMIER, costs, hard_names, hard_words, networks

LONG = Network(
    "S",
    (
        Card.of("S", " ".join(["word", "[X]", "other"] * 20), "[X]", ""),
        Card("X", (Alternative(("a",), 0.5), Alternative(("b", "c"))), (2, 4)),
    ),
)

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_has_every_card_with_links_to_those_inside() -> None:
    root = ET.fromstring(network_svg(PREMIER))
    cards = root.findall(f"{SVG}g")
    titles = [card.find(f"{SVG}text").text for card in cards]
    assert titles == PREMIER.order()
    ids = {card.get("id"): title for card, title in zip(cards, titles, strict=True)}
    linked = {ids[a.get("href")[1:]]: a.find(f"{SVG}text").text for a in root.iter(f"{SVG}a")}
    assert all(name == text for name, text in linked.items())
    assert set(linked) == {"SILVIO", "ITALIAN", "PREMIER", "ITALIAN-PREMIER"}


@given(networks(words=hard_words, names=hard_names, costs=costs, spans=True))
@settings(max_examples=30)
def test_boxes_lie_inside_the_picture_and_do_not_overlap(network: Any) -> None:
    for card in network.cards:
        drawn = diagram(card)
        boxes = [(b.x, b.y - BOX / 2, b.x + b.width, b.y + BOX / 2) for b in drawn.boxes]
        for i, (x1, y1, x2, y2) in enumerate(boxes):
            assert x1 >= 0
            assert y1 >= 0
            assert x2 <= drawn.width
            assert y2 <= drawn.height
            assert all(x2 <= a or c <= x1 or y2 <= b or d <= y1 for a, b, c, d in boxes[:i])
    ET.fromstring(network_svg(network))
    network_page(network, "name")


def test_long_alternatives_are_broken_into_lines() -> None:
    drawn = diagram(LONG["S"])
    assert drawn.width < 1050
    assert len({box.y for box in drawn.boxes}) > 3


def test_pages_open_cards_without_running_anything() -> None:
    page = network_page(PREMIER, "an <odd> name")
    assert page.count('<details class="in-line">') == 15
    assert "<script" not in page
    assert "an &lt;odd&gt; name" in page
    assert "default-src &#x27;none&#x27;" in page


def test_cards_that_stand_in_very_many_places_become_links() -> None:
    cards = [Card.of(f"C{i}", f"[C{i + 1}] [C{i + 1}] a") for i in range(30)]
    page = network_page(Network("C0", (*cards, Card.of("C30", "x"))), "nested")
    assert len(page) < 3_000_000
    assert '<a href="#card-' in page


def test_a_card_of_very_many_alternatives_is_cut_and_says_so() -> None:
    network = Network("S", (Card.of("S", *(f"w{i}" for i in range(1000))),))
    for text in (network_svg(network), network_page(network, "many")):
        assert "and 940 more" in text
        assert "w59" in text
        assert "w60" not in text


def test_png_pictures_are_pictures() -> None:
    image = pytest.importorskip("matplotlib.image")
    odd = Network("S", (Card("S", (Alternative(("$x$", Ref("T"))), Alternative(()))), Card.of("T", "_^{")))
    for network in (PREMIER, LONG, odd):
        picture = image.imread(BytesIO(network_png(network)))
        assert picture.shape[0] > 100
        assert picture[..., :3].std() > 0.05


@pytest.mark.parametrize(
    ("count", "log10", "text"),
    [(60, 1.8, "60"), (999_999, 6, "999,999"), (1_234_567, 6.1, "1.2×10^6"), (None, 12345.6, "about 10^12,346")],
)
def test_numbers_of_paths_for_people(count: int | None, log10: float, text: str) -> None:
    assert count_text(count, log10) == text
