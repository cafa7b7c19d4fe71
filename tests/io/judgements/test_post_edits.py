"""Post-edits inside translators' files as judgements."""

from pathlib import Path

import pytest

from tertium.errors import DataError
from tertium.io.judgements.formats import read_judgements
from tertium.metrics.ter import TER
from tertium.text.testset import References

UNITS = (("the cat sat", "the cats sat here"), ("it rains", "it rains"), ("a", "all of it is another text"))


def file_of(
    folder: Path, units: tuple[tuple[str, str], ...] = UNITS, languages: bool = True, inside: bool = True
) -> Path:
    """An XLIFF file that keeps what the machine had made of each sentence."""
    old = '<alt-trans origin="mt"><target>{0}</target></alt-trans>' if inside else ""
    rows = "".join(
        f'<trans-unit id="u{i}"><source>s {i}</source><target>{after}</target>{old.format(before)}</trans-unit>'
        for i, (before, after) in enumerate(units)
    )
    pair = 'source-language="en" target-language="de"' if languages else 'source-language="en"'
    path = folder / "manual.xlf"
    path.write_text(f'<xliff version="1.2"><file original="d" {pair}><body>{rows}</body></file></xliff>', "utf-8")
    return path


def test_what_was_edited_less_has_the_higher_score(tmp_path: Path) -> None:
    (group,) = read_judgements(file_of(tmp_path))
    items = group.items
    assert (group.dataset, group.lang_pair) == ("manual", "en-de")
    assert list(items.hypothesis) == [before for before, _ in UNITS]
    assert [references[0] for references in items.references] == [after for _, after in UNITS]
    scores = group.segment_scores()
    rates = [TER().corpus_score([before], References.by_stream([after])) for before, after in UNITS]
    assert scores.scores.tolist() == pytest.approx([max(0.0, 100 - rate) for rate in rates])
    assert (scores.kind, scores.scores[1]) == ("post-edit", 100)


def test_languages_and_names_may_be_given(tmp_path: Path) -> None:
    path = file_of(tmp_path, languages=False)
    (group,) = read_judgements(path, lang_pair="en-fr", dataset="mine")
    assert (group.dataset, group.lang_pair) == ("mine", "en-fr")


def test_a_file_without_what_there_was_before_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"manual.xlf: keeps no translation from before editing"):
        read_judgements(file_of(tmp_path, inside=False), "post-edits")
