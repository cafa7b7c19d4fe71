"""The metric of this project's own: a ranking metric over all that the package can measure about a pair."""

from dataclasses import dataclass
from typing import Any

from tertium.learn.languages import model_for
from tertium.learn.ranking.base import ParsedRankingMetric
from tertium.metrics.base import option, register
from tertium.text.languages import Language


@register("tertium")
@dataclass(frozen=True, kw_only=True)
class Tertium(ParsedRankingMetric):
    """A ranking metric whose model says which features there are; a parser is used where they need one."""

    model: str = option(
        "tertium-en",
        "name of a model that comes with the package, or path of a trained one; by -l that of the language",
    )

    summary = "characters, words, edits, order, content and word vectors together, weighted as people rank translations"
    original = "none; a metric of this project"
    papers = ("tertium",)
    name = "Tertium"
    revision = 3

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        """The model that was made for the language, or that for any."""
        return {"model": model_for(cls.key, language)}
