"""Trained metrics and languages: a model serves the language it was trained on."""

from tertium.learn.model import Model, names
from tertium.metrics.base import Misfit
from tertium.text.languages import Language, all_languages, standard_or_none

ANY = "any"


def language_of(model: Model) -> Language | None:
    """The language that a model was trained on; None where it is for any."""
    code = standard_or_none(model.language)
    return all_languages()[code] if code and "-" not in code else None


def misfit_of(key: str, name: str, model: Model, language: Language) -> Misfit | None:
    """Why a model cannot serve a language; None where it can."""
    trained = language_of(model)
    if trained is None:
        reason = f"the words that the model {name} looks at stand between spaces"
        return None if language.spaced else Misfit(reason, "use chrf")
    if trained.code == language.code:
        return None
    if language.spaced and f"{key}-{ANY}" in names():
        instead = f"use {key}(model={key}-{ANY})"
    else:
        instead = f"train one on judgements of {language.name} with `tertium train {key}`"
    return Misfit(f"its model {name} was trained on {trained.name}", instead)
