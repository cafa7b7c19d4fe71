"""Test sets by name, from what sacreBLEU and mt-metrics-eval keep on this machine, or from a folder; none is fetched.

* sacreBLEU: `~/.sacrebleu/wmt22/wmt22.zh-en.src`, `.ref` or `.ref-A` (or below the folder that SACREBLEU names)
* mt-metrics-eval: `~/.mt-metrics-eval/mt-metrics-eval-v2/wmt22/references/zh-en.refA.txt`, with `sources`,
  `documents` and `system-outputs` beside it
* a folder: laid out in one of these two ways
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tertium.errors import DataError
from tertium.io.testsets.plain import read_lines
from tertium.text.tokenizers.spm import cache_folder

_USUAL = ("", "A")  # references that count where nobody says which


@dataclass(frozen=True, slots=True)
class NamedSet:
    """Where the parts of a test set are. `reference` is called `label`; `others` are the labels of further ones."""

    name: str
    reference: Path
    label: str
    others: tuple[str, ...]
    source: Path | None = None
    documents: Path | None = None
    outputs: Mapping[str, Path] = field(default_factory=dict)
    fields: Mapping[str, Path] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """As signatures print it, such as `wmt22` or `wmt22:B`."""
        return f"{self.name}:{self.label}" if self.label else self.name

    def document_names(self) -> list[str] | None:
        """The document of each segment; mt-metrics-eval writes its domain before it."""
        return None if self.documents is None else [line.split("\t")[-1] for line in read_lines(self.documents)]

    def document_fields(self) -> dict[str, tuple[str, ...]]:
        """What is known about the document of each segment: its original language, its domain."""
        found = {name: tuple(read_lines(path)) for name, path in self.fields.items()}
        domains = [] if self.documents is None else [line.split("\t") for line in read_lines(self.documents)]
        if domains and all(len(parts) == 2 for parts in domains):
            found.setdefault("domain", tuple(parts[0] for parts in domains))
        return found


def find_named(choice: str, pair: str) -> NamedSet:
    """The test set that a name chooses, such as `wmt22`, or `wmt22:B` for another reference than the usual one.

    Raises:
        DataError: It is not on this machine; says which files were looked for and how to get them.
    """
    name, _, label = choice.partition(":") if not Path(choice).is_dir() else (choice, "", "")
    looked_for = []
    for folder, stem in _folders(name):
        if stem is None:
            named_set = _of_mtme(folder, name, pair, label)
            looked_for.append(folder / "references" / f"{pair}.ref{label or 'A'}.txt")
        else:
            named_set = _of_sacrebleu(folder, stem, name, pair, label)
            looked_for.append(folder / f"{stem}.{pair}.ref{f'-{label}' if label else ''}")
        if named_set is not None:
            return named_set
    raise DataError(
        f"the test set {choice!r} for {pair} is not on this machine; looked for {' and '.join(map(str, looked_for))}. "
        f"sacreBLEU fetches it: sacrebleu -t {name} -l {pair} --echo ref; mt-metrics-eval too: "
        "python3 -m mt_metrics_eval.mtme --download"
    )


def _folders(name: str) -> Iterator[tuple[Path, str | None]]:
    """Folders to look in, with how sacreBLEU's files begin there; None for the layout of mt-metrics-eval."""
    own = Path(name)
    if own.is_dir():
        yield own, own.name
        yield own, None
        return
    yield cache_folder() / name, _stem(name)
    yield _of_metrics_task(name), None


def _of_metrics_task(name: str) -> Path:
    """Where mt-metrics-eval keeps a test set."""
    return Path.home() / ".mt-metrics-eval" / "mt-metrics-eval-v2" / name


def judged_folder(name: str) -> Path | None:
    """The folder of a test set that mt-metrics-eval has fetched, such as `wmt22`; None where there is none."""
    folder = _of_metrics_task(name)
    return folder if Path(name).name == name and not Path(name).exists() and folder.is_dir() else None


def sacrebleu_names() -> list[str]:
    """The test sets that sacreBLEU has fetched."""
    top = cache_folder()
    folders = {path.parent for path in top.rglob("*.*-*.*") if path.name.startswith(f"{_stem(_below(path))}.")}
    return sorted(folder.relative_to(top).as_posix() for folder in folders)


def sacrebleu_columns(name: str, pair: str) -> dict[str, Path]:
    """The files of a test set that sacreBLEU has fetched, by what it calls them, such as src, ref:2 and origlang.

    Raises:
        DataError: It has not; says which files were looked for and how to get them.
    """
    folder = cache_folder() / name
    if not (columns := _columns(folder, _stem(name), pair)):
        raise DataError(
            f"the test set {name!r} for {pair} is not on this machine; looked for {folder}/{_stem(name)}.{pair}.*. "
            f"sacreBLEU fetches it: sacrebleu -t {name} -l {pair} --echo ref"
        )
    return columns


def references_of(columns: Mapping[str, Path]) -> dict[str, Path]:
    """The references among sacreBLEU's columns, by their labels; the usual one has none."""
    names = (column.partition(":") for column in columns)
    return {label: columns[f"{kind}{colon}{label}"] for kind, colon, label in names if kind == "ref"}


def _columns(folder: Path, stem: str, pair: str) -> dict[str, Path]:
    start = f"{stem}.{pair}."
    return {path.name.removeprefix(start).replace("-", ":", 1): path for path in sorted(folder.glob(f"{start}*"))}


def _stem(name: str) -> str:
    """How sacreBLEU's files of a test set begin."""
    return name.replace("/", "_")


def _below(path: Path) -> str:
    return path.parent.relative_to(cache_folder()).as_posix()


def _of_sacrebleu(folder: Path, stem: str, name: str, pair: str, label: str) -> NamedSet | None:
    columns = _columns(folder, stem, pair)
    references = references_of(columns)
    reference = _choose(references, label)
    if reference is None:
        return None
    source, documents = (folder / f"{stem}.{pair}.{what}" for what in ("src", "docid"))
    test_set = _named_set(name, references, reference, source, documents)
    return replace(test_set, fields={field: columns[field] for field in ("origlang", "domain") if field in columns})


def _of_mtme(folder: Path, name: str, pair: str, label: str) -> NamedSet | None:
    paths = sorted((folder / "references").glob(f"{pair}.*.txt"))
    references = {path.name.removesuffix(".txt").split(".")[-1].removeprefix("ref"): path for path in paths}
    reference = _choose(references, label.removeprefix("ref"))
    if reference is None:
        return None
    source, documents = folder / "sources" / f"{pair}.txt", folder / "documents" / f"{pair}.docs"
    outputs = sorted((folder / "system-outputs" / pair).glob("*.txt"))
    among = {path.name for path in paths}
    systems = {path.stem: path for path in outputs if f"{pair}.{path.name}" not in among}
    return replace(_named_set(name, references, reference, source, documents), outputs=systems)


def _named_set(name: str, references: Mapping[str, Path], reference: str, source: Path, documents: Path) -> NamedSet:
    return NamedSet(
        Path(name).name,
        references[reference],
        reference,
        tuple(label for label in references if label != reference),
        source if source.is_file() else None,
        documents if documents.is_file() else None,
    )


def _choose(references: Mapping[str, Path], label: str) -> str | None:
    if label:
        return label if label in references else None
    return next((usual for usual in (*_USUAL, *references) if usual in references), None)
