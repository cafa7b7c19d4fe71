"""Speed on text that nobody chose: five test sets, each alone. The lowest figure of a task counts, its note has all."""

import gzip
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jiwer
import numpy as np

import tertium
from bench.commands import of_children, output_of, tool
from bench.hyter import Pynini
from bench.inputs import ROOT, Inputs, Pairs, rows_of_file
from bench.ngrams import AS_IS, corpus_scores, sacrebleu_scores
from bench.peers import SacreBLEU, SacreCHRF, forget_tokens, named
from bench.timing import Rival, Row, alternate, demand_same, duration, faster, within
from tertium.metrics import parse
from tertium.networks.flat import flatten_lists
from tertium.networks.search import compile_network, network_statistics, rows_of
from tertium.text.arrays import Batch, PackedTexts
from tertium.text.network import FlatNetwork
from tertium.text.pool import Pairing

_DATA = ROOT.parent / "shared/data"
_WMT23 = _DATA / "judgements/seg_wmt23_mqm_dasqm.tsv.gz"
_N_LISTS = 500
_CPU = "CPU time, best of three rounds"

# Pairs a second that a metric should reach on each text.
_RATES = {
    "ter": 40_000,
    "terp": 15_000,
    "ppda+f": 6_000,
    "tertium": 4_500,
    "tertium(model=tertium-fast-en)": 12_000,
}


def texts(inputs: Inputs) -> list[Row]:
    """All rows on these texts; none where they are absent."""
    if not _WMT23.exists():
        return []
    found = Texts(inputs.size(4_000, 200))
    return [
        *(_rate(metric, bar, found) for metric, bar in _RATES.items()),
        *_beside_peers(found),
        *_several_systems(inputs),
        _command(inputs),
        *_lists(inputs),
    ]


@dataclass(frozen=True)
class Texts:
    """So many pairs of each test set, evenly."""

    size: int

    @cached_property
    def pairs(self) -> dict[str, Pairs]:
        """Outputs of all systems with the reference; of Fisher one translation against another one."""
        return {
            "WMT23 zh-en": self._outputs(_WMT23, "zh-en"),
            "WMT23 he-en": self._outputs(_WMT23, "he-en"),
            "WMT21 zh-en": self._outputs(_DATA / "judgements/seg_wmt21_mqm.tsv.gz", "zh-en"),
            "biomedical to-en": self._outputs(_DATA / "judgements/seg_bio_mqm.tsv.gz", "-en"),
            "Fisher es-en": self._different(
                (row["reference"], row["reference_2"])
                for row in rows_of_file(_DATA / "multiref/multiref_fisher_es-en_4refs.tsv.gz")
            ),
        }

    def _outputs(self, file: Path, languages: str) -> Pairs:
        return self._different(
            (row["hypothesis"], row["reference"]) for row in rows_of_file(file) if row["lang_pair"].endswith(languages)
        )

    def _different(self, pairs: Iterator[tuple[str, str]]) -> Pairs:
        whole = list(dict.fromkeys(pair for pair in pairs if all(pair)))
        return Pairs([hypothesis for hypothesis, _ in whole], [reference for _, reference in whole]).sample(self.size)


def _rate(metric: str, bar: float, found: Texts) -> Row:
    """From texts to the rows of a metric, on one thread."""
    rates = {}
    for name, pairs in found.pairs.items():
        ours = Rival(partial(_statistics, metric, pairs), clock=time.process_time)
        alternate(ours)
        rates[name] = len(pairs) / ours.seconds
    lowest = min(rates.values())
    note = f"{_CPU}: {', '.join(f'{name} {rate:,.0f} pairs/s' for name, rate in rates.items())}."
    task = f"{metric}, five texts"
    return Row(task, "none", f"{lowest:,.0f} pairs/s", "", "", f"at least {bar:,.0f} pairs/s", lowest >= bar, note)


def _statistics(metric: str, pairs: Pairs) -> Any:
    pairing = Pairing.of(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)
    return parse(metric).statistics(pairing)


