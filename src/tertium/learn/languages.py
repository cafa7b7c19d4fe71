"""Trained metrics and languages: a model serves the language it was trained on."""

from tertium.learn.model import Model, names
from tertium.metrics.base import Misfit
from tertium.text.languages import Language, all_languages, standard_or_none

ANY = "any"
"""What stands for every language: in names of models, and the tokeniser that knows every script."""

UNSPACED = "unspaced"
"""In names of models: languages in which no spaces stand between words."""


def language_of(model: Model) -> Language | None:
    """The language that a model was trained on; None where it is for any."""
    code = standard_or_none(model.language)
    return all_languages()[code] if code and "-" not in code else None


def model_for(key: str, language: Language) -> str:
    """The name of the package's model for a language; where it has none, of that for languages of its kind."""
    own = f"{key}-{language.code}"
    if own in names():
        return own
    return f"{key}-{ANY if language.spaced else UNSPACED}"


def misfit_of(key: str, name: str, model: Model, language: Language) -> Misfit | None:
    """Why a model cannot serve a language; None where it can."""
    trained = language_of(model)
    if trained is None:
        reason = f"the words that the model {name} looks at stand between spaces"
        return None if language.spaced or model.options.get("tok") == ANY else Misfit(reason, "use chrf")
    if trained.code == language.code:
        return None
    if (other := model_for(key, language)) in names():
        instead = f"use {key}(model={other})"
    else:
        instead = f"train one on judgements of {language.name} with `tertium train {key}`"
    return Misfit(f"its model {name} was trained on {trained.name}", instead)
