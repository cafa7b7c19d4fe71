import xml.etree.ElementTree as ET

import pytest

from tertium.report.network.svg import network_svg
from tertium.results.numbers import count_text
from tests.support.networks import PREMIER

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


@pytest.mark.parametrize(
    ("count", "log10", "text"),
    [(60, 1.8, "60"), (999_999, 6, "999,999"), (1_234_567, 6.1, "1.2×10^6"), (None, 12345.6, "about 10^12,346")],
)
def test_numbers_of_paths_for_people(count: int | None, log10: float, text: str) -> None:
    assert count_text(count, log10) == text
