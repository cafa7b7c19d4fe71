"""Where the files of a neural metric are, and what is wanted where one is missing."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.errors import DataError
from tertium.resources.encoders import pieces
from tertium.resources.encoders.sources import snapshots
from tertium.resources.encoders.weights import read_json
from tertium.resources.neural.architectures import ARCHITECTURES, Architecture
from tertium.resources.neural.checkpoints import hparams, safetensors, torch_files
from tertium.resources.neural.tokens import Tokens
from tertium.resources.neural.weights import Tensors, Weights

CONFIG = "config.json"
RULES = ("tokenizer.json", "sentencepiece.bpe.model", "spiece.model", "spm.model", "vocab.txt", "vocab.json")
_WEIGHTS = ("model.safetensors", "pytorch_model.bin", "model.ckpt")
_HOME = "https://huggingface.co"
_BY_COMET = {
    **{"XLM-RoBERTa": "xlm-roberta", "XLM-RoBERTa-XL": "xlm-roberta-xl", "BERT": "bert", "MiniLM": "bert"},
    "RemBERT": "rembert",
}
"""The names that COMET has for kinds of encoders."""
_USUAL_ENCODER = {"xlm-roberta-large": "FacebookAI/xlm-roberta-large"}


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """The files of a model: what its makers said of it, its weights, and how texts are split for it."""

    path: Path
    name: str
    digest: str
    settings: dict[str, Any]
    config: dict[str, Any]
    tensors: Tensors
    tokens: Tokens

    def architecture(self) -> Architecture:
        """The encoder, with its tensors, whatever stands before their names."""
        kind = _BY_COMET.get(str(self.settings.get("encoder_model")), str(self.config.get("model_type")))
        if kind not in ARCHITECTURES:
            readable = ", ".join(ARCHITECTURES.names())
            raise DataError(f"{self.path}: its encoder is a {kind!r}; those that can be read: {readable}")
        architecture = ARCHITECTURES.get(kind)
        return architecture(self.config, Weights.behind(self.tensors, architecture.anchor))


def read_comet(folder: Path, encoder: str = "") -> Checkpoint:
    """A folder as COMET writes it: hparams.yaml and checkpoints/model.ckpt, with the encoder's two small files."""
    if not folder.is_dir():
        raise DataError(f"{folder}: no such folder; {missing_files('a checkpoint of COMET')}")
    settings_file = folder / hparams.FILE
    weights = next((p for p in _checkpoints(folder) if p.is_file()), None)
    missing = [
        name
        for name, there in ((hparams.FILE, settings_file.is_file()), ("checkpoints/model.ckpt", weights))
        if not there
    ]
    if missing or weights is None:
        raise DataError(f"{folder}: has no {' and no '.join(missing)}; {missing_files('a checkpoint of COMET')}")
    told = hparams.read(settings_file)
    tensors, beside = (
        torch_files.read(weights) if weights.suffix != safetensors.ENDING else (safetensors.read(weights), {})
    )
    trained = beside.get("hyper_parameters", {})
    settings = {
        **told,
        **(trained if isinstance(trained, dict) else {}),
        "class_identifier": told.get("class_identifier"),
    }
    if told.get("layer_transformation") == "sparsemax_patch":
        settings["layer_transformation"] = "sparsemax_patch"
    model = str(settings.get("pretrained_model", ""))
    config, rules = _encoder_files(folder, encoder, model)
    return Checkpoint(
        weights, folder.resolve().name, file_digest(weights), settings, read_json(config), tensors, read_rules(rules)
    )


def _checkpoints(folder: Path) -> Iterator[Path]:
    for place in (folder / "checkpoints", folder):
        yield from (place / "model.ckpt", place / "model.safetensors")


