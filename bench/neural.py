"""A neural metric with the shapes of a real one beside its original: CPU time, memory, and how near the scores are.

    python tools/neural_originals.py FOLDER --large    in the originals' environment: makes and scores a checkpoint
    python -m bench.neural FOLDER                      scores it by ours, in 32 bits and in whole numbers

Both count the CPU time of one thread, and neither counts reading the checkpoint. It fails where a bar is not reached.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

_CHILD = """
import json, resource, sys, time
from pathlib import Path
from tertium.resources.neural import built
from tertium.resources.neural.checkpoints.folder import read_comet
from tertium.resources.neural.heads.comet import Comet, Texts
folder, precision, target = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
rows = json.loads((folder / "triples.json").read_text("utf-8"))
if not target.exists():
    files = read_comet(folder / "comet" / "large", str(folder / "comet" / "encoder"))
    sys.exit(print(built.write(target, files, "comet", precision)))
model = Comet(*built.read(target, "comet"))
for layer in range(model.pooling.last):
    model.encoder.session(layer)
texts = [Texts(row["mt"], row["src"], row["ref"]) for row in rows]
start = time.process_time()
scores = [one.score for one in model.judge(texts, threads=1)[0]]
seconds = time.process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"scores": scores, "seconds": seconds, "bytes": peak}))
"""
_FASTER = {"fp32": 1.2, "int8": 4.0}
_MOST_BYTES = 1.2e9
_FARTHEST, _LEAST_CORRELATION = 1e-5, 0.99


def measured(folder: Path, precision: str) -> dict[str, Any]:
    """What a process of its own takes for all triples, with a model that was built before."""
    target = folder / f"{precision}.bin"
    call = [sys.executable, "-c", _CHILD, str(folder), precision, str(target)]
    size = int(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
    ran = subprocess.run(call, check=True, capture_output=True, text=True)
    target.unlink()
    return {**json.loads(ran.stdout), "size": size}


def main() -> None:
    folder = Path(sys.argv[1])
    told = json.loads((folder / "comet" / "large" / "golden.json").read_text("utf-8"))
    exact, texts = np.array(told["src+ref"]["scores"]), told["texts"]
    print(f"unbabel-comet, fp32: {told['cpu_seconds'] / texts * 1e3:,.0f} ms of one core for each text ({texts} texts)")
    failed = []
    for precision, bar in _FASTER.items():
        own = measured(folder, precision)
        ratio = told["cpu_seconds"] / own["seconds"]
        farthest = np.abs(np.array(own["scores"]) - exact).max()
        correlation = spearmanr(own["scores"], exact).statistic
        print(
            f"ours, {precision}: {own['seconds'] / texts * 1e3:,.0f} ms, {ratio:.2f}× (bar {bar}×); memory "
            f"{own['bytes'] / 1e9:.2f} GB, file {own['size'] / 1e9:.2f} GB; scores differ by up to {farthest:.1g} "
            f"(spread {exact.std():.1g}), rank correlation {correlation:.4f}"
        )
        if ratio < bar:
            failed.append(f"{precision} is {ratio:.2f}× as fast as the original, bar {bar}×")
        if precision == "fp32" and farthest > _FARTHEST:
            failed.append(f"fp32 differs by {farthest:.1g}, bar {_FARTHEST:.0g}")
        if precision == "int8" and correlation < _LEAST_CORRELATION:
            failed.append(f"the rank correlation of int8 is {correlation:.4f}, bar {_LEAST_CORRELATION}")
        if precision == "int8" and own["bytes"] > _MOST_BYTES:
            failed.append(f"int8 takes {own['bytes'] / 1e9:.2f} GB, bar {_MOST_BYTES / 1e9} GB")
    if failed:
        sys.exit("; ".join(failed))


if __name__ == "__main__":
    main()
