from tertium.learn.description import Description, weights_table
from tests.results.factories import model


def test_people_see_each_group_once_and_machines_in_every_row() -> None:
    groups = {"char": ("char.1", "char.2"), "x": ("x",)}
    shown = weights_table(model("x"), groups)
    assert [row and row[0] for row in shown.rows] == ["char", None, None, "x"]
    assert [row[0] for row in weights_table(model("x"), groups, grouped=False).records] == ["char", "char", "x"]


def test_hashes_are_short_for_people_and_whole_for_machines() -> None:
    result = Description(model("x"))
    assert f"  {'ab' * 6}\n" in result.to_text()
    assert f"\t{'ab' * 32}\n" in result.to_tsv()


def test_a_figure_without_a_value_is_empty() -> None:
    assert "\tde-en\ttau\t\t0\n" in Description(model("x")).to_tsv()
    assert Description(model("x")).data()["figures"][1]["value"] is None  # type: ignore[call-overload]
