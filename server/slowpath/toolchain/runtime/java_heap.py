"""How much of a virtual machine's time goes into collecting garbage, and whether its heap is full.

A machine whose heap is nearly full doesn't end: it collects again and again, for minutes, and gets a little further
each time. That is a want of memory, whatever a clock says of it. Standard library only.
"""

import contextlib
import mmap
import os
import re

FULL, FULL_SHARE = 0.9, 0.5
"""A heap is full where so much of it lies in memory and collecting it takes such a share of the run's CPU time."""
COLLECTORS = ("VM Thread", "GC Thread", "G1 ")
"""What the names of threads that collect garbage begin with; the first does in a serial collector."""


def clocks_of(pid, names):
    """A file for each of a machine's threads whose name begins with one of `names`, that begins with its CPU time."""
    clocks = []
    with contextlib.suppress(OSError):
        for thread in os.listdir("/proc/%d/task" % pid):
            with contextlib.suppress(OSError), open("/proc/%d/task/%s/comm" % (pid, thread)) as name:
                if name.read().startswith(names):
                    clocks.append(os.open("/proc/%d/task/%s/schedstat" % (pid, thread), os.O_RDONLY))
    return clocks


def read_clock(clock, otherwise=0):
    """What a file of `clocks_of` says, in ns; `otherwise` once its thread is gone."""
    with contextlib.suppress(OSError):
        return int((os.pread(clock, 64, 0).split() or [otherwise])[0])
    return otherwise


def heap_bytes(command, memory_bytes):
    """The largest heap of a machine that `command` starts under a limit of memory: the flags' own, else the limit."""
    told = [match for flag in command if (match := re.fullmatch(r"-Xmx(\d+)([kmg]?)", flag, re.IGNORECASE))]
    return int(told[-1][1]) << " kmg".index(told[-1][2].lower() or " ") * 10 if told else memory_bytes


def full_heap(pid, heap, collected_ns, used_ns):
    """What to say of a run whose heap is full, so that it does little but collect garbage; empty where it isn't."""
    if not heap or collected_ns < FULL_SHARE * used_ns:
        return b""
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/%d/statm" % pid) as file:
        if int(file.read().split()[1]) * mmap.PAGESIZE >= FULL * heap:
            return b"[slowpath] the heap of %d MB is full: most of the time goes into collecting garbage\n" % (
                heap >> 20
            )
    return b""
