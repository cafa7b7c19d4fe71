from pathlib import Path

from tertium.io.bilingual.check import check_tags

UNIT = '<trans-unit id="{}"><source>{}</source><target>{}</target></trans-unit>'


def test_every_target_is_compared_with_its_source(tmp_path: Path) -> None:
    units = (
        UNIT.format(1, 'a <x id="1"/>', 'b <x id="1"/>')
        + UNIT.format(2, 'a <x id="1"/>', "b")
        + '<trans-unit id="3"><source>c</source></trans-unit>'
    )
    path = tmp_path / "a.xlf"
    path.write_text(
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" '
        f'target-language="de" datatype="plaintext"><body>{units}</body></file></xliff>',
        "utf-8",
    )
    found = [(segment.id, [str(problem) for problem in problems]) for segment, problems in check_tags(path)]
    assert found == [("1", []), ("2", ["missing ⟦x1⟧"])]
