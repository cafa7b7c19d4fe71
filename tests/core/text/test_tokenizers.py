"""The tokenisers of the core on any text and on any bytes. Their equality with the originals is tested elsewhere."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import _core
from tertium.text.arrays import Batch

NAMES = ["none", "13a", "intl", "zh", "char", "char+space", "tercom", "chrf"]
SPACES = "".join(chr(c) for c in range(0x110000) if chr(c).isspace())
ALPHABET = "ab1 .,-'s&;<>$\0\n\x1f\x85\u2003中。々か😀\u0301é"
texts = st.lists(
    st.one_of(
        st.text(ALPHABET, max_size=20),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        st.lists(st.sampled_from(["&amp;", "&lt;", "-\n", "\n-", "<skipped>", "'s", "3.5", " "]), max_size=6).map(
            "".join
        ),
    ),
    max_size=5,
)


def tokenize(given: list[str], name: str, **options: bool) -> list[list[str]]:
    batch = Batch.of(_core.tokenize(_core.pack(given), name, **options))
    return [batch.tokens(row) for row in range(len(batch))]


@given(texts)
@example([SPACES, f"a{SPACES}b", "a".join(SPACES)])
def test_none_splits_as_str_split_does(given: list[str]) -> None:
    assert tokenize(given, "none") == [text.split() for text in given]


@given(texts)
@example([SPACES])
def test_characters_are_words(given: list[str]) -> None:
    assert tokenize(given, "char") == [[c for c in text if not c.isspace()] for text in given]
    assert tokenize(given, "char+space") == [list(text) for text in given]


@settings(max_examples=12)
@given(texts, st.integers(3, 9), st.sampled_from(NAMES), st.booleans())
def test_threads_give_the_same_words_and_numbers(given: list[str], threads: int, name: str, again: bool) -> None:
    # From 64 KB on a thread is worth its start; numbers come late for the first time.
    many = [f"{text} {number % 2_000}" for number in range(8_000) for text in (*given, "a b")]
    packed, twice = _core.pack(many), again and name not in ("char", "char+space")
    one, several = (Batch.of(_core.tokenize(packed, name, again=twice, threads=n)) for n in (1, threads))
    assert several.ids.tobytes() == one.ids.tobytes()
    assert several.offsets.tobytes() == one.offsets.tobytes()
    assert several.words.bytes.tobytes() == one.words.bytes.tobytes()
    assert several.words.offsets.tobytes() == one.words.offsets.tobytes()


PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def chrf_words(text: str) -> list[str]:
    found = []
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


@given(texts)
@example(["(a) b, -- 'c' é. .é . ..", "".join(f"{c}a{c} " for c in sorted(PUNCTUATION))])
def test_chrf_words_lose_one_punctuation_mark(given: list[str]) -> None:
    assert tokenize(given, "chrf") == [chrf_words(text) for text in given]


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "tercom"])
@settings(max_examples=40)
@given(texts)
def test_tokens_hold_the_text_and_no_white_space(name: str, given: list[str]) -> None:
    rows = tokenize(given, name)
    assert all(token and not any(c.isspace() for c in token) for row in rows for token in row)
    if name in ("intl", "zh"):  # the others also replace entities
        assert ["".join(row) for row in rows] == ["".join(text.split()) for text in given]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(texts)
def test_ids_are_given_in_order_of_first_occurrence(name: str, given: list[str]) -> None:
    batch = Batch.of(_core.tokenize(_core.pack(given), name))
    ids, offsets = batch.ids, batch.offsets
    assert list(dict.fromkeys(ids.tolist())) == list(range(len(batch.words)))
    assert (offsets[0], offsets[-1], len(offsets)) == (0, len(ids), len(given) + 1)


@pytest.mark.parametrize("name", ["none", "13a", "intl", "zh", "tercom", "chrf"])
@settings(max_examples=30)
@given(texts, st.booleans(), st.booleans())
def test_again_adds_the_rows_tokenised_twice(name: str, given: list[str], asian: bool, no_punct: bool) -> None:
    options = {"asian": asian, "no_punct": no_punct}
    once = tokenize(given, name, **options)
    twice = tokenize([" ".join(row) for row in once], name, **options)
    assert tokenize(given, name, **options, again=True) == once + twice


@pytest.mark.parametrize("name", ["none", "tercom"])
@given(texts)
def test_no_punct_drops_tercoms_punctuation_and_what_is_empty_then(name: str, given: list[str]) -> None:
    kept = [[token.translate(str.maketrans("", "", '.,?:;!"()')) for token in row] for row in tokenize(given, name)]
    assert tokenize(given, name, no_punct=True) == [[token for token in row if token] for row in kept]


# In a process of its own: what is tested for is that the process lives.
ANY_BYTES = """
import numpy as np
from tertium import _core

pieces = [bytes([b]) for b in range(0x80, 0x100)] + [b"a", b"1", b".", b" ", b"&", "é中😀".encode()]
pieces += [bytes.fromhex(h) for h in ("f4908080", "f4bfbfbf", "f5808080", "eda080", "e08080", "f0808080", "e4b8")]
rng = np.random.default_rng(0)
for n in range(400):
    texts = [b"".join(pieces[i] for i in rng.integers(len(pieces), size=size)) for size in rng.integers(8, size=6)]
    given = _core.Texts(np.frombuffer(b"".join(texts), np.uint8), np.cumsum([0, *map(len, texts)]))
    for name in {names}:
        made = _core.tokenize(given, name, asian=n % 2 == 0, no_punct=n % 3 == 0)
        ids, offsets = made.batch.ids, made.batch.offsets
        assert len(offsets) == len(given.offsets) and offsets[-1] == len(ids)
        assert all(0 <= i < len(made.words.offsets) - 1 for i in ids), (name, texts)
print("alive")
"""


def test_bytes_that_are_no_utf8_do_no_harm() -> None:
    program = ANY_BYTES.replace("{names}", repr(NAMES))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr[-500:]


BROKEN = [b"\xff", b"\x80", b"\xc3", b"\xe4\xb8", b"\xf0\x9f\x98", b"\xf5\x80\x80\x80", b"a\x80b", b"\xc3a"]


@pytest.mark.parametrize("data", BROKEN)
def test_bytes_that_are_no_utf8_come_out_one_by_one_as_replacement_characters(data: bytes) -> None:
    given = _core.Texts(np.frombuffer(data, np.uint8), np.array([0, len(data)]))
    expected = [chr(byte) if byte < 0x80 else "\ufffd" for byte in data]
    assert Batch.of(_core.tokenize(given, "char+space")).tokens(0) == expected


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="no tokeniser of the core is called '13b'"):
        tokenize(["a"], "13b")
