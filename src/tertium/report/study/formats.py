"""The formats of a study by name."""

from tertium.errors import UnknownNameError
from tertium.meta.study.results import Study
from tertium.report.formats import FORMATS, Format


def render_study(study: Study, format: Format, width: int = 3) -> str:
    """The study in one format, each line ended by a newline; `width` is decimal places in text and LaTeX."""
    # Only the one format is imported: the command line starts faster.
    match format:
        case "text":
            from tertium.report.study.text import render_study_text

            return render_study_text(study, width)
        case "tsv":
            from tertium.report.study.tsv import render_study_tsv

            return render_study_tsv(study)
        case "json":
            from tertium.report.study.json import render_study_json

            return render_study_json(study)
        case "latex":
            from tertium.report.study.latex import render_study_latex

            return render_study_latex(study, width)
    raise UnknownNameError("format", format, FORMATS)
