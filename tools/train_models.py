"""Train the rankers that come with the package, from judgements of WMT08 to WMT14; WMT15 is measured on.

    .venv/bin/python -m tools.train_models beer-en beer-en-tune tertium-en

Needs the real data beside the project (../shared/data). Models of other kinds: pfsm.md and svm.md in docs/explanation
have the commands. Retrain those with paraphrases (all but beer-any) when the table of the package changes.
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import click

from tertium.data import MODELS
from tertium.io.judgements.formats import read_judgements
from tertium.io.outputs import read_outputs
from tertium.learn.data import TrainingData
from tertium.learn.ranking.trainers import BeerTrainer, TertiumTrainer, TreepelTrainer
from tertium.learn.ranking.training import RankingTrainer
from tertium.learn.trainer import Run, measure
from tools.training_pairs import KINDS, minimal_pairs

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "judgements"
DEV = ("wmt15_rr_to-en",)
YEARS = ("08", "09", "10", "11", "12", "13", "14")
INTO = (*(f"wmt{year}_rr_to-en" for year in YEARS), "wmt13_rr5way_fr-en")
OUT = tuple(f"wmt{year}_rr_from-en" for year in YEARS[:5])
RECENT = ("wmt13_rr_to-en", "wmt14_rr_to-en")
ANY = TertiumTrainer(features="beer+beer2+chrf+content", penalty=5e-3, language="any", matches="exact", tok="any")
FIRST = "beer+beer2-like+meteor+ppda+paraeval+terp+classes"
_PPDA = "Its feature ppda.prediction is of ppda+f-en-13, trained on seg_wmt13_da; softness chosen on the same data. "
_TUNED = "By an encoder that was fine-tuned on the rankings of WMT 2008 to 2014."
_PAIRS = "Minimal pairs of the references of WMT 2008 to 2014, of Tatoeba (CC BY 2.0) and of verses."


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one model is made."""

    trainer: RankingTrainer
    files: tuple[str, ...]
    note: str
    unlabelled: str | None = None
    calibration: str | None = None
    target: str = ""
    """The language of the outputs to calibrate with; the trainer's where nothing is said."""
    pairs: tuple[str, ...] = ()
    """The kinds of minimal pairs that are learned from, too."""


def recipes(cache: str) -> dict[str, Recipe]:
    """All models, by name; parses are kept in the file `cache`."""
    not_trained_on = "WMT 2015 (dev) was never trained on."
    old = f"Trained on the rankings of WMT 2008 to 2014 only; {not_trained_on}"
    calibrated = f"{old} Calibrated on the direct assessments of WMT 2013."
    recent = f"Trained on the rankings of WMT 2013 and 2014 only; {not_trained_on}"
    parses = TertiumTrainer(features=f"{FIRST}+parse", penalty=5e-3, monotone=False, parse_cache=cache)
    return {
        "beer-en": Recipe(BeerTrainer(), INTO, old),
        "beer-any": Recipe(BeerTrainer(language="any", matches="exact", tok="intl"), (*INTO, *OUT), old),
        "beer-en-tune": Recipe(
            BeerTrainer(),
            INTO,
            f"{old} Then trained by itself on outputs of WMT 2014 systems, for tuning: it likes long outputs less.",
            "sys_wmt14_to-en",
        ),
        "treepel-en": Recipe(TreepelTrainer(parse_cache=cache), RECENT, recent),
        "tertium-en": Recipe(TertiumTrainer(), INTO, f"{calibrated} {_PAIRS}", calibration="seg_wmt13_da", pairs=KINDS),
        "tertium-fast-en": Recipe(
            TertiumTrainer(features="beer+chrf+content+vectors", penalty=5e-3),
            INTO,
            calibrated,
            calibration="seg_wmt13_da",
        ),
        "tertium-en-neural": Recipe(
            TertiumTrainer(features="beer+chrf+terpa+content+encoder", without="", penalty=1e-4, softness=12.0),
            INTO,
            calibrated,
            calibration="seg_wmt13_da",
        ),
        "tertium-en-neural-2": Recipe(
            TertiumTrainer(
                features="beer+chrf+terpa+content+encoder+contrast",
                encoder="encoder.en.tertium-en-neural-2",
                layers="1+3",
                penalty=1e-2,
                pair_weight=0.15,
                softness=12.0,
            ),
            INTO[6:],
            f"{_TUNED} {calibrated} Minimal pairs of the references of WMT 2008 to 2014 and of Tatoeba (CC BY 2.0).",
            calibration="seg_wmt13_da",
            pairs=("references", "tatoeba"),
        ),
        "tertium-any": Recipe(
            ANY,
            (*INTO, *OUT, "wmt15_rr_from-en"),
            "Trained on the rankings of WMT 2008 to 2014 into English and of WMT 2008 to 2012 and 2015 out of English; "
            "WMT 2015 into English (dev) was never trained on. Calibrated on the direct assessments of WMT 2013.",
            calibration="seg_wmt13_da",
        ),
        "tertium-unspaced": Recipe(
            ANY,
            (*INTO, *OUT, "wmt15_rr_from-en"),
            "The weights of tertium-any. Calibrated on the direct assessments of MLQE-PE en-zh, whose references are "
            "post-edits of the outputs.",
            calibration="seg_mlqe_pe",
            target="zh",
        ),
        "tertium-en-parse": Recipe(parses, RECENT, _PPDA + recent),
    }


@click.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(list(recipes(""))))
@click.option("--parse-cache", default="", help="A file that keeps parses.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=MODELS, help="The folder of the models.")
@click.option("-j", "--threads", type=click.IntRange(0), default=0, help="Threads; 0 means all cores.")
def main(names: tuple[str, ...], parse_cache: str, output: Path, threads: int) -> None:
    """Train the models of these names and write them."""
    if not DATA.is_dir():
        raise click.ClickException(f"{DATA} is not there; training needs the real data")
    for name in names:
        recipe, cpu = recipes(parse_cache)[name], process_time()
        data, dev = _data(recipe.files), _data(DEV)
        run = Run(
            threads=threads,
            unlabelled=read_outputs(_path(recipe.unlabelled)) if recipe.unlabelled else None,
            pairs=tuple(map(minimal_pairs, recipe.pairs)),
            calibration=_scores(recipe.calibration, recipe.target or recipe.trainer.language)
            if recipe.calibration
            else None,
        )
        model = recipe.trainer.train(data, run)
        figures = measure(recipe.trainer, model, dev, run, "dev")
        origins = (*data.origins(), *dev.origins("dev"), *((run.unlabelled.trained_on(),) if run.unlabelled else ()))
        origins += tuple(each.trained_on() for each in run.pairs)
        origins += run.calibration.origins("calibration") if run.calibration else ()
        model = replace(model, training=origins, figures=(*figures, *model.figures), note=recipe.note)
        model.save(output / f"{name}.model")
        click.echo(f"{name}: {figures[-1].measure} {figures[-1].value:.4f}; {process_time() - cpu:.0f} s of CPU time")


def _data(files: tuple[str, ...]) -> TrainingData:
    return TrainingData(tuple(read_judgements(_path(f"pairs_{name}")) for name in files))


def _scores(name: str, language: str) -> TrainingData:
    """Scores of outputs in a language, which may be any."""
    data = TrainingData((read_judgements(_path(name)),))
    return data if language == "any" else data.each_group(lambda g: g if g.lang_pair.endswith(f"-{language}") else None)


def _path(name: str) -> Path:
    return DATA / f"{name}.tsv.gz"


if __name__ == "__main__":
    sys.exit(main())
