"""No damaged file of arrays crashes, hangs or misleads: it is refused, or scores as the whole one."""

import json
import os
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import DataError
from tertium.resources import synonyms
from tertium.resources.paraphrases import ParaphraseTable, write_table
from tertium.resources.paraphrases.formats import build
from tertium.resources.synonyms import Synonyms
from tertium.storage import arrayfile, cache
from tertium.text.arrays import PackedTexts

ENTRIES = "".join(
    f"0.{i % 9 + 1}\t{a}\t{b}\n"
    for i, (a, b) in enumerate(
        [("a car", "an automobile"), ("car", "motor car"), ("big", "very large"), ("very large", "big"), ("a b c", "c")]
    )
)


def made_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small table with everything that a table can have."""
    monkeypatch.setattr("tertium.resources.paraphrases.table._MANY_PHRASES", 1)
    phrases = PackedTexts.pack(["a car", "an automobile", "car", "motor car", "big", "very large", "a b c"])
    sources, targets = np.array([0, 2, 4, 5, 6]), np.array([1, 3, 5, 4, 2])
    sets = [np.array([0, 1]), np.array([2, 3, 0]), np.array([4, 5])]
    probabilities = np.linspace(0.1, 0.9, 5, dtype=np.float32)
    write_table(path, phrases, sources, targets, probabilities, language="en", made_from="us", sets=sets)
    return path


def made_synonyms(path: Path) -> Path:
    sources = synonyms.Sources(
        {"car": {1, 2}, "automobile": {1}, "large": {3}, "big": {3}},
        {"bigger": ["big"]},
        {("car", 1): 1, ("car", 2): 1, ("automobile", 1): 1, ("large", 3): 4, ("big", 3): 4},
        {("bigger", "big"): 4},
    )
    synonyms.build(path, sources, language="en", rules=synonyms.ENGLISH_RULES, made_from="us")
    return path


# Run by itself, so that a crash is seen. It opens every mutant, looks into it, and scores with it; what it refuses must
# be refused as damaged.
_LOOK = """
import sys
from pathlib import Path
import numpy as np
from tertium.errors import TertiumError
from tertium.metrics.spec import parse
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.synonyms import Synonyms
from tertium.text.arrays import PackedTexts
from tertium.text.testset import References
sys.path.insert(0, {here!r})
from tests.resources.test_damaged_tables import mutants

TEXTS = ["a car is very large", "an automobile is big"]

def look(kind, path):
    words = PackedTexts.pack(sorted(set(" ".join(TEXTS).split())))
    if kind == "synonyms":
        opened = Synonyms.load(path)
        found = (opened.sets(words), opened.sets_by_part(words))
        return [a.tolist() for sets in found for a in (sets.ids, sets.offsets)]
    table = ParaphraseTable.load(path)
    found = [table.lookup(p) + table.lookup_back(p) for p in ("a car", "car", "big", "very large", "a b c", "x")]
    members = [table.sets.members(n) for n in range(len(table.sets))] if table.sets else []
    scores = []
    for metric in ("meteor", "terp", "paraeval"):
        measure = parse(f"{{metric}}(paraphrases={{path}})")
        scores += measure.segment_scores(TEXTS, References.by_stream(TEXTS[::-1])).tolist()
    return repr((found, members, scores))

kind, source, n, recomputed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "recomputed"
whole = look(kind, source)
counts = {{"refused": 0, "same": 0, "other": 0}}
mutant = source.with_name("mutant.bin")
for number, content in enumerate(mutants(source.read_bytes(), n, recomputed)):
    mutant.unlink(missing_ok=True)
    mutant = source.with_name(f"mutant{{number}}.bin")
    mutant.write_bytes(content)
    try:
        counts["same" if look(kind, mutant) == whole else "other"] += 1
    except TertiumError as error:
        counts["refused"] += 1
