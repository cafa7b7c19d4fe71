"""What torch puts into the pickle of a checkpoint, by a machine of our own that knows data and nothing else.

A pickle is a program. This reads its instructions one by one and keeps values on a stack; names of Python's things mean
something only if they stand in a closed list, and then what is made of them is a value here. No function that a file
names is ever looked up, so nothing can be called, whatever the file says.
"""

import math
import pickletools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tertium.storage.arraychecks import refuse_too_many

MOST_INSTRUCTIONS = 20_000_000
_LONGEST_NUMBER = 8

# Storages by the names of their classes: the type of a number as NumPy writes it. bfloat16 has none there.
STORAGES = {
    **{"FloatStorage": "<f4", "HalfStorage": "<f2", "DoubleStorage": "<f8", "BFloat16Storage": "bf16"},
    **{"LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "i1", "ByteStorage": "u1"},
    "BoolStorage": "?",
}
_REBUILD, _REBUILD_PARAMETER = ("torch._utils", "_rebuild_tensor_v2"), ("torch._utils", "_rebuild_parameter")
# What trainers leave beside the weights. Each becomes an empty mapping, or the mapping that its state is.
_CONTAINERS = {
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("argparse", "Namespace"),
    ("pytorch_lightning.utilities.parsing", "AttributeDict"),
    ("lightning_fabric.utilities.data", "AttributeDict"),
    ("lightning.fabric.utilities.data", "AttributeDict"),
}
# Names that stand for a value which nobody here reads.
_WORDS = {
    ("__builtin__", "dict"),
    ("builtins", "dict"),
    ("__builtin__", "list"),
    ("builtins", "list"),
    ("torch", "Size"),
}


@dataclass(frozen=True, slots=True)
class Name:
    """Something of Python's that a file names, from the closed list."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class Storage:
    """A run of numbers that stands in a file of its own."""

    key: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """Where a tensor's numbers are."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Refusal(ValueError):
    """Why a pickle is not read."""


def read(content: bytes) -> Any:
    """The value that a pickle stands for.

    Raises:
        Refusal: It is damaged, or asks for anything but data.
    """
    machine = _Machine()
    try:
        for number, (opcode, argument, _) in enumerate(pickletools.genops(content)):
            refuse_too_many("instructions", number, MOST_INSTRUCTIONS)
            if opcode.name == "STOP":
                return machine.stack.pop()
            machine.step(opcode.name, argument)
    except Refusal:
        raise
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError, MemoryError) as error:
        raise Refusal(f"its pickle is damaged ({type(error).__name__}: {str(error)[:80]})") from error
    raise Refusal("its pickle has no end")


