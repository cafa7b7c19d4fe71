import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.types import Run, WriteTexts

PREMIER = """[PREMIER] 1:3 = prime-minister | PM | prime minister | head of government | premier
[ITALIAN] 3:4 = Italian
[SILVIO] 4:6 = Silvio Berlusconi | Berlusconi
[IT] 0:4 = the [ITALIAN] [PREMIER] | the [PREMIER] of Italy
[S] 0:6 = [SILVIO] , [IT] | [IT] , [SILVIO] | [IT] [SILVIO]
"""


@pytest.fixture
def premier(tmp_path: Path) -> Any:
    path = tmp_path / "premier.net"
    path.write_text(PREMIER, "utf-8")
    return path


@pytest.fixture
def net(tmp_path: Path) -> Any:
    def write(name: str, text: str) -> Any:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def test_check_says_that_all_is_fine_and_what_looks_odd(tertium: Run, premier: Any, net: Any) -> None:
    odd = net("odd.net", "@root [A]\n[A] = x | x\n[B] = y\n")
    ran = tertium("network", "check", premier, odd)
    assert ran.code == 0
    assert f"{premier}: fine: 1 network, 5 cards\n" in ran.out
    assert f"{odd}: network 1: card [B] is not used\n" in ran.out
    assert f"{odd}: network 1: card [A] has 1 alternative more than once\n" in ran.out
    assert json.loads(tertium("network", "check", odd, "-f", "json").out)["files"][0]["cards"] == 2


def test_check_refuses_with_line_and_column(tertium: Run, net: Any) -> None:
    ran = tertium("network", "check", net("wrong.net", "[A] = b\n[S] = [A] [C]\n"))
    assert (ran.code, ran.out) == (1, "")
    assert "wrong.net:2:11: card [C] is used but not defined" in ran.err


def test_stats_count_paths_and_sentences(tertium: Run, premier: Any) -> None:
    ran = tertium("network", "stats", premier, "-f", "json")
    (row,) = json.loads(ran.out)["networks"]
    assert (row["paths"], row["sentences"], row["cards"], row["longest"]) == (60, 60, 5, 9)
    table = tertium("network", "stats", premier).out.splitlines()
    assert table[0].split()[-2:] == ["paths", "sentences"]
    assert table[2].split() == ["1", "5", "13", "9", "3", "3", "4", "9", "60", "60"]
    header, values = (line.split("\t") for line in tertium("network", "stats", premier, "-f", "tsv").out.splitlines())
    assert dict(zip(header, values, strict=True))["paths"] == "60"


def test_stats_of_huge_networks_have_a_logarithm(tertium: Run, net: Any) -> None:
    cards = "".join(f"[C{i}] = [C{i + 1}] [C{i + 1}]\n" for i in range(60))
    ran = tertium("network", "stats", net("huge.net", cards + "[C60] = x | y\n"))
    assert ran.code == 0
    assert "about 10^347,063,955,532,709,824" in ran.out
    assert "so not counted" in ran.out


def test_stats_of_several_annotators_show_what_each_adds(tertium: Run, net: Any) -> None:
    a = net("a.net", "[X] 0:1 = a | b\n[S] 0:2 = [X] y\n")
    b = net("b.net", "[X] 0:1 = b | c\n[S] 0:2 = [X] z\n")
    found = json.loads(tertium("network", "stats", a, b, "-f", "json").out)["median_log10_paths"]
    assert found == pytest.approx(
        {"one annotator": 0.30103, "union of 2": 0.60206, "phrase union of all": 0.77815}, abs=1e-4
    )
    assert "union of 2           10^0.60" in tertium("network", "stats", a, b).out


def test_the_closest_sentences_are_a_list_for_people_to_judge(tertium: Run, premier: Any, tmp_path: Path) -> None:
    sentences = tertium("network", "sample", premier, "--all", "-n", "3").out.splitlines()
    (tmp_path / "ours.txt").write_text("".join(f"{sentence} indeed\n" for sentence in sentences), "utf-8")
    (tmp_path / "theirs.txt").write_text(f"{sentences[0]}\n" * 3, "utf-8")
    key = tmp_path / "key.tsv"
    given = ("--closest", tmp_path / "ours.txt", "--closest", tmp_path / "theirs.txt", "--key", key, "-f", "tsv")
    ran = tertium("network", "sample", premier, *given)
    assert ran.code == 0, ran.err
    head, *rows = (line.split("\t") for line in ran.out.splitlines())
    assert head == ["item", "sentence", "judgement"]
    # Of line 1 both are nearest to the same sentence, which is there once.
    assert sorted(row[1] for row in rows) == sorted([*sentences, *sentences[:1] * 2])
    assert all(row[2] == "" for row in rows)
    whose = [line.split("\t") for line in key.read_text("utf-8").splitlines()[1:]]
    assert len(whose) == 6
    assert {row[1] for row in whose} == {str(tmp_path / "ours.txt"), str(tmp_path / "theirs.txt")}
    assert len(tertium("network", "sample", premier, *given, "-n", "2").out.splitlines()) == 3
    assert tertium("network", "sample", premier, "--key", key).code == 2


