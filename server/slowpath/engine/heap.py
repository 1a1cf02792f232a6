"""Memory that a search frees goes back to the system.

glibc maps large blocks on their own and gives them back when they are freed, but raises the size from which it does so
to that of the largest one that was freed, up to 32 MB. Inputs of megabytes then come from the heap, where a small block
that lies behind them keeps their memory with the process. So that size is held. See mallopt(3), M_MMAP_THRESHOLD;
`slowpath bench memory` shows what a search holds.
"""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""`M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of malloc.h."""
MAPPED_BYTES = 256 << 10
"""From this size on, a block is mapped on its own."""
KEPT_BYTES = 1 << 20
"""So much free memory at the end of the heap is kept."""


def give_back_freed() -> bool:
    """Has this process give large blocks back as they are freed; false where there is no glibc, which changes nothing.
    Said again, it changes nothing either."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and all(
        mallopt(ctypes.c_int(option), ctypes.c_int(size)) == 1
        for option, size in ((_MMAP_THRESHOLD, MAPPED_BYTES), (_TRIM_THRESHOLD, KEPT_BYTES))
    )
