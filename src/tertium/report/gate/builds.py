"""A gate as build servers take it: JUnit XML, annotations of GitHub, a code quality report of GitLab."""

import hashlib
import json
from xml.sax.saxutils import quoteattr

from tertium.evaluation.gate import Gate, reason
from tertium.text.controls import visible


def to_junit(gate: Gate) -> str:
    """One test case for each metric."""
    failed = sum(not check.passed for check in gate.checks)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="tertium gate" tests="{len(gate.checks)}" failures="{failed}" errors="0" skipped="0">',
    ]
    for check in gate.checks:
        head = f"  <testcase classname={_quoted(f'{gate.name}.{gate.new}')} name={_quoted(check.metric)}"
        if check.passed:
            lines.append(f"{head}/>")
        else:
            lines.append(f"{head}><failure message={_quoted(reason(check))}/></testcase>")
    return "\n".join([*lines, "</testsuite>", ""])


def to_github(gate: Gate) -> str:
    """A line that GitHub shows at the job: an error, or a notice."""
    kind = "notice" if gate.passed else "error"
    return f"::{kind} title=tertium gate::{_command(gate.reason)}\n"


def to_gitlab(gate: Gate, path: str) -> str:
    """The metrics that object, as issues of the file that holds the new system's output."""
    issues = [
        {
            "description": f"{gate.new}: {reason(check)}",
            "check_name": f"tertium gate: {check.metric}",
            "fingerprint": hashlib.sha256(f"{path}\n{check.signature}\n{check.verdict}".encode()).hexdigest(),
            "severity": "major",
            "location": {"path": path, "lines": {"begin": 1}},
        }
        for check in gate.checks
        if not check.passed
    ]
    return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"


def _quoted(text: str) -> str:
    return quoteattr(visible(text))


def _command(text: str) -> str:
    """GitHub's own escapes, so that no name of a file becomes a command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
