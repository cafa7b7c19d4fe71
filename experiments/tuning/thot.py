"""Thot, a phrase-based decoder from PyPI (`sil-thot`, group `peers`): training it, and decoding into n-best lists.

    python -m experiments.tuning.thot train SOURCE TARGET MODEL [--for SOURCE …]
    python -m experiments.tuning.thot decode MODEL WEIGHTS SOURCE NBEST N

Word alignment by fast_align in both directions, symmetrised; phrases of up to ten words; a language model of three
words. Texts have one segment a line, with spaces between tokens. The second form is what `tertium tune --decoder` runs.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import thot.alignment
import thot.translation

from tertium.io.files import open_input, write_text
from tertium.text.nbest.lists import NBest
from tertium.tune.weights import read_weights

FEATURES = tuple(f"thot_{i}" for i in range(8))
"""Word penalty, language model, lengths of target phrases, jumps, lengths of source phrases, phrases, length."""
NOT_NEGATIVE = ("thot_1", "thot_3", "thot_4", "thot_5", "thot_6")
"""What Thot asks of its weights: the others may have either sign."""
_ORDER = 3
_ITERATIONS = 5
_LONGEST_PHRASE = 10
_TRANSLATIONS = 20  # of a phrase, at most

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
    if wanted := {phrase for text in needed for phrase in _phrases(text.split())}:
        table = model / "tm.ttable"
        lines = table.read_text("utf-8").splitlines(keepends=True)
        table.write_text("".join(line for line in lines if line.split("|||")[1].strip() in wanted), "utf-8")
    for name, content in {
        "tm.lambda": "0.7 0.7",
        "tm.srcsegmlentable": "Uniform",
        "tm.trgcutstable": "0.999",
        "tm.trgsegmlentable": "Geometric",
    }.items():
        write_text(model / name, content)


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
    """A trained model in memory."""

    def __init__(self, model: Path) -> None:
        self._model = thot.translation.SmtModel(thot.alignment.AlignmentModelType.FAST_ALIGN)
        if not self._model.load_translation_model(str(model / "tm")):
            raise OSError(f"{model}: Thot cannot load the translation model")
        if not self._model.load_language_model(str(model / "lm")):
            raise OSError(f"{model}: Thot cannot load the language model")
        self._model.non_monotonicity, self._model.w, self._model.a, self._model.e = 0, 0.4, 10, 2
        self._model.heuristic = 6
        self._decoder = thot.translation.SmtDecoder(self._model)
        self._decoder.s, self._decoder.is_breadth_first = 10, True

    def translate(self, sources: Sequence[str], weights: Sequence[float], n: int) -> NBest:
        """The best n translations of each source that are found with these weights."""
        self._model.weights = list(weights)
        lists = [self._decoder.translate_n(source, n) for source in sources]
        return NBest.of(
            [[" ".join(data.target) for data in found] for found in lists],
            features=[[dict(zip(FEATURES, data.score_components, strict=True)) for data in found] for found in lists],
            name="Thot's n-best lists",
        )


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
