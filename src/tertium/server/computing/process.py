"""A process that works out live answers one after the other: `python -m tertium.server.computing.process`.

Each task and each answer is JSON behind its length in four bytes. The process ends with its standard input, so none is
left behind where the server was killed. Its memory is limited by the kernel: a draft that would take all of it takes
this process with it and nothing else.
"""

import os
import resource
import struct
import sys
from typing import BinaryIO

MEMORY_BYTES = int(os.environ.get("TERTIUM_COMPUTER_MEMORY", 2 << 30))
LENGTH = struct.Struct("<I")


def main() -> int:
    """Answer until nobody asks any more."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import msgspec

    from tertium.server.computing.live import LiveTask, answered

    decoder = msgspec.json.Decoder(LiveTask)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while (task := _read(requests)) is not None:
        answer = answered(decoder.decode(task))
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
    return 0


def _read(requests: BinaryIO) -> bytes | None:
    """The next task; None at the end."""
    head = requests.read(LENGTH.size)
    return requests.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:  # of the terminal that the server was started in; the server ends too
        raise SystemExit(0) from None
