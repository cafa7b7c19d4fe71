"""Railroads of cards: where boxes and lines stand."""

import xml.etree.ElementTree as ET
from typing import Any

from hypothesis import given, settings

from tertium.networks.network import Alternative, Card, Network
from tertium.report.network.html import network_page
from tertium.report.network.railroad import BOX, diagram
from tertium.report.network.svg import network_svg
from tests.support.networks import costs, hard_names, hard_words, networks

LONG = Network(
    "S",
    (
        Card.of("S", " ".join(["word", "[X]", "other"] * 20), "[X]", ""),
        Card("X", (Alternative(("a",), 0.5), Alternative(("b", "c"))), (2, 4)),
    ),
)


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
