"""Text that nobody chose for its speed: five test sets, each alone, systems of some, and lists of translations."""

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.inputs import ROOT, Pairs, rows_of_file
from bench.timing import aligned

_DATA = ROOT.parent / "shared/data"
WMT23 = _DATA / "judgements/seg_wmt23_mqm_dasqm.tsv.gz"
_WMT14 = _DATA / "judgements/sys_wmt14_to-en.tsv.gz"

Outputs = dict[str, list[str]]


@cache
def test_sets(size: int) -> "Texts":
    """The test sets, read once."""
    return Texts(size)


@dataclass(frozen=True)
class Texts:
    """So many pairs of each test set, evenly; of Fisher one translation against another one."""

    size: int

    @cached_property
    def pairs(self) -> dict[str, Pairs]:
        """Different outputs of all systems with the reference, by the name of the test set."""
        return {
            "WMT23 zh-en": self._outputs(WMT23, "zh-en"),
            "WMT23 he-en": self._outputs(WMT23, "he-en"),
            "WMT21 zh-en": self._outputs(_DATA / "judgements/seg_wmt21_mqm.tsv.gz", "zh-en"),
            "biomedical": self._outputs(_DATA / "judgements/seg_bio_mqm.tsv.gz", "-en"),
            "Fisher es-en": self._different(
                (row["reference"], row["reference_2"])
                for row in rows_of_file(_DATA / "multiref/multiref_fisher_es-en_4refs.tsv.gz")
            ),
        }

    def describe(self) -> str:
        """A table of the test sets."""
        cells = [["text", "what it is", "pairs", "words", "longest"]]
        for name, pairs in self.pairs.items():
            lengths = [len(text.split()) for text in pairs.references]
            average = f"{sum(lengths) / len(lengths):.1f}"
            cells.append([name, _ABOUT[name], f"{len(pairs):,}", average, f"{max(lengths):,}"])
        return "\n".join(aligned(cells))

    def _outputs(self, file: Path, languages: str) -> Pairs:
        return self._different(
            (row["hypothesis"], row["reference"]) for row in rows_of_file(file) if row["lang_pair"].endswith(languages)
        )

    def _different(self, pairs: Iterator[tuple[str, str]]) -> Pairs:
        whole = list(dict.fromkeys(pair for pair in pairs if all(pair)))
        return Pairs([hypothesis for hypothesis, _ in whole], [reference for _, reference in whole]).sample(self.size)


_ABOUT = {
    "WMT23 zh-en": "general MT task, zh-en alone",
    "WMT23 he-en": "general MT task, he-en alone",
    "WMT21 zh-en": "news and talks, MQM",
    "biomedical": "bio-MQM, all pairs to English",
    "Fisher es-en": "speech, one human translation against another",
}


def systems(languages: str, n_references: int, n_segments: int, number: int = 12) -> tuple[Outputs, list[list[str]]]:
    """Systems of WMT23 (or WMT14, `de-en`) on the first segments that have so many references."""
    outputs: dict[str, dict[str, str]] = defaultdict(dict)
    references: dict[str, list[str]] = {}
    for row in rows_of_file(_WMT14 if languages == "de-en" else WMT23):
        texts_of = [row["reference"], row.get("reference_2", "")][:n_references]
        if row["lang_pair"] == languages and all(texts_of):
            segment = f"{row.get('doc_id')} {row['seg_id']}"
            outputs[row["system"]][segment] = row["hypothesis"]
            references[segment] = texts_of
    whole = {system: of for system, of in outputs.items() if len(of) == len(references)}
    segments = list(references)[:n_segments]
    chosen = {system: [of[segment] for segment in segments] for system, of in islice(whole.items(), number)}
    return chosen, [[references[segment][i] for segment in segments] for i in range(n_references)]


def accepted(number: int) -> list[list[str]]:
    """The longest lists of all translations that Tatoeba has for a German sentence."""
    german, english = (list(_lines(_DATA / f"bitext/tatoeba.en-de.{side}.gz")) for side in ("de", "en"))
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for source, text in zip(german, english, strict=True):
        found[source][" ".join(text.split())] = None
    lists = [list(of) for of in found.values() if len(of) >= 3]
    return sorted(lists, key=len, reverse=True)[:number]


def changed(texts: list[str], turn: int) -> list[str]:
    """The texts themselves in turn 0, later with two words exchanged, at another place each turn."""
    if turn == 0:
        return texts
    made = []
    for number, text in enumerate(texts):
        words = text.split()
        if words:
            a, b = (number * 31 + turn * 7) % len(words), (number * 17 + turn * 13) % len(words)
            words[a], words[b] = words[b], words[a]
        made.append(" ".join([*words, str(turn)]))
    return made


def repeated(texts: list[str], size: int) -> list[str]:
    """So many texts, turn after turn changed."""
    turns = -(-size // len(texts))
    return list(islice(chain.from_iterable(changed(texts, turn) for turn in range(turns)), size))


def _lines(file: Path) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.rstrip("\n")


@contextmanager
def files(contents: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Files with these lines, in a folder that goes."""
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        paths = [Path(folder) / name for name in contents]
        for path, lines in zip(paths, contents.values(), strict=True):
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(f"{line}\n" for line in lines)
        yield list(map(str, paths))
