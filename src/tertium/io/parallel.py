"""Parallel files with one segment per line each, put together line by line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from tertium.errors import DataError, OptionError
from tertium.io.files import InputFiles, display_name, write_text
from tertium.io.named_files import Inputs, NamedFile
from tertium.io.testsets.formats import is_bilingual, read_stream
from tertium.io.testsets.plain import read_lines
from tertium.text.testset import References, TestSet, Text

if TYPE_CHECKING:
    from tertium.io.bilingual.segments import Options
    from tertium.io.testsets.markup import Role


def read_parallel(inputs: Inputs, files: InputFiles, options: "Options") -> TestSet:
    """The test set of files that hold outputs, references, sources, documents and post-edits, line by line."""
    return _Columns(inputs, files, options).test_set()


def parallel_blocks(inputs: Inputs, files: InputFiles, size: int) -> Iterator[TestSet]:
    """The test set of plain files in blocks of `size` segments; at least one."""
    outputs = inputs.outputs or (NamedFile(None, "-"),)
    systems = list(system_files(outputs))
    beside = [inputs.sources, inputs.document_ids]
    edited = {edited_system(file, systems): file.path for file in inputs.post_edits}
    paths = [*(file.path for file in outputs), *inputs.references, *filter(None, beside), *edited.values()]
    sources = [files.take(path) for path in paths]
    streams = [chain.from_iterable(source.line_blocks()) for source in sources]
    done, ended = 0, False
    try:
        while not ended:
            columns = [list(islice(stream, size)) for stream in streams]
            if len(set(map(len, columns))) > 1:
                for column, stream in zip(columns, streams, strict=True):
                    column += stream
                _refuse_different_lengths(dict(zip(paths, columns, strict=True)), done)
            # Another line says whether there is another block.
            ahead = list(islice(streams[0], 1)) if len(columns[0]) == size else []
            streams[0] = chain(ahead, streams[0])
            ended = not ahead
            if ended:
                _refuse_longer(paths, streams, done + len(columns[0]))
            taken = iter(columns)
            block = TestSet.build(
                {system: next(taken) for system in systems},
                References.by_stream(*(next(taken) for _ in inputs.references)) if inputs.references else None,
                source=next(taken) if inputs.sources else None,
                documents=next(taken) if inputs.document_ids else None,
                name=_name(inputs, outputs),
                post_edits={system: next(taken) for system in edited},
            )
            yield replace(block, first=done)
            done += len(columns[0])
    finally:
        for source in sources:
            source.close()


def _refuse_longer(paths: Sequence[str], streams: Sequence[Iterator[str]], done: int) -> None:
    """Raise where a file goes on behind the last segment of the first one."""
    more = [sum(1 for _ in stream) for stream in streams]
    if any(more):
        at = more.index(max(more))
        raise DataError(
            f"{paths[0]} has {done} lines but {paths[at]} has {done + more[at]}; they must be parallel, one segment "
            "per line"
        )


def _name(inputs: Inputs, outputs: Sequence[NamedFile]) -> str:
    return (*inputs.references, *filter(None, [inputs.networks]), display_name(outputs[0].path))[0]


def system_files(outputs: Sequence[NamedFile]) -> dict[str, str]:
    """The file of each system; refused where two would have one name."""
    files: dict[str, str] = {}
    for file in outputs:
        if file.label in files:
            first = files[file.label]
            raise DataError(
                f"{first} and {file.path}: both systems would be called {file.label!r}; give them names: "
                f"first={first} second={file.path}"
            )
        files[file.label] = file.path
    return files


def edited_system(file: NamedFile, systems: Sequence[str]) -> str:
    """The system that a file of post-edits belongs to."""
    name = systems[0] if file.name is None and len(systems) == 1 else file.name
    if name is None or name not in systems:
        raise OptionError(
            f"--post-edits {file.argument}: name the system whose output was edited, as NAME={file.path}; systems: "
            f"{', '.join(systems)}"
        )
    return name


@dataclass(slots=True)
class _Columns:
    """Texts of files as they are read; all must have the same number of segments in the end."""

    inputs: Inputs
    files: InputFiles
    options: "Options"
    lines: dict[str, Sequence[Text]] = field(default_factory=dict)
    bilingual: bool = False

    def test_set(self) -> TestSet:
        inputs = self.inputs
        outputs = inputs.outputs or (NamedFile(None, "-"),)
        systems = {system: self._read(file, "hypothesis") for system, file in system_files(outputs).items()}
        references = [self._read(file, "reference") for file in inputs.references]
        source = self._read(inputs.sources, "source") if inputs.sources else None
        documents = None
        if inputs.document_ids:
            documents = self.lines[inputs.document_ids] = read_lines(self.files.take(inputs.document_ids))
        post_edits = {}
        for file in inputs.post_edits:
            post_edits[edited_system(file, list(systems))] = self._read(file.path, "hypothesis")
        cut = inputs.resegment and self._resegment(outputs, systems, references)
        _refuse_different_lengths(self.lines)
        return TestSet.build(
            systems,
            References.by_stream(*references) if references else None,
            source=source,
            documents=documents,
            name=_name(inputs, outputs),
            post_edits=post_edits,
            tags=self.options.tags if self.bilingual else None,
        ).with_segmentation("mwer" if cut else None)

    def _read(self, path: str, role: "Role") -> list[Text]:
        source = self.files.take(path)
        self.bilingual = self.bilingual or is_bilingual(source)
        texts = read_stream(source, role, options=self.options)
        self.lines[path] = texts
        return texts

    def _resegment(
        self, outputs: Sequence[NamedFile], systems: dict[str, list[Text]], references: Sequence[Sequence[Text]]
    ) -> bool:
        """Cut the outputs whose lines are not those of the first reference, and say so; whether there were any."""
        from tertium.text.resegmentation import resegment  # late: few ask for it

        if not references:
            raise OptionError("--resegment needs references to cut the outputs by: -r FILE")
        files = [file for file in outputs if len(systems[file.label]) != len(references[0])]
        cuts = self.inputs.cuts
        if cuts and len(files) != 1:
            names = ", ".join(file.label for file in files)
            raise OptionError(f"--cuts takes one output that needs to be cut; found {len(files)}: {names}")
        for file in files:
            result = resegment(systems[file.label], references[0], file.path)
            self.lines[file.path] = systems[file.label] = list(result.segments)
            self.options.note(
                f"{file.path}: {result.n_lines:,} lines cut into {len(result.segments):,} segments with "
                f"{result.errors:,} word errors ({result.error_rate:.1f} %)"
            )
            if cuts:
                write_text(cuts, "".join(f"{segment}\n" for segment in result.segments))
        return bool(files)


def _refuse_different_lengths(columns: Mapping[str, Sequence[Text]], before: int = 0) -> None:
    """Raise where columns differ in length; `before` counts lines of each that are no longer there."""
    (first, expected), *others = columns.items()
    for file, lines in others:
        if len(lines) != len(expected):
            from tertium.text.drift import parting_line  # late: only what is refused needs it

            counts = (
                f"{first} has {before + len(expected)} lines but {file} has {before + len(lines)}; they must be "
                "parallel, one segment per line. "
            )
            longer, texts = max((first, expected), (file, lines), key=lambda column: len(column[1]))
            extra = texts[min(len(expected), len(lines)) :]
            if not any((text or "").strip() for text in extra):
                empty = "The last line is empty" if len(extra) == 1 else f"The last {len(extra)} lines are empty"
                delete = "delete it there" if len(extra) == 1 else "delete them there"
                raise DataError(
                    f"{counts}{empty} in {longer}: {delete}; if it is segmented differently, pass --resegment"
                )
            if before:  # the line at which they part may be among those that are gone
                raise DataError(f"{counts}If the output is segmented differently, pass --resegment")
            at = parting_line(expected, lines)
            raise DataError(
                f"{counts}Judging by line lengths, they diverge at about line {at}: look there for a segment that is "
                "missing, duplicated or split in two. If the output is segmented differently, as of speech or "
                "documents, pass --resegment"
            )
