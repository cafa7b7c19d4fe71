"""Results as a notebook shows them: a table, or a whole page in a frame of its own that loads and runs nothing."""

from html import escape
from typing import TYPE_CHECKING

from tertium.evaluation.results import Comparison, Evaluation
from tertium.evaluation.views import scores as view
from tertium.report.html.markup import Element, element, name
from tertium.results import numbers

if TYPE_CHECKING:
    from tertium.evaluation.explain import Explanations
    from tertium.networks.network import Network


def evaluation_html(evaluation: Evaluation) -> str:
    """The scores as a table, best ones bold, with the signatures below."""
    shown = view.metrics(evaluation)
    leaders = [set(view.best(evaluation, i)) for i in range(len(shown))]
    titles = (element("th", f"{score.metric} {view.arrow(score)}", scope="col") for score in shown)
    rows = [
        element(
            "tr",
            element("th", name(row.system), scope="row"),
            *(
                element("td", _bold(numbers.number(score.score, 1), bold=row.system in leaders[i]))
                for i, score in enumerate(row.scores)
            ),
        )
        for row in evaluation.systems
    ]
    caption = f"{evaluation.test_set}, {evaluation.n_segments:,} segments; ↑ higher is better, ↓ lower is better"
    table = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", element("th", "system", scope="col"), *titles)),
        element("tbody", *rows),
    )
    signatures = (element("li", element("code", signature)) for _, signature in view.signatures(evaluation))
    return str(element("div", table, element("details", element("summary", "Signatures"), element("ul", *signatures))))


def _bold(text: str, *, bold: bool) -> Element | str:
    return element("strong", text) if bold else text


def comparison_html(comparison: Comparison) -> str:
    """The page of a comparison."""
    return _framed(comparison.to_html(), 720)


def explanations_html(explanations: "Explanations") -> str:
    """The page of explanations."""
    from tertium.report.explanation.html import explanations_page

    return _framed(explanations_page(explanations), 560)


def network_html(network: "Network") -> str:
    """The page of a network."""
    from tertium.report.network.html import network_page

    return _framed(network_page(network, network.root), 480)


def _framed(page: str, height: int) -> str:
    """A page inside a page: its styles stay its own, and the sandbox lets it do nothing."""
    return f'<iframe sandbox="" style="width:100%;height:{height}px;border:0" srcdoc="{escape(page)}"></iframe>'
