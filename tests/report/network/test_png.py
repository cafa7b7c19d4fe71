"""Networks as PNG."""

from io import BytesIO

import pytest

from tertium.networks.network import Alternative, Card, Network, Ref
from tertium.report.network.png import network_png
from tests.support.networks import PREMIER

LONG = Network(
    "S",
    (
        Card.of("S", " ".join(["word", "[X]", "other"] * 20), "[X]", ""),
        Card("X", (Alternative(("a",), 0.5), Alternative(("b", "c"))), (2, 4)),
    ),
)


def test_png_pictures_are_pictures() -> None:
    image = pytest.importorskip("matplotlib.image")
    odd = Network("S", (Card("S", (Alternative(("$x$", Ref("T"))), Alternative(()))), Card.of("T", "_^{")))
    for network in (PREMIER, LONG, odd):
        picture = image.imread(BytesIO(network_png(network)))
        assert picture.shape[0] > 100
        assert picture[..., :3].std() > 0.05