def _beside_peers(found: Texts) -> Iterator[Row]:
    def score(metric: str, pairs: Pairs) -> float:
        references = tertium.References.by_stream(pairs.references)
        return float(parse(metric).corpus_score(pairs.hypotheses, references, **AS_IS))

    peers: dict[str, tuple[str, str, float, Callable[[Pairs], float]]] = {
        "BLEU": ("bleu", "sacrebleu", 60, lambda p: SacreBLEU().corpus_score(p.hypotheses, [p.references]).score),
        "chrF": ("chrf", "sacrebleu", 80, lambda p: SacreCHRF().corpus_score(p.hypotheses, [p.references]).score),
        "WER": ("wer", "jiwer", 25, lambda p: 100 * jiwer.wer(p.references, p.hypotheses)),
    }
    for title, (metric, peer, bar, run) in peers.items():
        times = {}
        for name, pairs in found.pairs.items():
            # jiwer splits at the space alone; other white space would make other words.
            spaced = Pairs(
                *([" ".join(text.split()) for text in side] for side in (pairs.hypotheses, pairs.references))
            )
            ours = Rival(partial(score, metric, spaced), clock=time.process_time)
            theirs = Rival(partial(run, spaced), forget_tokens, time.process_time)
            alternate(ours, theirs)
            demand_same(f"{title}, {name}", ours.value, theirs.value)
            times[name] = ours.seconds, theirs.seconds
        yield _lowest(f"{title} of one system, five texts", named(peer), times, bar)


def _lowest(task: str, peer: str, times: dict[str, tuple[float, float]], bar: float) -> Row:
    """The row of the text on which ours gains least."""
    ratios = {name: theirs / ours for name, (ours, theirs) in times.items()}
    least = min(ratios, key=lambda name: ratios[name])
    note = f"{_CPU}; shown is {least}; {', '.join(f'{name} {ratio:.1f}×' for name, ratio in ratios.items())}."
    return faster(task, peer, *times[least], bar, note)


def _several_systems(inputs: Inputs) -> Iterator[Row]:
    """Twelve systems; sacreBLEU prepares the references before the clock starts."""
    for title, metric, original, bar in (("BLEU", "bleu", SacreBLEU, 60), ("chrF", "chrf", SacreCHRF, 80)):
        times = {}
        for languages, n_references in (("zh-en", 1), ("he-en", 1), ("he-en", 2)):
            outputs, references = _wmt23(languages, n_references, inputs.size(2_000, 60))
            prepared: Any = original(references=references)
            ours = Rival(partial(corpus_scores, metric, outputs, references), clock=time.process_time)
            theirs = Rival(partial(sacrebleu_scores, prepared, outputs), forget_tokens, time.process_time)
            alternate(ours, theirs)
            name = f"WMT23 {languages}, {n_references} reference{'s' if n_references > 1 else ''}"
            demand_same(f"{title} of twelve systems, {name}", ours.value, theirs.value)
            times[name] = ours.seconds, theirs.seconds
        yield _lowest(f"{title}, 12 systems, one and two references", named("sacrebleu"), times, bar)


def _wmt23(languages: str, n_references: int, n_segments: int) -> tuple[dict[str, list[str]], list[list[str]]]:
    """Twelve systems on the first segments that have so many references."""
    outputs: dict[str, dict[str, str]] = defaultdict(dict)
    references: dict[str, list[str]] = {}
    for row in rows_of_file(_WMT23):
        texts_of = [row["reference"], row["reference_2"]][:n_references]
        if row["lang_pair"] == languages and all(texts_of):
            outputs[row["system"]][f"{row['doc_id']} {row['seg_id']}"] = row["hypothesis"]
            references[f"{row['doc_id']} {row['seg_id']}"] = texts_of
    segments = list(references)[:n_segments]
    chosen = {system: [of[segment] for segment in segments] for system, of in islice(outputs.items(), 12)}
    return chosen, [[references[segment][i] for segment in segments] for i in range(n_references)]


