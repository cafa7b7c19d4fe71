"""`tertium train svm`: tell human from machine translations, without anybody's scores."""

from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import ProgressBar

if TYPE_CHECKING:
    from tertium.learn.svm.training import SvmTraining


def make_command() -> click.Command:
    """The command with the options of its trainer."""
    from tertium.cli.train import FORMAT, trainer_option
    from tertium.learn.svm.training import SvmTrainer

    shared = [
        click.option("--human", multiple=True, required=True, metavar="FILE", help="Human translations; repeat."),
        click.option(
            "--machine",
            multiple=True,
            required=True,
            metavar="FILE",
            help="Machine translations, or a folder of them; repeat.",
        ),
        click.option(
            "--references",
            multiple=True,
            metavar="FILE",
            help="Plain references, by other translators than --human; repeat.",
        ),
        click.option("--lang-pair", "lang_pairs", multiple=True, metavar="PAIR", help="Such as `*-en`, in tables."),
        click.option(
            "--trees",
            multiple=True,
            metavar="FILE",
            help="Bracketed trees of all texts, for extended features, or `link-grammar` to parse them; repeat.",
        ),
        click.option("--judgements", metavar="FILE", help="Also how each machine of the grid agrees with these."),
        click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Draw plots into this folder."),
        click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The model file."),
        click.option("--note", default="", metavar="TEXT", help="Something to say about the model, kept in the file."),
        click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Seed of all chance."),
        click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores."),
        FORMAT,
        click.option("-q", "--quiet", is_flag=True, help="No progress on stderr."),
    ]

    def run(**options: Any) -> None:
        """Train the SVM metric: tell human from machine translations. Needs the extra `learn`.

        Nobody has to score anything. Translators of --human and --references must be different people.

        \b
        tertium train svm --human ours.txt --machine systems/ --references reference.txt -o mine.model
        tertium train svm --human two-references.tsv --machine outputs.tsv --features beer --c 0.1 --sigma 50
        """
        _train(options)

    decorated: Any = run
    for decorate in reversed([*(trainer_option(SvmTrainer, field) for field in fields(SvmTrainer)), *shared]):
        decorated = decorate(decorated)
    return click.command("svm")(decorated)


def _train(options: dict[str, Any]) -> None:
    from tertium.errors import DataError
    from tertium.io.examples import read_examples
    from tertium.io.files import open_output
    from tertium.learn.svm.training import SvmTrainer
    from tertium.learn.trainer import Run
    from tertium.metrics.options import parse_value
    from tertium.report.training.svm import render_svm_training, svm_plots
    from tertium.resources.parsers.constituents import find_trees

    own = {
        field.name: parse_value(SvmTrainer, field, options[field.name])
        for field in fields(SvmTrainer)
        if options[field.name] is not None
    }
    trainer, output, plots = SvmTrainer(**own), options["output"], options["plots"]
    for path in (output and output.parent, plots):
        if path is not None and not path.is_dir():
            raise DataError(f"{path}: the folder is not there; make it first")
    say = partial(click.echo, err=True)
    with ProgressBar(options["quiet"]) as progress:
        examples = read_examples(options["human"], options["machine"], options["references"], options["lang_pairs"])
        trees = find_trees("+".join(options["trees"])) if options["trees"] else None
        log = (lambda _text: None) if options["quiet"] else say
        run = Run(seed=options["seed"], threads=options["threads"], progress=progress, log=log)
        result = trainer.train(examples, run, trees)
        found = _correlations(result, options, run.threads) if options["judgements"] else None
    result = replace(result, model=replace(result.model, note=options["note"]))
    if output is not None:
        result.model.save(output)
    for name, content in svm_plots(result, found) if plots is not None else ():
        with open_output(plots / name) as stream:
            stream.write(content)
    path = None if output is None else str(output)
    click.echo(render_svm_training(result, options["format"], correlations=found, path=path), nl=False)


def _correlations(result: "SvmTraining", options: dict[str, Any], threads: int) -> dict[str, list[float]]:
    from tertium.cli.train import judgement_data
    from tertium.learn.svm.agreement import agreement

    data = judgement_data([options["judgements"]], options["lang_pairs"])
    return agreement(result.kernels, data.groups, threads)
