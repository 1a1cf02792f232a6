"""The jail of programs that a language model wrote: pure computing, nothing else. Stdlib only, in the run's process.

Theory of operation. Two walls, each enough against accidents and together against intent. The inner one is a Python
audit hook: it lets the interpreter import modules from its own folders and refuses every other event that touches
files, processes, sockets, foreign memory or the interpreter's innards. The outer one is a seccomp filter (Linux on
x86-64 and aarch64): system calls that computing needs are allowed, files can be opened for reading only, all others
fail with EPERM. Where there is no seccomp the inner wall and the resource limits stand alone. Neither can be taken
down from inside. What still can be seen is what the interpreter has in memory, which holds no secrets: the server's
environment is made from scratch.
"""

import ctypes
import errno
import os
import struct
import sys

REFUSED = tuple(
    (
        "os. socket. subprocess. shutil. ctypes. urllib. ftplib. http. smtplib. poplib. imaplib. nntplib. telnetlib. "
        "webbrowser. fcntl. mmap. pty. signal. resource. sqlite3. tempfile. glob. pathlib. syslog. gc. "
        "sys.addaudithook sys.setprofile sys.settrace sys._current_frames _thread. code.__new__ function.__new__ "
        "msvcrt. winreg. cpython.run_ ensurepip. pdb. setopencodehook"
    ).split()
)
FOLDERS_READ = ("os.listdir", "os.scandir")
FOREIGN_MODULES = frozenset(
    (
        "ctypes _ctypes cffi _cffi_backend socket _socket ssl _ssl subprocess _posixsubprocess multiprocessing "
        "_multiprocessing asyncio signal pty fcntl mmap resource gc faulthandler _testcapi _testinternalcapi "
        "_xxsubinterpreters _interpreters"
    ).split()
)

ACCESS_MODE, O_CREAT, O_TRUNC = 3, 0o100, 0o1000

ALLOWED_X86_64 = (
    0,
    1,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    19,
    20,
    21,
    24,
    25,
    28,
    35,
    39,
    60,
    63,
    72,
    79,
    89,
    95,
    96,
    97,
    98,
    99,
    102,
    104,
    107,
    108,
    110,
    111,
    131,
    158,
    186,
    201,
    202,
    204,
    217,
    218,
    228,
    229,
    230,
    231,
    262,
    267,
    273,
    309,
    318,
    332,
    334,
    439,
)
OPENAT_X86_64, OPEN_X86_64 = 257, 2
ALLOWED_AARCH64 = (
    17,
    25,
    29,
    48,
    57,
    61,
    62,
    63,
    64,
    65,
    66,
    67,
    78,
    79,
    80,
    93,
    94,
    96,
    98,
    99,
    100,
    101,
    113,
    114,
    115,
    123,
    124,
    132,
    134,
    135,
    139,
    160,
    163,
    165,
    166,
    169,
    172,
    173,
    174,
    175,
    176,
    177,
    178,
    179,
    214,
    215,
    216,
    222,
    226,
    233,
    278,
    291,
    293,
    439,
)
OPENAT_AARCH64 = 56
ARCHITECTURES = {
    "x86_64": (0xC000003E, ALLOWED_X86_64, ((OPENAT_X86_64, 2), (OPEN_X86_64, 1))),
    "aarch64": (0xC00000B7, ALLOWED_AARCH64, ((OPENAT_AARCH64, 2),)),
}
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
LOAD, JUMP_EQUAL, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2


class Forbidden(PermissionError):
    """The program tried something that isn't computing."""


Forbidden.__module__ = "builtins"


def close_the_doors():
    """Puts both walls up around this process, for good. Returns whether the outer one stands."""
    outer = filter_system_calls()
    hook = audit_hook()
    # What is imported already is found without an event: these names lead nowhere from here on.
    sys.modules.update(dict.fromkeys(FOREIGN_MODULES))
    sys.addaudithook(hook)
    return outer


def audit_hook():
    """The inner wall. Everything that it needs is bound here, where the program can't reach it."""
    # Not the prefixes: that of a system's own interpreter holds all that is installed.
    readable = tuple(
        {
            os.path.realpath(folder) + os.sep
            for folder in (*sys.path, os.path.dirname(os.__file__))
            if folder and os.path.isdir(folder)
        }
    )
    realpath, fspath, text, refused, foreign = os.path.realpath, os.fsdecode, str, REFUSED, FOREIGN_MODULES
    looking = FOLDERS_READ
    separator = os.sep

    def is_readable(path):
        if isinstance(path, int):
            return path > 2
        try:
            return (realpath(fspath(path)) + separator).startswith(readable)
        except (TypeError, ValueError, OSError):
            return False

    def hook(event, arguments):
        if event == "import":
            if arguments[0].partition(".")[0] in foreign:
                raise Forbidden("a generator can't import " + arguments[0])
        elif event == "open":
            path, mode, flags = arguments
            writes = (flags or 0) & (ACCESS_MODE | O_CREAT | O_TRUNC) if mode is None else set(text(mode)) & set("wax+")
            if writes or not is_readable(path):
                raise Forbidden("a generator can't open files")
        elif event in looking:
            if not is_readable(arguments[0] if arguments[0] is not None else "."):
                raise Forbidden("a generator can't look into folders")
        elif event.startswith(refused):
            raise Forbidden("a generator can't use " + event)

    return hook


def filter_system_calls():
    """The outer wall. False where the system has none or the architecture isn't known."""
    found = ARCHITECTURES.get(os.uname().machine) if sys.platform.startswith("linux") else None
    if found is None:
        return False
    program = filter_program(*found)
    buffer = ctypes.create_string_buffer(program, len(program))
    descriptor = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
    held = ctypes.create_string_buffer(descriptor, len(descriptor))
    prctl = ctypes.CDLL(None).prctl
    prctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong)
    if prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return prctl(SET_SECCOMP, FILTER, ctypes.addressof(held), 0, 0) == 0


def filter_program(architecture, allowed, opens):
    """Classic BPF over `struct seccomp_data` (number at 0, architecture at 4, arguments from 16, 8 bytes each)."""
    rows = [(LOAD, 0, 0, 4), (JUMP_EQUAL, 1, 0, architecture), (RETURN, 0, 0, REFUSE), (LOAD, 0, 0, 0)]
    for number, argument in opens:
        rows += [
            (JUMP_EQUAL, 0, 4, number),
            (LOAD, 0, 0, 16 + 8 * argument),
            (JUMP_ANY_BIT, 0, 1, ACCESS_MODE | O_CREAT | O_TRUNC),
            (RETURN, 0, 0, REFUSE),
            (RETURN, 0, 0, ALLOW),
        ]
    for number in allowed:
        rows += [(JUMP_EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    rows.append((RETURN, 0, 0, REFUSE))
    return b"".join(struct.pack("=HBBI", *row) for row in rows)
