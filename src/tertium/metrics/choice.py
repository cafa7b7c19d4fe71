"""The door to metrics: from what a user names, and what there is to score, to metrics.

Every command and every function that takes a metric goes through `choose`. What it leaves out or finds doubtful are
notes that the caller shows; what cannot be is an error with the same words everywhere. Language is decided here, once
for a run.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from tertium.errors import DataError, OptionError
from tertium.metrics.base import Metric
from tertium.metrics.spec import all_names, parse, refuse_doubles, split_specs
from tertium.text.languages import Guess, Language, guess, target_of
from tertium.text.material import OPTIONS, Material, lacking
from tertium.text.testset import TestSet, Text

_READERS: dict[Material, str] = {"networks": "hyter", "post-edits": "hter"}
"""A metric that reads each thing that can stand in the place of references."""

Spec = Metric | str | Callable[..., Any]
"""A metric, its name with options, or a plain function that scores."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a user should know; a warning where it makes scores doubtful."""

    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What a run scores: texts in the language that is judged, and what there is beside hypotheses.

    `language` is the one that was given (`zh`, `de-en`), None where nobody gave one. `has` is None where it is not
    known yet what there will be; then nothing is refused for lack of it. `may_be_edited` says whether there is a way
    to give post-edits of the outputs.
    """

    name: str = "the text"
    texts: Sequence[Text] = ()
    language: str | None = None
    has: frozenset[Material] | None = None
    may_be_edited: bool = False

    @classmethod
    def of(cls, test_set: TestSet) -> Self:
        """That of a test set: its references say what language it is in, or its outputs where it has none."""
        texts: Sequence[Text] = test_set.references.texts or next(iter(test_set.systems.values()), ())
        # A test set without segments lacks nothing that anybody could pass: it is refused for having none.
        return cls(test_set.name, texts, test_set.language, test_set.material() if len(test_set) else None, True)

    def looks(self) -> Guess | None:
        """What the texts are written in: as given, else by their looks."""
        if self.language:
            language = target_of(self.language)
            return Guess(language.scripts[0], language)
        return guess(self.texts)


@dataclass(frozen=True, slots=True)
class Choice:
    """Metrics, what a user should know about them, and the language that they are for, where it is given."""

    metrics: tuple[Metric, ...]
    notes: tuple[Note, ...] = ()
    language: Language | None = None


Metrics = Choice | Spec | Iterable[Spec]
"""What functions take: one metric or many, or a choice that was made before."""


def choose(
    metrics: Metrics, settings: TestSet | Setting | Sequence[Setting] = (), *, language: str | None = None
) -> Choice:
    """Metrics from what was named, with options that suit the language.

    Options that a spec names stay as they are, and so do metrics that are given as objects.

    Args:
        metrics: Metrics, specs that may hold several each (`all` stands for every metric that can serve), functions.
        settings: What will be scored; every metric must serve all of it.
        language: As a user gives it, such as `zh` or `en-zh`; None: that of the settings, if they have one.

    Raises:
        OptionError: A metric that was named cannot serve the language; says what to use instead.
        DataError: A metric needs something that is not there; says how to pass it.
    """
    if isinstance(metrics, Choice):
        return metrics
    door = _Door(_as_settings(settings, language))
    named: list[Metric] = []
    for spec in _single_specs(metrics):
        if spec == "all":
            named += door.all_metrics()
        else:
            named.append(door.metric(spec))
    refuse_doubles(named)
    if not named and door.left_out:
        reasons = "; ".join(f"{name}: {why}" for name, why in door.left_out.items())
        raise OptionError(f"no metric can serve this language: {reasons}")
    return Choice(tuple(named), tuple(door.notes(named)), door.language)


def _as_settings(settings: TestSet | Setting | Sequence[Setting], language: str | None) -> list[Setting]:
    if isinstance(settings, TestSet):
        settings = Setting.of(settings)
    found = [settings] if isinstance(settings, Setting) else list(settings)
    return [replace(one, language=language) for one in found or [Setting()]] if language else found


def _single_specs(metrics: Spec | Iterable[Spec]) -> Iterator[Metric | str]:
    for spec in [metrics] if isinstance(metrics, str | Metric) or callable(metrics) else metrics:
        if isinstance(spec, str):
            yield from split_specs(spec)
        elif isinstance(spec, Metric):
            yield spec
        else:
            from tertium.metrics.function import as_metric  # late: most metrics are named

            yield as_metric(spec)


class _Door:
    """One run: what is known of its texts, and what was left out on the way."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        self.settings = settings
        self.left_out: dict[str, str] = {}
        self.spelled: dict[Metric, str] = {}
        languages = {target_of(one.language).code: one.language for one in settings if one.language}
        same = len(languages) == 1 and all(one.language for one in settings)
        self.language = target_of(next(iter(languages.values()))) if same else None
        self.looks = [look for one in settings if (look := one.looks())]

    def metric(self, spec: Metric | str) -> Metric:
        """A metric that was named; refused where it cannot serve."""
        metric = spec if isinstance(spec, Metric) else parse(spec, self.language)
        if isinstance(spec, str):
            self.spelled[metric] = spec
        if lack := metric.lack():
            raise DataError(lack)
        if self.language and (misfit := metric.misfit(self.language)):
            raise OptionError(f"{metric.spec()} does not fit {self.language.name}: {misfit}")
        self._refuse_other_script(metric)
        for setting in self.settings:
            if why := _lacks(metric, setting):
                raise DataError(f"{metric.spec()} {why}")
        return metric

    def all_metrics(self) -> Iterator[Metric]:
        """Every metric that serves; the others are left out with the reason."""
        for name in all_names():
            try:
                metric = parse(name, self.language)
            except OptionError as error:
                self.left_out[name] = str(error).removeprefix(f"{name}: ")
                continue
            if why := self._unfit(metric):
                self.left_out[name] = why
            else:
                yield metric

    def _unfit(self, metric: Metric) -> str | None:
        if self.language and (misfit := metric.misfit(self.language)):
            return str(misfit)
        reasons = [] if self.language else [unfit(metric, look) for look in self.looks]
        reasons += [_lacks(metric, setting) for setting in self.settings]
        return next(filter(None, reasons), None)

    def _refuse_other_script(self, metric: Metric) -> None:
        """Raise where a model would score texts in a script that it was never trained on."""
        trained = metric.trained_on()
        if self.language or trained is None:
            return
        for setting in self.settings:
            refuse_other_script(f"{metric.spec()}: its model was trained on", trained, setting)

    def notes(self, metrics: Sequence[Metric]) -> Iterator[Note]:
        where = f" for {self._language_name()}" if self._language_name() else ""
        for name, why in self.left_out.items():
            yield Note(f"{name} is left out{where}: {why}")
        for setting in self.settings:
            yield from self._language_notes(setting, metrics)

    def _language_name(self) -> str:
        return self.language.name if self.language else self.looks[0].name if len(self.looks) == 1 else ""

    def _language_notes(self, setting: Setting, metrics: Sequence[Metric]) -> Iterator[Note]:
        if self.language:
            yield from language_doubts(setting)
            return
        look = setting.looks()
        if look is None:
            return
        verb, code = ("is" if setting.language else "looks like"), look.language.code if look.language else "CODE"
        for metric in metrics:
            if why := unfit(metric, look):
                other = (
                    f"; or pass -l {code} for all"
                    if _adapts(self.spelled.get(metric, metric.spec()), look.language)
                    else ""
                )
                yield Note(f"{metric.spec()}: {setting.name} {verb} {look.name}, and {why}{other}", warning=True)


