from pathlib import Path

from tertium.io.bilingual.segments import Options
from tertium.io.testsets.formats import read_test_set

from .forms import FORMS


def test_a_test_set_read_from_a_file_says_what_became_of_tags(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(FORMS["xliff-1.2"].text, "utf-8")
    test_set = read_test_set(path, options=Options(tags="keep"))
    assert test_set.tags == "keep"
    assert test_set.systems["a"][0] == "⟦g2⟧ Jetzt ⟦/g2⟧ ⟦x1⟧ drücken."
    assert test_set.references[0] == ("Drücken Sie jetzt.",)
    assert test_set.documents == ("c.html",) * 4
    content = read_test_set(path, options=Options(tags="content"))
    assert content.source[2] == "The <b>bold</b><br/>line"


def test_own_files_give_the_test_set_again(tmp_path: Path) -> None:
    """What `writing` wrote: every system, reference, document and source."""
    path = tmp_path / "a.xlf"
    path.write_text(
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:tertium="urn:tertium:test-set" '
        'tertium:systems="{&quot;systems&quot;: [&quot;one&quot;], &quot;post_edits&quot;: [], '
        '&quot;documents&quot;: false, &quot;source&quot;: true, &quot;missing_sources&quot;: []}">'
        '<file original="" source-language="de" target-language="en" datatype="plaintext"><body>'
        '<trans-unit id="1"><source>Haus</source><target>house</target>'
        '<alt-trans alttranstype="proposal" tertium:system="one"><target>house</target></alt-trans>'
        '<alt-trans alttranstype="reference" tertium:reference="1"><target>home</target></alt-trans>'
        "</trans-unit></body></file></xliff>",
        "utf-8",
    )
    found = read_test_set(path)
    assert dict(found.systems) == {"one": ("house",)}
    assert found.references[0] == ("home",)
    assert found.source == ("Haus",)
