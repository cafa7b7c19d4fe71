"""What is given back to the system."""

import subprocess
import sys

import pytest

_PROGRAM = """
from tertium.storage.memory import give_back

def resident():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

kept, many = [], []
for number in range(400_000):
    many.append(bytes(600))
    if number % 4_000 == 0:
        kept.append(bytes(601))
full = resident()
del many
give_back()
print(full - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives memory back on request")
def test_freed_pieces_among_kept_ones_go_back_to_the_system() -> None:
    found = subprocess.run([sys.executable, "-c", _PROGRAM], check=True, capture_output=True, text=True)
    assert int(found.stdout) > 150_000  # of 240 MB, in kB
