"""Thot, a phrase-based decoder from PyPI (`sil-thot`, group `peers`): training it, and decoding into n-best lists.

    python -m papers.tuning.thot train SOURCE TARGET MODEL [--for SOURCE …]
    python -m papers.tuning.thot decode MODEL WEIGHTS SOURCE NBEST N

Word alignment by fast_align in both directions, symmetrised; phrases of up to five words with at most ten translations;
a language model of three words. Texts have one segment per line, with spaces between tokens. The second form is what
`tertium tune --decoder` runs.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import thot.alignment
import thot.translation

from tertium.io.files import open_input, write_text
from tertium.nbest.lists import NBest
from tertium.nbest.weights import read_weights

FEATURES = tuple(f"thot_{i}" for i in range(8))
"""Word penalty, language model, lengths of target phrases, jumps, lengths of source phrases, phrases, length."""
NOT_NEGATIVE = ("thot_1", "thot_3", "thot_4", "thot_5", "thot_6")
"""What Thot asks of its weights: the others may have either sign."""
_ORDER = 3
_ITERATIONS = 5
_LONGEST_PHRASE = 5
_TRANSLATIONS = 10  # of a phrase, at most
# Thot looks a phrase up by going through a part of the table: small tables are faster, and each costs 45 MB.
_SOURCES_OF_A_TABLE = 500

Sentences = Sequence[Sequence[str]]


def tokenized(text: str) -> str:
    """Small letters, with spaces round every sign."""
    return " ".join(re.findall(r"\w+|[^\w\s]", text.lower())).replace("|||", "")


def train(source: Sequence[str], target: Sequence[str], model: Path, needed: Iterable[str] = ()) -> None:
    """Train on parallel sentences; where `needed` are given, phrases that these sources lack are left out."""
    model.mkdir(parents=True, exist_ok=True)
    pairs = [(s.split(), t.split()) for s, t in zip(source, target, strict=True) if s.strip() and t.strip()]
    sources, targets = [s for s, _ in pairs], [t for _, t in pairs]
    _train_language_model(targets, model / "lm")
    _align(sources, targets, model / "tm_invswm")
    _align(targets, sources, model / "tm_swm")
    extractor = thot.translation.AlignmentExtractor()
    extractor.open(str(model / "tm_swm.bestal"))
    extractor.symmetrize1(str(model / "tm_invswm.bestal"), str(model / "tm.A3.final"), transpose=True)
    extractor.close()
    phrases = thot.translation.PhraseModel()
    parameters = thot.translation.PhraseExtractParameters()
    parameters.max_target_phrase_length = _LONGEST_PHRASE
    phrases.build(str(model / "tm.A3.final"), parameters, pseudo_ml=False)
    phrases.print_phrase_table(str(model / "tm.ttable"), n=_TRANSLATIONS)
    phrases.clear()
    table = model / "tm.ttable"
    write_text(table, "".join(_entries(table, {phrase for text in needed for phrase in _phrases(text.split())})))
    for name, content in {
        "tm.lambda": "0.7 0.7",
        "tm.srcsegmlentable": "Uniform",
        "tm.trgcutstable": "0.999",
        "tm.trgsegmlentable": "Geometric",
    }.items():
        write_text(model / name, content)


def _entries(table: Path, wanted: Collection[str]) -> Iterator[str]:
    """The lines of a phrase table for these phrases, or for all if there are none; the most frequent of each."""
    translations: dict[str, list[tuple[float, float, str]]] = {}
    for line in table.read_text("utf-8").splitlines(keepends=True):
        _, phrase, counts = line.split(" ||| ")
        of_target, of_pair = map(float, counts.split())
        if not wanted or phrase in wanted:
            translations.setdefault(phrase, []).append((-of_pair, -of_target, line))
    for found in translations.values():
        yield from (line for _, _, line in sorted(found)[:_TRANSLATIONS])


def _phrases(words: Sequence[str]) -> Iterable[str]:
    for i in range(len(words)):
        for j in range(i + 1, min(i + _LONGEST_PHRASE, len(words)) + 1):
            yield " ".join(words[i:j])


def _train_language_model(targets: Sentences, prefix: Path) -> None:
    """Counts of n-grams; a word is unknown where it is seen first, so that there are figures for such ones."""
    seen: set[str] = set()
    counts: Counter[tuple[str, ...]] = Counter()
    n_words = 0
    for target in targets:
        words = ["<s>"]
        for word in target:
            words.append(word if word in seen else "<unk>")
            seen.add(word)
        words.append("</s>")
        n_words += len(words)
        for n in range(1, _ORDER + 1):
            counts.update(tuple(words[i : i + n]) for i in range(len(words) - n + 1))
    lines = []
    for ngram, count in sorted(counts.items(), key=lambda item: (len(item[0]), item[0])):
        before = n_words if len(ngram) == 1 else counts[ngram[:-1]]
        lines.append(f"{' '.join(ngram)} {before} {count}\n")
    write_text(prefix, "".join(lines))
    write_text(f"{prefix}.weights", f"{_ORDER} 3 10 {' '.join(['0.5'] * (3 * _ORDER))}\n")
    shuffled = [" ".join(target) + "\n" for target in targets]
    random.Random(1).shuffle(shuffled)
    write_text(f"{prefix}.wp", "".join(shuffled[:100_000]))


def _align(sources: Sentences, targets: Sentences, prefix: Path) -> None:
    model = thot.alignment.FastAlignModel()
    for source, target in zip(sources, targets, strict=True):
        model.add_sentence_pair(source, target)
    model.start_training()
    for _ in range(_ITERATIONS):
        model.train()
    model.end_training()
    model.print(str(prefix))
    blocks = []
    for source, target in zip(sources, targets, strict=True):
        _, matrix = model.get_best_alignment(source, target)
        linked = np.asarray(matrix.to_numpy(), bool)
        blocks.append(f"# 1\n{' '.join(target)}\n{_giza(source, linked)}\n")
    write_text(f"{prefix}.bestal", "".join(blocks))


def _giza(source: Sequence[str], linked: np.ndarray) -> str:
    """Each source word with the numbers of the target words that it is linked with."""
    groups = [("NULL", np.flatnonzero(~linked.any(0)) + 1)]
    groups += [(word, np.flatnonzero(linked[i]) + 1) for i, word in enumerate(source)]
    return " ".join(f"{word} ({{ {' '.join(map(str, numbers))} }})" for word, numbers in groups)


class Decoder:
    """A trained model. Each few hundred sources get a decoder with a phrase table of their own, which is kept."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._loaded: dict[tuple[str, ...], _Loaded] = {}

    def translate(self, sources: Sequence[str], weights: Sequence[float], n: int) -> NBest:
        """The best n translations of each source that are found with these weights."""
        lists: list[list[Any]] = []
        for i in range(0, len(sources), _SOURCES_OF_A_TABLE):
            block = tuple(sources[i : i + _SOURCES_OF_A_TABLE])
            if block not in self._loaded:
                self._loaded[block] = _Loaded(self._model, block)
            lists += self._loaded[block].translate(block, weights, n)
        return NBest.of(
            [[" ".join(data.target) for data in found] for found in lists],
            features=[[dict(zip(FEATURES, data.score_components, strict=True)) for data in found] for found in lists],
            name="Thot's n-best lists",
        )


