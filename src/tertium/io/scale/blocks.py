"""`tertium.read_blocks`: a test set of any size, a block of segments at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tertium.evaluation.options import Missing
from tertium.io import inputs as reader
from tertium.io.files import FilePath
from tertium.io.named_files import Inputs, Named, as_file, as_files, as_named, silent
from tertium.keywords import checked
from tertium.text.testset import TestSet


@checked
def read_blocks(
    outputs: Named,
    references: FilePath | Sequence[FilePath] = (),
    *,
    sources: FilePath | None = None,
    documents: FilePath | None = None,
    name: str | None = None,
    language: str | None = None,
    format: str | None = None,
    where: Mapping[str, str] | None = None,
    missing: Missing = "error",
    note: Callable[[str], None] = silent,
) -> Iterator[TestSet]:
    """Read a test set in blocks of 10,000 segments, of which none is kept, for `tertium.score_blocks`.

    Files have one segment per line, or one file holds the whole test set: TSV, CSV, JSONL or Parquet with a row for
    each segment. What cannot be taken apart (a column `system`, markup, translators' files) is one block.

    Args:
        outputs: As in `tertium.read`; also a folder of parts, or a pattern such as `parts/*.parquet`.
        references: One file for each reference.
        sources: Source texts.
        documents: The document of each segment, one id per line.
        name: What to call the test set in reports.
        language: Of the outputs, such as `zh` or `de-en`.
        format: The format of a whole test set, where it cannot be detected.
        where: Keep the rows with these values in these columns.
        missing: Segments that some translators' files lack: refuse them, or leave their texts missing (`skip`).
        note: Called with what a user should know.
    """
    named = Inputs(
        outputs=as_named(outputs),
        references=as_files(references),
        sources=as_file(sources),
        document_ids=as_file(documents),
        name=name,
        language=language,
        input_format=format,
        where=where or {},
    )
    return reader.read_blocks(named, missing, note)
