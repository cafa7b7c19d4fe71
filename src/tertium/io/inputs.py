"""What a user named, as a test set: files of outputs, references and sources, one file that holds all of them, a name.

This is the one way from names to texts, for every command and for Python. Each file is opened once, so that pipes can
be given wherever files can.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tertium.data import SAMPLE
from tertium.errors import DataError, OptionError, refuse_together
from tertium.evaluation.options import Missing
from tertium.evaluation.scale.sums import SEGMENTS
from tertium.io.files import FilePath, InputFiles
from tertium.io.named_files import INSIDE, Inputs, Named, NamedFile, as_file, as_files, as_named, silent
from tertium.io.parallel import parallel_blocks, read_parallel
from tertium.io.testsets.formats import FORMATS, detect, read_bilingual, read_parts, read_test_set, read_test_sets
from tertium.io.testsets.parts import format_of, parts_of
from tertium.keywords import checked
from tertium.text.languages import standard
from tertium.text.testset import TestSet

if TYPE_CHECKING:  # few read translators' files or networks
    from tertium.io.bilingual.markup.inline import Tags
    from tertium.io.bilingual.segments import Options
    from tertium.text.network import FlatNetwork


_MOST_SEGMENTS = 10_000_000  # that the ids of networks may name


@checked
def read(
    outputs: Named = (),
    references: FilePath | Sequence[FilePath] = (),
    *,
    sources: FilePath | None = None,
    networks: FilePath | None = None,
    post_edits: Named = (),
    documents: FilePath | None = None,
    name: str | None = None,
    language: str | None = None,
    test_set: str | None = None,
    sample: bool = False,
    format: str | None = None,
    where: Mapping[str, str] | None = None,
    origlang: str | None = None,
    subset: str | None = None,
    original: FilePath | None = None,
    tags: "Tags" = "drop",
    languages: str | None = None,
    resegment: bool = False,
    cuts: FilePath | None = None,
    missing: Missing = "error",
    note: Callable[[str], None] = silent,
) -> TestSet:
    """Read a test set from files, as `tertium score` does.

    Files have one segment per line; SGML, WMT XML, XLIFF and TMX are understood too, and gzip. Each file is opened
    once, so that pipes work. One file may hold the whole test set: TSV, CSV, JSONL, Parquet, WMT XML, SGML, XLIFF or
    TMX.

    Args:
        outputs: Files of outputs, one for each system: by name in a mapping, or as `FILE` or `NAME=FILE`. Without a
            name a system is called by its file. Or one file that holds a whole test set. `-` is standard input.
        references: One file for each reference. May be missing, for metrics that need none.
        sources: Source texts.
        networks: Networks of correct translations, for metrics that read them.
        post_edits: What people made of a system's output, by the system's name.
        documents: The document of each segment, one id per line.
        name: What to call the test set in reports.
        language: Of the outputs, such as `zh` or `de-en`.
        test_set: A public test set by name, such as `wmt22` with `language="zh-en"`, that sacreBLEU or mt-metrics-eval
            has fetched; or a folder.
        sample: The built-in test set.
        format: The format of a whole test set, where it cannot be detected.
        where: Keep the rows with these values in these columns (TSV, CSV, JSONL and Parquet).
        origlang: Keep documents that were written in this language; `non-de`: in others.
        subset: Keep documents whose domain, or else name, matches this regular expression.
        original: What the file of outputs was before it was edited: XLIFF or TMX, or `inside`.
        tags: Inline tags of XLIFF and TMX: leave out (`drop`), `keep` as tokens, or show their `content`.
        languages: Which languages of a TMX file, such as `en:de`.
        resegment: Cut outputs with lines of their own where word errors against the first reference are fewest.
        cuts: Write the output that was cut to this file.
        missing: Segments that some translators' files lack: refuse them, or leave their texts missing (`skip`).
        note: Called with what a user should know, such as how many segments were left out.

    Raises:
        DataError: A file cannot be read or does not fit the others; says where, what was expected and what to do.
        OptionError: Arguments that exclude each other.
    """
    inputs = Inputs(
        outputs=as_named(outputs),
        references=as_files(references),
        sources=as_file(sources),
        networks=as_file(networks),
        post_edits=as_named(post_edits),
        document_ids=as_file(documents),
        name=name,
        language=language,
        test_set=test_set,
        sample=sample,
        input_format=format,
        where=where or {},
        origlang=origlang,
        subset=subset,
        original=as_file(original),
        tags=tags,
        languages=languages,
        resegment=resegment,
        cuts=as_file(cuts),
    )
    return read_inputs(inputs, missing, note)


def read_blocks(
    inputs: Inputs,
    missing: Missing = "error",
    note: Callable[[str], None] = silent,
    size: int = SEGMENTS,
) -> Iterator[TestSet]:
    """The test set of what was named in blocks of `size` segments, none of which is kept here; at least one.

    What cannot be taken apart is one block: a table with a column `system`, markup, translators' files, networks,
    public test sets, parts by document, and outputs that are cut.
    """
    whole = (inputs.test_set, inputs.sample, inputs.original, inputs.networks, inputs.origlang, inputs.subset)
    if any(whole) or inputs.resegment:
        yield read_inputs(inputs, missing, note)
        return
    _check_use(inputs)
    with InputFiles() as files:
        reader = _Reader(inputs, files, note, missing)
        for block in reader.blocks(size):
            yield _called(block, inputs, note)
            note = silent


def read_inputs(inputs: Inputs, missing: Missing = "error", note: Callable[[str], None] = silent) -> TestSet:
    """The test set of what was named."""
    test_set = (_read_texts if inputs.test_set is None else _read_public)(inputs, missing, note)
    test_set = _called(test_set, inputs, note)
    if inputs.networks is not None:
        test_set = replace(test_set, networks=read_flat_networks(inputs.networks, len(test_set)))
    if inputs.origlang is None and inputs.subset is None:
        return test_set
    from tertium.text.documents import by_document  # late: few ask for parts

    return by_document(test_set, inputs.origlang, inputs.subset)


def _called(test_set: TestSet, inputs: Inputs, note: Callable[[str], None]) -> TestSet:
    """The test set with the language and the name that the user gave."""
    if inputs.language is not None:
        language = standard(inputs.language)
        if test_set.language not in (None, language):
            note(f"{test_set.name} says {test_set.language}; -l {language} is used")
        test_set = replace(test_set, language=language)
    return replace(test_set, name=inputs.name) if inputs.name else test_set


def read_flat_networks(file: str, n_segments: int | None = None) -> "tuple[FlatNetwork | None, ...]":
    """The networks of a file, one for each segment; as many as there are where nobody says how many."""
    from tertium.io.networks import read_flat  # late: few metrics read networks
    from tertium.networks.entry import by_segment

    entries = read_flat(file)
    if n_segments is None:
        numbers = [int(entry.id) for entry in entries if entry.id is not None and entry.id.isdecimal()]
        n_segments = max([len(entries), *numbers])
        if n_segments > _MOST_SEGMENTS:
            raise DataError(f"{file}: a network is for segment {n_segments}; expected at most {_MOST_SEGMENTS:,}")
    return tuple(by_segment(entries, n_segments, file))


def _read_public(inputs: Inputs, missing: Missing, note: Callable[[str], None]) -> TestSet:
    """The outputs against the references of a public test set; all outputs that it has where none are named."""
    from tertium.io.testsets.named import find_named  # late: few ask for one

    language = None if inputs.language is None else standard(inputs.language)
    if language is None or "-" not in language:
        raise OptionError("--test-set needs the language pair: -l zh-en")
    refuse_together(("--test-set", True), ("-r", inputs.references), ("--sample", inputs.sample))
    named = find_named(inputs.test_set or "", language)
    if named.others:
        note(
            f"the reference is {named.label} of {named.reference}; there are also {', '.join(named.others)} "
            f"(-t {named.name}:{named.others[0]})"
        )
    files = replace(
        inputs,
        outputs=inputs.outputs or as_named(named.outputs),
        references=(str(named.reference),),
        sources=inputs.sources or (str(named.source) if named.source else None),
    )
    names = None if inputs.document_ids else named.document_names()
    test_set = _read_texts(files, missing, note)
    documents = test_set.documents if names is None or len(names) != len(test_set) else tuple(names)
    fields = {name: values for name, values in named.document_fields().items() if len(values) == len(test_set)}
    return replace(test_set, name=named.name, origin=named.signature, documents=documents, fields=fields)


def _read_texts(inputs: Inputs, missing: Missing, note: Callable[[str], None]) -> TestSet:
    _check_use(inputs)
    if inputs.sample:
        return replace(read_test_set(SAMPLE, "jsonl"), name="built-in sample")
    if inputs.original:
        return _read_edited(inputs, inputs.bilingual_options(note), missing)
    with InputFiles() as files:
        return _Reader(inputs, files, note, missing).test_set()


class _Reader(NamedTuple):
    """Finds out by how files begin in which way they make a test set, and reads them, whole or in blocks."""

    inputs: Inputs
    files: InputFiles
    note: Callable[[str], None]
    missing: Missing

    @property
    def options(self) -> "Options":
        """How translators' files are read."""
        return self.inputs.bilingual_options(self.note)

    def blocks(self, size: int) -> Iterator[TestSet]:
        """The test set in blocks where files can be taken apart; else it is the only block."""
        inputs = self.inputs
        texts = [file.path for file in inputs.outputs] or ["-"]
        if self._parts() or not (inputs.references or self._outputs_alone(texts)):
            yield from self._whole(size)
            return
        parts = [*texts, *inputs.references, *(file.path for file in inputs.post_edits)]
        beside = [file for file in (inputs.sources, inputs.document_ids) if file]
        if self._kinds([*parts, *beside]) == {"stream"}:
            yield from parallel_blocks(inputs, self.files, size)
        else:
            yield self.test_set()

    def test_set(self) -> TestSet:
        inputs = self.inputs
        texts = [file.path for file in inputs.outputs] or ["-"]
        if self._parts() or not (inputs.references or self._outputs_alone(texts)):
            (test_set,) = self._whole(None)
            return test_set
        references = [file for file in inputs.references if file != INSIDE]
        if (
            inputs.references
            and not inputs.post_edits
            and not inputs.sources
            and self._kinds([*texts, *references]) == {"bilingual"}
        ):
            return read_bilingual(
                {file.label: self.files.take(file.path) for file in inputs.outputs},
                [file if file == INSIDE else self.files.take(file) for file in inputs.references],
                self.options,
                self.missing,
            )
        parts = [*texts, *inputs.references, *([inputs.sources] if inputs.sources else [])]
        if not inputs.post_edits and self._kinds(parts) == {"markup"}:
            return read_parts(map(self.files.take, parts))
        return read_parallel(inputs, self.files, self.options)

    def _kinds(self, paths: Sequence[str]) -> set[str]:
        return {FORMATS.get(detect(self.files.look(path))).kind for path in paths}

    def _outputs_alone(self, paths: Sequence[str]) -> bool:
        """Whether the files are outputs without references, and none holds a whole test set."""
        inputs = self.inputs
        if inputs.input_format or inputs.where:
            return False
        kinds = self._kinds(paths)
        return kinds <= ({"stream", "bilingual"} if inputs.networks or inputs.post_edits else {"stream"})

    def _parts(self) -> list[str] | None:
        """The parts of a test set, where the outputs are a folder or a pattern."""
        alone = not (self.inputs.references or self.inputs.sources or self.inputs.post_edits)
        return parts_of(self.inputs.outputs[0].path) if alone and len(self.inputs.outputs) == 1 else None

    def _whole(self, size: int | None) -> Iterator[TestSet]:
        """One file or many parts that hold a whole test set, in blocks where there are rows."""
        inputs = self.inputs
        if inputs.post_edits:
            raise OptionError(
                "--post-edits is for plain files; in a file that holds a whole test set they are a "
                "column: post_edit or post_edit:NAME"
            )
        if len(inputs.outputs) > 1:
            raise OptionError(
                "there are no references; pass them with -r FILE, or give one file that holds a whole test set "
                "(TSV, JSONL, Parquet, WMT XML, SGML, XLIFF or TMX), a folder of parts or a pattern in quotes"
            )
        (file,) = inputs.outputs or (NamedFile(None, "-"),)
        parts = self._parts()
        sources = [self.files.take(file.path)] if parts is None else parts
        format = inputs.input_format or (format_of(parts, file.path) if parts else None)
        for block in read_test_sets(sources, file.path, format, inputs.where or None, self.options, size):
            if file.name is None:
                yield block
                continue
            if len(block.systems) != 1:
                raise OptionError(
                    f"{file.argument}: the file holds {len(block.systems)} systems, which have their own names; give "
                    f"it without a name: {file.path}"
                )
            (texts,) = block.systems.values()
            yield replace(block, systems={file.name: texts})


