"""The inline tags of every target against those of its source."""

from collections.abc import Iterator

from tertium.io.bilingual.markup.inline import TagProblem, tag_problems
from tertium.io.bilingual.opening import open_bilingual
from tertium.io.bilingual.segments import Options, Segment
from tertium.io.bilingual.testset import segments_of
from tertium.io.files import FilePath, open_input
from tertium.io.testsets.formats import bilingual_kind


def check_tags(path: FilePath, options: Options | None = None) -> Iterator[tuple[Segment, list[TagProblem]]]:
    """Every segment that has a target, and what is wrong with its tags; the file is read unit by unit."""
    options = options or Options()
    with open_input(path) as source:
        for segment in segments_of(open_bilingual(source, bilingual_kind(source), options), options):
            if segment.source is not None and segment.target is not None:
                yield segment, tag_problems(segment.source.pieces, segment.target.pieces)