@dataclass(slots=True, eq=False)
class _Machine:
    stack: list[Any] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)

    def step(self, opcode: str, argument: Any) -> None:
        """One instruction."""
        if opcode in _CONSTANTS:
            self.stack.append(_CONSTANTS[opcode])
        elif opcode in _LITERALS:
            self._literal(argument)
        elif opcode in _EMPTY:
            self.stack.append(_EMPTY[opcode]())
        elif opcode not in _OTHERS:
            raise Refusal(f"its pickle has the instruction {opcode}, which no checkpoint needs")
        else:
            _OTHERS[opcode](self, argument)

    def _literal(self, value: Any) -> None:
        if isinstance(value, int) and value.bit_length() > 8 * _LONGEST_NUMBER:
            raise Refusal(f"its pickle has a number of {value.bit_length()} bits")
        self.stack.append(value)

    def marked(self) -> list[Any]:
        """What stands above the last mark, which goes."""
        start = self.marks.pop()
        values = self.stack[start:]
        del self.stack[start:]
        return values

    def mark(self, _: Any) -> None:
        self.marks.append(len(self.stack))

    def keep(self, place: Any) -> None:
        self.memo[len(self.memo) if place is None else place] = self.stack[-1]

    def again(self, place: int) -> None:
        self.stack.append(self.memo[place])

    def name(self, argument: Any) -> None:
        """A name, as one text or as the two topmost values."""
        if argument is None:
            name, module = self.stack.pop(), self.stack.pop()
        else:
            module, _, name = str(argument).partition(" ")
        if (module, name) not in _NAMES:
            raise Refusal(f"its pickle asks for {str(module)[:60]}.{str(name)[:60]}, which no checkpoint needs")
        self.stack.append(Name(module, name))

    def stored(self, _: Any) -> None:
        """A storage, by what identifies it: ('storage', its class, its key, where it was, how many numbers it has)."""
        word, kind, key, _, count = self.stack.pop()
        if word != "storage" or not isinstance(kind, Name) or kind.name not in STORAGES:
            raise Refusal(f"its pickle refers to {str(word)[:40]!r}, expected the storage of a tensor")
        self.stack.append(Storage(str(key), STORAGES[kind.name], _whole(count)))

    def call(self, _: Any) -> None:
        """What a name of the list makes of its arguments."""
        arguments, what = self.stack.pop(), self.stack.pop()
        if not isinstance(what, Name) or not isinstance(arguments, tuple):
            raise Refusal("its pickle calls something that is no name")
        key = (what.module, what.name)
        if key == _REBUILD:
            storage, offset, shape, strides = arguments[:4]
            if not isinstance(storage, Storage):
                raise Refusal("its pickle makes a tensor of something else than a storage")
            self.stack.append(Tensor(storage, _whole(offset), _all_whole(shape), _all_whole(strides)))
        elif key == _REBUILD_PARAMETER:
            self.stack.append(arguments[0])
        elif key in _CONTAINERS:
            pairs = arguments[0] if arguments and isinstance(arguments[0], list | dict) else {}
            self.stack.append(dict(pairs))
        elif key in _WORDS:
            self.stack.append(tuple(arguments))
        else:
            raise Refusal(f"its pickle calls {what.module}.{what.name}, which is no function of tensors")

    def state(self, _: Any) -> None:
        """The state of a container: its content where it has none yet."""
        state = self.stack.pop()
        if isinstance(self.stack[-1], dict) and not self.stack[-1] and isinstance(state, dict):
            self.stack[-1].update({k: v for k, v in state.items() if k != "_metadata"})

    def append(self, _: Any) -> None:
        value = self.stack.pop()
        self._of(list).append(value)

    def extend(self, _: Any) -> None:
        values = self.marked()
        self._of(list).extend(values)

    def set_item(self, _: Any) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self._of(dict)[key] = value

    def set_items(self, _: Any) -> None:
        values = self.marked()
        self._of(dict).update(zip(values[::2], values[1::2], strict=True))

    def add_items(self, _: Any) -> None:
        values = self.marked()
        self._of(set).update(values)

    def _of(self, kind: type) -> Any:
        if type(self.stack[-1]) is not kind:
            raise Refusal(f"its pickle puts values into a {type(self.stack[-1]).__name__}")
        return self.stack[-1]

    def list_of(self, _: Any) -> None:
        self.stack.append(self.marked())

    def tuple_of(self, _: Any) -> None:
        self.stack.append(tuple(self.marked()))

    def dict_of(self, _: Any) -> None:
        values = self.marked()
        self.stack.append(dict(zip(values[::2], values[1::2], strict=True)))

    def drop(self, _: Any) -> None:
        self.stack.pop()


def _tuple_of(size: int) -> Callable[[_Machine, Any], None]:
    def make(machine: _Machine, _: Any) -> None:
        if len(machine.stack) < size:
            raise Refusal("its pickle takes more values than there are")
        values = tuple(machine.stack[-size:])
        del machine.stack[-size:]
        machine.stack.append(values)

    return make


def _nothing(_machine: _Machine, _argument: Any) -> None:
    """What a reader of whole content can skip."""


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 50:
        _refuse_number(value)
    return int(value)


def _refuse_number(value: Any) -> NoReturn:
    raise Refusal(f"its pickle has {str(value)[:40]!r} where a count must stand")


def _all_whole(values: Any) -> tuple[int, ...]:
    if not isinstance(values, tuple | list) or len(values) > 16:
        _refuse_number(values)
    whole = tuple(_whole(value) for value in values)
    if math.prod(whole) >= 1 << 50:
        _refuse_number(values)
    return whole


_CONSTANTS: dict[str, Any] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_EMPTY: dict[str, Callable[[], Any]] = {"EMPTY_LIST": list, "EMPTY_DICT": dict, "EMPTY_SET": set}
_LITERALS = {
    *("BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "BINFLOAT", "FLOAT", "UNICODE", "BINUNICODE"),
    *("SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES", "SHORT_BINBYTES", "BINSTRING", "SHORT_BINSTRING", "STRING"),
}
_OTHERS: dict[str, Callable[[_Machine, Any], None]] = {
    **{"PROTO": _nothing, "FRAME": _nothing, "MARK": _Machine.mark, "POP": _Machine.drop, "BINPERSID": _Machine.stored},
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"), _Machine.keep),
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), _Machine.again),
    **dict.fromkeys(("GLOBAL", "STACK_GLOBAL"), _Machine.name),
    **dict.fromkeys(("REDUCE", "NEWOBJ"), _Machine.call),
    **{"BUILD": _Machine.state, "APPEND": _Machine.append, "APPENDS": _Machine.extend, "ADDITEMS": _Machine.add_items},
    **{"SETITEM": _Machine.set_item, "SETITEMS": _Machine.set_items, "LIST": _Machine.list_of},
    **{"TUPLE": _Machine.tuple_of, "DICT": _Machine.dict_of},
    **{f"TUPLE{n}": _tuple_of(n) for n in (1, 2, 3)},
}
_NAMES = {
    *_CONTAINERS,
    *_WORDS,
    *(("torch", name) for name in STORAGES),
    _REBUILD,
    _REBUILD_PARAMETER,
}
