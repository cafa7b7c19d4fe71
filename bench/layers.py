"""Where the time of a score goes: each step from strings to the number by itself, in microseconds a pair.

python bench/layers.py [--quick]
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import tertium
from bench.inputs import AS_IS, Inputs
from bench.timing import Rival, alternate
from tertium import _core
from tertium.text import tokenizers
from tertium.text.pool import Pairing
from tertium.text.tokenizers.char import CHAR
from tertium.text.tokenizers.chrf_words import CHRF_WORDS
from tertium.text.tokenizers.tercom import tercom


def main() -> None:
    """Print one line for each step, then one for each whole metric."""
    pairs = Inputs(quick="--quick" in sys.argv[1:]).pairs

    def show(name: str, run: Callable[[], Any]) -> Any:
        rival = Rival(run)
        alternate(rival)
        print(f"{name:36} {rival.seconds / len(pairs) * 1e6:8.2f} µs a pair", flush=True)
        return rival.value

    print("From strings to texts that differ")
    references = show("  References.by_stream", lambda: tertium.References.by_stream(pairs.references))
    test_set = show("  TestSet.build", lambda: tertium.TestSet.build({"system": pairs.hypotheses}, references))
    show("  TestSet.incomplete", test_set.incomplete)
    flat = show("  references in one list", lambda: list(chain.from_iterable(references)))
    show("  intern", lambda: _core.intern([flat, pairs.hypotheses]))
    pairing = show("  Pairing.of_systems, all but build", lambda: Pairing.of_systems(test_set, **AS_IS)["system"])

    print("Tokenising")
    texts = pairing.pool.texts
    words = show("  13a", lambda: tokenizers.get("13a").tokenize(texts))
    show("  none", lambda: tokenizers.get("none").tokenize(texts))
    characters = show("  characters", lambda: CHAR.tokenize(texts))
    chrf_words = show("  words of chrF++", lambda: CHRF_WORDS.tokenize(texts))
    small = show("  lowercase", texts.lower)
    plain = tercom(normalized=False, no_punct=False, asian_support=False)
    ter_words = show("  words of TER, in lowercase", lambda: plain.tokenize(small))

    print("Kernels")
    tokens, ter_tokens, chars = (pairing.pairs(batch) for batch in (words, ter_words, characters))
    chrf = partial(_core.chrf_statistics, chars, char_order=6, beta=2.0, eps_smoothing=False)
    show("  bleu_statistics", lambda: _core.bleu_statistics(tokens, max_order=4))
    show("  nist_statistics", lambda: _core.nist_statistics(tokens, max_order=5))
    show("  chrf_statistics", lambda: chrf(characters, word_order=0))
    show("  chrf_statistics, chrF++", lambda: chrf(chrf_words, word_order=2))
    show("  wer_statistics", lambda: _core.wer_statistics(tokens))
    show("  ter_statistics", lambda: _core.ter_statistics(ter_tokens))

    print("Whole, strings to corpus score")
    for metric in (
        tertium.BLEU(),
        tertium.CHRF(),
        tertium.CHRFPlusPlus(),
        tertium.NIST(),
        tertium.WER(),
        tertium.TER(),
    ):
        show(f"  {metric.name}", lambda metric=metric: _whole(metric, pairs))  # type: ignore[misc]


def _whole(metric: tertium.Metric, pairs: Any) -> float:
    return metric.corpus_score(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)


if __name__ == "__main__":
    main()
