"""Metrics and languages: which options suit a language, what does not fit it, and what `all` leaves out."""

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.errors import OptionError
from tertium.metrics.base import Metric
from tertium.metrics.spec import all_names, parse, refuse_doubles, split_specs
from tertium.text.languages import Guess, Language, guess
from tertium.text.testset import TestSet


@dataclass(frozen=True, slots=True)
class Choice:
    """Metrics that serve a language, and those that `all` leaves out: their names and why."""

    metrics: tuple[Metric, ...]
    left_out: tuple[tuple[str, str], ...] = ()


def choose(specs: Iterable[Metric | str], language: Language | None, looks: Guess | None = None) -> Choice:
    """Metrics from specs, with options that suit the language.

    Options that a spec names stay as they are, and so do metrics that are given as objects.

    Args:
        specs: Metrics, or specs that may hold several each; `all` stands for every metric that can serve.
        language: The language of the texts as it was given.
        looks: What the texts are written in as it was guessed; it decides only what `all` leaves out.

    Raises:
        OptionError: A metric that was asked for cannot serve the language; says what to use instead.
    """
    chosen: list[Metric] = []
    left_out: list[tuple[str, str]] = []
    for spec in specs:
        for one in [spec] if isinstance(spec, Metric) else split_specs(spec):
            if one == "all":
                metrics, dropped = _all(language, looks)
                chosen += metrics
                left_out += dropped
            else:
                chosen.append(_fitting(one, language))
    refuse_doubles(chosen)
    if not chosen and left_out:
        raise OptionError(f"no metric can serve this language: {'; '.join(f'{name}: {why}' for name, why in left_out)}")
    return Choice(tuple(chosen), tuple(left_out))


def _fitting(spec: Metric | str, language: Language | None) -> Metric:
    metric = spec if isinstance(spec, Metric) else parse(spec, language)
    if language and (misfit := metric.misfit(language)):
        raise OptionError(f"{metric.spec()} does not fit {language.name}: {misfit}")
    return metric


def _all(language: Language | None, looks: Guess | None) -> tuple[list[Metric], list[tuple[str, str]]]:
    """Every metric that serves, and the names of the others with the reason."""
    metrics, left_out = [], []
    for name in all_names():
        try:
            metric = parse(name, language)
        except OptionError as error:
            left_out.append((name, str(error).removeprefix(f"{name}: ")))
            continue
        misfit = metric.misfit(language) if language else looks and unfit(metric, looks)
        if misfit:
            left_out.append((name, str(misfit)))
        else:
            metrics.append(metric)
    return metrics, left_out


def unfit(metric: Metric, looks: Guess) -> str | None:
    """Why a metric does not fit texts that nobody gave a language for; None where it does."""
    if looks.language:
        misfit = metric.misfit(looks.language)
        return f"{misfit}" if misfit else None
    trained = metric.trained_on()
    if trained is not None and looks.script not in trained.scripts:
        return f"its model was trained on {trained.name}"
    return None


def appearance(test_set: TestSet) -> Guess | None:
    """What a test set is written in, by its references, or by its outputs where it has none."""
    outputs = next(iter(test_set.systems.values()), ())
    return guess(test_set.references.texts or outputs)


def refuse_other_script(test_set: TestSet, metrics: Iterable[Metric], looks: Guess | None) -> None:
    """Raise where a model would score texts in a script that it was never trained on."""
    for metric in metrics:
        trained = metric.trained_on()
        if looks and trained and looks.script not in trained.scripts:
            code = looks.language.code if looks.language else "CODE"
            raise OptionError(
                f"{metric.spec()}: its model was trained on {trained.name}, and {test_set.name} is in {looks.script} "
                f"script ({looks.name}); say -l {code} (in Python language={code!r}) for metrics that fit, or "
                f"-l {trained.code} if it is {trained.name} all the same"
            )
