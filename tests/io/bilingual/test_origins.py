import pytest

from tertium.io.bilingual import origins


@pytest.mark.parametrize(
    ("text", "value"),
    [("85%", 85.0), ("85.5", 85.5), (" 101 ", 101.0), ("", None), (None, None), ("x", None), ("999", None)],
)
def test_a_match_rate_is_a_number_in_percent(text: str | None, value: float | None) -> None:
    assert origins.percent(text) == value


def test_what_a_person_worked_on_came_from_what_stood_there() -> None:
    person, machine = {"origin": "interactive"}, {"origin": "nmt"}
    assert origins.sdl_origin([person, machine]) == ("mt", None)
    assert origins.sdl_origin([person]) == ("human", None)
    assert origins.sdl_origin([{}]) == ("unknown", None)
    memory = {"origin": "tm", "percent": "100", "text-match": "SourceAndTarget"}
    assert origins.sdl_origin([memory]) == ("ice", 100.0)


def test_programs_have_words_of_their_own() -> None:
    assert origins.qualifier_origin("x-mt-suggestion") == "mt"
    assert origins.qualifier_origin("something") == "unknown"
    assert origins.memoq_origin({"status": "MachineTranslated", "percent": "50"}) == ("mt", None)
    assert origins.memoq_origin({"percent": "101"}) == ("ice", 101.0)
    assert origins.memoq_origin({"percent": "80"}) == ("tm", 80.0)
    assert origins.memoq_origin({}) == ("unknown", None)
    assert origins.phrase_origin({"trans-origin": "tm", "score": "1.01"}) == ("ice", 101.0)
    assert origins.phrase_origin({"trans-origin": "mt", "score": "0.9"}) == ("mt", None)
    assert origins.match_origin("idm", "") == "ice"
    assert origins.match_origin("", "Translation Memory of ours") == "tm"


@pytest.mark.parametrize(
    ("name", "tool", "kind", "origin"),
    [
        ("Memsource", "", "", "tm"),
        ("MT / engine", "", "", "mt"),
        ("", "NMT 4", "", "mt"),
        ("a tm", "", "", "tm"),
        ("x", "", "", "unknown"),
    ],
)
def test_alternatives_say_where_they_are_from(name: str, tool: str, kind: str, origin: str) -> None:
    assert origins.alternative_origin(name, tool, kind) == origin


def test_a_unit_of_tmx_may_say_who_made_it() -> None:
    assert origins.tmx_origin("creationid", "MT!engine") == "mt"
    assert origins.tmx_origin("x-origin", "by machine") == "mt"
    assert origins.tmx_origin("creationid", "Anna") is None
