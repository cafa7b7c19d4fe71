"""`tertium metrics`: what there is to measure with."""

import click

from tertium import metrics
from tertium.cli.emit import emit
from tertium.cli.options import output_format
from tertium.results.kinds.metrics import MetricList, MetricOptions, metric_entry


@click.command("metrics")
@click.argument("name", required=False)
@output_format()
def command(name: str | None, format: str) -> None:
    """List the metrics and tokenisers, or the options of one metric.

    \b
    tertium metrics
    tertium metrics bleu
    tertium metrics --format json
    """
    if name is not None:
        emit(MetricOptions(metric_entry(name)), format)
    else:
        emit(MetricList(tuple(map(metric_entry, metrics.names()))), format)
