"""Results as a notebook shows them: their tables, or a whole page in a frame that loads and runs nothing."""

from html import escape

from tertium.networks.network import Network
from tertium.report.html.markup import element
from tertium.report.html.tables import html_blocks
from tertium.report.network.html import network_page
from tertium.results.base import Result
from tertium.results.table import Drawing


def tables_html(result: Result) -> str:
    """The tables, without those that are too long for a paper."""
    blocks = [block for block in result.tables() if isinstance(block, Drawing) or not block.detail]
    return str(element("div", *html_blocks(blocks, result.places)))


def page_html(result: Result) -> str:
    """The page of a result."""
    return _framed(result.to_html(), 640)


def network_html(network: Network) -> str:
    """The page of a network."""
    return _framed(network_page(network, network.root), 480)


def _framed(page: str, height: int) -> str:
    """A page inside a page: its styles stay its own, and the sandbox lets it do nothing."""
    return f'<iframe sandbox="" style="width:100%;height:{height}px;border:0" srcdoc="{escape(page)}"></iframe>'
