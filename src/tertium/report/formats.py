"""The formats of the command line, by name."""

from typing import Literal, get_args

from tertium.errors import OptionError, UnknownNameError
from tertium.evaluation.results import Comparison, Evaluation

Format = Literal["text", "tsv", "json", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)
_MOST_DIGITS = 17  # more than a float holds


def render(result: Evaluation | Comparison, format: Format, width: int = 1) -> str:
    """The result in one format, each line ended by a newline.

    Args:
        result: What `score` or `compare` found.
        format: `text` for people, `tsv` and `json` for machines, `latex` for papers.
        width: Decimal places in `text` and `latex`; the others always have full precision.

    Raises:
        UnknownNameError: There is no such format.
        OptionError: The width is not between 0 and 17.
    """
    if not 0 <= width <= _MOST_DIGITS:
        raise OptionError(f"width is {width}; expected a number of digits from 0 to {_MOST_DIGITS}")
    # Only the one format is imported: the command line starts faster.
    match format:
        case "text":
            from tertium.report.comparison.text import render_text

            return render_text(result, width)
        case "tsv":
            from tertium.report.comparison.tsv import render_tsv

            return render_tsv(result)
        case "json":
            from tertium.report.comparison.json import render_json

            return render_json(result)
        case "latex":
            from tertium.report.comparison.latex import render_latex

            return render_latex(result, width)
    raise UnknownNameError("format", format, FORMATS)
