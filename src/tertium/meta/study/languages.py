"""The metrics for judgements: what suits the language of the outputs, or all of them where there are several."""

from collections.abc import Sequence
from dataclasses import replace

from tertium.meta.judgements import JudgementGroup
from tertium.metrics.choice import Choice, Metrics, Note, Setting, choose
from tertium.text.languages import standard_or_none, target_of


def choose_for(groups: Sequence[JudgementGroup], metrics: Metrics, language: str | None) -> Choice:
    """Metrics from specs, with options that suit the language of the outputs.

    Args:
        groups: The judgements.
        metrics: Metrics, or specs that may hold several each; `all` stands for every metric that can serve.
        language: As a user gives it, such as `zh` or `en-zh`; None: that of the language pairs, if it is one.

    Raises:
        OptionError: The language is unknown, or a metric that was named cannot serve it.
    """
    pairs = {group.lang_pair: standard_or_none(group.lang_pair) for group in groups}
    settings = {
        group.lang_pair: replace(
            Setting.of(group.items.test_set(group.lang_pair)),
            may_be_edited=False,
            language=language or pairs[group.lang_pair],
        )
        for group in groups
    }
    choice = choose(metrics, list(settings.values()))
    if language is None or isinstance(metrics, Choice):
        return choice
    target = target_of(language)
    warnings = tuple(
        Note(
            f"the judgements of {pair} are of {target_of(of_group).name}, not {target.name} (-l {language})",
            warning=True,
        )
        for pair, of_group in pairs.items()
        if of_group and target_of(of_group) != target
    )
    return replace(choice, notes=(*choice.notes, *warnings))