def _encoder_files(folder: Path, encoder: str, model: str) -> tuple[Path, Path]:
    """config.json of the encoder, and the rules for splitting."""
    places = [Path(encoder)] if encoder else [folder / "encoder", folder, *snapshots(model)]
    for place in places:
        rules = [place / name for name in RULES if (place / name).is_file()]
        if (place / CONFIG).is_file() and rules:
            return place / CONFIG, rules[0]
    home = f"{_HOME}/{_USUAL_ENCODER.get(model, model)}/tree/main" if model else _HOME
    raise DataError(
        f"{folder}: the tokeniser and configuration of its encoder ({model or 'not named'}) are missing: the files "
        f"{CONFIG} and {RULES[0]} (or {RULES[1]}), which stand at {home}; no weights are needed. Put them into "
        f"{folder / 'encoder'}, or name their folder with encoder=DIR. Looked at {', '.join(map(str, places))}"
    )


def read_folder(folder: Path, what: str) -> Checkpoint:
    """A folder as Hugging Face's programs write it: config.json, weights, and the rules for splitting."""
    if not folder.is_dir():
        place = next(snapshots(str(folder)), None)
        if place is None:
            raise DataError(f"{folder}: no such folder, and no model in Hugging Face's cache; {missing_files(what)}")
        folder = place
    weights = next((folder / name for name in _WEIGHTS if (folder / name).is_file()), None)
    rules = next((folder / name for name in RULES if (folder / name).is_file()), None)
    if weights is None or rules is None or not (folder / CONFIG).is_file():
        missing = [
            *([] if (folder / CONFIG).is_file() else [CONFIG]),
            *([] if weights else [f"{_WEIGHTS[0]} (or {_WEIGHTS[1]})"]),
            *([] if rules else [f"{RULES[0]} (or {', '.join(RULES[1:])})"]),
        ]
        raise DataError(f"{folder}: has no {' and no '.join(missing)}; {missing_files(what)}")
    tensors: Tensors = (
        safetensors.read(weights) if weights.suffix == safetensors.ENDING else torch_files.read(weights)[0]
    )
    config = read_json(folder / CONFIG)
    return Checkpoint(weights, folder.resolve().name, file_digest(weights), {}, config, tensors, read_rules(rules))


def read_rules(path: Path) -> Tokens:
    """The rules for splitting, from whichever file has them."""
    from tertium.resources.neural import piece_models  # late: most have a tokenizer.json

    if path.name in ("tokenizer.json", "vocab.txt"):
        return Tokens(pieces.read_rules(path.parent), path)
    return Tokens(piece_models.read(path), path)


def missing_files(what: str) -> str:
    """What the files of a metric are, and where people get them."""
    return f"expected {WANTED[what]}"


WANTED = {
    "a checkpoint of COMET": (
        f"the folder of a checkpoint of COMET: hparams.yaml and checkpoints/model.ckpt, from {_HOME}/Unbabel (such as "
        "wmt22-comet-da; some ask you to accept a licence), and, in encoder/, config.json and tokenizer.json of the "
        f"encoder that hparams.yaml names (such as {_HOME}/FacebookAI/xlm-roberta-large)"
    ),
    "an encoder": (
        f"the folder of an encoder: config.json, model.safetensors and tokenizer.json, from {_HOME} (such as "
        "FacebookAI/roberta-large)"
    ),
    "a model of BLEURT": (
        "the folder of a PyTorch conversion of BLEURT: config.json, pytorch_model.bin and vocab.txt or tokenizer.json, "
        f"from {_HOME}/lucadiliello (such as BLEURT-20)"
    ),
    "a model of MetricX": (
        f"the folder of a MetricX model: config.json and weights, from {_HOME}/google (such as metricx-24-hybrid-large-"
        f"v2p6), with tokenizer.json or spiece.model of {_HOME}/google/mt5-large"
    ),
}


def file_digest(path: Path) -> str:
    """A short name of a file's content."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:12]
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error


def is_path(name: str) -> bool:
    """Whether something that names a model is a path."""
    return os.sep in name or Path(name).exists()
