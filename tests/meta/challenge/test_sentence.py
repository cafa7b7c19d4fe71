"""A sentence is its pieces, and a change of one word leaves the others alone."""

from hypothesis import given
from hypothesis import strategies as st

from tertium.meta.challenge.sentence import Sentence, cased, tidy


@given(st.text(max_size=40))
def test_pieces_joined_are_the_text_with_single_spaces(text: str) -> None:
    assert Sentence.of(text).text == " ".join(text.split())


def test_words_are_changed_in_the_case_of_the_old_ones() -> None:
    sentence = Sentence.of("The U.S. sent 1,200 men, didn't it?")
    assert [sentence.pieces[place] for place in sentence.words] == [
        "The",
        "U.S",
        "sent",
        "1,200",
        "men",
        "didn't",
        "it",
    ]
    assert sentence.with_word(0, "a") == "A U.S. sent 1,200 men, didn't it?"
    assert sentence.without(4, 4) == "The U.S. sent 1,200, didn't it?"
    assert sentence.without(0, 0) == "U.S. sent 1,200 men, didn't it?"
    assert sentence.inserted(2, "never") == "The U.S. never sent 1,200 men, didn't it?"
    assert cased("movie", "FILM") == "MOVIE"


def test_a_capital_at_the_start_of_a_sentence_makes_no_name() -> None:
    sentence = Sentence.of("Rain fell. Then Ada and I left.")
    assert [sentence.is_name(word) for word in range(len(sentence.words))] == [
        *(False, False, False, True, False, False, False),
    ]


def test_spaces_and_commas_are_mended() -> None:
    assert tidy(" a  b , .") == "a b."
    assert tidy(", and so it goes", capital=True) == "And so it goes"
