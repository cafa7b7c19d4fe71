"""METEOR beside METEOR 1.5's jar on real texts, and how well both agree with people: makes papers/results/meteor.md.

    METEOR_JAR=.../meteor-1.5.jar .venv/bin/python -m papers.meteor --write

Needs the real data beside the project (../shared/data/judgements), the jar (of the package pycocoevalcap, its data
beside it) and java. Without the jar only the agreement of our own METEOR is shown. Without `--write` the page goes to
standard output.
"""

import csv
import gzip
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from tools.meteor_jar import find_jar, resources

from papers.figures import publish
from tertium._version import __version__
from tertium.meta.correlation import pearson, spearman
from tertium.meta.preferences import wmt14_tau
from tertium.metrics.meteor import METEOR
from tertium.text.pool import Pairing
from tertium.text.testset import References

ROOT = Path(__file__).parents[1]
JUDGEMENTS = ROOT.parent / "shared" / "data" / "judgements"
PAGE = ROOT / "papers" / "results" / "meteor.md"
COMMAND = ".venv/bin/python -m papers.meteor --write"
PREFERENCES = ("pairs_wmt13_rr_to-en", "pairs_wmt14_rr_to-en", "pairs_wmt15_rr_to-en")
DIRECT = ("seg_wmt15_da", "seg_wmt16_da")
OTHERS = {
    "de": ("pairs_wmt12_rr_from-en", "pairs_wmt15_rr_from-en"),
    "fr": ("pairs_wmt12_rr_from-en", "pairs_wmt15_rr_from-en"),
    "cs": ("pairs_wmt12_rr_from-en", "pairs_wmt15_rr_from-en"),
    "es": ("seg_wmt13_da", "seg_wmt10_edit_accept"),
}
MODULES = {"de": "exact+stem", "fr": "exact+stem", "es": "exact+stem", "cs": "exact"}
N_OTHERS = 5_200
TOLERANCE = 1e-4

Row = Mapping[str, str]
Pair = tuple[str, str]
Scores = dict[Pair, float]


@dataclass(frozen=True, slots=True)
class Compared:
    """The scores of one language by both programs, from 0 to 1."""

    language: str
    modules: str
    pairs: list[Pair]
    ours: NDArray[np.float64]
    jars: NDArray[np.float64]
    our_corpus: float
    jar_corpus: float

    @property
    def different(self) -> list[int]:
        return np.flatnonzero(np.abs(self.ours - self.jars) > TOLERANCE).tolist()


@click.command()
@click.option("--write", is_flag=True, help="Write papers/results/meteor.md instead of standard output.")
@click.option("--only", metavar="TEXT", default="", help="Only files whose names hold this text, and English only.")
def main(write: bool, only: str) -> None:
    """Make the page of results."""
    if not JUDGEMENTS.is_dir():
        raise click.ClickException(f"the judgements are not there: expected the folder {JUDGEMENTS.name} of the data")
    files = {name: _rows(name) for name in (*PREFERENCES, *DIRECT) if only in name}
    english = list(dict.fromkeys(pair for rows in files.values() for row in rows for pair in _pairs_of(row)))
    jar, compared = find_jar(), []
    variants = {"ours without paraphrases": METEOR(paraphrases="none"), "ours as it comes": METEOR()}
    columns = {name: dict(zip(english, _ours(metric, english)[0], strict=True)) for name, metric in variants.items()}
    if jar is not None:
        with TemporaryDirectory(prefix="tertium-meteor-") as folder:
            compared.append(_compare(jar, Path(folder), "en", "all four", english))
            if not only:
                compared += [_compare(jar, Path(folder), code, MODULES[code], _other(code)) for code in OTHERS]
        columns["ours with the jar's tables"] = dict(zip(english, compared[0].ours, strict=True))
        columns["METEOR 1.5"] = dict(zip(english, compared[0].jars, strict=True))
    publish("\n".join(_page(files, compared, columns)), PAGE, write, ("meteor", "meteor(paraphrases=none)"))


