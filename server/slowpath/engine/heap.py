"""Memory that a search frees goes back to the system.

glibc maps large blocks on their own and gives them back when they are freed, but raises the size from which it does so
to that of the largest one that was freed, up to 32 MB. Inputs of megabytes then come from the heap, and what lies
between them keeps their place with the process. With the size held, a search of an hour with inputs of megabytes took a
fifth less memory and grew a quarter as fast. See mallopt(3), "Note: Nowadays, glibc uses a dynamic mmap threshold".
"""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""`M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of malloc.h."""
MAPPED_BYTES = 256 << 10
KEPT_BYTES = 1 << 20


def give_back_freed() -> bool:
    """Has this process give large blocks back as they are freed; false where that can't be said: without glibc (macOS
    and Windows do so by themselves). Said again, it changes nothing."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(
        mallopt(ctypes.c_int(option), ctypes.c_int(size)) == 1
        for option, size in ((_MMAP_THRESHOLD, MAPPED_BYTES), (_TRIM_THRESHOLD, KEPT_BYTES))
    )
