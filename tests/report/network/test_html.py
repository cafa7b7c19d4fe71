"""Networks as pages."""

from tertium.networks.network import Card, Network
from tertium.report.network.html import network_page
from tertium.report.network.svg import network_svg
from tests.support.networks import PREMIER


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
