"""Everything that the fuzzer once found is found again when what mended it is taken away.

Findings in the kernels are kept in core/fuzz/corpus, which `make fuzz` runs.
"""

import inspect
import io
import json
import re
import sys
import textwrap
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import FunctionType

import msgspec
import numpy as np
import pytest

pytest.importorskip("starlette", reason="needs the extra 'server'")
pytest.importorskip("httpx2", reason="needs httpx2, which the test client uses")

from tertium import errors
from tertium.evaluation import statistics
from tertium.exam import submissions
from tertium.io import scores
from tertium.io.bilingual import xliff1
from tertium.io.testsets import markup, sgml
from tertium.learn import model as models
from tertium.learn.model import Model
from tertium.learn.pfsm import model as pfsm_model
from tertium.nbest import weights
from tertium.nbest.forms import bars, fairseq, jsonl
from tertium.resources.encoders import weights as encoders
from tertium.resources.paraphrases import formats as paraphrases
from tertium.storage import workspace
from tests.fuzz import run
from tests.fuzz.reader import Reader
from tests.fuzz.readers import all_readers

FOUND = Path(__file__).parent / "found"
Undo = Callable[[pytest.MonkeyPatch], None]


def without(function: object, *repairs: tuple[str, str]) -> Undo:
    """Takes repairs out of a function: each as it stands there, and what stood in its place before."""
    function = getattr(function, "__func__", function)
    assert isinstance(function, FunctionType)
    source = textwrap.dedent(inspect.getsource(function))
    for repair, before in repairs:
        assert source.count(repair) == 1, f"{function.__name__} no longer has {repair!r}"
        source = source.replace(repair, before)
    names: dict[str, FunctionType] = {}
    exec(compile("from __future__ import annotations\n" + source, "before", "exec"), function.__globals__, names)
    before_them = names[function.__name__]
    code = getattr(before_them, "__func__", before_them).__code__
    return lambda patch: patch.setattr(function, "__code__", code)


def put(place: object, name: str, value: object) -> Undo:
    return lambda patch: patch.setattr(place, name, value, raising=False)


def put_in_room(room: str, **values: object) -> Undo:
    """The same in all modules of a room, where the name of a built-in becomes another thing."""

    def undo(patch: pytest.MonkeyPatch) -> None:
        for module in [module for name, module in sys.modules.items() if name.startswith(room)]:
            for name, value in values.items():
                patch.setattr(module, name, value, raising=False)

    return undo


def all_of(*undos: Undo) -> Undo:
    def undo(patch: pytest.MonkeyPatch) -> None:
        for each in undos:
            each(patch)

    return undo


@dataclass(frozen=True, slots=True)
class Old:
    """What a reader was given, how the repair is undone, and whether the file must be refused; others are read."""

    reader: str
    content: str | bytes | Callable[[Reader, Path], bytes]
    undo: Undo
    refused: bool = True


def heavy_model(_: Reader, folder: Path) -> bytes:
    model = Model.load("ppda+f-en")
    replace(model, weights=np.full(len(model.weights), 1e6)).save(folder / "heavy.model")
    return (folder / "heavy.model").read_bytes()


def narrow_model(_: Reader, folder: Path) -> bytes:
    model = Model.load("svm-en")
    replace(model, arrays={**model.arrays, "spread": np.array([1e-320])}).save(folder / "narrow.model")
    return (folder / "narrow.model").read_bytes()


