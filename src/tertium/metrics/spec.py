"""Metrics from text: `bleu`, `bleu(smooth=add-k,tok=intl)`, `bleu,chrf(beta=3),ter`."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from importlib.util import find_spec

from tertium.errors import OptionError, UnknownNameError
from tertium.keywords import checked
from tertium.metrics.base import Metric, get, names
from tertium.metrics.options import parse_value
from tertium.text.languages import Language, target_of


@checked
def parse(text: str, language: Language | str | None = None) -> Metric:
    """One metric with its options; those that are not named are the ones that suit the language, if it is given."""
    name, bracket, rest = text.strip().partition("(")
    metric = get(name.strip())
    target = target_of(language) if isinstance(language, str) else language
    usual = metric.options_for(target) if target else {}
    if not bracket:
        return metric(**usual)
    if not rest.endswith(")"):
        raise OptionError(f"{text!r}: expected name(option=value,...), found no closing bracket at the end")
    fields_of = {f.name: f for f in fields(metric)}
    options = {}
    for part in filter(None, (p.strip() for p in rest[:-1].split(","))):
        option, equals, value = (p.strip() for p in part.partition("="))
        if not equals:
            raise OptionError(f"{text!r}: expected option=value, found {part!r}")
        if option not in fields_of:
            raise UnknownNameError(f"option of {metric.key}", option, fields_of)
        if option in options:
            raise OptionError(f"{text!r}: option {option!r} is given twice")
        options[option] = parse_value(metric, fields_of[option], value)
    return metric(**{**usual, **options})


def refuse_doubles(metrics: Sequence[Metric]) -> None:
    """Raise where two metrics are the same with the same options."""
    for i, metric in enumerate(metrics):
        if metric in metrics[:i]:
            raise OptionError(f"metric {metric.spec()!r} is given twice")


def labels(metrics: Iterable[Metric]) -> list[str]:
    """A column name for each metric: its name, with its options where two metrics share the name."""
    column = list(metrics)
    names = [metric.name for metric in column]
    return [name if names.count(name) == 1 else metric.spec() for name, metric in zip(names, column, strict=True)]


def split_specs(text: str) -> list[str]:
    """The specs in one text, split at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    if any(not part.strip() for part in parts):
        raise OptionError(f"{text!r}: there is an empty name between commas")
    return [part.strip() for part in parts]


def all_names() -> list[str]:
    """The metrics that `all` stands for: not those that must be named, or whose package is not installed."""
    return [name for name in names() if not (metric := get(name)).only_by_name and _installed(metric.package)]


def _installed(package: str | None) -> bool:
    return package is None or find_spec(package) is not None
