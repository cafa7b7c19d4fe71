"""What graders mark: words, and signs of scripts without spaces; candidates read the words that a mark is on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.server.exams.rules import marked_text, word_places
from tests.server.exam_support import ExamServer
from tests.server.support import API, Server


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in word_places(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" two  words ", ["two", "words"]),
        ("他说，很好。", ["他", "说", "，", "很", "好", "。"]),
        ("用 Python3 写", ["用", "Python3", "写"]),
        ("Python很好", ["Python", "很", "好"]),
        ("ประเทศที่", ["ป", "ร", "ะ", "เ", "ท", "ศ", "ที่"]),
        ("日本語のテキスト", ["日", "本", "語", "の", "テ", "キ", "ス", "ト"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("e\u0301te\u0301 नमस्ते", ["e\u0301te\u0301", "नमस्ते"]),
        ("𠀀字", ["𠀀", "字"]),
    ],
)
def test_words_and_signs(text: str, words: list[str]) -> None:
    assert pieces(text) == words


@given(st.text())
def test_nothing_but_spaces_is_between_words(text: str) -> None:
    assert "".join(pieces(text)) == "".join(text.split())
    places = [end for place in word_places(text) for end in place]
    assert places == sorted(places)


@given(st.text(st.characters(max_codepoint=0x2FF)))
def test_words_of_spaced_scripts_are_those_between_spaces(text: str) -> None:
    assert pieces(text) == text.split()


def test_a_mark_is_on_the_text_as_it_was_written() -> None:
    assert marked_text("one  two three", 0, 2) == "one  two"
    assert marked_text("他说很好", 1, 3) == "说很"
    assert marked_text("one", 1, 1) == ""


def test_a_chinese_answer_is_marked_sign_by_sign(sqlite_server: Server) -> None:
    exam = ExamServer.of(sqlite_server, repeats=0, graders=1, model=False)
    exam.manager.client.patch(
        f"{API}/exams/{exam.id}", json={"settings": {"graders": 1, "repeats": 0}}
    ).raise_for_status()
    (one,) = exam.candidates("One")
    one.post("/start")
    for passage in ("p1", "p2"):
        for sentence in range(3):
            one.write(passage, sentence, "Captain 他很好。 ok")
    one.post("/hand-in")
    (grader,) = exam.graders
    grading = exam.next(grader)
    assert grading is not None
    words = grader.client.get(f"{API}/gradings/{grading}").json()["sentences"][0]["words"]
    assert "".join(word["text"] + " " * word["space"] for word in words) == "Captain 他很好。 ok"
    mark = {"sentence": 0, "start": 2, "end": 4, "category": "grammar", "points": 2, "note": ""}
    exam.label(grader, grading, "MM", {**mark, "end": 8}, expected=422)
    exam.label(grader, grading, "MM", mark)
    exam.grade_all(grader, "SM")
    exam.manager.client.post(f"{API}/exams/{exam.id}/release", json={}).raise_for_status()
    page = one.client.get(f"/attempts/{one.attempt}/result").text
    assert '<q dir="auto">很好</q>' in page
    assert '<div class="written" dir="auto">Captain 他很好。 ok</div>' in page
    assert exam.damages() == []
