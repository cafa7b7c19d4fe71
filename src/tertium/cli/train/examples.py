"""`tertium train svm`: trainers that learn to tell human from machine translations, without anybody's scores."""

from dataclasses import dataclass, replace
from pathlib import Path

import click

from tertium.cli.emit import emit
from tertium.cli.notes import show_notes
from tertium.cli.options import gather, together
from tertium.cli.progress import ProgressBar
from tertium.cli.train.judgements import judgement_data
from tertium.cli.train.options import (
    ModelOptions,
    check_folders,
    language_notes,
    model_options,
    say_unless,
    trainer_options,
)
from tertium.io.examples import read_examples
from tertium.io.files import open_output
from tertium.learn.svm.agreement import agreement
from tertium.learn.svm.training import SvmTrainer
from tertium.learn.trainer import Run
from tertium.report.training.svm import svm_plots
from tertium.resources.parsers.constituents import find_trees


@dataclass(frozen=True, slots=True)
class ExampleOptions:
    """The texts that a trainer learns from."""

    human: tuple[str, ...]
    machine: tuple[str, ...]
    references: tuple[str, ...]
    lang_pairs: tuple[str, ...]
    trees: tuple[str, ...]
    judgements: str | None
    plots: Path | None


_EXAMPLES = gather(
    "options",
    ExampleOptions,
    [
        click.option("--human", multiple=True, required=True, metavar="FILE", help="Human translations; repeatable."),
        click.option(
            "--machine",
            multiple=True,
            required=True,
            metavar="FILE",
            help="Machine translations, or a folder of them; repeatable.",
        ),
        click.option(
            "--references",
            multiple=True,
            metavar="FILE",
            help="Plain references, by other translators than --human; repeatable.",
        ),
        click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `*-en`, in tables."),
        click.option(
            "--trees",
            multiple=True,
            metavar="FILE",
            help="Bracketed trees of all texts, for extended features, or `link-grammar` to parse them; repeatable.",
        ),
        click.option("--judgements", metavar="FILE", help="Also how each machine of the grid agrees with these."),
        click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Draw plots into this folder."),
    ],
)


def make_command(kind: "type[SvmTrainer]") -> click.Command:
    """The command with the options of its trainer."""

    def run(trainer: SvmTrainer, options: ExampleOptions, model: ModelOptions) -> None:
        _train(trainer, options, model)

    run.__doc__ = f"""Train {kind.summary}.

        Nobody has to score anything. Translators of --human and --references must be different people. The model is for
        English, unless -l says another language.

        \b
        tertium train svm --human ours.txt --machine systems/ \\
      --references reference.txt -o mine.model
        tertium train svm --human two-references.tsv --machine outputs.tsv \\
      --features beer --c 0.1 --sigma 50
        """
    return click.command(kind.key)(together([trainer_options(kind), _EXAMPLES, model_options])(run))


def _train(trainer: SvmTrainer, options: ExampleOptions, how: ModelOptions) -> None:
    check_folders(how.output and how.output.parent, options.plots)
    with ProgressBar(how.quiet) as progress:
        examples = read_examples(options.human, options.machine, options.references, options.lang_pairs)
        show_notes(language_notes(trainer, [(options.human[0], examples.hypotheses)]), how.quiet)
        trees = find_trees("+".join(options.trees)) if options.trees else None
        run = Run(seed=how.seed, threads=how.threads, progress=progress, log=say_unless(how.quiet))
        result = trainer.train(examples, run, trees)
        correlations: dict[str, list[float]] = {}
        if options.judgements:
            groups = judgement_data([options.judgements], options.lang_pairs).groups
            correlations = agreement(result.kernels, groups, run.threads)
    result = replace(result, model=replace(result.model, note=how.note), correlations=correlations)
    if how.output is not None:
        result.model.save(how.output)
    if options.plots is not None:
        for name, content in svm_plots(result):
            with open_output(options.plots / name) as stream:
                stream.write(content)
    emit(replace(result, output=how.path), how.format)
