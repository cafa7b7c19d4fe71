import json
from pathlib import Path
from typing import Any

from tests.cli.network.network_samples import PREMIER
from tests.support.types import Run, WriteTexts


def test_union_joins_phrases_on_request(tertium: Run, net: Any, tmp_path: Path) -> None:
    a = net("a.net", "[X] 0:1 = a | b\n[S] 0:2 = [X] y\n")
    b = net("b.net", "[X] 0:1 = b | c\n[S] 0:2 = [X] z\n")
    for options, paths in (((), 4), (("--spu",), 6)):
        out = tmp_path / "both.jsonl"
        ran = tertium("network", "union", a, b, *options, "-o", out)
        assert (ran.code, ran.out) == (0, "")
        (row,) = json.loads(tertium("network", "stats", out, "-f", "json").out)["networks"]
        assert row["sentences"] == paths
    assert ran.err == "1 cards joined\n"


def test_union_refuses_files_of_different_segments(tertium: Run, net: Any) -> None:
    a = net("a.net", "@segment 1\n[S] = x\n")
    b = net("b.net", "@segment 2\n[S] = x\n")
    ran = tertium("network", "union", a, b)
    assert (ran.code, ran.out) == (1, "")
    assert "expected the same segments" in ran.err


def test_references_become_networks(tertium: Run, texts: WriteTexts) -> None:
    a, b = texts(a=["the cat sat on the mat", "x"], b=["a cat was on the mat", "y"])
    merged = tertium("network", "from-references", a, b)
    assert merged.out == (
        "@segment 1\n[S] = [THE] cat [SAT] on the mat\n[THE] = the | a\n[SAT] = sat | was\n\n@segment 2\n[S] = x | y\n"
    )
    strict = tertium("network", "from-references", a, b, "--strict", "--to", "plain")
    assert strict.out == "a cat was on the mat\nthe cat sat on the mat\n\nx\ny\n"
    (short,) = texts(short=["x"])
    assert "has 2 lines but" in tertium("network", "from-references", a, short).err


def test_a_reference_gets_synonyms_and_paraphrases(tertium: Run, texts: WriteTexts, tmp_path: Path) -> None:
    (reference,) = texts(reference=["The car stopped ."])
    assert "[CAR] = car | auto | motorcar" in tertium("network", "from-paraphrases", reference).out
    table = tmp_path / "table.tsv"
    table.write_text("0.5\tcar\tvehicle\n", "utf-8")
    target = tmp_path / "paraphrases.en.mine.bin"
    assert tertium("resources", "build", "paraphrases", table, target, "--format", "tsv").code == 0
    ran = tertium("network", "from-paraphrases", reference, "--no-synonyms", "--paraphrases", target)
    assert "[CAR] = car | vehicle\n" in ran.out
    (corpus,) = texts(corpus=["the bus"])
    ran = tertium(
        "network", "from-paraphrases", reference, "--no-synonyms", "--paraphrases", target, "--seen-in", corpus
    )
    assert ran.out == "[S] = The car stopped .\n"


def test_convert_goes_through_every_format(tertium: Run, premier: Any, tmp_path: Path) -> None:
    json_, fst, back = tmp_path / "p.json", tmp_path / "p.fst", tmp_path / "back.net"
    assert tertium("network", "convert", premier, json_).code == 0
    assert json.loads(json_.read_text("utf-8"))["spans"]["IT"] == [0, 4]
    assert tertium("network", "convert", json_, fst, "--symbols", tmp_path / "p.syms").code == 0
    assert (tmp_path / "p.syms").read_text("utf-8").startswith("<eps>\t0\n")
    assert tertium("network", "convert", fst, back).code == 0
    listed = [tertium("network", "sample", x, "--all", "-n", 99).out.splitlines() for x in (premier, back)]
    assert sorted(listed[0]) == sorted(listed[1])
    assert tertium("network", "convert", json_, "-", "--to", "typed").out == PREMIER


def test_every_command_has_examples(tertium: Run) -> None:
    listed = tertium("network", "--help").out.split("Commands:")[1].split("\n")
    names = [line.split()[0] for line in listed if line.startswith("  ") and not line.startswith("   ")]
    assert len(names) >= 9
    for name in names:
        assert f"tertium network {name}" in tertium("network", name, "--help").out.split("\n", 1)[1], name


def test_factor_makes_cards_of_lists(tertium: Run, net: Any, tmp_path: Path) -> None:
    people, verbs = ("boss", "chief", "manager"), ("said", "stated")
    listed = "".join(f"{who} {verb}\n" for who in people for verb in verbs)
    ran = tertium("network", "factor", net("accepted.txt", f"{listed}\nthe end\n"))
    assert ran.out.splitlines() == [
        "@segment 1",
        "[S] = [BOSS] [SAID]",
        "[BOSS] = boss | chief | manager",
        "[SAID] = said | stated",
        "",
        "@segment 2",
        "[S] = the end",
    ]
    assert "7 translations → 4 cards with 7 alternatives" in ran.err
    made = tmp_path / "accepted.net"
    assert tertium("network", "factor", tmp_path / "accepted.txt", "-q", "-o", made).err == ""
    back = tertium("network", "convert", made, "-", "--to", "plain").out
    assert sorted(back.split("\n")) == sorted(f"{listed}\nthe end\n".split("\n"))


def test_factor_refuses_what_is_no_list(tertium: Run, net: Any) -> None:
    ran = tertium("network", "factor", net("empty.txt", "\n\n"))
    assert (ran.code, ran.out) == (1, "")
    assert "there are no references; expected one per line" in ran.err
    many = net("many.txt", "a b c d\n")
    assert "symbols" in tertium("network", "factor", many, "--limit", "symbols=2").err
