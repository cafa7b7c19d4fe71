"""Distil static vectors of word pieces from a BERT-like encoder: every piece alone, two layers, centred, fewer dimensions.

    python -m tools.distil_vectors MODEL_FOLDER vectors.npz [--dimensions 128] [--layers 4,6]

MODEL_FOLDER holds model.safetensors, config.json and vocab.txt. The result holds the pieces and one row for each;
`tertium resources build vectors` makes a table of it.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from tertium.resources.encoders import Encoder
from tertium.text.arrays import Floats

_BATCH = 512


def piece_vectors(encoder: Encoder, layers: list[int]) -> Floats:
    """For each piece what it means alone, between the marks of begin and end, at these layers side by side."""
    pieces = np.arange(len(encoder.pieces))
    rows = []
    for begin in range(0, len(pieces), _BATCH):
        some = pieces[begin : begin + _BATCH]
        ids = np.stack((np.full_like(some, encoder.begin), some, np.full_like(some, encoder.end)), 1)
        states = encoder.states(ids, np.ones_like(ids, dtype=bool))
        rows.append(np.hstack([states[layer][:, 1] for layer in layers]))
    return np.vstack(rows).astype(np.float64)


def reduced(rows: Floats, dimensions: int) -> Floats:
    """Centred, each of length 1, projected onto the directions in which they differ most."""
    centred = rows - rows.mean(0)
    centred /= np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ directions[:, ::-1][:, :dimensions])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--dimensions", type=int, default=128)
    parser.add_argument("--layers", default="4,6")
    arguments = parser.parse_args()
    encoder = Encoder.read(arguments.model)
    rows = piece_vectors(encoder, [int(layer) for layer in arguments.layers.split(",")])
    np.savez(arguments.output, vectors=reduced(rows, arguments.dimensions).astype(np.float32))
    print(json.dumps({"pieces": len(rows), "dimensions": arguments.dimensions, "layers": arguments.layers}))


if __name__ == "__main__":
    main()
