"""What people said about translations, as data: scores, preferences, errors, and the outputs they are about.

Everything is flat: an item is one output of one system for one segment, and judgements point to items by number. Real
data needs this: the same system and segment occur with different outputs, systems lack segments, and some judgements
are of outputs whose system nobody wrote down.

NaN is a missing score, never 0. Every human score here says "higher is better"; readers negate errors and HTER.
"""

from tertium.meta.judgements.groups import JudgementGroup, JudgementSet, Origin
from tertium.meta.judgements.items import Codes, Indices, Items
from tertium.meta.judgements.preferences import Preferences
from tertium.meta.judgements.scores import DocumentJudgements, Ratings, ScoreTables, SegmentScores, SystemJudgements
from tertium.meta.judgements.spans import MQM_WEIGHTS, ErrorSpans, Side

__all__ = [
    "MQM_WEIGHTS",
    "Codes",
    "DocumentJudgements",
    "ErrorSpans",
    "Indices",
    "Items",
    "JudgementGroup",
    "JudgementSet",
    "Origin",
    "Preferences",
    "Ratings",
    "ScoreTables",
    "SegmentScores",
    "Side",
    "SystemJudgements",
]