def _command(inputs: Inputs) -> Row:
    """BLEU of one file."""
    outputs, (references,) = _wmt23("zh-en", 1, inputs.size(2_000, 60))
    output = next(iter(outputs.values()))
    with _files({"output.txt": output, "reference.txt": references}) as (hyp, ref):
        words = [tool("tertium"), "score", hyp, "-r", ref, "-m", "bleu", "-j", "1", "--normalization", "none"]
        ours = Rival(lambda: output_of([*words, "--score-only"]), clock=of_children)
        theirs = Rival(
            lambda: output_of([tool("sacrebleu"), ref, "-i", hyp, "-m", "bleu", "-b", "-w", "1"]), clock=of_children
        )
        alternate(ours, theirs, rounds=5)
    demand_same("BLEU of one file", float(ours.value), float(theirs.value), tolerance=0.01)
    note = f"CPU time, start-up included, best of five; WMT23 zh-en, {len(output):,} segments."
    return faster("whole command, BLEU of one file", named("sacrebleu"), ours.seconds, theirs.seconds, 4, note)


def _lists(inputs: Inputs) -> Iterator[Row]:
    """HyTER on lists of accepted translations: all that Tatoeba has for a German sentence, the first as the output."""
    lists = _accepted(inputs.size(_N_LISTS, 40))
    outputs, others = [one[0] for one in lists], [one[1:] for one in lists]
    blocks = [line for one in others for line in (*one, "")]
    with _files({"output.txt": outputs, "lists.txt": blocks}) as (hyp, networks):
        words = [tool("tertium"), "score", hyp, "--networks", networks, "-m", "hyter", "-j", "1", "--quiet"]
        ours = Rival(lambda: output_of(words), clock=of_children)
        alternate(ours, rounds=5)
    about = f"{len(lists)} lists of {min(map(len, others))} to {max(map(len, others))} translations from Tatoeba"
    note = f"CPU time, start-up included, best of five; {about}."
    yield within("HyTER on lists, whole command", ours.seconds, 0.2, duration, note)
    task = _ListTask.of(outputs, others)
    ours, theirs = (
        Rival(partial(_often, run), clock=time.process_time) for run in (task.run, Pynini(task, task.n_words).run)
    )
    alternate(ours, theirs)
    demand_same("HyTER on lists beside pynini", ours.value, theirs.value)
    n = len(lists) * _PASSES
    note = f"{_CPU}; a search, without the making of networks; {about}."
    yield faster("HyTER on lists, a search", "pynini", ours.seconds / n, theirs.seconds / n, None, note)


_PASSES = 5


def _often(run: Callable[[], Any]) -> Any:
    return [run() for _ in range(_PASSES)][-1]


def _accepted(number: int) -> list[list[str]]:
    """The longest lists of all translations of a sentence."""
    german, english = (list(_lines(_DATA / f"bitext/tatoeba.en-de.{side}.gz")) for side in ("de", "en"))
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for source, text in zip(german, english, strict=True):
        found[source][" ".join(text.split())] = None
    lists = [list(of) for of in found.values() if len(of) >= 3]
    return sorted(lists, key=len, reverse=True)[:number]


def _lines(file: Path) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            yield line.rstrip("\n")


@contextmanager
def _files(contents: dict[str, list[str]]) -> Iterator[list[str]]:
    """Files with these lines, in a folder that goes."""
    with TemporaryDirectory(prefix="tertium-bench-") as folder:
        paths = [Path(folder) / name for name in contents]
        for path, lines in zip(paths, contents.values(), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        yield list(map(str, paths))


@dataclass(frozen=True)
class _ListTask:
    """Each list with words of its own, numbered from 0, as pynini's machines need few of them."""

    flats: list[FlatNetwork]
    hypotheses: list[list[int]]
    networks: list[Any]
    batch: Batch
    n_words: int

    @classmethod
    def of(cls, outputs: Sequence[str], lists: Sequence[Sequence[str]]) -> "_ListTask":
        flats = flatten_lists(lists)
        hypotheses = []
        for output, flat in zip(outputs, flats, strict=True):
            numbers = {word: number for number, word in enumerate(flat.words)}
            hypotheses.append([numbers.setdefault(word, len(numbers)) for word in output.split()])
        n_words = max(max(len(flat.words), *words) + 1 for flat, words in zip(flats, hypotheses, strict=True))
        names = PackedTexts.pack([f"{number:06}" for number in range(n_words)])
        return cls(
            flats, hypotheses, [compile_network(flat) for flat in flats], Batch(*rows_of(hypotheses), names), n_words
        )

    def run(self) -> Any:
        """The edits of each output."""
        return network_statistics(self.batch, np.arange(len(self.flats), dtype=np.int32), self.networks)[:, 0]
