"""Running a program of the user's: without a shell unless asked, with its messages in a file, never for ever."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from tertium.errors import DataError
from tertium.io.files import FilePath

_LAST_LINES = 20


def run_program(
    command: Sequence[str] | str,
    *,
    log: FilePath,
    output: FilePath | None = None,
    timeout: float | None = None,
) -> None:
    """Run a program to its end; a text is given to the shell, a list of words is not.

    Its messages go to the file `log`, what it prints to the file `output`, or where there is none to `log` too.

    Raises:
        DataError: It cannot be started, takes longer than `timeout` seconds, or fails; with its last messages.
    """
    name = command if isinstance(command, str) else command[0]
    with ExitStack() as files:
        messages = files.enter_context(open(log, "wb"))
        printed = files.enter_context(open(output, "wb")) if output is not None else messages
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=messages,
                shell=isinstance(command, str),
                start_new_session=True,  # so that what it started ends with it
            )
        except OSError as error:
            raise DataError(f"{name}: cannot be started ({error.strerror}); check the command") from None
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            raise DataError(
                f"{name}: still running after {timeout:g} seconds and was stopped (--timeout){_last_messages(log)}"
            ) from None
        except BaseException:
            _end(process)
            raise
    if code != 0:
        how = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
        raise DataError(f"{name}: {how}{_last_messages(log)}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _last_messages(log: FilePath) -> str:
    with open(log, "rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - (1 << 16)))
        lines = stream.read().decode("utf-8", "replace").splitlines()[-_LAST_LINES:]
    if not lines:
        return f"; it printed nothing ({os.fspath(log)} is empty)"
    return f"; its last messages ({os.fspath(log)}):\n" + "\n".join(f"  {line}" for line in lines)
