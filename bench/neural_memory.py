"""The memory that COMET takes in the shapes of XLM-RoBERTa-large with all of its 250,002 pieces.

    python -m bench.neural_memory FOLDER [PAIRS]

Weights and pieces are made up; no memory depends on what they say. Of the pairs three in a hundred are as long as
those of usual test sets, the others have a few words, so that many pairs take minutes and not hours: what grows with
the number of texts is there, and so is the longest batch. It fails where more than 1.2 GB are in use at any time.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tertium.resources.neural import built
from tertium.resources.neural.checkpoints.folder import Checkpoint
from tertium.resources.neural.checkpoints.tensors import Rows
from tertium.resources.neural.tokens import Tokens

WIDTH, LAYERS, INNER, PIECES, HIDDEN = 1024, 24, 4096, 250_002, (3072, 1024)
CONFIG = {
    **{"model_type": "xlm-roberta", "hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": 16},
    **{"intermediate_size": INNER, "max_position_embeddings": 514, "type_vocab_size": 1, "layer_norm_eps": 1e-5},
    **{"pad_token_id": 1, "hidden_act": "gelu"},
}
SETTINGS = {"class_identifier": "regression_metric", "hidden_sizes": list(HIDDEN), "layer": LAYERS, "pool": "avg"}
_MOST_BYTES = 1.2e9
_CHILD = """
import json, resource, sys, time
from pathlib import Path
from tertium.resources.neural import built
from tertium.resources.neural.heads.comet import Comet, Texts
model = Comet(*built.read(Path(sys.argv[1]), "comet"))
texts = [Texts(*row) for row in json.loads(Path(sys.argv[2]).read_text("utf-8"))]
start = time.process_time()
model.judge(texts, threads=1)
seconds = time.process_time() - start
lines = Path("/proc/self/status").read_text().splitlines()
now = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print(json.dumps({"seconds": seconds, "peak": peak * 1024, "now": now * 1024}))
"""


class MadeUp:
    """Random tensors with the names of a checkpoint; each is made when somebody asks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._shapes = dict(_shapes())

    def __contains__(self, name: object) -> bool:
        return name in self._shapes

    def __iter__(self) -> Iterator[str]:
        return iter(self._shapes)

    def rows(self, name: str) -> Rows:
        shape = self._shapes[name]
        if name.endswith("LayerNorm.weight"):
            return Rows(np.ones(shape, np.float32))
        rng = np.random.default_rng(list(self._shapes).index(name))
        return Rows(rng.standard_normal(shape, np.float32) * np.float32(0.02))

    def release(self) -> None:
        """Nothing is kept."""


def _shapes() -> Iterator[tuple[str, tuple[int, ...]]]:
    encoder = "encoder.model."
    yield f"{encoder}embeddings.word_embeddings.weight", (PIECES, WIDTH)
    yield f"{encoder}embeddings.position_embeddings.weight", (514, WIDTH)
    yield f"{encoder}embeddings.token_type_embeddings.weight", (1, WIDTH)
    normal = [f"{encoder}embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"{encoder}encoder.layer.{number}"
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            yield f"{layer}.{part}.weight", (WIDTH, WIDTH)
            yield f"{layer}.{part}.bias", (WIDTH,)
        yield f"{layer}.intermediate.dense.weight", (INNER, WIDTH)
        yield f"{layer}.intermediate.dense.bias", (INNER,)
        yield f"{layer}.output.dense.weight", (WIDTH, INNER)
        yield f"{layer}.output.dense.bias", (WIDTH,)
        normal += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for name in normal:
        yield f"{name}.weight", (WIDTH,)
        yield f"{name}.bias", (WIDTH,)
    for number, (rows, columns) in enumerate(zip((*HIDDEN, 1), (6 * WIDTH, *HIDDEN), strict=True)):
        yield f"estimator.ff.{3 * number}.weight", (rows, columns)
        yield f"estimator.ff.{3 * number}.bias", (rows,)


def rules(chance: random.Random) -> tuple[str, list[str]]:
    """Rules of so many made-up pieces, and some of their words."""
    import tokenizers

    letters = "abcdefghijklmnopqrstuvwxyzäöüßéèабвгдежзиклмнопрст"
    pieces: dict[str, float] = dict.fromkeys(("<s>", "<pad>", "</s>", "<unk>"), 0.0)
    while len(pieces) < PIECES:
        word = "".join(chance.choices(letters, k=chance.randrange(1, 10)))
        pieces.setdefault(("▁" if chance.random() < 0.5 else "") + word, -3 - 12 * chance.random())
    made = tokenizers.Tokenizer(tokenizers.models.Unigram(list(pieces.items()), unk_id=3))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    words = [piece[1:] for piece in pieces if piece.startswith("▁") and len(piece) > 3]
    return made.to_str(), chance.sample(words, 100_000)


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    target, listed = folder / "model.bin", folder / "texts.json"
    content, words = rules(chance)
    if not target.exists():
        tokens = Tokens(content, folder / "tokenizer.json")
        checkpoint = Checkpoint(folder, "made-up", "0", dict(SETTINGS), dict(CONFIG), MadeUp(folder), tokens)
        built.write(target, checkpoint, "comet", "int8")
    rows = [
        [" ".join(chance.choices(words, k=15 if number % 100 < 3 else 2)) for _ in range(3)] for number in range(count)
    ]
    listed.write_text(json.dumps(rows), "utf-8")
    call = [sys.executable, "-c", _CHILD, str(target), str(listed)]
    told: dict[str, Any] = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
    print(
        f"{count:,} pairs, {PIECES:,} pieces, int8: at most {told['peak'] / 1e9:.2f} GB (bar {_MOST_BYTES / 1e9} GB), "
        f"{told['now'] / 1e9:.2f} GB at the end, {told['seconds']:,.0f} s of CPU time"
    )
    if told["peak"] > _MOST_BYTES:
        sys.exit(f"more than {_MOST_BYTES / 1e9} GB are in use")


if __name__ == "__main__":
    main()
