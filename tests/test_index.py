"""What is written from the registers and the public names: the index that Python reads, the stub that editors read."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_index_and_the_stub_are_up_to_date() -> None:
    # In a process of its own, because names are registered once, when a module is first imported.
    check = [sys.executable, "-m", "tools.make_index", "--check"]
    ran = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