print(counts["refused"], counts["same"], counts["other"])
"""


def mutants(content: bytes, n: int, recomputed: bool) -> list[bytes]:
    """Copies with a wrong number, byte or length; with a right digest all the same, if it is recomputed."""
    rng = np.random.default_rng(7)
    found: list[bytes] = []
    length = struct.unpack_from("<I", content, len(arrayfile.MAGIC))[0]
    start = len(arrayfile.MAGIC) + 4
    about = json.loads(content[start : start + length])
    begin = start + length
    while len(found) < n:
        if recomputed:
            found.append(_with_wrong_number(content[begin:], about, rng))
            continue
        damaged = bytearray(content)
        for _ in range(int(rng.integers(1, 4))):
            damaged[int(rng.integers(len(damaged)))] = int(rng.integers(256))
        found.append(bytes(damaged[: int(rng.integers(len(damaged)))] if rng.random() < 0.2 else damaged))
    return found


def _with_wrong_number(values: bytes, about: Mapping[str, Any], rng: np.random.Generator) -> bytes:
    arrays: dict[str, NDArray[Any]] = {
        name: np.frombuffer(values, f"<{code}", count, place).copy()
        for name, (code, count, place) in about["arrays"].items()
    }
    array = arrays[str(rng.choice([name for name, array in arrays.items() if len(array)]))]
    wrong = [
        0,
        1,
        -1,
        255,
        2**31 - 1,
        -(2**31),
        2**32 - 1,
        2**40,
        -(2**40),
        2**63 - 1,
        len(array),
        int(rng.integers(50)),
    ]
    with np.errstate(all="ignore"):
        array[int(rng.integers(len(array)))] = np.array(wrong[int(rng.integers(len(wrong)))]).astype(array.dtype)
    digest = arrayfile._digest(arrays)
    header = json.dumps({**about, "digest": digest}).encode()
    header += b" " * (-(len(arrayfile.MAGIC) + 4 + len(header)) % 64)
    blocks = b"".join(array.tobytes() + bytes(-array.nbytes % 64) for array in arrays.values())
    return arrayfile.MAGIC + struct.pack("<I", len(header)) + header + blocks


@pytest.mark.parametrize("digest", ["left", "recomputed"])
@pytest.mark.parametrize("kind", ["paraphrases", "synonyms"])
def test_mutants_are_refused_or_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, digest: str
) -> None:
    whole = tmp_path / "whole.bin"
    made_table(whole, monkeypatch) if kind == "paraphrases" else made_synonyms(whole)
    here = str(Path(__file__).parents[2])
    script = _LOOK.format(here=here)
    n = int(os.environ.get("TERTIUM_MUTANTS", "300"))
    ran = subprocess.run(
        [sys.executable, "-c", script, kind, str(whole), str(n), digest],
        capture_output=True,
        text=True,
        timeout=60 + n / 10,
        cwd=here,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    refused, same, other = map(int, ran.stdout.split())
    assert refused + same + other == n
    assert refused > n / 4
    # Under its old digest nothing may say anything else. Under a new one it is another table.
    assert digest == "recomputed" or other == 0


def damaged(path: Path, name: str, place: int, value: float) -> Path:
    """A table with one number changed, under its old digest."""
    content = bytearray(path.read_bytes())
    length = struct.unpack_from("<I", content, len(arrayfile.MAGIC))[0]
    start = len(arrayfile.MAGIC) + 4
    code, _count, at = json.loads(content[start : start + length])["arrays"][name]
    kind = np.dtype(f"<{code}")
    begin = start + length + at + place * kind.itemsize
    content[begin : begin + kind.itemsize] = np.array(value).astype(kind).tobytes()
    path.write_bytes(content)
    return path


def test_changed_content_is_not_used_under_its_old_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = damaged(made_table(tmp_path / "table.bin", monkeypatch), "targets", 0, 2)
    with pytest.raises(DataError, match=r"damaged: its content is [0-9a-f]{8}, expected [0-9a-f]{8}"):
        ParaphraseTable.load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"size": float("nan")}, "NaN is not a number"),
        ({"size": 1e3}, "size is 1000.0, expected a whole number"),
        ({"size": True}, "size is True"),
        ({"digest": 7}, "digest is not a string"),
        ({"arrays": []}, "not an object with arrays"),
        ({"arrays": {}}, "damaged: "),
        ({"arrays": {"words": ["u4", 1, 1]}}, "not a multiple of 64"),
        ({"arrays": {"words": ["u4", 10**30, 0]}}, "beyond the end"),
        ({"arrays": {"words": ["O8", 1, 0]}}, "damaged header"),
        ({"arrays": {"words": [["u4"], 1, 0]}}, "damaged header"),
    ],
)
def test_headers_that_make_no_sense_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    (tmp_path / "text.tsv").write_text(ENTRIES, encoding="utf-8")
    build(tmp_path / "text.tsv", tmp_path / "table.bin", format="tsv", language="en")
    rewrite_header(tmp_path / "table.bin", lambda about: json.dumps({**about, **changes}))
    with pytest.raises(DataError, match=message):
        ParaphraseTable.load(tmp_path / "table.bin")


def rewrite_header(path: Path, change: Any) -> None:
    content = path.read_bytes()
    length = struct.unpack_from("<I", content, len(arrayfile.MAGIC))[0]
    start = len(arrayfile.MAGIC) + 4
    header = change(json.loads(content[start : start + length])).encode()
    header += b" " * (-(start + len(header)) % 64)
    path.write_bytes(arrayfile.MAGIC + struct.pack("<I", len(header)) + header + content[start + length :])


def test_a_deeply_nested_header_is_refused(tmp_path: Path) -> None:
    made_synonyms(tmp_path / "synonyms.bin")
    rewrite_header(tmp_path / "synonyms.bin", lambda _: "[" * 400_000 + "]" * 400_000)
    with pytest.raises(DataError, match="damaged header"):
        Synonyms.load(tmp_path / "synonyms.bin")


def test_the_core_follows_no_offset_out_of_a_list_of_words() -> None:
    many = PackedTexts.pack([f"w{i:04}" for i in range(1000)])
    one = PackedTexts.pack(["w0500"])
    assert _core.words_in(one, many).tolist() == [500]
    for wrong in (2**40, -5, 1):
        offsets = many.offsets.copy()
        offsets[400:600] = wrong
        offsets[500] = wrong + 1
        with pytest.raises(ValueError, match="reaches out of the list"):
            _core.words_in(one, PackedTexts(many.bytes, offsets))


def test_a_large_file_is_looked_through_once_and_again_when_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(arrayfile, "_MAPPED", 1)
    path = made_table(tmp_path / "table.bin", monkeypatch)
    checked = []
    monkeypatch.setattr("tertium.resources.paraphrases.table.check", lambda *_: checked.append(1))
    ParaphraseTable.load(path)
    assert checked == []
    os.utime(path, ns=(1, 1))
    ParaphraseTable.load(path)
    ParaphraseTable.load(path)
    assert checked == [1]
    damaged(path, "targets", 0, 2)
    with pytest.raises(DataError, match="damaged: its content is"):
        ParaphraseTable.load(path)
    assert not cache.is_stamped(path.stat(), "paraphrases x")


def test_a_mapped_file_that_is_cut_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(arrayfile, "_MAPPED", 1)
    table = ParaphraseTable.load(made_table(tmp_path / "table.bin", monkeypatch))
    os.truncate(tmp_path / "table.bin", 100)
    with pytest.raises(DataError, match="shrank while it was in use"):
        table.lookup("a car")


def test_a_small_file_that_is_cut_is_still_whole_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ParaphraseTable.load(made_table(tmp_path / "table.bin", monkeypatch))
    os.truncate(tmp_path / "table.bin", 100)
    assert [p.phrase for p in table.lookup("a car")] == ["an automobile"]
