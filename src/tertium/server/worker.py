"""The process that computes what strangers ask for, with limits of its own: `python -m tertium.server.worker`.

One task comes as JSON on standard input and its result goes to standard output. The limits are the kernel's, so a task
that would take all memory or never end takes this process with it and nothing else.
"""

import json
import os
import resource
import sys

CPU_SECONDS = 120
MEMORY_BYTES = int(os.environ.get("TERTIUM_WORKER_MEMORY", 3 << 30))
TOO_LARGE = 3
"""Exit code of a task that ran out of memory."""


def main() -> int:
    """Read a task, run it, write what came of it."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from tertium.errors import TertiumError
    from tertium.server import tasks

    task = json.load(sys.stdin)
    try:
        outcome: dict[str, object] = {"result": tasks.run(task["kind"], task["args"])}
    except TertiumError as error:
        outcome = {"error": str(error)}
    except MemoryError:
        return TOO_LARGE
    sys.stdout.buffer.write(json.dumps(outcome).encode())
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
