"""`tertium train svm`: trainers that learn to tell human from machine translations, without anybody's scores."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from tertium.cli.common import ProgressBar
from tertium.cli.emit import emit_text
from tertium.cli.options import together
from tertium.cli.train.judgements import judgement_data
from tertium.cli.train.options import check_folders, chosen_options, model_options, say_unless, trainer_option
from tertium.io.examples import read_examples
from tertium.io.files import open_output
from tertium.learn.svm.agreement import agreement
from tertium.learn.svm.training import SvmTrainer, SvmTraining
from tertium.learn.trainer import Run
from tertium.report.training.svm import render_svm_training, svm_plots
from tertium.resources.parsers.constituents import find_trees

_EXAMPLES = [
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
]


def make_command(trainer: "type[SvmTrainer]") -> click.Command:
    """The command with the options of its trainer."""

    def run(**options: Any) -> None:
        _train(trainer, options)

    run.__doc__ = f"""Train {trainer.summary}.

        Nobody has to score anything. Translators of --human and --references must be different people.

        \b
        tertium train svm --human ours.txt --machine systems/ --references reference.txt -o mine.model
        tertium train svm --human two-references.tsv --machine outputs.tsv --features beer --c 0.1 --sigma 50
        """
    own = [trainer_option(trainer, field) for field in fields(trainer)]
    return click.command(trainer.key)(together([*own, *_EXAMPLES, *model_options])(run))


def _train(kind: "type[SvmTrainer]", options: dict[str, Any]) -> None:
    trainer, output, plots = kind(**chosen_options(kind, options)), options["output"], options["plots"]
    check_folders(output and output.parent, plots)
    with ProgressBar(options["quiet"]) as progress:
        examples = read_examples(options["human"], options["machine"], options["references"], options["lang_pairs"])
        trees = find_trees("+".join(options["trees"])) if options["trees"] else None
        run = Run(seed=options["seed"], threads=options["threads"], progress=progress, log=say_unless(options["quiet"]))
        result = trainer.train(examples, run, trees)
        correlations = _correlations(result, options, run.threads) if options["judgements"] else None
    result = replace(result, model=replace(result.model, note=options["note"]))
    if output is not None:
        result.model.save(output)
    for name, content in svm_plots(result, correlations) if plots is not None else ():
        with open_output(plots / name) as stream:
            stream.write(content)
    path = None if output is None else str(output)
    emit_text(render_svm_training(result, options["format"], correlations=correlations, path=path), options["format"])


def _correlations(result: "SvmTraining", options: dict[str, Any], threads: int) -> dict[str, list[float]]:
    data = judgement_data([options["judgements"]], options["lang_pairs"])
    return agreement(result.kernels, data.groups, threads)
