"""What is judged blind: sentences of the networks among references and outputs, in random order."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from papers.hyter.drawn.material import SEED, Material
from papers.hyter.drawn.measuring import Drawn, Outputs
from tertium.errors import DataError
from tertium.io.files import write_text
from tertium.networks.flat import flatten
from tertium.networks.paths import Paths
from tertium.networks.search import closest

N_RANDOM = 5
"""Random paths of each sentence."""
GRAMMATICAL = ("grammatical", "odd", "not")
FAITHFUL = ("yes", "no")
KINDS = {
    "path": "random paths of A and B",
    "closest": "paths of U closest to outputs and held-out references",
    "reference": "references that nobody drew from",
    "output": "outputs of machines",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One sentence to judge; the kinds that it is of are not shown."""

    number: int
    segment: int
    text: str
    kinds: frozenset[str]


def items(material: Material, networks: Drawn, outputs: Outputs) -> list[Item]:
    """Each different text of a sentence once, in random order."""
    rng = np.random.default_rng(SEED)
    found: dict[tuple[int, str], set[str]] = {}
    annotators = [name for name in networks if name not in ("U", "SPU")]
    for segment in range(len(material.sources)):
        held = [material.words(text) for text in material.held_out[segment]]
        made = [texts[segment] for texts in outputs.values()]
        for i in range(N_RANDOM):
            paths = Paths.of(networks[annotators[(segment + i) % len(annotators)]][segment])
            _add(found, segment, " ".join(paths.sample(rng)), "path")
        flat = flatten(networks["U"][segment])
        for text in (*made, *held):
            path = closest(text.split(), flat)
            _add(found, segment, " ".join(flat.words[token] for token in path.tokens), "closest")
        _add(found, segment, held[segment % len(held)], "reference")
        _add(found, segment, made[segment % len(made)], "output")
    order = rng.permutation(len(found))
    entries = list(found.items())
    return [Item(n, entries[i][0][0], entries[i][0][1], frozenset(entries[i][1])) for n, i in enumerate(order, 1)]


def _add(found: dict[tuple[int, str], set[str]], segment: int, text: str, kind: str) -> None:
    found.setdefault((segment, text), set()).add(kind)


def write_sheet(material: Material, found: Sequence[Item], path: Path) -> None:
    """What the judge gets: source, the reference that annotators saw, and the sentence."""
    lines = ["item\tsource\treference\tsentence\tgrammatical\tfaithful"]
    for item in found:
        cells = (material.sources[item.segment], material.seen[item.segment], item.text)
        lines.append("\t".join((str(item.number), *cells, "", "")))
    write_text(path, "\n".join(lines) + "\n")


def read_judged(found: Sequence[Item], path: Path) -> dict[int, tuple[str, str]]:
    """The judgements by the number of the item; all must be there."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    judged = {int(row["item"]): (row["grammatical"], row["faithful"]) for row in rows}
    wrong = [
        item.number
        for item in found
        if judged.get(item.number, ("", ""))[0] not in GRAMMATICAL or judged[item.number][1] not in FAITHFUL
    ]
    if wrong:
        raise DataError(f"{path}: item {wrong[0]} is not judged; {len(wrong)} in all")
    return judged


def shares(found: Sequence[Item], judged: dict[int, tuple[str, str]]) -> Iterator[list[str]]:
    """For each kind: how many, and what was said of them in per cent."""
    for kind, title in KINDS.items():
        of_kind = [judged[item.number] for item in found if kind in item.kinds]
        n = len(of_kind)
        grammatical, faithful = Counter(g for g, _ in of_kind), sum(f == "yes" for _, f in of_kind)
        good = sum(g != "not" and f == "yes" for g, f in of_kind)
        yield [
            title,
            str(n),
            *(f"{100 * grammatical[value] / n:.1f}" for value in GRAMMATICAL),
            f"{100 * faithful / n:.1f}",
            f"{100 * good / n:.1f}",
        ]


SHARES = ["sentences", "number", "grammatical %", "slightly odd %", "not grammatical %", "faithful %", "pass %"]
