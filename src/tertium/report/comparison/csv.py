"""The records of the TSV with commas, for spreadsheets; cells hold the same."""

import csv
import io

from tertium.evaluation.results import Comparison, Evaluation
from tertium.report.comparison.tsv import render_tsv


def render_csv(result: Evaluation | Comparison) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(line.split("\t") for line in render_tsv(result).splitlines())
    return text.getvalue()
