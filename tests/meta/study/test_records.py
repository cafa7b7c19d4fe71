"""A study as machines read it."""

import json

from tertium.meta.study.records import COLUMNS
from tests.meta.samples import EVIL, study


def test_tsv_has_the_same_number_of_cells_everywhere() -> None:
    header, *lines = [line.split("\t") for line in study().to_tsv().splitlines()]
    assert tuple(header) == COLUMNS
    records = [dict(zip(header, line, strict=True)) for line in lines]
    assert [r["record"] for r in records].count("test") == 3
    first = records[0]
    assert (first["metric"], first["value"], first["low"], first["best"], first["n"]) == (
        "chrF2", "0.5", "0.25", "true", "1200",
    )  # fmt: skip
    assert records[2]["value"] == ""
    assert records[2]["note"] == "constant"
    assert {r["cluster"] for r in records if r["record"] == "rank"} == {"1", "2"}
    assert records[1]["metric"] == 'a<b>&"$x_1\\t%\\\\'


def test_json_has_null_for_what_is_no_number() -> None:
    page = json.loads(study().to_json())
    assert page["seed"] == 0
    column = page["tables"][0]["columns"][0]
    assert [cell["value"] for cell in column["cells"]] == [0.5, 0.25, None]
    assert column["cells"][1] == {
        "metric": EVIL, "value": 0.25, "interval": [-0.125, 0.5], "coverage": 0.5, "epsilon": None, "note": "",
        "best": False, "not_worse": False,
    }  # fmt: skip
    assert column["tests"][0]["p_holm"] == 0.02
    assert column["clusters"] == [["chrF2"], [EVIL]]
    assert page["tables"][0]["average"]["lang_pair"] == "avg"
