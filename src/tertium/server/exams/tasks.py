"""What processes compute for exams: a file that is large enough to hold up others is tried there first."""

from pathlib import Path

from msgspec import Struct

from tertium.errors import DataError
from tertium.server.database import folder
from tertium.server.errors import RefusedError
from tertium.server.exams.store import setup
from tertium.server.jobs.processes import Limits


class CheckPart(Struct, frozen=True, tag="check-part"):
    """Passages, rules or a model of an exam; the answer is empty."""

    kind: str
    path: str

    def run(self) -> bytes:
        try:
            setup.checked_part(self.kind, folder.read(Path(self.path)))
        except RefusedError as error:
            raise DataError(f"{error.what}; {error.do}") from None
        return b""


Task = CheckPart

PART = Limits(
    wall_seconds=60.0,
    cpu_seconds=15,
    memory_bytes=1 << 30,
    memory_variable="TERTIUM_EXAM_MEMORY",
    answer_bytes=1 << 16,
    advice="send fewer or smaller passages",
)
