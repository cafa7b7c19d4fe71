"""The language of judged outputs: as it is given, as the language pairs say, or as it looks; and what serves it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tertium.meta.judgements import JudgementGroup
from tertium.metrics import Metric
from tertium.metrics.languages import appearance, choose, unfit
from tertium.metrics.spec import split_specs
from tertium.text.languages import Guess, Language, standard_or_none, target_of


@dataclass(frozen=True, slots=True)
class Chosen:
    """Metrics for judgements, what `all` left out with the reasons, and what makes scores doubtful.

    `language` is that of all outputs, None where they are in several or nobody knows.
    """

    metrics: tuple[Metric, ...]
    language: Language | None
    left_out: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]


def choose_for(groups: Sequence[JudgementGroup], specs: Iterable[Metric | str], given: str | None) -> Chosen:
    """Metrics from specs, with options that suit the language of the outputs.

    Args:
        groups: The judgements.
        specs: Metrics, or specs that may hold several each; `all` stands for every metric that can serve.
        given: The language as a user says it, such as `zh` or `en-zh`; None: that of the language pairs, if it is one.

    Raises:
        OptionError: The language is unknown, or a metric that was asked for cannot serve it.
    """
    pairs = {group.lang_pair: standard_or_none(group.lang_pair) for group in groups}
    targets = {pair: target_of(known) for pair, known in pairs.items() if known}
    language = target_of(given) if given is not None else None
    warnings = [
        f"the judgements of {pair} are of {target.name}, not {language.name} (-l {given})"
        for pair, target in targets.items()
        if language and target != language
    ]
    if language is None and len(targets) == len(pairs) and len(set(targets.values())) == 1:
        language = next(iter(targets.values()))
    if language is not None:
        choice = choose(specs, language)
        return Chosen(choice.metrics, language, choice.left_out, tuple(warnings))
    looks = {group.lang_pair: _looks(group, targets.get(group.lang_pair)) for group in groups}
    metrics, left_out = _serving_all(specs, [look for look in looks.values() if look])
    for metric in metrics:
        for pair, look in looks.items():
            if look and (why := unfit(metric, look)):
                warnings.append(f"{metric.spec()}: {pair} is {look.name}, and {why}; or use --lang-pair {pair} alone")
    return Chosen(tuple(metrics), None, tuple(left_out.items()), tuple(warnings))


def _looks(group: JudgementGroup, target: Language | None) -> Guess | None:
    return Guess(target.scripts[0], target) if target else appearance(group.items.test_set())


def _serving_all(specs: Iterable[Metric | str], looks: Iterable[Guess]) -> tuple[list[Metric], dict[str, str]]:
    """The metrics; of `all` those that serve every language that there is."""
    single = [one for spec in specs for one in ([spec] if isinstance(spec, Metric) else split_specs(spec))]
    left_out: dict[str, str] = {}
    if "all" in single:
        for look in looks:
            left_out.update(choose(["all"], None, look).left_out)
    wanted = [one for one in single if one != "all"]
    everything = choose(["all"], None).metrics if "all" in single else ()
    return [*choose(wanted, None).metrics, *(one for one in everything if one.key not in left_out)], left_out
