"""Bilingual files as test sets: targets are outputs of a system or references; segments are joined by their ids."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tertium.errors import DataError
from tertium.io.bilingual import tmx
from tertium.io.bilingual.markup.inline import Tags
from tertium.io.bilingual.opening import BilingualFile, open_bilingual
from tertium.io.bilingual.segments import Alternative, Options, Segment
from tertium.io.files import Input, Source, open_input
from tertium.text.languages import pair
from tertium.text.testset import References, TestSet, Text

Key = tuple[str, str]
"""Document and id of a segment."""

LEFT_OUT = "segments left out, locked or not to be translated"


@dataclass(slots=True)
class Columns:
    """What a file holds, segment by segment."""

    name: str
    stem: str
    keys: list[Key] = field(default_factory=list)
    sources: list[Text] = field(default_factory=list)
    targets: list[Text] = field(default_factory=list)
    references: list[list[str]] = field(default_factory=list)
    has_documents: bool = True
    language: str | None = None

    def add(self, segment: Segment, tags: Tags) -> None:
        self.keys.append((segment.document, segment.id))
        self.sources.append(None if segment.source is None else segment.source.text(tags))
        self.targets.append(None if segment.target is None else segment.target.text(tags))
        self.references.append(
            [
                one.target.text(tags)
                for one in segment.alternatives
                if one.kind == "reference" and one.target is not None
            ]
        )


def segments_of(file: BilingualFile, options: Options) -> Iterable[Segment]:
    """The segments that are there to be translated; the others are counted and, at the end, noted."""
    left_out: Counter[str] = Counter()
    for unit in file.units():
        for segment in unit.segments:
            if segment.open or options.keep_locked:
                yield segment
            else:
                left_out[LEFT_OUT] += 1
    for what, n in (left_out + file.reader.left_out).items():
        options.note(f"{file.scanner.xml.name}: {what}: {n}")


def read_columns(source: Input, kind: str, options: Options) -> Columns:
    """Everything in an XLIFF or TMX file that a test set needs."""
    return _columns(open_bilingual(source, kind, options), source, options)


def _columns(file: BilingualFile, source: Input, options: Options, *, ids: bool = True) -> Columns:
    """The columns of a file; a memory read alone needs no ids, which would take as much room as its texts."""
    columns = Columns(source.name, source.stem, has_documents=file.kind != "tmx")
    if isinstance(file.reader, tmx.Reader):
        for pairs in file.reader.pairs():
            for identity, text, translation in pairs:
                if ids:
                    columns.keys.append(("", identity))
                columns.sources.append(text)
                columns.targets.append(translation)
        for what, n in file.reader.left_out.items():
            options.note(f"{source.name}: {what}: {n}")
    else:
        for segment in segments_of(file, options):
            columns.add(segment, options.tags)
    columns.language = _language(file)
    if not columns.sources:
        raise DataError(f"{source.name}: there are no segments to read; expected at least one unit with a source")
    return columns


def _language(file: BilingualFile) -> str | None:
    source, _, target = file.reader.language_pair.partition("-")
    return pair(source, target)


def read(source: Input, kind: str, options: Options) -> TestSet:
    """A whole test set: the targets as the outputs of one system, references where the file has some inside."""
    file = open_bilingual(source, kind, options)
    if kind == "tmx":
        # The header comes first, so the first unit says whether this is a test set of ours.
        units = file.units() if _is_own_tmx(source) else None
    else:
        units = file.units() if file.own_systems is not None else None
    if units is not None:
        return _own_test_set(file, (segment for unit in units for segment in unit.segments), source)
    return test_set_of(_columns(file, source, options, ids=kind != "tmx"), options)


def _is_own_tmx(source: Input) -> bool:
    return b'"x-tertium-systems"' in source.head[:4096].replace(b"\0", b"")


def test_set_of(columns: Columns, options: Options) -> TestSet:
    references = References.by_segment(columns.references) if any(columns.references) else None
    return TestSet.build(
        {columns.stem: columns.targets},
        references,
        source=columns.sources,
        documents=[document for document, _ in columns.keys] if columns.has_documents else None,
        name=columns.name,
        tags=options.tags,
        language=columns.language,
    )


def _own_test_set(file: BilingualFile, segments: Iterable[Segment], source: Input) -> TestSet:
    """A test set that `write` made: every text says what it is."""
    rows = list(segments)
    try:
        layout = json.loads(file.own_systems or "{}")
        names, edited = list(layout["systems"]), list(layout["post_edits"])
        has_source, has_documents = bool(layout["source"]), bool(layout["documents"])
        missing = set(layout["missing_sources"])
    except (TypeError, KeyError, ValueError, RecursionError):
        raise DataError(f"{source.name}: the description of the test set is damaged; write it again") from None

    def texts(role: str, name: str) -> list[Text]:
        return [next((_text(one) for one in row.alternatives if one.role == role and one.name == name), None)
                for row in rows]  # fmt: skip

    return TestSet.build(
        {name: texts("system", name) for name in names},
        References.by_segment([_text(one) for one in row.alternatives if one.role == "reference"] for row in rows),
        source=[None if row.source is None or i in missing else row.source.text() for i, row in enumerate(rows)]
        if has_source
        else None,
        documents=[row.document for row in rows] if has_documents else None,
        name=source.name,
        post_edits={name: texts("post-edit", name) for name in edited},
        language=_language(file),
    )


def _text(alternative: Alternative) -> Text:
    return None if alternative.target is None else alternative.target.text()


def read_joined(
    hypotheses: Mapping[str, Source],
    references: Sequence[Source],
    kind: Callable[[Input], str],
    options: Options,
    missing: Literal["error", "skip"] = "error",
) -> TestSet:
    """Several files as one test set, put together by document and id.

    Args:
        hypotheses: System names and their files.
        references: Files whose targets are references; `alt:reference` means those inside the files of hypotheses.
        kind: Finds the kind of a file.
        options: How to read them.
        missing: What to do about segments that some file lacks: refuse, or leave their texts missing.
    """
    inside = "alt:reference" in references
    files = [*hypotheses.values(), *(path for path in references if path != "alt:reference")]
    read = []
    for path in files:
        with open_input(path) as source:
            read.append(read_columns(source, kind(source), options))
    first = read[0]
    rows = [first.targets, *(_aligned(first, other, missing) for other in read[1:])]
    streams = rows[len(hypotheses) :]
    within = [columns.references for columns in read[: len(hypotheses)]] if inside else []
    by_segment = [
        [*(stream[i] for stream in streams), *(text for column in within if i < len(column) for text in column[i])]
        for i in range(len(first.keys))
    ]
    return TestSet.build(
        dict(zip(hypotheses, rows, strict=False)),
        References.by_segment(by_segment),
        source=first.sources,
        documents=[document for document, _ in first.keys] if first.has_documents else None,
        name=read[-1].name,
        tags=options.tags,
        language=first.language,
    )


def _aligned(first: Columns, other: Columns, missing: str) -> list[Text]:
    """The targets of another file in the order of the first."""
    if other.keys == first.keys:
        return other.targets
    places = {key: i for i, key in enumerate(other.keys)}
    keys = set(first.keys)
    if missing == "error":
        refuse_difference(
            first, other, [k for k in first.keys if k not in places], [k for k in other.keys if k not in keys]
        )
    return [other.targets[places[key]] if key in places else None for key in first.keys]


def refuse_difference(first: Columns, other: Columns, lacking: list[Key], extra: list[Key]) -> None:
    """Raise DataError where two files do not hold the same segments."""
    for file, keys, where in ((other.name, lacking, first.name), (first.name, extra, other.name)):
        if keys:
            names = ", ".join(
                f"{identity}" + (f" of {document}" if document else "") for document, identity in keys[:5]
            )
            raise DataError(
                f"{file}: {len(keys)} segments of {where} are not in it: {names}{', …' if len(keys) > 5 else ''}; "
                "expected the same documents and ids in both; give versions of one file, or pass --missing skip"
            )
