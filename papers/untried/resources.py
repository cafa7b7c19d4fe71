"""Makes the resources that are tried, as a user would: by `tertium resources build`."""

import gzip
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array  # type: ignore[import-untyped, unused-ignore]

from papers.untried.bitext_vectors import (
    DIMENSIONS,
    Side,
    embedded,
    in_pieces,
    in_words,
    incidence,
    lines_of_pieces,
    lines_of_words,
    nowhere,
    others,
    ppmi,
    together,
    windows,
)
from papers.untried.near_words import lines, near_words, read_antonyms, without_antonyms
from tertium.resources import store
from tertium.resources.paraphrases.formats import text_lines
from tertium.resources.vectors.table import Vectors
from tertium.text.arrays import Floats
from tertium.text.tokenizers.word_pieces import WordPieceTokenizer

ENGLISH = ("windows", "translations", "joined", "chance")
"""The tables of English vectors; each is in a file of a language of this name, because English has one already."""
CHANCE = "chance-"  # before the code of a language
THRESHOLDS = (0.5, 0.6, 0.7)
_VERSIONS = ("BBE", "ULB", "bsb", "fbv", "webp")
_FOREIGN = {"de": "deu-deu1912", "es": "spa-spabes", "pt": "por-porbr2018"}


class Bitexts:
    """The texts; English ones as pieces or as words, whatever `english` makes of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.tatoeba = {lang: (self._tatoeba(lang, "en"), self._tatoeba(lang, lang)) for lang in ("de", "fr")}
        self.bibles = [self._read(f"ebible.eng-eng{version}") for version in _VERSIONS]
        self.foreign = {lang: self._read(f"ebible.{name}") for lang, name in _FOREIGN.items()}
        groups = defaultdict(list)
        for line in self._read("indian.en-groups"):
            key, _, text = line.partition(" ||| ")
            groups[key].append(text)
        most = max(map(len, groups.values()))
        self.indian = [[texts[i] if i < len(texts) else "" for texts in groups.values()] for i in range(most)]

    def _tatoeba(self, pair: str, side: str) -> list[str]:
        return self._read(f"tatoeba.en-{pair}.{side}")

    def _read(self, name: str) -> list[str]:
        with gzip.open(self._folder / f"{name}.gz", "rt", encoding="utf-8") as file:
            return ["" if line.startswith("<range>") else line.rstrip("\n") for line in file]

    @property
    def english(self) -> list[list[str]]:
        """All English texts, part by part."""
        return [*(ours for ours, _ in self.tatoeba.values()), *self.bibles, *self.indian]


def english_vectors(bitexts: Bitexts, folder: Path) -> None:
    """Tables over the pieces of `vectors.en`: words around, words of translations, both side by side, and chance."""
    table = store.default("vectors", "en")
    assert table is not None
    tokenizer = table.vectors().tokenizer
    texts = [text for part in bitexts.english for text in part]

    for name in ENGLISH:
        if _file(folder, name).exists():
            continue
        pieces = in_pieces([], tokenizer).words
        if name == "windows":
            rows = embedded([ppmi(windows(in_pieces(sorted(set(texts)), tokenizer)))])
        elif name == "translations":
            rows = embedded([ppmi(found) for found in _english_contexts(bitexts, tokenizer)])
        elif name == "chance":
            rows = nowhere(len(pieces))
        else:
            built = [Vectors.load(_file(folder, other)) for other in ENGLISH[:2]]
            pieces, rows = in_pieces([], built[0].tokenizer).words, np.hstack([_units(table) for table in built])
        _vectors(folder, name, lines_of_pieces(pieces, rows), texts)


def _units(vectors: Vectors) -> Floats:
    rows = vectors.values.reshape(-1, vectors.dimensions).astype(np.float64)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float64)


def _file(folder: Path, language: str) -> Path:
    return folder / f"vectors.{language}.bin"


def _english_contexts(bitexts: Bitexts, tokenizer: WordPieceTokenizer) -> list[csr_array]:
    """Words in translations of each language, and in other translations into English."""

    def pieces(texts: Sequence[str]) -> csr_array:
        return incidence(in_pieces(texts, tokenizer))

    verses = [pieces(version) for version in bitexts.bibles]
    found = [together(pieces(ours), incidence(in_words(theirs))) for ours, theirs in bitexts.tatoeba.values()]
    every = sum(verses[1:], verses[0])
    found += [together(every, incidence(in_words(texts))) for texts in bitexts.foreign.values()]
    return [*found, others(verses), others([pieces(part) for part in bitexts.indian])]


def foreign_vectors(bitexts: Bitexts, folder: Path, language: str) -> None:
    """One table of words around and words of English translations, and one of the same words by chance."""
    texts = [*bitexts.tatoeba[language][1], *bitexts.foreign.get(language, [])]
    for name in (language, f"{CHANCE}{language}"):
        if not _file(folder, name).exists():
            side = in_words(texts)
            rows = (
                embedded(_foreign_contexts(bitexts, side, language)) if name == language else nowhere(len(side.words))
            )
            _vectors(folder, name, lines_of_words(side, rows), texts)


def _foreign_contexts(bitexts: Bitexts, side: Side, language: str) -> list[csr_array]:
    """Words around, words of English sentences, and words of English verses where there are verses."""
    english, texts = bitexts.tatoeba[language]
    n, size = len(texts), len(bitexts.foreign.get(language, []))
    tables = [ppmi(windows(side)), ppmi(together(incidence(_part(side, 0, n)), incidence(in_words(english))))]
    if size:
        verses = in_words([text for version in bitexts.bibles for text in version])
        parts = [incidence(_part(verses, i * size, (i + 1) * size)) for i in range(len(bitexts.bibles))]
        tables.append(ppmi(together(incidence(_part(side, n, n + size)), sum(parts[1:], parts[0]))))
    return tables


def _part(side: Side, first: int, last: int) -> Side:
    offsets = side.offsets[first : last + 1]
    return Side(side.ids[offsets[0] : offsets[-1]], offsets - offsets[0], side.words)


def _vectors(folder: Path, language: str, rows: Iterable[str], texts: Iterable[str]) -> None:
    source, sentences = folder / f"{language}.word2vec.txt", folder / f"{language}.sentences.txt"
    _write(source, rows)
    _write(sentences, (f"{text}\n" for text in texts if text))
    options = (f"--dimensions={DIMENSIONS}", f"--texts={sentences}")
    _build("vectors", source, _file(folder, language), "word2vec", language, *options)
    source.unlink()
    sentences.unlink()


def near_tables(folder: Path, wordnet: Path) -> list[list[str]]:
    """Tables of paraphrases with near words, with opposites and without: how many pairs each threshold gives."""
    vectors, shipped = store.default("vectors", "en"), store.default("paraphrases", "en")
    assert vectors is not None
    assert shipped is not None
    opposite = read_antonyms(wordnet)
    found, said = near_words(vectors.vectors(), min(THRESHOLDS)), []
    for least in THRESHOLDS:
        near = {pair: cosine for pair, cosine in found.items() if cosine >= least}
        kept = without_antonyms(near, opposite)
        dropped = sorted((pair for pair in near if pair not in kept), key=lambda pair: -near[pair])
        examples = ", ".join(f"*{one}* – *{other}*" for one, other in dropped[:4])
        said.append([f"{least}", f"{len(near):,}", f"{len(dropped):,}", examples])
        for pairs, name in ((near, near_name(least, False)), (kept, near_name(least, True))):
            file = folder / name
            if not file.exists():
                source = folder / "near.tsv"
                _write(source, [*text_lines(shipped.paraphrases(), "tsv"), *lines(pairs)])
                _build("paraphrases", source, file, "tsv", "en")
                source.unlink()
    return said


def near_name(least: float, guarded: bool) -> str:
    return f"near-{least}{'-guarded' if guarded else ''}.bin"


def _write(path: Path, rows: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(rows)


def _build(kind: str, source: Path, file: Path, form: str, language: str, *more: str) -> None:
    command = [sys.executable, "-m", "tertium", "resources", "build", kind, str(source), str(file)]
    subprocess.run([*command, f"--format={form}", f"--language={language}", *more], check=True, stdout=sys.stderr)
