"""What processes compute for programs: the same functions as the commands, with the same JSON."""

import os
import tempfile

from msgspec import Struct

from tertium.errors import DataError
from tertium.server.jobs.processes import Limits
from tertium.server.scoring import requests


class Score(Struct, frozen=True, tag="score"):
    request: requests.Score

    def run(self) -> bytes:
        return _answer(self.request)


class Compare(Struct, frozen=True, tag="compare"):
    request: requests.Compare

    def run(self) -> bytes:
        return _answer(self.request)


Task = Score | Compare

SCORING = Limits(
    wall_seconds=60.0,
    cpu_seconds=60,
    memory_bytes=3 << 30,
    memory_variable="TERTIUM_SCORING_MEMORY",
    answer_bytes=1 << 27,
    advice="send fewer segments or systems, ask for fewer samples, or use the program itself",
)


def _answer(request: requests.Score | requests.Compare) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # a name that is no model of ours finds no file either
        try:
            return request.result().to_json().encode()
        except (TypeError, ValueError) as error:
            raise DataError(str(error)) from error
        finally:
            os.chdir("/")
