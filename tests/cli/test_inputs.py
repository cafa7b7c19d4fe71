import json

from tests.support.types import Run, WriteTexts


def test_names_may_stand_before_files_and_files_may_have_commas(tertium: Run, texts: WriteTexts) -> None:
    first, second, reference = texts(**{"x,y": ["a b c d"], "z": ["a b"], "ref": ["a b c d"]})
    ran = tertium("score", f"one={first}", second, "-r", reference, "-m", "chrf", "-f", "tsv", "-q")
    assert [line.split("\t")[3] for line in ran.out.splitlines()[1:]] == ["one", "z"]


def test_rows_are_kept_by_column_and_value(tertium: Run, texts: WriteTexts) -> None:
    (table,) = texts(table=b"lang_pair\thypothesis\treference\nde-en\ta b\ta b\nfr-en\tx\ty\n")
    table = table.rename(table.with_suffix(".tsv"))
    scored = {
        pair: tertium("score", table, "--where", f"lang_pair={pair}", "-m", "wer", "-f", "json", "-q").out
        for pair in ("de-en", "fr-en")
    }
    found = {pair: json.loads(out)["systems"][0]["scores"][0]["score"] for pair, out in scored.items()}
    assert found == {"de-en": 0.0, "fr-en": 100.0}
    ran = tertium("score", table, "--where", "lang_pair")
    assert (ran.code, ran.out) == (2, "")
    assert "--where 'lang_pair': expected COLUMN=VALUE" in ran.err


def test_quiet_leaves_out_notes_about_the_input(tertium: Run, texts: WriteTexts) -> None:
    output, reference = texts(output=["a b\r", "c\r"], reference=["a b", "c"])
    loud = tertium("score", output, "-r", reference, "-m", "chrf")
    assert tertium("score", output, "-r", reference, "-m", "chrf", "-q").err == ""
    assert loud.code == 0
