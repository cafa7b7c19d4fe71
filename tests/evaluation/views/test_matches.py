"""What was matched, edited and moved, as records."""

import json
from dataclasses import replace

from tertium.evaluation.views import matches as look
from tertium.evaluation.views.explanations import COLUMNS
from tertium.metrics.explanation import Move, NGrams, Order
from tests.support.explanations import RICH, explained, of


def test_json_gives_back_what_the_metric_said() -> None:
    made = json.loads(of(RICH).to_json())
    (item,) = made["explanations"]
    assert (item["score"], item["reference_number"], item["references"]) == (0.5, 1, 1)
    assert item["links"][1] == {
        "hypothesis": 3,
        "hypothesis_length": 1,
        "reference": 2,
        "reference_length": 2,
        "kind": "paraphrase",
        "contribution": None,
        "probability": 0.31,
        "label": "table",
    }
    assert item["moves"][0]["before"] is None
    nothing = replace(RICH, score=float("nan"))
    assert json.loads(of(nothing).to_json())["explanations"][0]["score"] is None


def test_records_say_what_was_matched_edited_and_moved() -> None:
    (table,) = of(RICH).records()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.records]
    kinds = [row["record"] for row in rows]
    assert kinds == ["score", *["match"] * 3, *["edit"] * 2, *["move"] * 2, "part"]
    phrase = rows[2]
    assert (phrase["kind"], phrase["hypothesis"], phrase["reference"]) == ("paraphrase", "sat", "was sitting")
    assert (phrase["hypothesis_place"], phrase["reference_place"], phrase["probability"]) == (4, 3, 0.31)
    assert [(row["kind"], row["hypothesis"], row["reference"]) for row in rows[4:6]] == [
        ("insertion", "one", None),
        ("deletion", None, "the"),
    ]
    assert rows[6]["hypothesis"] == "on the mat"
    assert (rows[8]["kind"], rows[8]["value"], rows[8]["note"]) == ("posterior", 0.25, "of the path")


def test_n_grams_are_records_too() -> None:
    (table,) = explained("the cats sat", "the cat sat", metrics=["bleu"]).records()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.records if row[0] == "n-grams"]
    assert [(row["n"], row["matched"], row["in_hypothesis"]) for row in rows[:2]] == [(1, 2, 3), (2, 0, 2)]


def words(pair: look.Pair) -> tuple[str, str, str]:
    return (
        " ".join(RICH.hypothesis[i] for i in pair.hypothesis),
        pair.kind,
        " ".join(RICH.reference[i] for i in pair.reference),
    )


def test_words_stand_side_by_side_in_the_order_after_moves() -> None:
    shown = look.pairs(RICH)
    assert [words(pair) for pair in shown] == [
        ("", "deletion", "the"),
        ("cat", "entailment", "cat"),
        ("sat", "paraphrase", "was sitting"),
        ("one", "insertion", ""),
        ("on the mat", "same", "on the mat"),
    ]
    assert look.in_order(shown)
    assert not look.in_order(shown[::-1])
    assert look.counts(shown) == ["", "-0.2", "", "1", ""]
    assert look.probabilities(shown) == ["", "0.80", "0.31", "", ""]
    assert (look.counts(shown[:1]), look.probabilities(shown[:1])) == ([], [])


def test_kinds_have_names_and_marks_known_ones_first() -> None:
    assert look.kinds(RICH) == ["same", "paraphrase", "entailment", "insertion", "deletion"]
    assert [look.mark(kind) for kind in look.kinds(RICH)] == ["=", "para", "entailment", "I", "D"]
    assert [look.kind_name(kind) for kind in look.kinds(RICH)] == [
        "same word", "paraphrase", "entailment", "only in the hypothesis", "only in the reference",
    ]  # fmt: skip


NGRAMS = NGrams(
    "word", ("a", "b", "c"), ("b", "c", "d"), (Order(1, 2, 3, 3, (1, 2), (0, 1)), Order(2, 1, 2, 2, (1,), (0,)))
)


def test_how_far_n_grams_cover_the_words() -> None:
    assert look.covered(NGRAMS, "hypothesis") == [[False, True, True], [False, True, True]]
    assert look.longest(NGRAMS, "hypothesis") == [0, 2, 2]
    assert look.longest(NGRAMS, "reference") == [2, 2, 0]
    assert look.is_alignment(RICH)
    assert not look.is_alignment(replace(RICH, ngrams=(NGRAMS,)))


def test_characters_of_a_text_take_the_values_of_their_tokens() -> None:
    assert look.spelled("a b", "ab", [1, 2]) == [("a", 1), (" ", None), ("b", 2)]
    assert look.spelled("A b", "ab", [1, 2]) == [("a", 1), ("b", 2)]  # in small letters the tokens stand for themselves


def test_moves_cards_and_numbers_in_words() -> None:
    jump, swap = RICH.moves
    assert look.move_text(RICH, jump) == 'words 1-3 "on the mat" go to the end (jump)'
    assert look.move_text(RICH, swap) == 'word 6 "cat" goes before word 4 "sat"'
    assert look.move_text(RICH, Move((0, 2), 5)) == 'words 1 and 3 "on mat" go before word 6 "cat"'
    assert [look.card_text(card) for card in RICH.cards] == ["sitting", "place (seen 3 times)"]
    assert [look.number(value) for value in (3.0, 12.3456, 0.12345)] == ["3", "12.35", "0.123"]
    assert look.facts("table", 0.5) == ["table", "counts 0.500"]
    assert look.part_rows(RICH.parts) == [("posterior", "0.250", "of the path")]


def test_the_reference_and_the_direction_are_named() -> None:
    (item,) = of(RICH).items
    assert look.reference_name(RICH) == "reference"
    assert look.reference_name(replace(RICH, n_references=3, reference_number=1)) == "reference 2 of 3"
    assert look.direction(item) == "higher is better"
    assert look.direction(replace(item, higher_is_better=False)) == "lower is better"
