"""What the forms with bars share: features in groups, and whose lines they are."""

import pytest

from tertium.errors import DataError
from tertium.nbest.builder import NBestBuilder
from tertium.nbest.forms.bars import GroupedFeatures, Sentences, first_line, written_by

LINES = {
    "0 ||| a ||| lm= -1 d= 1 2 ||| -3": "moses",
    "0 ||| a": "moses",
    "0 ||| a ||| lm=-1 tm_0=2 ||| -3": "cdec",
    "0 ||| a ||| F0= -1 ||| -3": "marian",
    "no bars": None,
}


@pytest.mark.parametrize("line", LINES)
def test_the_first_line_tells_the_program(line: str) -> None:
    assert written_by(f"{line}\r\n1 ||| b ||| F0= 1 ||| 2\n") == LINES[line]
    assert first_line(f"{line}\r\nmore") == line


@pytest.mark.parametrize("text", ["d= 0 -7.6 lm= -41.3 w= 2", "d: 0 -7.6 lm: -41.3 w: 2"])
def test_features_read_again_by_their_places_are_those_read_slowly(text: str) -> None:
    features = GroupedFeatures(NBestBuilder("lists"))
    slow, fast = features.read(1, text), features.read(2, text.replace("2", "5"))
    assert slow == (("d_0", "d_1", "lm", "w"), [0, -7.6, -41.3, 2], {})
    assert fast == (("d_0", "d_1", "lm", "w"), [0, -7.6, -41.3, 5], {})
    assert features.read(3, "d= 1 w_x= 2") == (("d",), [1], {"w_x": 2})


def test_lists_begin_where_the_number_goes_up() -> None:
    builder = NBestBuilder("lists")
    sentences = Sentences(builder)
    for line, number in enumerate(["1", "1", "2"], 1):
        sentences.see(line, number)
        builder.add(line, f"text {line}", (), ())
    assert list(builder.build()) == [["text 1", "text 2"], ["text 3"]]


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (["2"], "lists:1: the first sentence has the number 2; expected 0 or 1"),
        (["0", "2"], "lists:2: sentence 2 after sentence 0: sentence 1 has no candidates"),
        (["1", "0"], "lists:2: sentence 0 after sentence 1; expected numbers that never go down"),
        (["²"], "lists:1: the number of the sentence is '²'"),
    ],
)
def test_numbers_that_do_not_follow_are_refused(numbers: list[str], message: str) -> None:
    builder = NBestBuilder("lists")
    sentences = Sentences(builder)
    for line, number in enumerate(numbers[:-1], 1):
        sentences.see(line, number)
        builder.add(line, "a", (), ())
    with pytest.raises(DataError, match=message):
        sentences.see(len(numbers), numbers[-1])
