import json
from pathlib import Path

from tests.cli.exam.runner import run


def test_rules_are_checked_and_asked(folder: Path) -> None:
    printed = run("exam", "rules").stdout
    assert "625/625 combinations decided, 0 contradictions" in printed
    assert run("exam", "rules", "--labels", "2=SM,2+=SM,3=MM,4=IM").stdout == "level  rule\n-----  ----\n2+        8\n"
    assert json.loads(run("exam", "rules", "--labels", "2=SM,2+=SM,3=SM", "-f", "json").stdout)["levels"] == ["3", "3+"]
    (folder / "rules.json").write_text('{"passages": ["2"], "rules": [[["SM"], "2"]]}', "utf-8")
    refused = run("exam", "rules", folder / "rules.json")
    assert "4 problems" in str(refused.exception)