def _read_edited(inputs: Inputs, options: "Options", missing: Missing) -> TestSet:
    """One edited file against what it was before."""
    from tertium.evaluation.post_edits import edited_test_set  # late: few score editing
    from tertium.io.bilingual.edits import Choice, read_edits

    edits = read_edits(inputs.outputs[0].path, inputs.original or "", options, Choice(missing=missing))
    for text in edits.notes:
        options.note(f"{edits.name}: {text}")
    return edited_test_set(edits.segments, edits.name, options.tags)


def _check_use(inputs: Inputs) -> None:
    if inputs.languages is not None:
        inputs.bilingual_options()  # refuses what are no languages
    references = ("-r", inputs.references)
    refuse_together(("--original", inputs.original), references)
    refuse_together(("--original", inputs.original), ("--post-edits", inputs.post_edits))
    refuse_together(("--sample", inputs.sample), ("files of texts", inputs.outputs or inputs.references))
    # These two are for a file that holds a whole test set.
    refuse_together(references, ("--where", inputs.where))
    refuse_together(references, ("--input-format", inputs.input_format))
    if inputs.original is not None and len(inputs.outputs) != 1:
        raise OptionError("--original takes one edited file; pass -m hter to score the editing")
    if inputs.files().count("-") > 1:
        raise OptionError("standard input (-) can be read only once; give the other texts as files")
    if not inputs.sample and not inputs.files():
        raise OptionError("there is nothing to score; give hypotheses and -r references, or try --sample")
