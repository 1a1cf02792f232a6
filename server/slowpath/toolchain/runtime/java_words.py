"""What the last words of a Java program mean. Runs under our own interpreter, standard library only.

Both builds are explained by their text alone, so that what is said of a failure is the same in each.
"""

import os
import re
import signal

from python_wire import RUN_ALLOCATION_FAILED, RUN_PROCESSES, RUN_STACK_OVERFLOW, TAIL_BYTES

CRASHED = b"[slowpath] the Java virtual machine itself crashed: the program calls native or unsafe code\n"
MOST_THREADS = 1000
"""So many threads a run may have at once, those of the virtual machine among them. Nothing else limits them: a machine
reserves more room than it takes, so that none of it can be limited."""
TOO_MANY_THREADS = b"[slowpath] the program has %d threads at once; a judge allows far fewer\n" % MOST_THREADS
CRASHES = (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE)
THROWN, CALLS_TOLD, LONGEST_TRACE = b'Exception in thread "', 9, 1 << 18
FLAGS = (
    (b"java.lang.OutOfMemoryError", RUN_ALLOCATION_FAILED),
    (b"java.lang.StackOverflowError", RUN_STACK_OVERFLOW),
    (b"java.io.IOException: Cannot run program", RUN_PROCESSES),
)
_THROWN_OR_CAUSE = rb'^(?:Exception in thread "[^"\n]*"|Caused by:) '
NOT_GIVEN = (
    (rb"java\.(?:io\.FileNotFound|nio\.file\.NoSuchFile)Exception", b"a file; runs have standard input alone"),
    (
        rb"java\.net\.(?:Socket|Connect|Bind|NoRouteToHost|PortUnreachable|UnknownHost)Exc",
        b"the network; runs have none",
    ),
)
NO_ARGUMENT = re.compile(
    _THROWN_OR_CAUSE + rb"java\.lang\.ArrayIndexOutOfBoundsException: [^\n]*for length 0\n\s*at [\w.$/]+\.main\(",
    re.MULTILINE,
)


def explain(errors, takes_arguments):
    """Reads what a run that failed wrote to the file of its errors, shortens a long trace there, and says behind it
    what the program wanted that no run has. Returns the flags of the run that its words tell."""
    size = os.fstat(errors).st_size
    start = max(0, size - LONGEST_TRACE)
    said = os.pread(errors, size - start, start)
    flags = sum(flag for words, flag in FLAGS if words in said)
    said = said[max(0, said.rfind(THROWN)) :]
    if len(said) > TAIL_BYTES:
        # Of a trace of a thousand calls the first ones are kept, since what was thrown stands before them all.
        short = b"".join(said.splitlines(keepends=True)[:CALLS_TOLD])
        os.ftruncate(errors, 0)
        os.pwrite(errors, short, 0)
    wanted = not_given(said, takes_arguments)
    if wanted:
        os.lseek(errors, 0, os.SEEK_END)
        os.write(errors, b"[slowpath] the program wants %s\n" % wanted)
    return flags


def not_given(said, takes_arguments):
    """What the program wanted that no run has, empty where it failed of something else."""
    for thrown, wanted in NOT_GIVEN:
        if re.search(_THROWN_OR_CAUSE + thrown, said, re.MULTILINE):
            return wanted
    if takes_arguments and NO_ARGUMENT.search(said):
        return b"arguments of the command line; runs have standard input alone"
    return b""
