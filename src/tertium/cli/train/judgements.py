"""`tertium train NAME` for trainers that learn from human judgements."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import click

from tertium.cli.emit import emit
from tertium.cli.notes import show_notes
from tertium.cli.options import gather, together
from tertium.cli.progress import ProgressBar
from tertium.cli.train.options import (
    ModelOptions,
    check_folders,
    is_named,
    language_notes,
    model_options,
    say_unless,
    trainer_options,
)
from tertium.errors import OptionError, UnknownNameError
from tertium.io.judgements.challenges import read_minimal_pairs
from tertium.io.judgements.formats import read_judgements
from tertium.io.outputs import read_outputs
from tertium.learn.data import TrainingData
from tertium.learn.model import Model
from tertium.learn.trainer import Folds, JudgementTrainer, Run, train
from tertium.results.numbers import listed


@dataclass(frozen=True, slots=True)
class JudgementOptions:
    """What a trainer learns from, and what it is measured on."""

    judgements: tuple[str, ...]
    dev: tuple[str, ...]
    folds: str | None
    kind: str | None
    lang_pairs: tuple[str, ...]
    calibrate: tuple[str, ...]
    unlabelled: str | None
    pairs: tuple[str, ...]
    start: str | None

    def data(self, files: tuple[str, ...]) -> TrainingData | None:
        """The judgements of some files; None where there are none."""
        return judgement_data(files, self.lang_pairs, self.kind) if files else None


_JUDGEMENTS = gather(
    "options",
    JudgementOptions,
    [
        click.option("--judgements", multiple=True, required=True, metavar="FILE", help="Judgements to learn from."),
        click.option("--dev", multiple=True, metavar="FILE", help="Judgements to measure on, never learned from."),
        click.option("--folds", metavar="N", help="Also measure by cross-validation: N folds, or `lang-pair`."),
        click.option("--kind", metavar="NAME", help="Which segment scores, such as da; the first ones by default."),
        click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `de-en` or `*-en`."),
        click.option("--calibrate", multiple=True, metavar="FILE", help="Scores that make segments comparable."),
        click.option("--unlabelled", metavar="FILE", help="Outputs nobody judged, such as n-best lists, to adapt to."),
        click.option("--pairs", multiple=True, metavar="FILE", help="Minimal pairs: what `challenge make` writes."),
        click.option("--start", metavar="MODEL", help="Continue training from this model."),
    ],
)


def make_command(kind: "type[JudgementTrainer]") -> click.Command:
    """The command with the options of its trainer."""

    def run(trainer: JudgementTrainer, options: JudgementOptions, model: ModelOptions) -> None:
        _train(trainer, options, model)

    run.__doc__ = f"""Train {kind.summary}.

        The model is for the language of the judged outputs, unless -l says another one.

        \b
        tertium train {kind.key} --judgements FILE -o {kind.key}.model
        """
    return click.command(kind.key)(together([trainer_options(kind), _JUDGEMENTS, model_options])(run))


def _train(trainer: JudgementTrainer, options: JudgementOptions, how: ModelOptions) -> None:
    check_folders(how.output and how.output.parent)
    with ProgressBar(how.quiet) as progress:
        data = judgement_data(options.judgements, options.lang_pairs, options.kind)
        trainer = _speaking(trainer, data)
        texts = ((group.lang_pair, group.items.test_set().references.texts) for group in data.groups)
        show_notes(language_notes(trainer, texts), how.quiet)
        run = Run(
            seed=how.seed,
            threads=how.threads,
            progress=progress,
            log=say_unless(how.quiet),
            dev=options.data(options.dev),
            calibration=options.data(options.calibrate),
            unlabelled=read_outputs(options.unlabelled) if options.unlabelled else None,
            pairs=tuple(read_minimal_pairs(path) for path in options.pairs),
            start=Model.load(options.start) if options.start else None,
        )
        result = train(trainer, data, run, folds=_folds(options.folds))
    if how.output is not None:
        replace(result.model, note=how.note).save(how.output)
    emit(replace(result, output=how.path), how.format)


def _speaking(trainer: JudgementTrainer, data: TrainingData) -> JudgementTrainer:
    """The trainer for the language of the judged outputs, unless -l names one."""
    if not hasattr(trainer, "language") or is_named("language") or not data.targets:
        return trainer
    if len(data.targets) > 1:
        raise OptionError(
            f"{trainer.key}: the judgements are of outputs in {listed(data.targets)}; choose with --lang-pair, such as "
            f"'*-{data.targets[0]}', or pass -l, such as -l any for one model of all"
        )
    (target,) = data.targets
    return trainer.for_language(target)


def _folds(text: str | None) -> "Folds":
    if text is None:
        return 0
    if text == "lang-pair":
        return "lang-pair"
    if not text.isdecimal() or int(text) < 2:
        raise click.UsageError(f"--folds {text!r}: expected a number from 2 on, or lang-pair")
    return int(text)


def judgement_data(paths: Sequence[str], patterns: Sequence[str], kind: str | None = None) -> "TrainingData":
    """The judgements of some files about language pairs that fit the patterns."""
    data = TrainingData(tuple(read_judgements(path) for path in paths), kind)
    pairs = dict.fromkeys(group.lang_pair for group in data.groups)
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in pairs):
            raise UnknownNameError("language pair", pattern, pairs)
    if not patterns:
        return data
    return data.each_group(lambda group: group if any(fnmatchcase(group.lang_pair, p) for p in patterns) else None)
