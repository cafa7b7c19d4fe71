"""pFSM (Wang & Manning 2012): edits by a probabilistic finite-state machine."""

from dataclasses import dataclass

from tertium.learn.pfsm.base import MODEL, EditMetric
from tertium.metrics.base import option, register


@register("pfsm")
@dataclass(frozen=True, kw_only=True)
class PFSM(EditMetric):
    model: str = option("pfsm-en", MODEL)

    summary = "how probably edits lead from reference to hypothesis, weighed by what people judge"
    name = "pFSM"
