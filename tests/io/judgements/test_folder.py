"""The folder layout of mt-metrics-eval."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements, write_judgements
from tertium.meta.judgements import (
    DocumentJudgements,
    Items,
    JudgementGroup,
    Preferences,
    ScoreTables,
    SegmentScores,
    SystemJudgements,
)
from tertium.text.testset import References

FILES = {
    "sources/de-en.txt": "eins\nzwei\ndrei\n",
    "references/de-en.refA.txt": "one\ntwo\nthree\n",
    "references/de-en.refB.txt": "1\n2\n3\n",
    "documents/de-en.docs": "news\tdoc1\nnews doc1\ntalk\tdoc2\n",
    "system-outputs/de-en/sysX.txt": "one\n\nthree\n",
    "system-outputs/de-en/refB.txt": "1\n2\n3\n",
    "human-scores/de-en.mqm.seg.score": "sysX\t-1\nsysX\tNone\nsysX 0.0\n",
    "human-scores/de-en.mqm.doc.score": "sysX\t-1\nsysX\t0\nrefB\tNone\nrefB\t-0.5\n",
    "human-scores/de-en.wmt-z.sys.score": "sysX\t0.25\nrefB\tNone\n",
    "human-scores/de-en.mqm.domain.score": "news\tsysX\t-1\ntalk\tsysX\t0\n",
    "metric-scores/de-en/BLEU-refA.seg.score": "sysX 50\nsysX 0\nsysX 100\nrefB 0\nrefB 0\nrefB 0\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    def make(changes: Any = None) -> Any:
        root = tmp_path / "wmt99"
        for name, content in (FILES | (changes or {})).items():
            if content is not None:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
        return root

    return make


def test_everything_in_a_folder_is_read(folder: Any) -> None:
    group = read_judgements(folder()).group("de-en", "wmt99")
    items = group.items
    assert items.system == ("refB",) * 3 + ("sysX",) * 3
    assert items.segment == ("1", "2", "3") * 2
    assert items.document == ("doc1", "doc1", "doc2") * 2
    assert items.extra == {"domain": ("news", "news", "talk") * 2}
    assert items.hypothesis == ("1", "2", "3", "one", "", "three")
    assert tuple(items.references) == (("one", "1"), ("two", "2"), ("three", "3")) * 2
    assert items.source == ("eins", "zwei", "drei") * 2
    assert group.reference_names == ("refA", "refB")
    (mqm,) = group.human.segments
    np.testing.assert_array_equal(mqm.scores, [np.nan, np.nan, np.nan, -1, np.nan, 0])
    by_document, by_domain = group.human.documents
    assert (by_document.systems, by_document.names) == (("sysX", "sysX", "refB", "refB"), ("doc1", "doc2") * 2)
    np.testing.assert_array_equal(by_document.scores, [-1, 0, np.nan, -0.5])
    assert (by_domain.unit, by_domain.systems, by_domain.names) == ("domain", ("sysX", "sysX"), ("news", "talk"))
    (systems,) = group.human.systems
    assert (systems.kind, systems.systems) == ("wmt-z", ("sysX", "refB"))
    np.testing.assert_array_equal(systems.scores, [0.25, np.nan])
    (bleu,) = group.metrics.segments
    assert (bleu.kind, bleu.scores.tolist()) == ("BLEU-refA", [0, 0, 0, 50, 0, 100])


def test_a_language_pair_can_be_chosen_and_must_be_there(folder: Any) -> None:
    root = folder({"sources/fr-en.txt": "un\n", "system-outputs/fr-en/sysX.txt": "a\n"})
    assert read_judgements(root).lang_pairs == ("de-en", "fr-en")
    assert read_judgements(root, lang_pair="fr-en").lang_pairs == ("fr-en",)
    with pytest.raises(DataError, match=r"no file sources/cs-en\.txt; found de-en, fr-en"):
        read_judgements(root, lang_pair="cs-en")


def test_the_hash_changes_with_any_file(folder: Any) -> None:
    before = read_judgements(folder()).origin.sha256
    assert read_judgements(folder()).origin.sha256 == before
    changed = folder({"human-scores/de-en.wmt-z.sys.score": "sysX\t0.5\n"})
    assert read_judgements(changed).origin.sha256 != before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"references/de-en.refA.txt": "one\n"}, r"refA\.txt: 1 lines, expected 3 as in .*sources.de-en\.txt"),
        ({"system-outputs/de-en/sysX.txt": "one\n" * 4}, r"sysX\.txt: 4 lines, expected 3"),
        ({"documents/de-en.docs": "news\na b\nc d\n"}, r"de-en\.docs:1: found 'news', expected DOMAIN DOCUMENT"),
        (
            {"human-scores/de-en.mqm.seg.score": "sysX\t1\n"},
            r"1 scores of system 'sysX', expected 3, one for each segment",
        ),
        ({"human-scores/de-en.mqm.doc.score": "sysX\t1\n"}, "expected 2, one for each document"),
        ({"human-scores/de-en.mqm.sys.score": "sysX\t1\nsysX\t1\n"}, "expected 1, one for each system"),
        ({"human-scores/de-en.mqm.sys.score": "sysY\t1\n"}, r"score:1: system 'sysY' has no file in system-outputs"),
        ({"human-scores/de-en.mqm.sys.score": "sysX\tgood\n"}, r"score:1: 'score' is 'good'"),
        ({"human-scores/de-en.mqm.sys.score": "sysX\tinf\n"}, r"score:1: 'score' is 'inf'"),
        ({"human-scores/de-en.mqm.sys.score": "sysX\n"}, "expected SYSTEM SCORE"),
        ({"human-scores/de-en.mqm.word.score": "sysX\t1\n"}, "does not say the level"),
        ({"human-scores/de-en.mqm.domain.score": "a sysX 1\na sysX 2\n"}, "score:2: .*already"),
    ],
)
def test_a_damaged_folder_is_refused_with_file_and_line(folder: Any, changes: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_judgements(folder(changes))


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(DataError, match=r"no file sources/LP\.txt; found notes\.txt"):
        read_judgements(tmp_path)
    with pytest.raises(DataError, match="found no folder"):
        read_judgements(tmp_path / "absent", "mt-metrics-eval")


def test_what_was_read_is_written_and_read_again(folder: Any, tmp_path: Path) -> None:
    first = read_judgements(folder()).group()
    write_judgements([first], tmp_path / "again" / "wmt99", "mt-metrics-eval")
    second = read_judgements(tmp_path / "again" / "wmt99").group()
    assert second.items == first.items
    assert second.reference_names == first.reference_names
    for ours, theirs in zip(tables(second), tables(first), strict=True):
        assert type(ours) is type(theirs)
        assert (ours.kind, getattr(ours, "systems", ()), getattr(ours, "names", ())) == (
            theirs.kind,
            getattr(theirs, "systems", ()),
            getattr(theirs, "names", ()),
        )
        np.testing.assert_array_equal(ours.scores, theirs.scores)


def tables(group: Any) -> Iterator[Any]:
    for scores in (group.human, group.metrics):
        yield from (*scores.segments, *scores.documents, *scores.systems)


def items_of(**changes: Any) -> Any:
    columns = {
        "hypothesis": ["a", "b"],
        "references": References.by_segment([["r"], ["r"]]),
        "source": ["s", "s"],
        "system": ["A", "B"],
        "segment": ["1", "1"],
    } | changes
    return Items.build(**columns)


def test_references_without_names_get_letters(tmp_path: Path) -> None:
    write_judgements([JudgementGroup("x", "de-en", items_of())], tmp_path / "x", "mt-metrics-eval")
    assert (tmp_path / "x" / "references" / "de-en.refA.txt").read_text() == "r\n"
    assert not (tmp_path / "x" / "documents").exists()


ITEMS = items_of()
PAIRS = Preferences(
    ITEMS, np.array([0]), np.array([1]), np.ones(1, np.int8), np.zeros(1, np.int32), np.zeros(1, np.int32)
)
DA = SegmentScores(ITEMS, np.zeros(2), "da")


@pytest.mark.parametrize(
    ("group", "message"),
    [
        (JudgementGroup("x", "de-en", ITEMS, preferences=PAIRS), "cannot hold pairwise preferences"),
        (JudgementGroup("x", "de-en", items_of(system=["A", None])), "item 2 has no system"),
        (JudgementGroup("x", "de-en", items_of(system=["A", "A"])), "two outputs of system 'A' for segment '1'"),
        (JudgementGroup("x", "de-en", items_of(segment=["1", "2"])), "no output of system 'B' for segment '1'"),
        (JudgementGroup("x", "de-en", items_of(hypothesis=["a", None])), "segment 1 is missing"),
        (JudgementGroup("x", "de-en", items_of(hypothesis=["a", "b\nc"])), "segment 1 has a line end"),
        (JudgementGroup("x", "de-en", items_of(source=["s", "t"])), "another source"),
        (JudgementGroup("x", "de-en", ITEMS, reference_names=("refA", "refB")), "with 2 references"),
        (JudgementGroup("x", "de-en", ITEMS, reference_names=("ref-A",)), "cannot be called 'ref-A'"),
        (JudgementGroup("x", "de-en", items_of(system=["A", "../B"])), "'../B' cannot be the name of a file"),
        (JudgementGroup("x", "../de", ITEMS), "'../de' cannot be the name of a file"),
        (
            JudgementGroup("x", "de-en", ITEMS, ScoreTables((replace(DA, kind="../da"),))),
            "cannot be the name of a file",
        ),
        (JudgementGroup("x", "de-en", ITEMS, ScoreTables((DA, DA))), "would be called de-en.da.seg.score"),
        (JudgementGroup("x", "de-en", items_of(document=["d\te"] * 2)), "a document or domain cannot be called"),
        (
            JudgementGroup(
                "x", "de-en", ITEMS, ScoreTables(systems=(SystemJudgements(ITEMS, ("C",), np.zeros(1), "da"),))
            ),
            "a da score of system 'C', which has no outputs",
        ),
        (
            JudgementGroup(
                "x",
                "de-en",
                ITEMS,
                ScoreTables(documents=(DocumentJudgements(ITEMS, ("A",), ("d",), np.zeros(1), "da"),)),
            ),
            "a da score of document 'd', which has no items",
        ),
    ],
)
def test_what_the_layout_cannot_hold_is_refused_and_leaves_nothing(tmp_path: Path, group: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        write_judgements([group], tmp_path / "x", "mt-metrics-eval")
    assert not list(tmp_path.iterdir())


def test_a_folder_with_something_in_it_is_not_written_over(folder: Any, tmp_path: Path) -> None:
    root = folder()
    with pytest.raises(DataError, match="exists and is not an empty folder"):
        write_judgements(read_judgements(root), root, "mt-metrics-eval")
    with pytest.raises(DataError, match="groups of no language pair"):
        write_judgements([], tmp_path / "x", "mt-metrics-eval")
    group = JudgementGroup("x", "de-en", ITEMS)
    with pytest.raises(DataError, match="groups of de-en, de-en; expected each language pair once"):
        write_judgements([group, group], tmp_path / "x", "mt-metrics-eval")


def test_an_empty_folder_may_be_written_into(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    write_judgements([JudgementGroup("x", "de-en", ITEMS)], tmp_path / "x", "mt-metrics-eval")
    assert read_judgements(tmp_path / "x").group().items.hypothesis == ("a", "b")


def test_a_test_set_that_was_fetched_is_found_by_its_name(
    folder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    kept = home / ".mt-metrics-eval" / "mt-metrics-eval-v2"
    kept.mkdir(parents=True)
    (kept / "wmt98").symlink_to(folder(), target_is_directory=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    (group,) = read_judgements("wmt98")
    assert group.human.segments[0].kind == "mqm"
    for other in ("wmt97", "x/wmt98", ".."):
        with pytest.raises(DataError):
            read_judgements(other)
