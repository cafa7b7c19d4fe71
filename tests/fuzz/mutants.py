"""Mutants of files, by a generator of random numbers.

Four kinds: damaged in bytes, lines, cells, numbers and whole pieces; grown, with some unit repeated 10,000 times;
spliced with a file of another format; cut off. `packed.py` makes them inside files that hold files.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

# What readers trip over: markup, quoting, numbers at the edges, characters that are more than they seem, nesting.
_MARKUP = (
    b"< > \" ' <!-- --> <![CDATA[ ]]> <?xml </seg> <ref> <target> <tu> & &amp; &#0; &#xD800; &#99999999; &x;".split()
)
_SIGNS = [bytes([sign]) for sign in b'{}[]()|:,=+*#-_/\\"%\t\n\r \x00\x0b\x85\xff'] + [b""]
_PIECES = b"||| \\u \\ud800 \xff\xfe \xef\xbb\xbf \xed\xa0\x80 \xc0\x80 \xe2\x80\xa8 \xe2\x80\x8b".split()
_PIECES += b'null true "" {} [] ../ None'.split()
_PIECES += [b"\n\n", b"\r\n", b"\x1b[31m", b"\xcc\x81" * 40, b"\xf0\x9f\x92\xa9", b"\x1f\x8b\x08\x00"]
_NUMBERS = b"0 -0 1 -1 2 1.5 1e999 -1e308 1e308 1e-320 nan inf -inf NaN Infinity 0x10 1_000 \xd9\xa3 \xc2\xb2".split()
_NUMBERS += [b"%d" % number for number in (2**31, 2**32, 2**63, 10**9, 10**11, 10**20, 10**400)] + [b"1" * 5000]
_DEEP = [b"[" * 3000, b'{"a":' * 3000, b"(" * 3000, b"<g>" * 3000, b"[" * 100_000]
_INSERTED = _SIGNS + _PIECES + _MARKUP + _NUMBERS
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_LARGEST = 1 << 20
REPEATS = 10_000
_LONGEST_UNIT = 300
# What stands in a file many times: bytes, a word, a line, an element, an object.
_UNITS = [
    re.compile(pattern, re.DOTALL)
    for pattern in (
        rb".{1,3}",
        rb"[^\s<>\"{}]+\s?",
        rb"[^\n]+\n",
        rb"(?:[^\n]+\n){2,4}",
        rb"[^\t,]*[\t,]",
        rb"<([A-Za-z][\w:-]*)\b[^>]*>.*?</\1>\s*",
        rb"<[^>]*>",
        rb" [\w:-]+=\"[^\"]*\"",
        rb"\{[^{}]*\},?\s*",
        rb"\"[^\"]*\"(?:: [^,{}]*)?,\s*",
    )
]

Damage = Callable[[bytes, Random], bytes]


def _place(content: bytes, rng: Random) -> tuple[int, int]:
    """A stretch, most often a short one."""
    begin = rng.randint(0, len(content))
    return begin, min(len(content), begin + int(rng.expovariate(1 / 6)))


def _set_byte(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]


def _flip_bit(content: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(content) or 1)
    return content[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in content[at : at + 1]) + content[at + 1 :]


def _insert(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    piece = rng.choice(_DEEP) if rng.random() < 0.02 else rng.choice(_INSERTED)
    return content[:begin] + piece + content[end if rng.random() < 0.5 else begin :]


def _number(content: bytes, rng: Random) -> bytes:
    found = list(_NUMBER.finditer(content))
    if not found:
        return _insert(content, rng)
    one = rng.choice(found)
    return content[: one.start()] + rng.choice(_NUMBERS) + content[one.end() :]


def cut(content: bytes, rng: Random) -> bytes:
    """The beginning of a file."""
    return content[: rng.randint(0, len(content))]


def _delete(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    return content[:begin] + content[end:]


def _repeat(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    return content[:begin] + content[begin:end] * rng.choice([2, 3, 20, 1000]) + content[end:]


def _move(content: bytes, rng: Random) -> bytes:
    begin, end = _place(content, rng)
    rest = content[:begin] + content[end:]
    at = rng.randint(0, len(rest))
    return rest[:at] + content[begin:end] + rest[at:]


def _lines(content: bytes, rng: Random) -> bytes:
    return _parts(content, rng, b"\n")


def _cells(content: bytes, rng: Random) -> bytes:
    return _parts(content, rng, rng.choice([b"\t", b",", b" ", b'"', b"<", b"|||"]))


def _parts(content: bytes, rng: Random, mark: bytes) -> bytes:
    """Some part put elsewhere, twice, away, or in the place of another."""
    parts = content.split(mark)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(4)
    if kind == 0:
        parts[one], parts[other] = parts[other], parts[one]
    elif kind == 1:
        parts.insert(one, parts[other])
    elif kind == 2:
        del parts[one]
    else:
        parts[one] = parts[other]
    return mark.join(parts)


_DAMAGES: list[Damage] = [
    _set_byte,
    _flip_bit,
    _insert,
    _insert,
    _number,
    _number,
    cut,
    _delete,
    _repeat,
    _move,
    _lines,
    _cells,
]


def damaged(content: bytes, rng: Random) -> bytes:
    """A copy with one to four damages."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 4])):
        content = rng.choice(_DAMAGES)(content, rng)[:_LARGEST]
    return content


def grown(content: bytes, rng: Random) -> bytes:
    """A copy in which some unit stands 10,000 times; half of the time the first number in it goes up."""
    units = [match for match in rng.choice(_UNITS).finditer(content) if len(match[0]) <= _LONGEST_UNIT]
    if not units:
        return _grown_at(content, *_place(content, rng), rng)
    unit = rng.choice(units)
    return _grown_at(content, unit.start(), unit.end(), rng)


def _grown_at(content: bytes, begin: int, end: int, rng: Random) -> bytes:
    unit = content[begin:end]
    number = _NUMBER.search(unit)
    if number is None or rng.random() < 0.5:
        many = unit * REPEATS
    else:
        before, behind = unit[: number.start()], unit[number.end() :]
        first = rng.choice([1, 2, 0])
        many = b"".join(b"%s%d%s" % (before, i, behind) for i in range(first, first + REPEATS))
    return content[:begin] + many + content[end:]


def splicing(others: Sequence[bytes]) -> Damage:
    """Makes copies with pieces of these files in it, which are of other formats; or one of them as it is."""

    def spliced(content: bytes, rng: Random) -> bytes:
        other = rng.choice(others)
        at, begin = rng.randint(0, len(content)), rng.randint(0, len(other))
        kind = rng.randrange(5)
        if kind == 0:
            return other
        if kind == 1:
            return content[:at] + other[begin:]
        if kind == 2:
            return content + other if rng.random() < 0.5 else other + content
        end = min(len(other), begin + rng.choice([10, 100, 1000]))
        return content[:at] + other[begin:end] + content[at if kind == 3 else min(len(content), at + end - begin) :]

    return spliced