def refuse_other_script(model_is_for: str, language: Language, setting: Setting) -> None:
    """Raise where texts are in a script that the language of a model does not have.

    Args:
        model_is_for: The begin of the message, to which the name of the language is added.
        language: What the model was trained on.
        setting: The texts.
    """
    look = setting.looks()
    if look and look.script not in language.scripts:
        code = look.language.code if look.language else "CODE"
        raise OptionError(
            f"{model_is_for} {language.name}, and {setting.name} is in {look.script} script ({look.name}); "
            f"pass -l {code} (in Python language={code!r}) for metrics that fit, or -l {language.code} if it is "
            f"{language.name} all the same"
        )


def language_doubts(setting: Setting) -> Iterator[Note]:
    """A warning where the texts do not look like the language that was given."""
    if not setting.language:
        return
    look = guess(setting.texts)
    if look and look.language:
        language = target_of(setting.language)
        if look.language != language:
            named = f"{setting.name} looks like {look.name}, not {language.name} (-l {setting.language})"
            yield Note(named, warning=True)


def _adapts(spec: str, language: Language | None) -> bool:
    """Whether a metric would serve texts whose language the user gives; options that a spec names stay as they are."""
    try:
        return language is None or parse(spec, language).misfit(language) is None
    except OptionError:
        return False


def unfit(metric: Metric, looks: Guess) -> str | None:
    """Why a metric does not fit texts that nobody gave a language for; None where it does."""
    if looks.language:
        misfit = metric.misfit(looks.language)
        return f"{misfit}" if misfit else None
    trained = metric.trained_on()
    if trained is not None and looks.script not in trained.scripts:
        return f"its model was trained on {trained.name}"
    return None


def _lacks(metric: Metric, setting: Setting) -> str | None:
    """What a metric needs that a setting does not have, and how to pass it."""
    if setting.has is None:
        return None
    for material in lacking(metric.needs, metric.uses, setting.has):
        if material == "post-edits" and not setting.may_be_edited:
            return f"needs post-edits, which {setting.name} has not; choose another metric"
        instead = f"pass {OPTIONS[material]}"
        other = next((one for one in _READERS if one in setting.has), None)
        if material == "references" and other:
            return (
                f"needs references and cannot read {other}, and {setting.name} has {other} alone; {instead}, or use "
                f"metrics that read {other}, such as {_READERS[other]}"
            )
        return f"needs {material}, and {setting.name} has none; {instead}"
    return None
