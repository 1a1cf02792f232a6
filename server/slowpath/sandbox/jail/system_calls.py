"""The system calls that no confined program may make, as a filter for seccomp.

Theory of operation. Computing needs none of these. `_NEVER` are refused in every jail: they reach other processes'
memory, the kernel itself, its keys, its clocks, or memory that no limit counts. `_BESIDE_FILES` are refused where the
jail is one of Landlock alone, which knows nothing of sockets, of a file's owner, mode and times, and of other
processes' priorities and limits. The filter is classic BPF over `struct seccomp_data` (number at 0, architecture at 4,
arguments from 16, 8 bytes each). A refused call fails with EPERM; where libraries have another way that they take
at ENOSYS it fails with that.
"""

from __future__ import annotations

import errno
import platform
import struct

_NEVER = """
ptrace 101 26 117; process_vm_writev 311 348 271; pidfd_getfd 438 438 438; mount 165 21 40; umount2 166 52 39
pivot_root 155 217 41; move_mount 429 429 429; open_tree 428 428 428; fsopen 430 430 430; fsconfig 431 431 431
fsmount 432 432 432; fspick 433 433 433; mount_setattr 442 442 442; setns 308 346 268; unshare 272 310 97
keyctl 250 288 219; add_key 248 286 217; request_key 249 287 218; bpf 321 357 280; perf_event_open 298 336 241
userfaultfd 323 374 282; io_uring_setup 425 425 425; io_uring_enter 426 426 426; io_uring_register 427 427 427
kexec_load 246 283 104; kexec_file_load 320 - 294; init_module 175 128 105; finit_module 313 350 273
delete_module 176 129 106; open_by_handle_at 304 342 265; acct 163 51 89; swapon 167 87 224; swapoff 168 115 225
reboot 169 88 142; quotactl 179 131 60; quotactl_fd 443 443 443; syslog 103 103 116; chroot 161 61 51
memfd_secret 447 447 447; shmget 29 395 194; shmat 30 397 196; ipc - 117 -; msgget 68 399 186; semget 64 393 190
mq_open 240 277 180; settimeofday 164 79 170; clock_settime 227 264 112; clock_settime64 - 404 -
adjtimex 159 124 171; clock_adjtime 305 343 266; sethostname 170 74 161; setdomainname 171 121 162
fanotify_init 300 338 262; file_setattr 469 469 469; ioperm 173 101 -; iopl 172 110 -
"""
_BESIDE_FILES = """
socket 41 359 198; socketcall - 102 -; chmod 90 15 -; fchmod 91 94 52; fchmodat 268 306 53; fchmodat2 452 452 452
chown 92 182 -; chown32 - 212 -; fchown 93 95 55; fchown32 - 207 -; lchown 94 16 -; lchown32 - 198 -
fchownat 260 298 54; setxattr 188 226 5; lsetxattr 189 227 6; fsetxattr 190 228 7; setxattrat 463 463 463
removexattr 197 235 14; lremovexattr 198 236 15; fremovexattr 199 237 16; removexattrat 466 466 466; utime 132 30 -
utimes 235 271 -; futimesat 261 299 -; truncate 76 92 45; truncate64 - 193 -; setpriority 141 97 140
ioprio_set 251 289 30; kcmp 312 349 272; migrate_pages 256 294 238; move_pages 279 317 239
process_madvise 440 440 440; process_mrelease 448 448 448
"""
_MISSING = "memfd_create 319 356 279"
_MISSING_BESIDE_FILES = "clone3 435 435 435"
_OF_ITSELF = """
prlimit64 302 340 261 0; sched_setaffinity 203 241 122 0; sched_setscheduler 144 156 119 0
sched_setparam 142 154 118 0; sched_setattr 314 351 274 0; utimensat 280 320 88 1; utimensat_time64 - 412 - 1
"""
"""Calls one of whose arguments (the last number) says whom they are about: 0 the caller, or the open file."""
_SOCKET = "socket 41 359 198"
_AFTER_NETLINK = 17
"""Families from here on (AF_VSOCK, AF_BLUETOOTH, ...) know no namespaces of networks."""
_CLONE = "clone 56 120 220"
_NEW_USER_NAMESPACE = 0x10000000
_FOREIGN_TABLE = 0x40000000
"""From here on are the numbers of x86-64's x32."""

