"""`tertium.read_blocks`: the blocks together are the test set that `read` gives."""

import json
from itertools import chain
from pathlib import Path

import pytest

import tertium
from tertium.errors import DataError
from tertium.evaluation.scale.blocks import joined
from tertium.io import inputs as reader
from tertium.io.inputs import read
from tertium.io.named_files import Inputs, as_named
from tertium.io.scale.blocks import read_blocks
from tests.support.types import GiveStdin, Put

N = 10
OUTPUTS = [f"output {i}" for i in range(N)]
REFERENCES = [f"reference {i}" for i in range(N)]


def lines(texts: list[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def rows(start: int = 0, stop: int = N) -> list[dict[str, str]]:
    return [
        {"hypothesis": OUTPUTS[i], "reference": REFERENCES[i], "source": f"s{i}", "document": f"d{i // 4}"}
        for i in range(start, stop)
    ]


def jsonl(start: int = 0, stop: int = N) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows(start, stop))


def tsv() -> str:
    return "\n".join("\t".join(row) for row in [tuple(rows()[0]), *(tuple(row.values()) for row in rows())]) + "\n"


def in_blocks(size: int, outputs: object, **more: object) -> list[tertium.TestSet]:
    inputs = Inputs(outputs=as_named(outputs), **more)
    return list(reader.read_blocks(inputs, size=size))


def test_it_is_public() -> None:
    assert tertium.read_blocks is read_blocks


@pytest.mark.parametrize("size", [1, 3, 5, 9, 10, 11])
def test_lines(put: Put, size: int) -> None:
    out, ref, doc = put("out.txt", lines(OUTPUTS)), put("ref.txt", lines(REFERENCES)), put("d.txt", "d\n" * N)
    blocks = in_blocks(size, out, references=(str(ref), str(out)), sources=str(ref), document_ids=str(doc))
    assert [len(block) for block in blocks] == [min(size, N - start) for start in range(0, N, size)]
    assert [block.first for block in blocks] == list(range(0, N, size))
    assert joined(blocks) == read(out, [ref, out], sources=ref, documents=doc)
    assert {block.name for block in blocks} == {str(ref)}


@pytest.mark.parametrize("size", [1, 4, 10, 11])
@pytest.mark.parametrize(
    ("name", "content"), [("set.tsv", tsv()), ("set.jsonl", jsonl()), ("set.csv", tsv().replace("\t", ","))]
)
def test_tables(put: Put, size: int, name: str, content: str) -> None:
    path = put(name, content)
    blocks = in_blocks(size, path)
    assert [block.first for block in blocks] == list(range(0, N, size))
    assert joined(blocks) == read(path)
    (one,) = in_blocks(size, path, where={"source": "s9"})
    assert one.systems == {"set": ("output 9",)}


def test_a_folder_and_a_pattern_of_parts(put: Put, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    for n, (start, stop) in enumerate([(0, 4), (4, 5), (5, 10)]):
        (folder / f"part-{n}.jsonl").write_text(jsonl(start, stop))
    (folder / "_SUCCESS").touch()
    (folder / ".part-0.jsonl.crc").touch()
    whole = read(put("parts.jsonl", jsonl()))
    for named in (folder, f"{folder}/part-*.jsonl", f"{folder}/"):
        assert joined(in_blocks(3, {"parts": named})) == whole
        assert read({"parts": named}) == whole
        assert [len(block) for block in in_blocks(3, {"parts": named})] == [3, 3, 3, 1]
    assert list(read(folder).systems) == ["parts"]
    with (folder / "part-1.jsonl").open("a") as part:
        part.write('{"hypothesis": 7}\n')
    with pytest.raises(DataError, match=r"part-1\.jsonl:2: 'hypothesis' is a number"):
        in_blocks(3, folder)


def test_parquet_parts(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra parquet)")
    from pyarrow import parquet

    folder = tmp_path / "parts"
    folder.mkdir()
    for n, (start, stop) in enumerate([(0, 4), (4, 10)]):
        parquet.write_table(pyarrow.Table.from_pylist(rows(start, stop)), folder / f"{n}.parquet", row_group_size=2)
    blocks = in_blocks(3, folder)
    assert list(chain.from_iterable(block.systems["parts"] for block in blocks)) == OUTPUTS
    assert joined(blocks) == read(folder)


def test_standard_input(stdin: GiveStdin, put: Put) -> None:
    stdin(lines(OUTPUTS))
    blocks = in_blocks(4, "-", references=(str(put("ref.txt", lines(REFERENCES))),))
    assert list(chain.from_iterable(block.systems["stdin"] for block in blocks)) == OUTPUTS


def test_files_of_different_lengths_are_refused(put: Put) -> None:
    out, ref = put("out.txt", lines(OUTPUTS)), put("ref.txt", lines(REFERENCES[:7]))
    for size in (2, 3, 7, 100):
        for one, other, counts in ((out, ref, "10 lines but .* has 7"), (ref, out, "7 lines but .* has 10")):
            with pytest.raises(DataError, match=counts):
                in_blocks(size, one, references=(str(other),))


def test_what_cannot_be_taken_apart_is_one_block(put: Put) -> None:
    long = "system\tsegment\thypothesis\treference\n" + "".join(
        f"{system}\t{i}\t{OUTPUTS[i]}\t{REFERENCES[i]}\n" for system in "ab" for i in range(N)
    )
    path = put("long.tsv", long)
    assert in_blocks(3, path) == [read(path)]
