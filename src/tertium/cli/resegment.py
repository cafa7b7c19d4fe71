"""`--resegment`: outputs with lines of their own, cut into the segments of the reference."""

from collections.abc import Sequence

import click

from tertium.cli.emit import note
from tertium.io.files import write_text
from tertium.text.testset import Text


def resegment_all(
    systems: "dict[str, list[Text]]",
    files: dict[str, str],
    references: "Sequence[Sequence[Text]]",
    columns: "dict[str, Sequence[Text]]",
    cuts: str | None,
) -> bool:
    """Cut the outputs whose lines are not those of the first reference, and say so; whether there were any."""
    from tertium.text.resegmentation import resegment

    if not references:
        raise click.UsageError("--resegment needs references to cut the outputs by: -r FILE")
    cut = [system for system, lines in systems.items() if len(lines) != len(references[0])]
    if cuts and len(cut) != 1:
        raise click.UsageError(f"--cuts takes one output that needs to be cut; found {len(cut)}: {', '.join(cut)}")
    for system in cut:
        made = resegment(systems[system], references[0], files[system])
        columns[files[system]] = systems[system] = list(made.segments)
        note(
            f"{files[system]}: {made.n_lines:,} lines cut into {len(made.segments):,} segments with "
            f"{made.errors:,} word errors ({made.error_rate:.1f} %)"
        )
        if cuts:
            write_text(cuts, "".join(f"{segment}\n" for segment in made.segments))
    return bool(cut)
