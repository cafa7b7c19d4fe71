"""A process that does tasks one after the other: `python -m tertium.server.jobs.process MODULE MEMORY CPU`.

MODULE has the type `Task`: structs with a method `run` that gives the answer. Tasks come as JSON on standard input,
each with its length before it; answers go to standard output in the same way, with one byte that says what they are.
The limits are the kernel's, so a task that takes all memory or never ends takes this process with it and nothing else.
"""

import resource
import struct
import sys
import traceback
from typing import BinaryIO

LENGTH = struct.Struct("<I")
DONE, REFUSED, FAILED = b"D", b"R", b"F"


def main() -> int:
    """Answer until nobody asks any more."""
    module, memory, cpu = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if cpu:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    # Everything else is loaded under the limits.
    import importlib

    import msgspec

    from tertium.errors import TertiumError

    decoder = msgspec.json.Decoder(importlib.import_module(module).Task)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while (request := _read(requests)) is not None:
        try:
            answer = DONE + decoder.decode(request).run()
        except TertiumError as error:
            answer = REFUSED + str(error).encode()
        except MemoryError:
            return 1
        except Exception:
            answer = FAILED + traceback.format_exc().encode()
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
