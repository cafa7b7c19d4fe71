"""What `score` and `compare` have in common: the options that name the input, and turning them into a test set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli.emit import note
from tertium.cli.options import choice, together
from tertium.data import SAMPLE
from tertium.errors import DataError
from tertium.evaluation.arguments.options import Missing
from tertium.io.named_files import named_file
from tertium.io.testsets.formats import FORMATS, detect, read_bilingual, read_parts, read_stream, read_test_set
from tertium.io.testsets.plain import read_lines
from tertium.text.languages import standard
from tertium.text.testset import References, TestSet, Text

if TYPE_CHECKING:
    from tertium.io.bilingual.markup.inline import Tags
    from tertium.io.bilingual.segments import Options
    from tertium.text.network import FlatNetwork

F = TypeVar("F", bound=Callable[..., Any])

TAGS = choice(
    "--tags",
    of=["drop", "keep", "content"],
    help="Inline tags of XLIFF and TMX: leave out, keep as tokens, or show their code.",
)
LANGUAGE = click.option(
    "-l",
    "--language",
    metavar="CODE",
    help="Language of the texts, such as zh or de-en; chooses tokenisers, resources and models of all metrics.",
)
LANGUAGES = click.option("--languages", metavar="SOURCE:TARGET", help="Which languages of a TMX file, such as en:de.")

_INSIDE = "alt:reference"  # references inside the files of hypotheses


@dataclass(frozen=True, slots=True)
class Inputs:
    """Input options as given."""

    hypotheses: tuple[str, ...]
    references: tuple[str, ...]
    networks: str | None
    source: str | None
    document_ids: str | None
    sample: bool
    post_edits: tuple[str, ...]
    where: tuple[str, ...]
    origlang: str | None
    subset: str | None
    input_format: str | None
    original: str | None
    tags: "Tags"
    languages: str | None
    language: str | None
    name: str | None
    test_set: str | None
    resegment: bool
    cuts: str | None


def input_options(command: F) -> F:
    """Add the input options to a command, which gets them as one argument `inputs`."""
    return together(
        [
            click.argument("hypotheses", nargs=-1, metavar="[NAME=]FILE..."),
            click.option("-r", "--references", multiple=True, metavar="FILE", help="References; repeat for more."),
            click.option(
                "-n",
                "--networks",
                metavar="FILE",
                help="Networks of correct translations, for metrics that read them, such as hyter.",
            ),
            LANGUAGE,
            click.option(
                "-t",
                "--test-set",
                metavar="NAME",
                help="References of a public test set, such as wmt22 with -l zh-en, that sacreBLEU or mt-metrics-eval "
                "has fetched; or a folder.",
            ),
            click.option(
                "--resegment",
                is_flag=True,
                help="Cut outputs with lines of their own, as of speech, where word errors against the first reference "
                "are fewest.",
            ),
            click.option("--cuts", metavar="FILE", help="With --resegment: write the cut output, one segment a line."),
            click.option("--name", metavar="TEXT", help="What to call the test set in titles and reports."),
            click.option("-s", "--source", metavar="FILE", help="Source texts, shown in reports."),
            click.option("--document-ids", metavar="FILE", help="The document of each segment, one id a line."),
            click.option(
                "--post-edits",
                multiple=True,
                metavar="[NAME=]FILE",
                help="What humans made of a system's output, for hter; NAME may be left out with one system.",
            ),
            click.option("--sample", is_flag=True, help="Use the built-in test set."),
            click.option(
                "--where",
                multiple=True,
                metavar="COLUMN=VALUE",
                help="Keep these rows of a TSV, JSONL or Parquet file.",
            ),
            click.option(
                "--origlang", metavar="CODE", help="Keep documents written in this language; `non-de`: others."
            ),
            click.option("--subset", metavar="REGEX", help="Keep documents whose domain, or else name, matches."),
            click.option("--input-format", metavar="FORMAT", help="Format of a test set, if it cannot be detected."),
            click.option(
                "--original",
                metavar="FILE",
                help="What the file was before it was edited, for hter: XLIFF or TMX, or `inside`.",
            ),
            TAGS,
            LANGUAGES,
        ]
    )(command)


def gather(options: dict[str, Any]) -> Inputs:
    """Take the input options out of a command's arguments."""
    return Inputs(**{name: options.pop(name) for name in Inputs.__dataclass_fields__})


def read_inputs(inputs: Inputs, missing: "Missing" = "error", quiet: bool = False) -> "TestSet":
    """The test set that the options name."""
    language = None if inputs.language is None else standard(inputs.language)
    if inputs.test_set is not None:
        test_set = _read_named(inputs, language, missing, quiet)
    else:
        test_set = _read_texts(inputs, missing, quiet)
    if language is not None:
        if test_set.language not in (None, language) and not quiet:
            note(f"{test_set.name} says {test_set.language}; -l {language} is used")
        test_set = replace(test_set, language=language)
    if inputs.name:
        test_set = replace(test_set, name=inputs.name)
    if inputs.networks is not None:
        test_set = replace(test_set, networks=read_networks(inputs.networks, len(test_set)))
    if inputs.origlang is None and inputs.subset is None:
        return test_set
    from tertium.text.parts import by_document

    return by_document(test_set, inputs.origlang, inputs.subset)


