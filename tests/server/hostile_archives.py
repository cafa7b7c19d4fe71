"""Archives that somebody made to do harm: generated, always the same. Each must be refused with a message."""

import io
import json
import random
import struct
import warnings
import zipfile
from typing import Any

from tests.server.test_transfer import Files, head, packed, row, text

Entry = tuple[str | zipfile.ZipInfo, bytes]


def zipped(entries: list[Entry], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", kind) as archive:
        warnings.simplefilter("ignore")  # the same name twice
        for name, content in entries:
            archive.writestr(name, content)
    return stream.getvalue()


def _info(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def _patched(content: bytes, mark: bytes, offset: int, value: bytes) -> bytes:
    """Bytes at a place behind the last mark."""
    place = content.rindex(mark) + offset
    return content[:place] + value + content[place + len(value) :]


def _lying(name: str, size: int, said: int) -> bytes:
    content = zipped([(name, b"\0" * size)])
    return _patched(content, b"PK\x01\x02", 24, said.to_bytes(4, "little"))


def _many(number: int) -> bytes:
    """Many entries without the cost of making them: the list at the end repeats one."""
    one = zipped([("networks/" + "0" * 32 + ".net", b"")])
    start, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    entry = one[start:end]
    tail = bytearray(one[end:])
    tail[12:16] = (len(entry) * number).to_bytes(4, "little")
    return one[:start] + entry * number + bytes(tail)


def _overlapping(number: int) -> bytes:
    """Many names for the same packed bytes: 16 MB of zeros for each."""
    one = zipped([("networks/" + "0" * 32 + ".net", b"\0" * (3 << 20))])
    start, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    entry = one[start:end]
    entries = b"".join(entry.replace(b"0" * 32, f"{i:032x}".encode()) for i in range(number))
    tail = bytearray(one[end:])
    tail[8:12] = struct.pack("<HH", number, number)
    tail[12:16] = len(entries).to_bytes(4, "little")
    return one[:start] + entries + bytes(tail)


def _zip64_size() -> bytes:
    """An entry whose real size is said in an extra field: eight terabytes."""
    info = zipfile.ZipInfo("project.json")
    info.extra = struct.pack("<HHQQ", 1, 16, 8 << 40, 8 << 40)
    content = zipped([(info, b"{}")])
    content = _patched(content, b"PK\x01\x02", 20, b"\xff" * 8)
    return content


def _zip64_end(content: bytes) -> bytes:
    place = content.rindex(b"PK\x05\x06")
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, 1 << 50, 1)
    return content[:place] + locator + content[place:]


def containers(files: Files) -> dict[str, bytes]:
    """Harm in the zip itself."""
    good = packed(files)
    noise = random.Random(29).randbytes(200_000)
    deflated = good.index(b"PK\x03\x04") + 40
    return {
        "nothing": b"",
        "not a zip": b"PK" + b"\0" * 100,
        "noise": noise,
        "the end alone": good[good.rindex(b"PK\x05\x06") :],
        "many ends": b"PK\x05\x06" * 16_000,
        "cut at the end": good[:-30],
        "cut in the middle": good[: len(good) // 2],
        "a list that is elsewhere": _patched(good, b"PK\x05\x06", 16, (1 << 31).to_bytes(4, "little")),
        "damaged bytes": good[:deflated] + bytes(100) + good[deflated + 100 :],
        "a wrong CRC": _patched(good, b"PK\x01\x02", 16, b"abcd"),
        "half a million entries": _many(500_000),
        "too many entries": _many(70_000),
        "names twice": zipped([("project.json", b"{}"), ("project.json", b"{}")]),
        "the same bytes by 5,000 names": _overlapping(5_000),
        "out of the folder": zipped([("../x", b"evil"), ("project.json", b"{}")]),
        "absolute": zipped([("/tmp/x", b"evil")]),
        "backslashes": zipped([("..\\x", b"evil")]),
        "a NUL in a name": good.replace(b"people.jsonl", b"people\0jsonl"),
        "a link": zipped([(_info("project.json", 0o120777), b"/etc/passwd")]),
        "a pipe": zipped([(_info("project.json", 0o010644), b"")]),
        "encrypted": _patched(zipped([("project.json", b"{}")]), b"PK\x01\x02", 8, b"\1\0"),
        "a zip in a zip": zipped([("inner.zip", zipped([("project.json", b"{}")]))]),
        "zeros as the project": zipped([("project.json", b"\0" * 50_000_000)]),
        "zeros as sums": zipped([*files.items(), ("SHA256SUMS", b"\0" * 200_000_000)]),
        "zeros as sums, little enough": zipped([*files.items(), ("SHA256SUMS", b"\0" * 7_000_000)]),
        "zeros as events": packed({**files, "events.jsonl": b"\0" * 200_000_000}),
        "a size that is not true": _lying("project.json", 20_000_000, 10),
        "BZ2": zipped([("project.json", b"\0" * 100_000_000)], zipfile.ZIP_BZIP2),
        "LZMA": zipped([("project.json", b"\0" * 100_000_000)], zipfile.ZIP_LZMA),
        "a size of zip64": _zip64_size(),
        "an end of zip64": _zip64_end(good),
    }


def contents(files: Files) -> dict[str, bytes]:
    """Harm in the files of a zip that is in order."""
    deep = b"[" * 1_000_000
    event = json.loads(files["events.jsonl"].splitlines()[0])
    person = b'{"id":"%032x","name":"Somebody"}\n'
    letters = random.Random(29).randbytes(3_000_000).hex().encode()
    made: dict[str, Files] = {
        "deep JSON": text(files, "project.json", lambda _: deep),
        "deep rows": text(files, "segments.jsonl", lambda _: deep + b"\n"),
        "deep commands": row(files, "events.jsonl", 0, command='{"do":"batch","commands":' + "[" * 500_000),
        "no UTF-8": text(files, "texts.jsonl", lambda old: old.replace(b"he ", b"\xff\xfe ")),
        "a line without end": text(files, "segments.jsonl", lambda _: letters),
        "numbers of 400 digits": row(files, "segments.jsonl", 0, position=10**400),
        "numbers with a point": row(files, "segments.jsonl", 0, position=1.5),
        "an id that is a path": head(files, id="../../x"),
        "an empty id": head(files, id=""),
        "a sheet's id that is a path": row(files, "sheets.jsonl", 0, id="../../" + "0" * 26),
        "no date": head(files, created="yesterday"),
        "the 31st of February": head(files, created="2026-02-31T09:00:00.000Z"),
        "an event on no day": row(files, "events.jsonl", 0, at="2026-13-01T09:00:00.000Z"),
        "no name": head(files, name=" "),
        "a name with a line end": head(files, name="a\nb"),
        "a person without a name": row(files, "people.jsonl", 0, name=""),
        "3,000 people": text(files, "people.jsonl", lambda _: b"".join(person % i for i in range(3_000))),
        "a negative position": row(files, "segments.jsonl", 0, position=-1),
        "position 0": row(files, "segments.jsonl", 0, position=0),
        "a position twice": row(files, "segments.jsonl", 1, position=1),
        "an external id twice": row(files, "segments.jsonl", 1, external_id="1"),
        "a language that is none": head(files, source_lang="<script>"),
        "no annotators": head(files, annotators_per_segment=0),
        "a lease of a million days": head(files, lease_days=1_000_000),
        "an unknown tokeniser": head(files, tokenizer="/bin/sh"),
        "a role that is none": row(files, "texts.jsonl", 0, role="secret"),
        "words that are none": row(files, "segments.jsonl", 0, source_tokens="{}"),
        "an inverse that is another's": row(files, "events.jsonl", 0, inverse=event["command"]),
        "another snapshot": row(files, "snapshots.jsonl", 0, doc='{"version":1}'),
        "a snapshot of nothing": row(files, "snapshots.jsonl", 0, seq=999),
        "an author who is nobody": row(files, "events.jsonl", 0, person_id="f" * 32),
    }  # fmt: skip
    return {name: packed(changed) for name, changed in made.items()}


def all_of(files: Files) -> dict[str, bytes]:
    found: dict[str, Any] = containers(files) | contents(files)
    assert len(found) >= 60
    return found
