"""`tertium.read`: from what a user named to a test set, with each file opened once."""

import gzip
import inspect
import json
from pathlib import Path

import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.io.inputs import read
from tests.support.types import GivePipe, GiveStdin, Put

OUTPUTS = ["the cat sat", "a dog"]
REFERENCES = ["the cat sits", "the dog"]
TSV = "system\tsegment\thypothesis\treference\nours\t1\tthe cat sat\tthe cat sits\nours\t2\ta dog\tthe dog\n"
JSONL = "".join(
    json.dumps({"hypothesis": output, "references": [reference]}) + "\n"
    for output, reference in zip(OUTPUTS, REFERENCES, strict=True)
)
SGML = '<tstset setid="t" srclang="de" trglang="en"><doc docid="d" sysid="ours"><seg id="1">a</seg></doc></tstset>\n'
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="de" '
    'target-language="en" datatype="plaintext"><body><trans-unit id="1"><source>Katze</source><target>{}</target>'
    "</trans-unit></body></file></xliff>\n"
)


def lines(texts: list[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def test_it_is_public() -> None:
    assert tertium.read is read


def test_files_of_lines(put: Put) -> None:
    out, ref = put("out.txt", lines(OUTPUTS)), put("ref.txt", lines(REFERENCES))
    test_set = read(out, ref, language="en", name="tiny")
    assert test_set.systems == {"out": tuple(OUTPUTS)}
    assert list(test_set.references) == [(text,) for text in REFERENCES]
    assert (test_set.name, test_set.language) == ("tiny", "en")
    named = read({"ours": out, "theirs": ref}, [ref, out], sources=out, documents=put("doc.txt", "d\nd\n"))
    assert list(named.systems) == ["ours", "theirs"]
    assert list(named.references) == list(zip(REFERENCES, OUTPUTS, strict=True))
    assert named.source == tuple(OUTPUTS)
    assert named.documents == ("d", "d")
    assert read([f"ours={out}", str(ref)], ref).systems.keys() == {"ours", "ref"}


def test_one_file_that_holds_everything(put: Put) -> None:
    test_set = read(put("set.tsv", TSV))
    assert test_set.systems == {"ours": tuple(OUTPUTS)}
    assert list(test_set.references) == [(text,) for text in REFERENCES]
    assert read(put("set", TSV), where={"segment": "2"}).systems == {"ours": ("a dog",)}
    assert read({"mine": put("other.tsv", TSV)}).systems == {"mine": tuple(OUTPUTS)}
    two = put("two.tsv", "hypothesis:a\thypothesis:b\treference\nx\ty\tz\n")
    with pytest.raises(OptionError, match="holds 2 systems, which have their own names; give it without a name"):
        read({"mine": two})


def test_the_sample() -> None:
    assert read(sample=True).name == "built-in sample"
    with pytest.raises(OptionError, match="--sample and files of texts exclude each other; pass one of them"):
        read("out.txt", sample=True)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pipes_for_outputs_references_and_sources(pipe: GivePipe, pack: type[bytes]) -> None:
    # Longer than the buffer of a pipe, so that writing goes on while we read.
    outputs, references = [f"{i} a" for i in range(30_000)], [f"{i} b" for i in range(30_000)]
    test_set = read(
        {"ours": pipe("1", pack(lines(outputs))), "theirs": pipe("2", pack(lines(references)))},
        [pipe("3", pack(lines(references))), pipe("4", pack(lines(outputs)))],
        sources=pipe("5", pack(lines(outputs))),
        documents=pipe("6", pack(b"d\n" * 30_000)),
    )
    assert test_set.systems == {"ours": tuple(outputs), "theirs": tuple(references)}
    assert list(test_set.references)[29_999] == ("29999 b", "29999 a")
    assert test_set.source == tuple(outputs)


@pytest.mark.parametrize("content", [TSV, JSONL], ids=["tsv", "jsonl"])
def test_pipes_that_hold_a_whole_test_set(pipe: GivePipe, content: str) -> None:
    test_set = read(pipe("1", content.encode()))
    assert list(test_set.systems.values()) == [tuple(OUTPUTS)]
    assert list(test_set.references) == [(text,) for text in REFERENCES]


def test_pipes_of_markup_and_of_translators_files(pipe: GivePipe) -> None:
    reference = SGML.replace("tstset", "refset").replace("sysid", "refid")
    markup = read(pipe("1", SGML.encode()), pipe("2", reference.encode()))
    assert markup.systems == {"ours": ("a",)}
    assert list(markup.references) == [("a",)]
    joined = read({"ours": pipe("3", XLIFF.format("cat").encode())}, pipe("4", XLIFF.format("a cat").encode()))
    assert joined.systems == {"ours": ("cat",)}
    assert list(joined.references) == [("a cat",)]
    assert joined.source == ("Katze",)


def test_outputs_without_references(put: Put, pipe: GivePipe) -> None:
    for path in (put("out.txt", lines(OUTPUTS)), pipe("out", lines(OUTPUTS))):
        test_set = read(path)
        assert test_set.systems == {"out": tuple(OUTPUTS)}
        assert test_set.material() == frozenset()
        assert test_set.name == str(path)
    with_sources = read({"a": put("a.txt", "x\n"), "b": put("b.txt", "y\n")}, sources=put("s.txt", "z\n"))
    assert with_sources.material() == {"sources"}
    with pytest.raises(OptionError, match="there are no references; pass them with -r FILE"):
        read([put("a.tsv", TSV), put("b.tsv", TSV)])


def test_standard_input_is_looked_at_and_read(stdin: GiveStdin, put: Put) -> None:
    stdin(TSV.encode())
    assert read("-").systems == {"ours": tuple(OUTPUTS)}
    stdin(lines(OUTPUTS))
    assert read((), put("ref.txt", lines(REFERENCES))).systems == {"stdin": tuple(OUTPUTS)}
    with pytest.raises(OptionError, match=r"standard input \(-\) can be read only once"):
        read("-", "-")


def test_a_pipe_given_twice_is_refused(pipe: GivePipe) -> None:
    path = pipe("1", lines(OUTPUTS))
    with pytest.raises(DataError, match="1: is a stream and can be read only once; give a file instead"):
        read(path, path)


def test_what_excludes_each_other(put: Put) -> None:
    out = put("out.txt", lines(OUTPUTS))
    for part, arguments in {
        "there is nothing to score": {},
        "-r and --input-format exclude each other": {"outputs": out, "references": out, "format": "tsv"},
        "--original and -r exclude each other": {"outputs": out, "references": out, "original": out},
        "--test-set needs the language pair": {"outputs": out, "test_set": "wmt22"},
        "--test-set and -r exclude each other": {
            "outputs": out, "references": out, "test_set": "wmt22", "language": "de-en"
        },
        "name the system whose output was edited": {
            "outputs": {"a": out, "b": out}, "references": out, "post_edits": out
        },
        "--post-edits is for plain files": {"outputs": put("set.tsv", TSV), "post_edits": out},
        "--resegment needs references": {"outputs": out, "networks": out, "resegment": True},
    }.items():  # fmt: skip
        with pytest.raises(OptionError, match=part):
            read(**arguments)


def test_the_page_on_formats_names_every_keyword(put: Put, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/reference/formats.md").read_text("utf-8").partition("## In Python")[2]
    keywords = [name for name in inspect.signature(read).parameters if name not in ("outputs", "references")]
    assert [name for name in keywords if f"`{name}`" not in page and f"{name}=" not in page] == []
    for name in ("a.txt", "ref-1.txt", "ref-2.txt", "source.txt"):
        put(name, lines(OUTPUTS))
    put("b.txt.gz", gzip.compress(lines(REFERENCES)))
    put(
        "testset.tsv.gz",
        gzip.compress(TSV.replace("\n", "\tde-en\n").replace("reference\tde-en", "reference\tlang_pair").encode()),
    )
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    assert isinstance(names["whole"], tertium.TestSet)
    assert names["whole"].language == "de-en"
