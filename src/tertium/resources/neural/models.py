"""Models of neural metrics by what a user names: the one that was built, its name, or a folder."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from tertium.errors import DataError, OptionError
from tertium.resources.neural import built
from tertium.resources.neural.checkpoints import folder as folders
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.graph import Precision
from tertium.resources.neural.heads.bertscore import BertScore
from tertium.resources.neural.heads.bleurt import Bleurt
from tertium.resources.neural.heads.comet import Comet
from tertium.resources.neural.heads.metricx import MetricX, Version

_COMETS = ("comet", "cometkiwi", "xcomet")
_WHAT = {
    **dict.fromkeys(_COMETS, "a checkpoint of COMET"),
    **{"bertscore": "an encoder", "bleurt": "a model of BLEURT", "metricx": "a model of MetricX"},
}
_EXAMPLES = {
    **{
        "comet": "wmt22-comet-da",
        "cometkiwi": "wmt22-cometkiwi-da",
        "xcomet": "XCOMET-XL",
        "bertscore": "roberta-large",
    },
    **{"bleurt": "BLEURT-20", "metricx": "metricx-24-hybrid-large-v2p6"},
}


def lack(family: str, model: str, key: str) -> str | None:
    """What has to be got before a metric can score; None where it can."""
    if model != "auto":
        return None
    if built.default(family) is not None:
        return None
    example = _EXAMPLES[family]
    return (
        f"{key} needs a model, and none comes with Tertium. Get {folders.WANTED[_WHAT[family]]}. Then "
        f"-m '{key}(model=DIR)' reads it, and `tertium resources build {family} DIR` makes one file of it that "
        f"-m {key} finds and that starts faster, such as of {example}"
    )


def checkpoint(family: str, model: str, encoder: str = "") -> tuple[Checkpoint, Precision]:
    """The files of a model, and the precision that it has if nobody says another."""
    place = built.default(family) if model == "auto" else built.named(family, model)
    if place is not None:
        return built.read(place, family)
    if model == "auto":
        raise DataError(lack(family, model, family) or family)
    return from_folder(family, Path(model).expanduser(), encoder), "fp32"


def files_of(family: str) -> str:
    """Which files the model of a family is, and where people get them."""
    return folders.missing_files(_WHAT[family])


def from_folder(family: str, path: Path, encoder: str = "") -> Checkpoint:
    """The files of a model in a folder."""
    if family in _COMETS:
        return folders.read_comet(path, encoder)
    return folders.read_folder(path, _WHAT[family])


def refuse_unusable(family: str, model: str, encoder: str = "") -> None:
    """Raise where a model cannot score; all that it is made of is looked at."""
    if family in _COMETS:
        comet(model, family, encoder, "auto", "auto", False, False)
    elif family == "bleurt":
        bleurt(model, "auto", False)
    elif family == "metricx":
        metricx(model, "auto", "auto")
    else:
        checkpoint(family, model)[0].architecture()


def comet(model: str, family: str, encoder: str, precision: str, mix: Any, windows: bool, mended: bool) -> Comet:
    """A model of COMET; it stays in memory for as long as its files do not change."""
    return _comet(model, family, encoder, precision, mix, windows, mended, _stamp(family, model))


@lru_cache(maxsize=4)
def _comet(
    model: str, family: str, encoder: str, precision: str, mix: Any, windows: bool, mended: bool, _stamp: Any
) -> Comet:
    files, usual = checkpoint(family, model, encoder)
    return Comet(files, usual if precision == "auto" else _precision(precision), mix, windows=windows, mended=mended)


@lru_cache(maxsize=4)
def _bertscore(model: str, precision: str, layer: int | None, _stamp: Any) -> BertScore:
    files, usual = checkpoint("bertscore", model)
    return BertScore(files, usual if precision == "auto" else _precision(precision), layer)


def bertscore(model: str, precision: str, layer: int | None) -> BertScore:
    """An encoder whose vectors are compared."""
    return _bertscore(model, precision, layer, _stamp("bertscore", model))


@lru_cache(maxsize=2)
def _bleurt(model: str, precision: str, windows: bool, _stamp: Any) -> Bleurt:
    files, usual = checkpoint("bleurt", model)
    return Bleurt(files, usual if precision == "auto" else _precision(precision), windows=windows)


def bleurt(model: str, precision: str, windows: bool) -> Bleurt:
    """A model of BLEURT."""
    return _bleurt(model, precision, windows, _stamp("bleurt", model))


@lru_cache(maxsize=2)
def _metricx(model: str, precision: str, version: str, _stamp: Any) -> MetricX:
    files, usual = checkpoint("metricx", model)
    versions: tuple[Version, ...] = ("23", "24")
    told = next((v for v in versions if v == version or (version == "auto" and f"metricx-{v}" in files.name)), None)
    if told is None:
        raise OptionError(f"{files.path}: its name does not say of which year it is; pass metricx(version=23) or 24")
    return MetricX(files, usual if precision == "auto" else _precision(precision), told)


def metricx(model: str, precision: str, version: str) -> MetricX:
    """A model of MetricX."""
    return _metricx(model, precision, version, _stamp("metricx", model))


def _precision(word: str) -> Precision:
    return "int8" if word == "int8" else "fp32"


def _stamp(family: str, model: str) -> tuple[Any, ...]:
    """What changes when the files of a model do."""
    place = built.default(family) if model == "auto" else built.named(family, model)
    path = place or Path(model).expanduser()
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return tuple((str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in files[:64] if p.exists())
