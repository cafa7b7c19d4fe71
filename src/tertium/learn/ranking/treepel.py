"""Treepel (Stanojević & Sima'an 2015): BEER with features of dependency parses."""

from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.learn.linear_model import LinearModel
from tertium.learn.ranking.beer import BEER
from tertium.metrics.base import option, register


@register("treepel")
@dataclass(frozen=True, kw_only=True)
class Treepel(BEER):
    """BEER whose features also say which tags, arcs and labels of two dependency parses agree.

    Weights belong to the parser that they were learned with; another one of the same scheme (Universal Dependencies)
    can be used, and the signature names it.
    """

    model: str = option("treepel-en", "name of a model that comes with the package, or path of a trained one")
    parser: str = option("auto", "parses: auto (of the package), a pipeline of spaCy, or CoNLL-U files joined by +")
    parse_cache: str = option("none", "none, or a file that keeps parses for the next run")

    summary = "BEER with the tags and arcs of dependency parses"
    original = "the idea of Treepel, with Universal Dependencies and weights of our own"
    name = "Treepel"
    package: ClassVar[str | None] = "spacy"

    def linear(self) -> LinearModel:
        linear, cache = super().linear(), "" if self.parse_cache == "none" else self.parse_cache
        return replace(linear, options=replace(linear.options, parser=self.parser, parse_cache=cache))
