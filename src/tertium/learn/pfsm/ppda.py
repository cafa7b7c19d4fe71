"""pPDA and pPDA+f (Wang & Manning 2012): the machine with a stack, whose edits may jump to words in another order."""

from dataclasses import dataclass, replace

from tertium.errors import OptionError
from tertium.learn.model import Model
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.base import MODEL, EditMetric
from tertium.metrics.base import option, register


@register("ppda")
@dataclass(frozen=True, kw_only=True)
class PPDA(EditMetric):
    model: str = option("ppda-en", MODEL)

    summary = "the same with jumps, for words in another order"
    name = "pPDA"


@register("ppda+f")
@dataclass(frozen=True, kw_only=True)
class PPDAF(EditMetric):
    model: str = option("ppda+f-en", MODEL)
    parser: str = option(
        "model", "for a model with relations: that of its training, auto, files in CoNLL-U joined by +, or one of spaCy"
    )

    summary = "the same with jumps, synonyms and paraphrases"
    name = "pPDA+f"

    def _settings(self, model: Model) -> EditSettings:
        if self.parser == "model":
            return super()._settings(model)
        settings = EditSettings.of(model.options, model.language)
        if settings.parser == "none" or self.parser == "none":
            has = "no weights" if settings.parser == "none" else "weights"
            raise OptionError(
                f"ppda+f: parser={self.parser}, but {self.model} has {has} for relations; use parser=model"
            )
        return replace(settings, parser=self.parser)
