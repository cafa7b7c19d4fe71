"""A model serves the language that it was trained on."""

from tertium.learn.languages import language_of, misfit_of
from tertium.learn.model import Model
from tertium.text.languages import all_languages

ENGLISH, GERMAN, CHINESE = (all_languages()[code] for code in ("en", "de", "zh"))


def test_the_language_of_a_model() -> None:
    assert language_of(Model.load("beer-en")) == ENGLISH
    assert language_of(Model.load("beer-any")) is None


def test_another_language_is_told_what_to_use() -> None:
    model = Model.load("beer-en")
    assert misfit_of("beer", "beer-en", model, ENGLISH) is None
    german = misfit_of("beer", "beer-en", model, GERMAN)
    assert german is not None
    assert "was trained on English" in german.reason
    assert "model=beer-any" in german.instead
    chinese = misfit_of("beer", "beer-en", model, CHINESE)
    assert chinese is not None
    assert "tertium train beer" in chinese.instead


def test_a_model_for_any_language_needs_spaces() -> None:
    model = Model.load("beer-any")
    assert misfit_of("beer", "beer-any", model, GERMAN) is None
    chinese = misfit_of("beer", "beer-any", model, CHINESE)
    assert chinese is not None
    assert chinese.instead == "use chrf"
