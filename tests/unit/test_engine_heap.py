"""Memory that is freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

from slowpath.engine.heap import give_back_freed

HELD_MIB = """
import sys
import psutil
from slowpath.engine.heap import give_back_freed

if sys.argv[1] == "given back":
    assert give_back_freed()
small = [b"x" * (20 << 20)][:0]  # From now on blocks of up to 20 MB come from the heap, if nothing holds the size.
began = psutil.Process().memory_info().rss
large = []
for number in range(100):
    large.append(bytes([number]) * (1 << 20))
    small.append(bytes([number]) * 5000)
del large
print((psutil.Process().memory_info().rss - began) >> 20)
"""


def held_mib(how: str) -> int:
    """MiB that a process keeps of a hundred freed blocks with small ones between them."""
    ran = subprocess.run([sys.executable, "-c", HELD_MIB, how], capture_output=True, check=True, text=True)
    return int(ran.stdout)


@pytest.mark.skipif(not give_back_freed(), reason="no glibc")
def test_what_lies_between_large_blocks_keeps_none_of_their_memory():
    assert held_mib("given back") < 10
    assert held_mib("as it is") > 50


def test_it_may_be_said_again_and_elsewhere(monkeypatch):
    assert give_back_freed() == give_back_freed()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not give_back_freed()
