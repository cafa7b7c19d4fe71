"""Write what METEOR 1.5 gives for our own sentences, so that tests can compare without it.

    METEOR_JAR=.../meteor-1.5.jar .venv/bin/python -m tools.make_golden

Needs java and the jar of the package pycocoevalcap (`pip install --no-deps pycocoevalcap`); see tools/meteor_jar.py.
The sentences are those of tests/golden/meteor_sentences.tsv (a hypothesis and two references on each line) and the
outputs of the built-in test set.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.golden import METEOR_RUNS, METEOR_SCORES, Triple, meteor_sentences
from tools.meteor_jar import find_jar


def main() -> None:
    jar = find_jar()
    if jar is None:
        sys.exit("no METEOR jar or no java: install both, or name the jar by METEOR_JAR")
    sentences = meteor_sentences()
    columns = [_scores(jar, sentences, options) for options in METEOR_RUNS.values()]
    lines = ["\t".join(METEOR_RUNS), *("\t".join(row) for row in zip(*columns, strict=True))]
    METEOR_SCORES.write_text("\n".join(lines) + "\n", "utf-8")


def _scores(jar: Path, sentences: Sequence[Triple], options: Sequence[str]) -> list[str]:
    """The scores of all segments and of the corpus, as the jar writes them."""
    with TemporaryDirectory() as folder:
        hypotheses, references = Path(folder, "hypotheses"), Path(folder, "references")
        hypotheses.write_text("".join(f"{hypothesis}\n" for hypothesis, _, _ in sentences), "utf-8")
        references.write_text("".join(f"{first}\n{second}\n" for _, first, second in sentences), "utf-8")
        program = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), str(hypotheses), str(references)]
        command = [*program, "-l", "en", "-r", "2", *options]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.findall(r"(?:Segment \d+|Final) score:\s+(\S+)", printed)


if __name__ == "__main__":
    main()
