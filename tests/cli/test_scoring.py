from tests.support.types import Run, WriteTexts

GERMAN = ["Das Haus ist nicht weit von der Stadt .", "Wir haben gestern mit den Kindern gespielt ."]


def test_the_door_and_the_texts_give_advice_before_scores(tertium: Run, texts: WriteTexts) -> None:
    output, reference = texts(output=GERMAN, reference=GERMAN)
    ran = tertium("score", output, "-r", reference, "-m", "meteor")
    assert ran.code == 0
    assert "-l de" in ran.err
    assert tertium("score", output, "-r", reference, "-m", "meteor", "-q").err == ""


def test_scores_of_other_programs_stand_beside_ours(tertium: Run, texts: WriteTexts) -> None:
    output, reference, other = texts(output=["a b", "c"], reference=["a b", "d"], other=["0.9", "0.1"])
    ran = tertium("score", output, "-r", reference, "-m", "chrf", "--scores", f"theirs={other}", "-f", "tsv", "-q")
    assert "theirs" in ran.out
    assert "0.5" in ran.out