def bad_protocol(reader: Reader, _: Path) -> bytes:
    """A project whose protocol is no JSON, under right sums."""
    with zipfile.ZipFile(io.BytesIO(reader.sample)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    head = json.loads(files["project.json"])
    head["project"]["protocol"] = "{"
    files["project.json"] = json.dumps(head).encode()
    sums = (f"{sha256(text).hexdigest()}  {name}\n" for name, text in files.items() if name != "SHA256SUMS")
    files["SHA256SUMS"] = "".join(sums).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


def entry_outside(reader: Reader, _: Path) -> bytes:
    """A zip whose list places an entry before the file."""
    begin = reader.sample.index(b"PK\x05\x06") + 16
    place = int.from_bytes(reader.sample[begin : begin + 4], "little") + 100_000
    return reader.sample[:begin] + place.to_bytes(4, "little") + reader.sample[begin + 4 :]


def _settings(heads: str, layers: str = "4") -> str:
    return f'{{"model_type": "bert", "num_attention_heads": {heads}, "num_hidden_layers": {layers}}}'


def open_segment(reader: Reader, _: Path) -> bytes:
    return reader.sample[: reader.sample.rindex(b"</seg>")]


_EDITING_TIME = (
    '<xliff version="1.2" xmlns:m="http://www.memsource.com/mxlf/2.0"><file original="d" source-language="en" '
    'target-language="de"><body><trans-unit id="1"><source>a</source><target>b</target><m:editing-stats>'
    f"<m:editing-time>{'1' * 5000}</m:editing-time></m:editing-stats></trans-unit></body></file></xliff>"
)
_SEGMENT = '<seg id="1">a</seg>'
_OUTPUTS = f'<tstset sysid="s"><doc docid="d">{_SEGMENT}</doc></tstset>'
_TWICE = f'<refset sysid="r"><doc docid="d">{_SEGMENT * 2}</doc></refset>{_OUTPUTS}'
_REFERENCES = f'<refset sysid="r"><doc docid="d">{_SEGMENT * 20_000}</doc></refset>'


def slow_references(
    self: markup.Collection, name: str | None, cell: tuple[markup.Document, int | str], entry: markup.Entry
) -> None:
    """As references were added before: each looks at all of its name."""
    number = 0
    while True:
        number += 1
        stream = self._references.setdefault((name, number), {})
        other = stream.setdefault(cell, entry)
        if other is entry or (other.file != entry.file and other.text == entry.text):
            return


_NARROW = "except (DataError, OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)"
OLD = {
    "the number of a sentence": Old(
        "n-best cdec",
        f"{'1' * 5000} ||| a ||| A=1 ||| 1\n",
        without(bars._whole_number, (" and len(text) < 19", "")),
    ),
    "the number of a line": Old(
        "n-best fairseq",
        f"H-{'1' * 5000}\t-1\ta\n",
        put(fairseq, "_LINE", re.compile(r"([SHDP])-([0-9]+)\t")),
    ),
    "a log-probability": Old(
        "n-best jsonl",
        '{"candidates": [{"text": "a", "log_prob": 1' + "0" * 400 + "}]}\n",
        without(jsonl._Reader._number, ("except OverflowError", "except ZeroDivisionError")),
    ),
    "the form of a list": Old(
        "n-best marian",
        (FOUND / "n-best marian,619").read_bytes(),
        put(bars, "_GROUPED", re.compile(r"\S+[=:](?:\s|$)")),
    ),
    "the number of an answer": Old(
        "answers tsv",
        f"candidate\tpassage\tsentence\ttext\nc1\tp1\t{'1' * 5000}\ta\n",
        without(submissions._from_tsv, (" or len(place) > 9", "")),
    ),
    "a weight": Old(
        "weights json",
        '{"format": 1, "weights": {"lm": 1' + "0" * 400 + "}}",
        without(weights._read_json, ("abs(value) > sys.float_info.max", "False")),
    ),
    "a probability": Old(
        "paraphrases as tsv",
        "1e300\ta car\tan automobile\n",
        without(paraphrases._checked_probabilities, ("values <= np.finfo(np.float32).max", "np.isfinite(values)")),
    ),
    "an editing time": Old(
        "bilingual XLIFF_12",
        _EDITING_TIME,
        without(xliff1.Reader.end, (" and len(milliseconds) < 19", "")),
        refused=False,
    ),
    "half a pair in a manifest": Old(
        "manifest",
        '{"stages": {"\\ud800": {"key": "k", "notes": {}}}}',
        without(workspace.read_manifest, ("json.dumps(manifest, ensure_ascii=False).encode()", "pass")),
    ),
    "a deep manifest": Old(
        "manifest", "[" * 100_000, without(workspace.read_manifest, ("ValueError, RecursionError", "ValueError"))
    ),
    "a folder outside": Old(
        "manifest",
        '{"stages": {"../other": {"key": "k", "notes": {}}}}',
        put(workspace, "_are_stages", lambda stages: True),
    ),
    **{
        f"kept scores {path.name}": Old(
            "kept scores",
            path.read_bytes(),
            all_of(
                put(scores, "zipfile", zipfile),
                put(scores, "_kept_arrays", lambda content: _arrays_before(content)),
                without(
                    scores.ScoreCache.load,
                    (', warnings.catch_warnings(action="ignore")', ""),
                    ("except Exception", _NARROW),
                ),
            ),
        )
        for path in FOUND.glob("kept scores,*")
    },
    "a long message": Old(
        "test set tsv", f"system\t{'x' * 100_000}\nA\n", put(errors, "_shortened", lambda message: message)
    ),
    "a heavy step": Old(
        "model ppda+f-en", heavy_model, without(pfsm_model.features_of, ("not largest <= _LARGEST_STEP", "False"))
    ),
    "a spread beside 0": Old(
        "model svm-en",
        narrow_model,
        put(models, "_can_be_computed_with", np.isfinite),
    ),
    "heads without end": Old(
        "encoder settings",
        _settings("1e999"),
        without(encoders.Weights.read, (", OverflowError)", ")")),
    ),
    "deep settings": Old(
        "encoder settings",
        "[" * 100_000,
        without(encoders.read_json, ("(ValueError, RecursionError)", "ValueError")),
    ),
    "layers without end": Old(
        "encoder settings",
        _settings("2", "1" + "0" * 11),
        without(encoders.Weights._refuse_incomplete, ("not 1 <= self.layers <= len(self.tensors)", "self.layers < 1")),
    ),
    "a protocol": Old("project zip", bad_protocol, put(msgspec, "DecodeError", msgspec.ValidationError)),
    "an entry outside": Old(
        "project zip",
        entry_outside,
        put_in_room("tertium.server.annotate", OSError=EOFError, ValueError=EOFError),
    ),
    "no hypotheses": Old(
        "test set tsv", "source\treference\na\tb\n", without(statistics.statistics_of, ("not scored.systems", "False"))
    ),
    "references again and again": Old(
        "test set sgml", _REFERENCES, put(markup.Collection, "_add_reference", slow_references)
    ),
    "a segment twice": Old(
        "test set sgml",
        _TWICE,
        put(markup.Collection, "_add_reference", slow_references),
    ),
    "a cut segment": Old(
        "test set sgml",
        open_segment,
        without(
            sgml._Reader.run,
            ("self.role is not None", "False"),
            ("_WHOLE.search(self.markup) and not _WHOLE_END.search(self.markup)", "False"),
        ),
    ),
}


def _arrays_before(content: bytes) -> tuple[object, object, str]:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return arrays["rows"], arrays["scored"], str(arrays["key"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("readers")
    (path / "files").mkdir()
    return path


@pytest.fixture(scope="module")
def readers(folder: Path) -> dict[str, Reader]:
    return {reader.name: reader for reader in all_readers(folder / "files")}


@dataclass(frozen=True, slots=True)
class One:
    """Stands for mutants: the only one is this."""

    content: bytes

    def make(self, reader: Reader, number: int) -> bytes:
        return self.content


@pytest.mark.parametrize("name", sorted(OLD))
def test_what_was_found_is_found_again_without_its_repair(
    folder: Path, readers: dict[str, Reader], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    old = OLD[name]
    reader = readers[old.reader]
    content = old.content(reader, folder) if callable(old.content) else old.content
    content = content.encode() if isinstance(content, str) else content
    monkeypatch.setattr(run, "SECONDS", 1)
    assert _places(reader, folder, content, old.refused) == []
    old.undo(monkeypatch)
    assert _places(reader, folder, content, old.refused) != []


def _places(reader: Reader, folder: Path, content: bytes, refused: bool) -> list[str]:
    """What the fuzzer reports of a file; also that it was read, where it must be refused."""

    def refusing(root: Path) -> None:
        reader.read(root)
        raise AssertionError("it was read")

    judge = replace(reader, read=refusing) if refused else reader
    return [finding.place for finding in run.fuzz([judge], folder, range(1), One(content), Counter())]
