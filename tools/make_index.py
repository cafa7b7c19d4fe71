"""Write the index of registered names, `src/tertium/_index.py`, and the types of the public names beside it.

    python -m tools.make_index [--check]

A thing says its name once, where it is defined; this program imports every module, sees which names each registers,
and writes them down, so that a register finds a thing without importing what nobody asked for. A test holds the files
equal: with `--check` the program writes nothing, and fails where a file has to be written.
"""

import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "src/tertium/_index.py"
STUB = ROOT / "src/tertium/__init__.pyi"
_HEADER = '"""Which module registers which name. Written by `python -m tools.make_index`; do not edit."""\n'


def main() -> None:
    texts = files()
    if sys.argv[1:] != ["--check"]:
        for path, text in texts.items():
            path.write_text(text, "utf-8")
    elif stale := [path.name for path, text in texts.items() if path.read_text("utf-8") != text]:
        sys.exit(f"{', '.join(stale)}: not up to date; run `python -m tools.make_index`")


def files() -> dict[Path, str]:
    """The texts of the index and of the stub, by what the modules register today."""
    names = registered_names()
    metrics = {thing.__name__: module for module, thing in names["metric"].values()}
    lines = [_HEADER, "NAMES: dict[str, dict[str, str]] = {"]
    for kind in sorted(names):
        lines.append(f'    "{kind}": {{')
        lines += [f'        "{name}": "{module}",' for name, (module, _) in sorted(names[kind].items())]
        lines.append("    },")
    lines += ["}", '"""By kind of thing and name, the module that registers it."""', "", "CLASSES: dict[str, str] = {"]
    lines += [f'    "{name}": "{metrics[name]}",' for name in sorted(metrics)]
    lines += ["}", '"""The metrics by the names of their classes."""', ""]
    return {INDEX: "\n".join(lines), STUB: stub()}


def registered_names() -> dict[str, dict[str, tuple[str, Any]]]:
    """For each kind of thing the names, with the module that registers each and the thing itself."""
    from tertium.register import Register

    found: dict[str, dict[str, tuple[str, Any]]] = {}
    plain = Register.add

    def add(self: Register[Any], name: str, thing: Any) -> Any:
        found.setdefault(self.kind, {})[name] = (_module(sys._getframe(1)), thing)
        return plain(self, name, thing)

    Register.add = add  # type: ignore[method-assign]  # for this program alone
    try:
        import tertium

        for module in sorted(info.name for info in pkgutil.walk_packages(tertium.__path__, "tertium.")):
            if not module.startswith(("tertium._", "tertium.server.", "tertium.compat.huggingface.")):
                import_module(module)
    finally:
        Register.add = plain  # type: ignore[method-assign]
    return {kind: things for kind, things in found.items() if kind in INDEXED}


INDEXED = (
    "form of n-best lists",
    "format of networks",
    "metric",
    "set of features",
    "tokeniser",
    "trainer",
    "tuning method",
)


def _module(frame: FrameType | None) -> str:
    """The module whose own code is running."""
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return "" if frame is None else str(frame.f_globals["__name__"])


def stub() -> str:
    """The public names for type checkers."""
    import tertium

    lines = [_HEADER.replace("Which module registers which name", "Types of the public names")]
    homes = {"__version__": ("tertium._version", "__version__"), **tertium.HOMES}
    lines += sorted(
        f"from {module} import {name} as {name if name == public else f'_{public}'}"
        for public, (module, name) in homes.items()
    )
    lines.append("")
    lines += [f"{public} = _{public}" for public, (_, name) in sorted(homes.items()) if public != name]
    lines += ["HOMES: dict[str, tuple[str, str]]", "__all__: list[str]", "", "def __dir__() -> list[str]: ...", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
