"""Networks as PNG, drawn by matplotlib from the same places as the SVG."""

import io
import warnings

from tertium.errors import MissingExtraError
from tertium.networks.network import Network
from tertium.report.network.railroad import BOX, Box, Diagram, diagrams

_DPI = 144  # two dots for each unit of the diagram
_BETWEEN = 14
_TALLEST = 20_000  # units; a bitmap beyond it takes gigabytes

_COLOURS = {
    "words": ("#f1f5fb", "#b9c9de", "#1b2430"),
    "card": ("#1d5fa8", "#1d5fa8", "#ffffff"),
    "nothing": ("#f6f7f9", "#d9dee5", "#5a6675"),
    "more": ("#f6f7f9", "#d9dee5", "#5a6675"),
}
_RAIL = "#8593a3"


def network_png(network: Network) -> bytes:
    """The picture as a bitmap. What would be too tall is left out at the end.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.patches import FancyBboxPatch, PathPatch
        from matplotlib.path import Path
    except ImportError:
        raise MissingExtraError("drawing PNG", "report") from None
    drawn, _ = diagrams(network)
    drawings: list[tuple[float, Diagram]] = []
    height = 10.0
    for diagram in drawn:
        if drawings and height + diagram.height > _TALLEST:
            break
        drawings.append((height, diagram))
        height += diagram.height + _BETWEEN
    width = max(diagram.width for _, diagram in drawings)
    figure = Figure(figsize=(width / 72, height / 72), dpi=_DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    codes = {"M": (Path.MOVETO,), "L": (Path.LINETO,), "Q": (Path.CURVE3, Path.CURVE3)}

    def draw_box(box: Box, top: float) -> None:
        fill, line, ink = _COLOURS[box.kind]
        round_ = 5 if box.kind == "card" else BOX / 2
        axes.add_patch(
            FancyBboxPatch(
                (box.x, top + box.y - BOX / 2),
                box.width,
                BOX,
                boxstyle=f"round,pad=0,rounding_size={round_}",
                facecolor=fill,
                edgecolor=line,
                linewidth=1.2,
                zorder=2,
            )
        )
        weight = "bold" if box.kind == "card" else "normal"
        axes.text(
            box.x + box.width / 2,
            top + box.y,
            _plain(box.text),
            color=ink,
            size=9.5,
            weight=weight,
            ha="center",
            va="center",
            zorder=3,
        )

    for top, diagram in drawings:
        axes.text(12, top + 12, _plain(diagram.title), size=10, weight="bold", color="#1b2430", va="center")
        start, end, y = diagram.ends
        for rail in diagram.rails:
            points = [(numbers[i], top + numbers[i + 1]) for _, numbers in rail for i in range(0, len(numbers), 2)]
            path = Path(points, [code for letter, _ in rail for code in codes[letter]])
            axes.add_patch(PathPatch(path, facecolor="none", edgecolor=_RAIL, linewidth=2, zorder=1))
        for x in (start, start + 4, end - 4, end):
            axes.plot([x, x], [top + y - 7, top + y + 7], color=_RAIL, linewidth=2, zorder=1)
        for box in diagram.boxes:
            draw_box(box, top)
    stream = io.BytesIO()
    with warnings.catch_warnings():
        # A letter that the font lacks is a box, and no reason to complain.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure.savefig(stream, format="png", metadata={"Software": None})
    return stream.getvalue()


def _plain(text: str) -> str:
    """A dollar sign would begin a formula."""
    return text.replace("$", r"\$")