def read_networks(file: str, n_segments: int | None = None) -> "tuple[FlatNetwork | None, ...]":
    """The networks of a file, one for each segment; as many as there are where nobody says how many."""
    from tertium.io.networks import read_networks
    from tertium.networks.entry import by_segment
    from tertium.networks.flat import flatten

    entries = read_networks(file)
    if n_segments is None:
        numbers = [int(entry.id) for entry in entries if entry.id is not None and entry.id.isdecimal()]
        n_segments = max([len(entries), *numbers])
    networks = by_segment(entries, n_segments, file)
    return tuple(flatten(network) if network else None for network in networks)


def _read_named(inputs: Inputs, language: str | None, missing: "Missing", quiet: bool) -> "TestSet":
    """The outputs against the references of a public test set; all outputs that it has where none is given."""
    from tertium.io.testsets.named import find_named

    if language is None or "-" not in language:
        raise click.UsageError("--test-set needs the language pair: -l zh-en")
    if inputs.references or inputs.sample:
        raise click.UsageError("--test-set brings its own references; leave -r and --sample out")
    named = find_named(inputs.test_set or "", language)
    if named.others and not quiet:
        label, others = named.label, ", ".join(named.others)
        note(
            f"the reference is {label} of {named.reference}; there are also {others} "
            f"(-t {named.name}:{named.others[0]})"
        )
    hypotheses = inputs.hypotheses or tuple(f"{system}={path}" for system, path in named.outputs.items())
    source = inputs.source or (str(named.source) if named.source else None)
    given = replace(
        inputs, hypotheses=hypotheses, references=(str(named.reference),), source=source, test_set=None, language=None
    )
    names = None if inputs.document_ids else named.document_names()
    test_set = _read_texts(given, missing, quiet)
    documents = test_set.documents if names is None or len(names) != len(test_set) else tuple(names)
    fields = {name: values for name, values in named.document_fields().items() if len(values) == len(test_set)}
    return replace(test_set, name=named.name, origin=named.signature, documents=documents, fields=fields)


def bilingual_options(inputs: Inputs, quiet: bool = False) -> "Options":
    """How translators' files are read, with notes on stderr."""
    from tertium.io.bilingual.segments import Options

    return Options.of(inputs.tags, inputs.languages, note=(lambda _text: None) if quiet else note)


def _read_texts(inputs: Inputs, missing: "Missing", quiet: bool) -> "TestSet":
    _check_use(inputs)
    if inputs.sample:
        return replace(read_test_set(SAMPLE, "jsonl"), name="built-in sample")
    options = bilingual_options(inputs, quiet)
    if inputs.original:
        return _read_edited(inputs, options, missing)
    files = [named_file(file).path for file in inputs.hypotheses]
    references = [file for file in inputs.references if file != _INSIDE]
    if (
        inputs.references
        and files
        and not inputs.post_edits
        and not inputs.source
        and _all_of_kind("bilingual", [*files, *references])
    ):
        return read_bilingual(
            {file.label: file.path for file in map(named_file, inputs.hypotheses)},
            inputs.references,
            options,
            missing,
        )
    if not inputs.references and not _hypotheses_alone(inputs):
        return read_test_set(inputs.hypotheses[0], inputs.input_format, _where(inputs.where), options)
    everything = [*files, *inputs.references, *([inputs.source] if inputs.source else [])]
    if not inputs.post_edits and _all_of_kind("markup", everything):
        return read_parts(everything)
    return _read_streams(inputs, options)


def _all_of_kind(kind: str, files: Sequence[str]) -> bool:
    return all(file != "-" and FORMATS.get(detect(file)).kind == kind for file in files)


def _read_edited(inputs: Inputs, options: "Options", missing: "Missing") -> "TestSet":
    """One edited file against what it was before."""
    from tertium.evaluation.post_edits import edited_test_set
    from tertium.io.bilingual.edits import Choice, read_edits

    edits = read_edits(inputs.hypotheses[0], inputs.original or "", options, Choice(missing=missing))
    for text in edits.notes:
        options.note(f"{edits.name}: {text}")
    return edited_test_set(edits.segments, edits.name, options.tags)


def _hypotheses_alone(inputs: Inputs) -> bool:
    """Whether the files are hypotheses that have only networks or post-edits to stand against."""
    files = [named_file(file).path for file in inputs.hypotheses]
    return bool(
        (inputs.networks or inputs.post_edits)
        and not inputs.input_format
        and not inputs.where
        and all(file == "-" or FORMATS.get(detect(file)).kind in ("stream", "bilingual") for file in files)
    )


