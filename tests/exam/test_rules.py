import itertools

import pytest

from tertium.errors import DataError
from tertium.exam.files import read_rules
from tertium.exam.rules import parse_rules, write_rules
from tertium.exam.scale import LABELS, level_number


def test_the_public_rule_holds_in_our_table() -> None:
    assert read_rules("example").level(("SM", "SM", "MM", "IM"))[0] == "2+"


def test_our_table_is_sound_and_says_that_it_is_ours() -> None:
    table = read_rules("example")
    assert table.combinations == 625
    assert list(table.problems()) == []
    assert "not a table of any agency" in table.note


def test_better_labels_never_lower_the_level() -> None:
    table = read_rules("example")
    for labels in itertools.product(range(5), repeat=4):
        for place in range(4):
            if labels[place]:
                better = (*labels[:place], labels[place] - 1, *labels[place + 1 :])
                level, _ = table.level([LABELS[i] for i in labels])
                assert level_number(table.level([LABELS[i] for i in better])[0]) >= level_number(level)


def test_a_missing_passage_gives_a_set() -> None:
    table = read_rules("example")
    assert table.decide({"2": "SM", "2+": "SM", "3": "SM"}).levels == ("3", "3+")
    assert table.decide({"2": "HM"}).levels == ("0+",)
    assert table.decide({"2": ("IM", "MM"), "2+": "SM", "3": "SM", "4": "SM"}).levels == ("1", "1+")


def test_rules_are_read_as_written() -> None:
    table = read_rules("example")
    assert parse_rules(write_rules(table), "again") == table


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ('[["SM"], "2"]', "undecided"),
        ('[["*"], "2"], [["SM"], "3"]', "twice"),
        ('[["SM"], "1"], [["MM-"], "2"]', "better is lower"),
        ('[["*"], "2"]', None),
    ],
)
def test_the_checker_names_what_is_wrong(rules: str, kind: str | None) -> None:
    table = parse_rules(f'{{"passages": ["2"], "rules": [{rules}]}}', "x")
    kinds = [problem.kind for problem in table.problems()]
    assert kinds == [] if kind is None else kind in kinds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "expected an object"),
        ('{"passages": [], "rules": []}', "expected a list of difficulties"),
        ('{"passages": ["2", "2"], "rules": []}', "different difficulties"),
        ('{"passages": ["2"], "rules": [[["SM", "MM"], "2"]]}', "rule 1: 2 cells, expected 1"),
        ('{"passages": ["2"], "rules": [[["XX"], "2"]]}', "rule 1: label 'XX', expected one of SM"),
        ('{"passages": ["2"], "rules": [[["SM"], "9"]]}', "rule 1: level '9', expected one of 0"),
    ],
)
def test_wrong_tables_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message.replace("(", r"\(")):
        parse_rules(text, "rules.json")


def test_labels_without_a_rule_are_refused() -> None:
    table = parse_rules('{"passages": ["2"], "rules": [[["SM"], "2"]]}', "x")
    with pytest.raises(DataError, match=r"no rule decides \(MM\)"):
        table.decide({"2": "MM"})
    with pytest.raises(DataError, match="passage '5'"):
        table.decide({"5": "MM"})
