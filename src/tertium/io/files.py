r"""Opening, reading and writing files: compression, encoding, line ends; no format is known here.

Text is UTF-8 and nothing else. A line ends at `\n` only; one `\r` directly before it (or at the very end of the
file) belongs to the line end. A byte order mark at the start of a file is dropped. Everything else is text,
`\x85`, `\u2028`, NUL and other control characters included. Files are read in blocks of a few MB.
"""

import io
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, cast

from tertium._index import NAMES
from tertium.errors import DataError
from tertium.storage import gunzip
from tertium.text.controls import visible_lines

FilePath = str | os.PathLike[str]

_BLOCK = 2 << 20
_HEAD = 1 << 16
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Input:
    """An open file, decompressed; it can be read once, by one of the methods.

    `head` is how it begins (64 KB or more, less where the file is shorter): looking at it takes nothing from what is
    read. `compressed` says whether it was gzip, `stream` that it is standard input, a pipe or a device, which cannot be
    opened again.
    """

    path: str
    head: bytes
    compressed: bool
    stream: bool
    _rest: Iterator[bytes]
    _file: BinaryIO | None = None

    @property
    def name(self) -> str:
        """The name for messages."""
        return display_name(self.path)

    @property
    def stem(self) -> str:
        """The file's name without folder and ending, to name what has no other name."""
        return "stdin" if self.path == "-" else os.path.splitext(bare_name(self.path))[0]

    def close(self) -> None:
        """Close the file; standard input stays open."""
        if self._file is not None:
            self._file.close()

    def watch(self, look: Callable[[bytes], object]) -> None:
        """Show `look` all content, block by block, as it is read from now on."""
        look(self.head)

        def watched(blocks: Iterator[bytes]) -> Iterator[bytes]:
            for block in blocks:
                look(block)
                yield block

        self._rest = watched(self._rest)

    def blocks(self) -> Iterator[bytes]:
        """All content, in blocks of any size."""
        return chain((self.head,), self._rest)

    def read(self) -> bytes:
        return b"".join(self.blocks())

    def text_blocks(self) -> Iterator[str]:
        """The text in blocks that end where a line ends; line ends are as in the file."""
        pending: list[bytes] = []
        n_lines = 0
        for block in chain((self.head.removeprefix(_BOM),), self._rest):
            cut = block.rfind(b"\n") + 1
            if not cut:
                pending.append(block)
                continue
            whole = b"".join((*pending, block[:cut]))
            pending = [block[cut:]]
            yield self._decode(whole, n_lines)
            n_lines += whole.count(b"\n")
        last = b"".join(pending)
        if last:
            yield self._decode(last, n_lines)

    def line_blocks(self) -> Iterator[list[str]]:
        """The lines, without their ends, in lists of many."""
        for text in self.text_blocks():
            ended = text.endswith("\n")
            if "\r" in text:
                text = text.replace("\r\n", "\n")
                text = text if ended else text.removesuffix("\r")
            lines = text.split("\n")
            if ended:
                lines.pop()
            yield lines

    def lines(self) -> Iterator[tuple[int, str]]:
        """Each line with its number, from 1."""
        return enumerate(chain.from_iterable(self.line_blocks()), 1)

    def _decode(self, block: bytes, n_lines: int) -> str:
        try:
            return block.decode("utf-8")
        except UnicodeDecodeError as error:
            line = n_lines + block.count(b"\n", 0, error.start) + 1
            column = error.start - (block.rfind(b"\n", 0, error.start) + 1) + 1
            utf16 = self.head[:2] in (b"\xff\xfe", b"\xfe\xff")
            where = f"{self.name}:{line}: byte 0x{block[error.start]:02x} (byte {column} of the line) is not UTF-8 text"
            # Text in no encoding but UTF-16 has zero bytes; a program, a picture or an archive has.
            if b"\0" in self.head and not utf16:
                raise DataError(f"{where}; this is not a text file; check that you gave the right one") from None
            encoding = "utf-16" if utf16 else "latin1"
            raise DataError(
                f"{where}; expected UTF-8; convert the file, for example: iconv -f {encoding} -t utf-8"
            ) from None


Source = FilePath | Input
"""What readers take: the name of a file, or one that is open already."""


def display_name(path: FilePath) -> str:
    """The path as messages give it."""
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


def bare_name(path: FilePath) -> str:
    """The file's name without folders and without `.gz`."""
    return os.path.basename(os.fspath(path)).removesuffix(".gz")


@contextmanager
def open_input(source: Source) -> Iterator[Input]:
    """Open a file, or standard input for `-`; gzip is recognised by its first bytes. What is open already is taken."""
    opened = source if isinstance(source, Input) else _opened(os.fspath(source))
    try:
        yield opened
    finally:
        opened.close()


class InputFiles:
    """The inputs of one run, each opened once: `look` opens, and `take` hands the same open file to its reader.

    What was looked at and not taken is closed at the end.
    """

    def __init__(self) -> None:
        self._open: dict[str, Input] = {}
        self._streams: set[str] = set()

    def __enter__(self) -> "InputFiles":
        return self

    def __exit__(self, *_: object) -> None:
        for source in self._open.values():
            source.close()

    def look(self, path: FilePath) -> Input:
        """The open file, of which only the head may be looked at."""
        path = os.fspath(path)
        if path not in self._open:
            if path in self._streams:
                raise DataError(f"{display_name(path)}: is a stream and can be read only once; give a file instead")
            self._open[path] = _opened(path)
        return self._open[path]

    def take(self, path: FilePath) -> Input:
        """The open file for its reader, who closes it."""
        source = self.look(path)
        if source.stream:
            self._streams.add(source.path)
        return self._open.pop(source.path)


