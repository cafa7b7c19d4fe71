from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.evaluation.views.wordiff import Run, closest, runs, unmatched
from tertium.text.words import units, words
from tests.report.samples import hostile_text


def kinds(hypothesis: str, other: str, *references: str) -> dict[str, tuple[bool, bool]]:
    return {run.text.strip(): (run.foreign, run.own) for run in runs(hypothesis, other, references) if run.text.strip()}


@settings(deadline=None)
@given(hostile_text)
def test_units_together_are_the_text(text: str) -> None:
    assert "".join(units(text)) == text


@settings(deadline=None)
@given(hostile_text, hostile_text, st.lists(hostile_text, max_size=3))
def test_runs_together_are_the_hypothesis(hypothesis: str, other: str, references: list[str]) -> None:
    assert "".join(run.text for run in runs(hypothesis, other, references)) == hypothesis


def test_words_stand_between_spaces_and_ideographs_alone() -> None:
    assert words(" the cat,\tsat ") == ["the", "cat,", "sat"]
    assert words("猫は cat 座") == ["猫", "は", "cat", "座"]


def test_unmatched_words_are_those_the_alignment_leaves_over() -> None:
    assert unmatched(["a", "x", "b"], ["a", "b"]) == [False, True, False]
    assert unmatched(["b", "a"], ["a", "b"]).count(True) == 1
    assert unmatched([], ["a"]) == []


def test_a_word_is_marked_against_the_reference_and_against_the_other_system() -> None:
    found = kinds("the old cat sat", "the old dog sat", "the old dog sat")
    assert found == {"the old": (False, False), "cat": (True, True), "sat": (False, False)}
    found = kinds("the cat sat", "the dog sat", "the cat sat")
    assert found["cat"] == (False, True)
    found = kinds("the cat sat", "the cat sat", "the dog sat")
    assert found["cat"] == (True, False)


def test_the_closest_reference_counts_and_the_first_of_equals() -> None:
    references = [["x"], ["the", "cat", "sat"], ["the", "cat", "sat"]]
    assert closest(["the", "cat"], references) == 1
    assert closest(["a"], []) is None
    assert kinds("the cat", "", "a dog", "the cat") == {"the cat": (False, True)}


def test_without_references_no_word_is_foreign() -> None:
    assert runs("a b", "a c", []) == [Run("a ", False, False), Run("b", False, True)]


def test_spaces_inside_a_run_are_marked_with_it() -> None:
    assert runs("x y", "a", ["b"]) == [Run("x y", True, True)]


def test_long_texts_are_compared_without_regard_to_order() -> None:
    text = [f"w{i}" for i in range(10_000)]
    assert unmatched(text, text[::-1]) == [False] * 10_000
    assert unmatched(["the"] * 10_000, ["the"] * 9_000) == [False] * 9_000 + [True] * 1_000


def test_repetitive_texts_are_compared_without_regard_to_order() -> None:
    # The matcher would take time in the cube of such texts.
    assert unmatched(["a"] * 150 + ["b"] * 150, ["b"] * 150 + ["a"] * 150) == [False] * 300
    assert unmatched(["a"] * 15 + ["b"] * 15, ["b"] * 15 + ["a"] * 15).count(True) == 15
