"""METEOR beside METEOR 1.5's jar: whole commands with the jar's own English tables, their start-up and their memory.

The jar comes with the package pycocoevalcap, or the variable METEOR_JAR names it (its data beside it); java must be
on the path. Without them there is nothing to compare with, and the task gives no lines.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.meteor_jar import find_jar, resources

from bench.environment import of_children, output_of, peak_of, tool
from bench.inputs import Inputs
from bench.texts import files, test_sets
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, size, within

_PEER = "METEOR 1.5"


def meteor(inputs: Inputs) -> list[Row]:
    """Files to a final score, with all four kinds of match."""
    jar = find_jar()
    if jar is None:
        print("(no METEOR jar or no java: nothing to compare with)", end=" ", flush=True)
        return []
    pairs = test_sets(inputs.size(8_000, 200)).pairs["WMT23 zh-en"]
    with (
        TemporaryDirectory(prefix="tertium-meteor-") as folder,
        files({"hyp.txt": pairs.hypotheses, "ref.txt": pairs.references}) as (hyp, ref),
    ):
        metric = _metric(jar, Path(folder))
        words = [tool("tertium"), "score", "-m", metric, "-j", "1", "--normalization", "none"]
        java = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar)]
        ours = Rival(lambda: output_of([*words, hyp, "-r", ref, "--format", "json"]), clock=of_children)
        theirs = Rival(lambda: output_of([*java, hyp, ref, "-l", "en", "-norm", "-q"]), clock=of_children)
        alternate(ours, theirs)
        score = json.loads(ours.value)["systems"][0]["scores"][0]["score"]
        demand_same("METEOR beside the jar", score / 100, float(theirs.value), 5e-5)
        peaks = [
            peak_of(command) for command in ([*words, hyp, "-r", ref], [*java, hyp, ref, "-l", "en", "-norm", "-q"])
        ]
        with files({"hyp.txt": ["The cat sat on the mat."], "ref.txt": ["The cat sits on the mat."]}) as (
            one_hyp,
            one_ref,
        ):
            ready = Rival(lambda: output_of([*words, one_hyp, "-r", one_ref]), clock=of_children)
            java_ready = Rival(
                lambda: output_of([*java, one_hyp, one_ref, "-l", "en", "-norm", "-q"]), clock=of_children
            )
            alternate(ready, java_ready)
    note = f"{len(pairs):,} pairs of WMT23 zh-en, all modules, the jar's own tables; equal to 4 decimals."
    ours_each, theirs_each = ours.seconds - ready.seconds, theirs.seconds - java_ready.seconds
    memory = f"A fifth of the jar's {size(peaks[1])}."
    return [
        faster("METEOR, whole command", _PEER, ours.seconds, theirs.seconds, 20, note),
        faster("METEOR, start-up taken off", _PEER, ours_each, theirs_each, 20, note),
        within("METEOR, one pair", ready.seconds, 0.5, duration, f"The jar takes {duration(java_ready.seconds)}."),
        within("METEOR, memory", peaks[0], peaks[1] / 5, size, memory, "B"),
    ]


def _metric(jar: Path, folder: Path) -> str:
    """The metric with the jar's English tables, as a command names it."""
    return "meteor(" + ",".join(f"{option}={path}" for option, path in resources(jar, folder).items()) + ")"