def test_sample_repeats_with_its_seed_and_lists_all(tertium: Run, premier: Any) -> None:
    one = tertium("network", "sample", premier, "-n", "5")
    assert one.out == tertium("network", "sample", premier, "-n", "5").out
    assert one.out != tertium("network", "sample", premier, "-n", "5", "--seed", "1").out
    everything = tertium("network", "sample", premier, "--all", "-n", "100").out.splitlines()
    assert len(set(everything)) == 60
    assert set(one.out.splitlines()) <= set(everything)


def test_contains_answers_for_each_sentence(tertium: Run, premier: Any, net: Any) -> None:
    lines = net("lines.txt", "the premier of Italy Berlusconi\nthe premier of France\n")
    ran = tertium("network", "contains", premier, "-i", lines)
    assert re.findall("^(yes|no) +(.*)", ran.out, re.MULTILINE) == [
        ("yes", "the premier of Italy Berlusconi"),
        ("no", "the premier of France"),
    ]
    both = net("both.net", "@segment 2\n[A] = the premier of France\n@segment 1\n[A] = x\n")
    found = json.loads(tertium("network", "contains", both, "-i", lines, "-f", "json").out)["sentences"]
    assert [row["contained"] for row in found] == [False, True]
    assert tertium("network", "contains", premier).code == 2


def test_closest_shows_the_nearest_sentence_and_the_edits(tertium: Run, premier: Any, net: Any) -> None:
    ran = tertium("network", "closest", premier, "Berlusconi , Italian head of the government")
    assert ran.out.splitlines() == [
        "sentence  Berlusconi , Italian head of the government",
        "closest   Berlusconi , the Italian head of government",
        "edits     Berlusconi , [the] Italian head of ~the~ government",
        "distance  2 (1 missing, 1 extra, 0 substituted, 0 moved), 0.286 for each word",
        "cards     S, SILVIO, IT, ITALIAN, PREMIER",
    ]
    moved = tertium("network", "closest", premier, "Italian the PM Silvio", "--reorder", 3, "-f", "json")
    (row,) = json.loads(moved.out)["sentences"]
    assert (row["edits"], row["cost"], row["moves"]) == ("<the> Italian PM Silvio [Berlusconi]", 2, 1)
    both = net("both.net", "@segment 2\n[A] = x y\n")
    lines = net("lines.txt", "x\nx\n")
    assert "there is no segment '1'" not in tertium("network", "closest", both, "-i", lines, "--segment", "2").err
    table = tertium("network", "closest", both, "-i", lines, "--segment", "2", "-f", "tsv").out.splitlines()
    assert table[1].split("\t") == ["1.0", "0.5", "2", "1", "0", "0", "0", "x", "x y"]


def test_stats_show_how_far_independent_translations_are(tertium: Run, net: Any) -> None:
    a = net("a.net", "[X] 0:1 = a | b\n[S] 0:2 = [X] y\n")
    b = net("b.net", "[X] 0:1 = b | c\n[S] 0:2 = [X] z\n")
    reference = net("r.txt", "c z\n")
    ran = tertium("network", "stats", a, b, "-r", reference, "-f", "json", "--seed", 3)
    first, both = json.loads(ran.out)["mean_distances"]
    assert first in (0.0, 1.0)
    assert both == 0.0
    assert "\n         2     0.0 %" in tertium("network", "stats", a, b, "-r", reference).out
    assert (
        "1 lines for 2 networks"
        in tertium("network", "stats", net("c.net", "@segment 1\n[S] = x\n@segment 2\n[S] = y\n"), "-r", reference).err
    )


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


def test_draw_writes_svg_png_and_html(tertium: Run, premier: Any, tmp_path: Path) -> None:
    for name, start in (("p.svg", b"<svg"), ("p.png", b"\x89PNG"), ("p.html", b"<!doctype html>")):
        assert tertium("network", "draw", premier, tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    ran = tertium("network", "draw", premier, tmp_path / "p.pdf")
    assert ran.code == 2
    assert "expected a name that ends in .svg, .png or .html" in ran.err


def test_one_segment_is_chosen_by_id_or_number(tertium: Run, net: Any) -> None:
    file = net("many.net", "@segment a\n[S] = x\n@segment b\n[S] = y\n")
    assert tertium("network", "sample", file, "-n", 1, "--segment", "b").out == "y\n"
    assert tertium("network", "sample", file, "-n", 1, "--segment", "2").out == "y\n"
    assert "name one with --segment" in tertium("network", "sample", file).err
    assert "there is no segment 'c'" in tertium("network", "sample", file, "--segment", "c").err


def test_limits_are_set_by_name(tertium: Run, premier: Any) -> None:
    ran = tertium("network", "check", premier, "--limit", "cards=4")
    assert (ran.code, ran.out) == (1, "")
    assert "5 cards, the limit is 4" in ran.err
    assert tertium("network", "check", premier, "--limit", "cards=5").code == 0
    assert "unknown limit 'card'; known: " in tertium("network", "check", premier, "--limit", "card=5").err
    assert "expected a whole number" in tertium("network", "check", premier, "--limit", "cards=x").err


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
    assert "there are no references; expected one on each line" in ran.err
    many = net("many.txt", "a b c d\n")
    assert "symbols" in tertium("network", "factor", many, "--limit", "symbols=2").err
