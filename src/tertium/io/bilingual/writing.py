"""New XLIFF and TMX files from a test set; reading them gives the test set again.

The output of the first system is the target, which any program shows. Every text also stands once with what it is: in
`alt-trans` (XLIFF 1.2), `mtc:match` (XLIFF 2.0) or a `tuv` with a property (TMX).
"""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import BinaryIO

from tertium.io.testsets.limits import refuse_bare_segments, refuse_characters, refuse_no_segments
from tertium.text.testset import TestSet

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
LANGUAGES = ("x-source", "x-target")
_OWN = "urn:tertium:test-set"


def escape_text(text: str) -> str:
    return text.translate(_TEXT)


def escape_attribute(text: str) -> str:
    return text.translate(_ATTRIBUTE)


def write(test_set: TestSet, stream: BinaryIO, kind: str, languages: tuple[str, str] = LANGUAGES) -> None:
    """Write a test set as `xliff` (1.2), `xliff2` (2.0) or `tmx` (1.4)."""
    titles = {"xliff": "XLIFF", "xliff2": "XLIFF", "tmx": "TMX"}
    refuse_no_segments(test_set, titles[kind])
    refuse_characters(test_set, NOT_XML, "XML")
    if kind == "tmx":
        refuse_bare_segments(test_set, titles[kind])
    lines = {"xliff": _xliff1, "xliff2": _xliff2, "tmx": _tmx}[kind]
    for text in lines(test_set, *map(escape_attribute, languages)):
        stream.write(text.encode())


def languages_of(test_set: TestSet) -> tuple[str, str]:
    """Source and target language of a test set, or what stands for them."""
    source, _, target = (test_set.language or "").rpartition("-")
    return source or LANGUAGES[0], target or LANGUAGES[1]


def _layout(test_set: TestSet) -> str:
    source = test_set.source
    return json.dumps(
        {
            "systems": list(test_set.systems),
            "post_edits": list(test_set.post_edits),
            "documents": test_set.documents is not None,
            "source": source is not None,
            "missing_sources": [] if source is None else [i for i, text in enumerate(source) if text is None],
        }
    )


def _texts(test_set: TestSet, i: int) -> Iterator[tuple[str, str, str]]:
    """Role, name and text of everything that a segment has besides its source."""
    for system, column in test_set.systems.items():
        if (text := column[i]) is not None:
            yield "system", system, text
    for number, reference in enumerate(test_set.references[i], 1):
        yield "reference", str(number), reference
    for system, column in test_set.post_edits.items():
        if (text := column[i]) is not None:
            yield "post-edit", system, text


def _documents(test_set: TestSet) -> Iterator[tuple[str, list[int]]]:
    names = test_set.documents or ("",) * len(test_set)
    for name, group in groupby(range(len(test_set)), key=names.__getitem__):
        yield name, list(group)


def _source(test_set: TestSet, i: int) -> str:
    return escape_text((test_set.source or ())[i] or "") if test_set.source else ""


def _first_output(test_set: TestSet, i: int) -> str | None:
    return next(iter(test_set.systems.values()))[i] if test_set.systems else None


def _xliff1(test_set: TestSet, source: str, target: str) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:tertium="{_OWN}" '
        f'tertium:systems="{escape_attribute(_layout(test_set))}">\n'
    )
    for name, segments in _documents(test_set):
        yield (
            f'<file original="{escape_attribute(name)}" source-language="{source}" target-language="{target}" '
            'datatype="plaintext"><body>\n'
        )
        for i in segments:
            yield f'<trans-unit id="{i + 1}" xml:space="preserve">\n<source>{_source(test_set, i)}</source>\n'
            if (output := _first_output(test_set, i)) is not None:
                yield f"<target>{escape_text(output)}</target>\n"
            for role, label, text in _texts(test_set, i):
                kind = {"reference": "reference", "post-edit": "accepted"}.get(role, "proposal")
                yield (
                    f'<alt-trans alttranstype="{kind}" tertium:{role}="{escape_attribute(label)}">'
                    f"<target>{escape_text(text)}</target></alt-trans>\n"
                )
            yield "</trans-unit>\n"
        yield "</body></file>\n"
    yield "</xliff>\n"


def _xliff2(test_set: TestSet, source: str, target: str) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" '
        f'xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" xmlns:tertium="{_OWN}" srcLang="{source}" '
        f'trgLang="{target}" tertium:systems="{escape_attribute(_layout(test_set))}">\n'
    )
    for number, (name, segments) in enumerate(_documents(test_set), 1):
        yield f'<file id="f{number}" original="{escape_attribute(name)}">\n'
        for i in segments:
            text_of_source = _source(test_set, i)
            yield f'<unit id="{i + 1}" xml:space="preserve">\n'
            others = list(_texts(test_set, i))
            if others:
                yield "<mtc:matches>\n"
                for role, label, text in others:
                    yield (
                        f'<mtc:match ref="#s1" tertium:{role}="{escape_attribute(label)}">'
                        f"<source>{text_of_source}</source><target>{escape_text(text)}</target></mtc:match>\n"
                    )
                yield "</mtc:matches>\n"
            yield f'<segment id="s1">\n<source>{text_of_source}</source>\n'
            if (output := _first_output(test_set, i)) is not None:
                yield f"<target>{escape_text(output)}</target>\n"
            yield "</segment>\n</unit>\n"
        yield "</file>\n"
    yield "</xliff>\n"


def _tmx(test_set: TestSet, source: str, target: str) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<tmx version="1.4">\n<header creationtool="tertium" creationtoolversion="1" segtype="sentence" '
        f'o-tmf="tertium" adminlang="en" srclang="{source}" datatype="plaintext">\n'
        f'<prop type="x-tertium-systems">{escape_text(_layout(test_set))}</prop>\n</header>\n<body>\n'
    )
    documents = test_set.documents
    for i in range(len(test_set)):
        yield f'<tu tuid="{i + 1}">\n'
        if documents is not None:
            yield f'<prop type="x-tertium-document">{escape_text(documents[i])}</prop>\n'
        if test_set.source is not None and test_set.source[i] is not None:
            yield f'<tuv xml:lang="{source}"><seg>{_source(test_set, i)}</seg></tuv>\n'
        for role, label, text in _texts(test_set, i):
            yield (
                f'<tuv xml:lang="{target}"><prop type="x-tertium-{role}">{escape_text(label)}</prop>'
                f"<seg>{escape_text(text)}</seg></tuv>\n"
            )
        yield "</tu>\n"
    yield "</body>\n</tmx>\n"
