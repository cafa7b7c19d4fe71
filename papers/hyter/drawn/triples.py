"""Twenty verses with a paraphrase of the reference and a harmful change of it: which is nearer to the networks."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from papers.hyter.columns import plain_columns
from papers.hyter.drawn.material import Material
from papers.hyter.drawn.measuring import Drawn
from tertium.learn.ranking.tertium import Tertium
from tertium.metrics.base import Metric
from tertium.metrics.chrf import CHRF
from tertium.metrics.hyter import HyTER
from tertium.networks.flat import flatten
from tertium.text.pool import Pairing
from tertium.text.testset import References, TestSet

FILE = Path(__file__).parent / "triples.tsv"


@dataclass(frozen=True, slots=True)
class Triple:
    """Whose reference was changed, by number from 0, and how."""

    segment: int
    paraphrase: str
    harm: str


def read(path: Path = FILE) -> list[Triple]:
    """All triples of a file: `segment`, from 1, `paraphrase` and `harm`."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Triple(int(row["segment"]) - 1, row["paraphrase"], row["harm"]) for row in rows]


def table(material: Material, networks: Drawn, triples: list[Triple]) -> Iterator[list[str]]:
    """How often the paraphrase scores better, how often both score alike."""
    metrics: list[tuple[str, Metric, str]] = [(c.name, c.metric, "") for c in plain_columns("en", 1)]
    metrics += [("chrF", CHRF(), ""), ("Tertium", Tertium(), "")]
    metrics += [(f"HyTER {name}", HyTER(), name) for name in networks]
    for label, metric, against in metrics:
        scores = []
        for texts in ([t.paraphrase for t in triples], [t.harm for t in triples]):
            words = [material.words(text) for text in texts]
            if against:
                flat = [flatten(networks[against][t.segment]) for t in triples]
                pairing = Pairing.of_systems(TestSet.build({"x": words}, networks=flat))["x"]
            else:
                references = [[material.seen[t.segment]] for t in triples]
                pairing = Pairing.of(texts, References.by_segment(references))
            score = metric.score(metric.statistics(pairing))
            scores.append(score if metric.higher_is_better else -score)
        better, alike = int((scores[0] > scores[1]).sum()), int((scores[0] == scores[1]).sum())
        yield [label, f"{better}", f"{alike}", f"{len(triples)}", f"{100 * better / len(triples):.1f} %"]


HEADER = ["metric", "paraphrase first", "alike", "triples", "share right"]