def _opened(path: str) -> Input:
    if path == "-":
        return _input(path, _stdin(), is_stream=True, own=False)
    file = _open(path)
    try:
        return _input(path, file, is_stream=not stat.S_ISREG(os.fstat(file.fileno()).st_mode), own=True)
    except BaseException:
        file.close()
        raise


def _input(path: str, file: BinaryIO, *, is_stream: bool, own: bool) -> Input:
    chunks = _chunks(file, path)
    start = b""
    while len(start) < len(_GZIP) and (chunk := next(chunks, b"")):
        start += chunk
    compressed = start.startswith(_GZIP)
    if not start and path.endswith(".gz"):
        gunzip.refuse(display_name(path), "it is empty")
    content: Iterator[bytes] = chain((start,), chunks)
    if compressed:
        content = gunzip.unpacked(content, display_name(path))
    head = b""
    while len(head) < _HEAD and (chunk := next(content, b"")):
        head += chunk
    return Input(path, head, compressed, is_stream, content, file if own else None)


def _stdin() -> BinaryIO:
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise DataError("<stdin>: standard input is closed; give a file instead of -")
    return stream


def _advice(path: str) -> str:
    """What may have been meant by the name of a file that is not there."""
    if path in NAMES["metric"]:
        return f"if the metric is meant, put commas between metrics: -m bleu,{path}"
    return "check the name and the folder"


def _open(path: str) -> BinaryIO:
    try:
        return open(path, "rb", buffering=0)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file; {_advice(path)}") from None
    except IsADirectoryError:
        raise DataError(f"{path}: is a directory, expected a file") from None
    except PermissionError:
        raise DataError(f"{path}: no permission to read it; check its owner and mode") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from error


def _chunks(stream: BinaryIO, path: str) -> Iterator[bytes]:
    # read1 hands on what a pipe has so far; files without it are unbuffered and do the same.
    read = getattr(stream, "read1", stream.read)
    size = _HEAD
    while True:
        try:
            chunk: bytes = read(size)
        except OSError as error:
            raise DataError(f"{display_name(path)}: reading failed ({error.strerror})") from error
        if not chunk:
            return
        yield chunk
        size = _BLOCK


def make_folder(path: FilePath) -> None:
    """A folder for output, with those above it, where there is none yet."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise DataError(f"{os.fspath(path)}: {error.strerror}; choose another folder") from None


@contextmanager
def open_output(path: FilePath) -> Iterator[BinaryIO]:
    """A stream of bytes that becomes the file when the block ends well, and nothing when it fails.

    `-` is standard output, which gets everything at the end; a name that ends in `.gz` is compressed.
    """
    path = os.fspath(path)
    if path == "-":
        buffer = io.BytesIO()
        yield buffer
        if sys.stdout is None:
            raise DataError("<stdout>: standard output is closed; give a file instead of -")
        sys.stdout.flush()
        content = buffer.getvalue()
        if sys.stdout.isatty():
            content = visible_lines(content.decode("utf-8", "backslashreplace")).encode("utf-8", "backslashreplace")
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        with _replacing(os.path.realpath(path)) as stream:
            if path.endswith(".gz"):
                import gzip  # late: few files are compressed

                # Without name and time the same text always gives the same bytes.
                with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield stream
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror or error})") from error


@contextmanager
def open_stream(path: FilePath) -> Iterator[BinaryIO]:
    """As `open_output`, but standard output gets what is written at once: for results of any length."""
    if os.fspath(path) != "-":
        with open_output(path) as stream:
            yield stream
        return
    if sys.stdout is None:
        raise DataError("<stdout>: standard output is closed; give a file instead of -")
    sys.stdout.flush()
    yield cast(BinaryIO, _Shown(sys.stdout.buffer) if sys.stdout.isatty() else sys.stdout.buffer)
    sys.stdout.buffer.flush()


class _Shown:
    """A terminal, to which control characters are shown and not sent."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, content: bytes) -> int:
        shown = visible_lines(content.decode("utf-8", "backslashreplace"))
        self._stream.write(shown.encode("utf-8", "backslashreplace"))
        return len(content)


def write_text(path: FilePath, text: str) -> None:
    """Write a whole file as UTF-8 (`-`: to standard output)."""
    with open_output(path) as stream:
        stream.write(text.encode("utf-8"))


def append_text(path: FilePath, text: str) -> None:
    """Add text at the end of a file."""
    try:
        with open(path, "a", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise DataError(f"{display_name(path)}: cannot be written ({error.strerror})") from None


@contextmanager
def _replacing(target: str) -> Iterator[BinaryIO]:
    mode = None
    with suppress(FileNotFoundError):
        mode = os.stat(target).st_mode
    if mode is not None and not stat.S_ISREG(mode):
        # A pipe or a device is written into; renaming would put a file in its place. A directory fails here.
        with open(target, "wb") as stream:
            yield stream
        return
    temporary = os.path.join(os.path.dirname(target), f".tertium-{os.urandom(6).hex()}.part")
    try:
        with open(temporary, "xb") as stream:
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            yield stream
        os.replace(temporary, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
