"""METEOR beside METEOR 1.5's jar: whole commands with the jar's own English tables, their start-up and their memory.

The jar comes with the package pycocoevalcap, or the variable METEOR_JAR names it (its data beside it); java must be
on the path. Without them there is nothing to compare with, and the task gives no lines.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.meteor_jar import find_jar, resources

from bench.commands import _PEAK, _files, _gigabytes, output_of, tool
from bench.inputs import Inputs
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within

_PEER = "METEOR 1.5"


def meteor(inputs: Inputs) -> list[Row]:
    """Files to a final score, with all four kinds of match."""
    jar = find_jar()
    if jar is None:
        print("(no METEOR jar or no java: nothing to compare with)", end=" ", flush=True)
        return []
    pairs = inputs.pairs.sample(inputs.size(8_000, 200))
    with (
        TemporaryDirectory(prefix="tertium-meteor-") as folder,
        _files(zip(pairs.hypotheses, pairs.references, strict=True)) as (hyp, ref),
    ):
        metric = _metric(jar, Path(folder))
        words = [tool("tertium"), "score", "-m", metric, "-j", "1", "--normalization", "none"]
        java = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar)]
        ours = Rival(lambda: output_of([*words, hyp, "-r", ref, "--format", "json"]))
        theirs = Rival(lambda: output_of([*java, hyp, ref, "-l", "en", "-norm", "-q"]))
        alternate(ours, theirs)
        score = json.loads(ours.value)["systems"][0]["scores"][0]["score"]
        demand_same("METEOR beside the jar", score / 100, float(theirs.value), 5e-5)
        peaks = [
            int(output_of([sys.executable, "-c", _PEAK, *command]))
            for command in ([*words, hyp, "-r", ref], [*java, hyp, ref, "-l", "en", "-norm", "-q"])
        ]
        with _files([("The cat sat on the mat.", "The cat sits on the mat.")]) as (one_hyp, one_ref):
            ready = Rival(lambda: output_of([*words, one_hyp, "-r", one_ref]))
            java_ready = Rival(lambda: output_of([*java, one_hyp, one_ref, "-l", "en", "-norm", "-q"]))
            alternate(ready, java_ready)
    note = f"{len(pairs):,} pairs, all modules, the jar's own tables; equal to 4 decimals."
    ours_each, theirs_each = ours.seconds - ready.seconds, theirs.seconds - java_ready.seconds
    return [
        faster("METEOR, whole command", _PEER, ours.seconds, theirs.seconds, 20, note),
        faster("METEOR, start-up taken off", _PEER, ours_each, theirs_each, 20, note),
        within("METEOR, one pair", ready.seconds, 0.5, duration, f"The jar takes {duration(java_ready.seconds)}."),
        within("METEOR, memory", peaks[0], peaks[1] / 5, _gigabytes, f"A fifth of the jar's {_gigabytes(peaks[1])}."),
    ]


def _metric(jar: Path, folder: Path) -> str:
    """The metric with the jar's English tables, as a command names it."""
    return "meteor(" + ",".join(f"{option}={path}" for option, path in resources(jar, folder).items()) + ")"