def _check_use(inputs: Inputs) -> None:
    files = [named_file(file).path for file in inputs.hypotheses]
    edits = [named_file(file).path for file in inputs.post_edits]
    given = [*files, *inputs.references, *edits, inputs.networks, inputs.source, inputs.document_ids]
    _check_original(inputs)
    if given.count("-") > 1:
        raise click.UsageError("standard input (-) can be read only once; give the other texts as files")
    if inputs.sample and (inputs.hypotheses or inputs.references):
        raise click.UsageError("--sample brings its own hypotheses and references; give no files with it")
    if not inputs.sample and not inputs.references and not inputs.networks and not inputs.post_edits:
        if not inputs.hypotheses:
            raise click.UsageError("there is nothing to score; give hypotheses and -r references, or try --sample")
        if len(inputs.hypotheses) > 1:
            raise click.UsageError(
                "there are no references; give them with -r FILE, or give one file that holds a whole test set "
                "(TSV, JSONL, Parquet, WMT XML, SGML, XLIFF or TMX)"
            )
    if inputs.post_edits and not inputs.references and not _hypotheses_alone(inputs):
        raise click.UsageError(
            "--post-edits is for plain files; in a file that holds a whole test set they are a "
            "column: post_edit or post_edit:NAME"
        )
    if inputs.references and (inputs.where or inputs.input_format):
        raise click.UsageError("--where and --input-format are for a file that holds a whole test set; leave -r out")


def _check_original(inputs: Inputs) -> None:
    if inputs.original is None:
        return
    if len(inputs.hypotheses) != 1 or inputs.references or inputs.post_edits:
        raise click.UsageError(
            "--original takes one edited file, and no references or post-edits; say -m hter to score the editing"
        )


def _where(pairs: Sequence[str]) -> dict[str, str] | None:
    chosen = {}
    for pair in pairs:
        column, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--where {pair!r}: expected COLUMN=VALUE, such as lang_pair=de-en")
        chosen[column] = value
    return chosen or None


def _read_streams(inputs: Inputs, options: "Options") -> "TestSet":
    cut = False
    systems: dict[str, list[Text]] = {}
    files: dict[str, str] = {}
    columns: dict[str, Sequence[Text]] = {}
    for argument in inputs.hypotheses or ("-",):
        name, file = named_file(argument).label, named_file(argument).path
        if name in systems:
            raise DataError(
                f"{files[name]} and {file}: both systems would be called {name!r}; give them names: "
                f"first={files[name]} second={file}"
            )
        files[name] = file
        columns[file] = systems[name] = read_stream(file, "hypothesis", options=options)
    references = [read_stream(file, "reference", options=options) for file in inputs.references]
    columns.update(zip(inputs.references, references, strict=True))
    source = read_stream(inputs.source, "source", options=options) if inputs.source else None
    if inputs.source and source is not None:
        columns[inputs.source] = source
    document_ids = read_lines(inputs.document_ids) if inputs.document_ids else None
    if inputs.document_ids and document_ids is not None:
        columns[inputs.document_ids] = document_ids
    post_edits: dict[str, Sequence[Text]] = {}
    for argument in inputs.post_edits:
        system, file = _edited_system(argument, systems)
        columns[file] = post_edits[system] = read_stream(file, "hypothesis", options=options)
    if inputs.resegment:
        from tertium.cli.resegment import resegment_all

        cut = resegment_all(systems, files, references, columns, inputs.cuts)
    _refuse_different_lengths(columns)
    by_stream = References.by_stream(*references) if references else None
    name = inputs.references[0] if inputs.references else inputs.networks or "test set"
    tags = options.tags if any(map(_is_bilingual, columns)) else None
    return TestSet.build(
        systems, by_stream, source=source, documents=document_ids, name=name, post_edits=post_edits, tags=tags
    ).with_segmentation("mwer" if cut else None)


def _is_bilingual(file: str) -> bool:
    return file != "-" and _all_of_kind("bilingual", [file])


def _edited_system(argument: str, systems: "dict[str, list[Text]]") -> tuple[str, str]:
    """The system that a file of post-edits belongs to, and the file."""
    name, file = named_file(argument).name, named_file(argument).path
    if name is None and len(systems) == 1:
        name = next(iter(systems))
    if name not in systems:
        raise click.UsageError(
            f"--post-edits {argument}: say whose output was edited, as NAME={file}; systems: {', '.join(systems)}"
        )
    return name, file


def _refuse_different_lengths(columns: "dict[str, Sequence[Text]]") -> None:
    (first, expected), *others = columns.items()
    for file, lines in others:
        if len(lines) != len(expected):
            from tertium.text.drift import parting_line

            at = parting_line(expected, lines)
            raise DataError(
                f"{first} has {len(expected)} lines but {file} has {len(lines)}; they must be parallel, one segment a "
                f"line. By the lengths of the lines they part at about line {at}: look there for a segment that is "
                "missing, doubled or broken in two. If the output has lines of its own, as of speech or documents, "
                "--resegment cuts it anew"
            )
