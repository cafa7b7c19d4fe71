"""Find the words that TERp does not move alone, from what the original gave for pairs of sentences.

The list of function words is changed word by word wherever that makes more costs (and numbers of shifts) equal to the
original's. Usage, with a TSV of hypothesis, reference, cost and shifts by TERp's setting terpa without a phrase table:

    python tools/build_stop_words.py pairs.tsv src/tertium/data/lexicons/stopwords.en.txt

First the list is made from every other pair and tried on the rest; what is written comes from all pairs.
"""

import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from numpy.typing import NDArray

from tertium.metrics.base import get
from tertium.resources import store
from tertium.resources.wordlists import WordList
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tertium.text.tokenizers.terp import terp

Flags = NDArray[np.bool_]
HEAD = """# Words that do not move alone in TERp: function.en, changed word by word where that makes more of the
# original's costs for {n:,} pairs of WMT news text come out (tools/build_stop_words.py).
"""


@dataclass(slots=True)
class Search:
    """The pairs, what the original gave, and the words of each pair."""

    hypotheses: list[str]
    references: list[str]
    given: NDArray[np.float64]

    def equal(self, listed: set[str], chosen: list[int]) -> Flags:
        """Which of some pairs come out as the original had them with this list."""
        pairing = Pairing.of(
            [self.hypotheses[i] for i in chosen], References.by_stream([self.references[i] for i in chosen])
        )
        with NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write("\n".join(sorted(listed)) + "\n")
            file.flush()
            rows = get("terp")(stop_words=file.name, paraphrases="none").statistics(pairing)  # type: ignore[call-arg]
        wanted = self.given[chosen]
        equal: NDArray[np.bool_] = (np.abs(rows[:, 0] - wanted[:, 0]) < 6e-4) & (rows[:, 8] == wanted[:, 1])
        return equal

    def words(self, chosen: list[int]) -> dict[str, list[int]]:
        """The pairs in which each word stands, frequent words first."""
        texts = [self.hypotheses[i] + " " + self.references[i] for i in chosen]
        pairing = Pairing.of(texts, References.by_stream(texts))
        batch = pairing.pool.tokens(terp(normalized=True, no_punct=False), lowercase=True)
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, row in zip(chosen, pairing.hypotheses, strict=True):
            for word in set(batch.tokens(row)):
                found[word].append(place)
        return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))

    def fit(self, chosen: list[int]) -> set[str]:
        """The list, from some of the pairs."""
        start = store.default("function", "en")
        assert start is not None
        function_words = start.load()
        assert isinstance(function_words, WordList)
        words = self.words(chosen)
        listed = set(function_words.words) & set(words)
        equal = np.zeros(len(self.given), bool)
        equal[chosen] = self.equal(listed, chosen)
        for word, places in words.items():
            if len(places) < 2 or equal[places].all():
                continue
            changed = self.equal(listed ^ {word}, places)
            if changed.sum() > equal[places].sum():
                listed ^= {word}
                equal[places] = changed
        return listed


def main() -> None:
    rows = [line.split("\t") for line in Path(sys.argv[1]).read_text("utf-8").splitlines()]
    given = np.array([[float(cost), float(shifts)] for _, _, cost, shifts in rows])
    search = Search([row[0] for row in rows], [row[1] for row in rows], given)
    everyone = list(range(len(rows)))
    held_out = search.equal(search.fit(everyone[::2]), everyone[1::2])
    sys.stderr.write(f"made from every other pair: {held_out.mean():.4f} of the rest are equal\n")
    listed = search.fit(everyone)
    sys.stderr.write(f"made from all pairs: {search.equal(listed, everyone).mean():.4f} are equal\n")
    Path(sys.argv[2]).write_text(HEAD.format(n=len(rows)) + "\n".join(sorted(listed)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
