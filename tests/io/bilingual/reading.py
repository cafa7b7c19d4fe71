"""What a bilingual file says, as tests compare it."""

from pathlib import Path

from tertium.io.bilingual.opening import open_bilingual
from tertium.io.bilingual.segments import Options, Segment
from tertium.io.bilingual.testset import Columns, read_columns, segments_of
from tertium.io.files import open_input
from tertium.io.testsets.formats import bilingual_kind

from .forms import FORMS


def columns(path: Path) -> Columns:
    with open_input(path) as source:
        return read_columns(source, bilingual_kind(source), Options())


def segments(path: Path, options: Options | None = None) -> list[Segment]:
    with open_input(path) as source:
        file = open_bilingual(source, bilingual_kind(source), options or Options())
        return list(segments_of(file, options or Options()))


def assert_read(name: str, path: Path) -> None:
    """A form is read as it is described."""
    form, read = FORMS[name], columns(path)
    assert [identity for _, identity in read.keys] == form.ids
    assert read.sources == form.sources
    assert read.targets == form.targets