def _rows(name: str) -> list[Row]:
    with gzip.open(JUDGEMENTS / f"{name}.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _pairs_of(row: Row) -> Iterator[Pair]:
    for column in ("hyp_a", "hyp_b", "hypothesis"):
        if column in row:
            yield _one_line(row[column]), _one_line(row["reference"])


def _one_line(text: str) -> str:
    """As the jar's files need it; a carriage return ends a line there."""
    return text.replace("\r", " ")


def _other(language: str) -> list[Pair]:
    rows = (row for name in OTHERS[language] for row in _rows(name) if row["lang_pair"].endswith(f"-{language}"))
    pairs = list(dict.fromkeys(pair for row in rows for pair in _pairs_of(row) if pair[0].strip()))
    return pairs[:: max(1, len(pairs) // N_OTHERS)][:N_OTHERS]


def _compare(jar: Path, folder: Path, language: str, modules: str, pairs: list[Pair]) -> Compared:
    options: dict[str, Any] = dict(resources(jar, folder, language))
    if language != "en":
        options["modules"] = modules
    ours, corpus = _ours(METEOR(language=language, **options), pairs)
    jars, jar_corpus = _jars(jar, folder, language, options.get("modules"), pairs)
    click.echo(f"{language}: {len(pairs):,} pairs", err=True)
    return Compared(language, modules, pairs, ours, jars, corpus, jar_corpus)


def _ours(metric: METEOR, pairs: Sequence[Pair]) -> tuple[NDArray[np.float64], float]:
    references = References.by_stream([reference for _, reference in pairs])
    pairing = Pairing.of([hypothesis for hypothesis, _ in pairs], references, normalization="none")
    statistics = metric.statistics(pairing)
    return metric.score(statistics) / 100, float(metric.score(statistics.sum(0))) / 100


def _jars(
    jar: Path, folder: Path, language: str, modules: str | None, pairs: Sequence[Pair]
) -> tuple[NDArray[np.float64], float]:
    for side, name in enumerate(("hyp", "ref")):
        lines = "".join(pair[side] + "\n" for pair in pairs)
        (folder / name).write_text(lines, encoding="utf-8", newline="\n")
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar), "hyp", "ref", "-l", language, "-norm"]
    if modules is not None:
        command += ["-m", modules.replace("+", " ")]
    output = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    segments = [float(line.split("\t")[-1]) for line in output.splitlines() if line.startswith("Segment")]
    final = re.search(r"Final score:\s+(\S+)", output)
    assert final is not None
    assert len(segments) == len(pairs)
    return np.array(segments), float(final[1])


def _page(
    files: Mapping[str, Sequence[Row]], compared: Sequence[Compared], columns: Mapping[str, Scores]
) -> Iterator[str]:
    yield "# METEOR beside the original and beside people"
    yield ""
    yield f"Made by `{COMMAND}` on {datetime.now(UTC):%Y-%m-%d} with Tertium {__version__} from the judgement files of"
    yield "the data that stand beside the project. METEOR 1.5 is its own jar, run on the same texts with `-norm`; see"
    yield "[METEOR](../../docs/explanation/meteor.md)."
    yield ""
    if compared:
        yield from _parity(compared)
    yield "## Agreement with people"
    yield ""
    yield "Preferences: WMT's τ of 2014. Direct assessment: Pearson's r and Spearman's ρ. All are means over the"
    yield "language pairs of a file."
    yield ""
    yield f"| file | measure | judgements | {' | '.join(columns)} |"
    yield f"|---|---|---:|{'---:|' * len(columns)}"
    for name, rows in files.items():
        measures = ("τ",) if name in PREFERENCES else ("r", "ρ")
        for measure in measures:
            values = " | ".join(f"{_agreement(rows, scores, measure):.4f}" for scores in columns.values())
            yield f"| `{name}` | {measure} | {len(rows):,} | {values} |"
    yield ""


def _parity(compared: Iterable[Compared]) -> Iterator[str]:
    yield "## The same numbers"
    yield ""
    yield "Scores from 0 to 1, as the jar prints them; segments are equal when they differ by at most 0.0001."
    yield ""
    yield "| language | modules | segments | equal | largest difference | corpus, ours | corpus, METEOR 1.5 |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for found in compared:
        equal = 1 - len(found.different) / len(found.pairs)
        largest = np.abs(found.ours - found.jars).max()
        yield (
            f"| {found.language} | {found.modules} | {len(found.pairs):,} | {100 * equal:.3f} % | {largest:.1e} | "
            f"{found.our_corpus:.10f} | {found.jar_corpus:.10f} |"
        )
    yield ""
    for found in compared:
        for i in found.different:
            yield f"* {found.language}, pair {i + 1}: ours {found.ours[i]:.6f}, METEOR 1.5 {found.jars[i]:.6f}"
    yield ""


def _agreement(rows: Sequence[Row], scores: Scores, measure: str) -> float:
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["lang_pair"]].append(row)
    return float(np.mean([_of_language_pair(group, scores, measure) for group in groups.values()]))


def _of_language_pair(rows: Sequence[Row], scores: Scores, measure: str) -> float:
    # Rounded, so that what is a tie in one program is one in the other.
    found = np.round([[scores[pair] for pair in _pairs_of(row)] for row in rows], 9)
    if measure == "τ":
        return wmt14_tau([_preference(row) for row in rows], found[:, 0] - found[:, 1])
    return (pearson if measure == "r" else spearman)([float(row["score"]) for row in rows], found[:, 0])


def _preference(row: Row) -> int:
    return {">": 1, "<": -1}.get(row["preference"], 0)


if __name__ == "__main__":
    main()