_ARCHITECTURES = {
    "x86_64": ((0xC000003E, 0), (0x40000003, 1)),
    "aarch64": ((0xC00000B7, 2),),
    "i686": ((0x40000003, 1),),
}
_ALLOW, _REFUSE, _AS_MISSING = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x05, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

_Row = tuple[int, int, int, int]


def filter_of(*, beside_files: bool, traces: bool = False, machine: str = "") -> bytes | None:
    """The filter, None where the machine's numbers aren't known. `beside_files` is for a jail of Landlock alone,
    `traces` for a program that traces what it starts."""
    known = _ARCHITECTURES.get(machine or platform.machine())
    if known is None:
        return None
    rows: list[_Row] = [(_LOAD, 0, 0, _ARCHITECTURE)]
    for architecture, column in known:
        section = _section(column, beside_files, traces)
        rows += [(_EQUAL, 1, 0, architecture), (_JUMP, 0, 0, len(section)), *section]
    rows.append((_RETURN, 0, 0, _REFUSE))
    return b"".join(struct.pack("=HBBI", *row) for row in rows)


def _section(column: int, beside_files: bool, traces: bool) -> list[_Row]:
    """The rows for one architecture; they end with an answer."""
    rows: list[_Row] = [(_LOAD, 0, 0, _NUMBER)]
    if column == 0:
        rows += [(_AT_LEAST, 0, 1, _FOREIGN_TABLE), (_RETURN, 0, 0, _REFUSE)]
    refused = [*_numbers(_NEVER, column), *(_numbers(_BESIDE_FILES, column) if beside_files else ())]
    for name, number, _ in refused:
        if not (traces and name == "ptrace"):
            rows += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    if not beside_files:
        for _, number, _ in _numbers(_SOCKET, column):
            rows += [
                (_EQUAL, 0, 4, number),
                (_LOAD, 0, 0, _ARGUMENTS),
                (_AT_LEAST, 0, 1, _AFTER_NETLINK),
                (_RETURN, 0, 0, _REFUSE),
                (_RETURN, 0, 0, _ALLOW),
            ]
    missing = [*_numbers(_MISSING, column), *(_numbers(_MISSING_BESIDE_FILES, column) if beside_files else ())]
    for _, number, _ in missing:
        rows += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _AS_MISSING)]
    if beside_files:
        for _, number, argument in _numbers(_OF_ITSELF, column):
            # Both halves of the argument: a pointer may have nothing but zeros in one of them.
            rows += [
                (_EQUAL, 0, 6, number),
                (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
                (_EQUAL, 0, 3, 0),
                (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4),
                (_EQUAL, 0, 1, 0),
                (_RETURN, 0, 0, _ALLOW),
                (_RETURN, 0, 0, _REFUSE),
            ]
        for _, number, _ in _numbers(_CLONE, column):
            rows += [
                (_EQUAL, 0, 4, number),
                (_LOAD, 0, 0, _ARGUMENTS),
                (_ANY_BIT, 0, 1, _NEW_USER_NAMESPACE),
                (_RETURN, 0, 0, _REFUSE),
                (_RETURN, 0, 0, _ALLOW),
            ]
    return [*rows, (_RETURN, 0, 0, _ALLOW)]


def _numbers(table: str, column: int) -> list[tuple[str, int, int]]:
    """Names, numbers and the argument that counts (0 where none is told) of those that the architecture has."""
    found = []
    for entry in table.replace("\n", ";").split(";"):
        parts = entry.split()
        if parts and parts[1 + column] != "-":
            found.append((parts[0], int(parts[1 + column]), int(parts[4]) if len(parts) > 4 else 0))
    return found