class _Loaded:
    """Thot with the part of a phrase table that some sources need."""

    def __init__(self, model: Path, sources: Sequence[str]) -> None:
        self._model = thot.translation.SmtModel(thot.alignment.AlignmentModelType.FAST_ALIGN)
        with TemporaryDirectory() as name:
            folder = Path(name)
            for path in model.resolve().iterdir():
                (folder / path.name).symlink_to(path)
            (folder / "tm.ttable").unlink()
            wanted = {phrase for text in sources for phrase in _phrases(text.split())}
            write_text(folder / "tm.ttable", "".join(_entries(model / "tm.ttable", wanted)))
            if not self._model.load_translation_model(str(folder / "tm")):
                raise OSError(f"{model}: Thot cannot load the translation model")
        if not self._model.load_language_model(str(model / "lm")):
            raise OSError(f"{model}: Thot cannot load the language model")
        self._model.non_monotonicity, self._model.w, self._model.a, self._model.e = 0, 0.4, 10, 2
        self._model.heuristic = 6
        self._decoder = thot.translation.SmtDecoder(self._model)
        self._decoder.s, self._decoder.is_breadth_first = 10, True

    def translate(self, sources: Sequence[str], weights: Sequence[float], n: int) -> list[list[Any]]:
        self._model.weights = list(weights)
        return [list(self._decoder.translate_n(source, n)) for source in sources]


def main(arguments: Sequence[str]) -> None:
    """Train or decode, as the first argument says."""
    task, *rest = arguments
    if task == "train":
        source, target, model, *needed = rest
        train(_lines(source), _lines(target), Path(model), [line for name in needed for line in _lines(name)])
        return
    model, weights, source, nbest, n = rest
    values = read_weights(weights).values
    decoded = Decoder(Path(model)).translate(_lines(source), [values[name] for name in FEATURES], int(n))
    write_text(nbest, "".join(_moses_lines(decoded)))


def _moses_lines(nbest: NBest) -> Iterable[str]:
    for number, begin, end in zip(range(len(nbest)), nbest.offsets[:-1], nbest.offsets[1:], strict=True):
        for c in range(begin, end):
            yield f"{number} ||| {nbest.text(c)} ||| thot= {' '.join(map(repr, nbest.features[c].tolist()))}\n"


def _lines(path: str) -> list[str]:
    with open_input(path) as source:
        return [line for _, line in source.lines()]


if __name__ == "__main__":
    main(sys.argv[1:])
