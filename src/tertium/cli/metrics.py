"""`tertium metrics`: what there is to measure with."""

import click

from tertium import metrics
from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.results.kinds.metrics import MetricList, MetricOptions, MetricPapers, metric_entry


@click.command("metrics")
@click.argument("name", required=False)
@click.option("--cite", is_flag=True, help="Print BibTeX of the papers that define the metrics, and of this program.")
@output_format()
def command(name: str | None, cite: bool, format: str) -> None:
    """List the metrics and tokenisers, or the options of one metric.

    \b
    tertium metrics
    tertium metrics bleu
    tertium metrics bleu --cite
    tertium metrics --format json
    """
    entries = tuple(map(metric_entry, metrics.names() if name is None else [name]))
    if cite:
        emit(MetricPapers(entries), format)
    elif name is None:
        emit(MetricList(entries), format)
    else:
        emit(MetricOptions(*entries), format)
