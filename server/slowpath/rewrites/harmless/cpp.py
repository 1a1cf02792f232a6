"""C++: a version is built and run only where its text can reach nothing but computing and standard input and output.

Names that hide from a reader of the text (pasted tokens, digraphs, escaped names) aren't allowed.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.source.cpp.source import parse_cpp
from slowpath.source.cpp.values import descendants

HEADERS = frozenset(
    re.findall(
        r"\S+",
        """
    algorithm array bit bitset cassert cctype cfloat charconv chrono cinttypes climits cmath compare complex
    concepts cstddef cstdint cstdio cstdlib cstring ctime deque exception forward_list functional initializer_list
    iomanip ios iosfwd iostream istream iterator limits list map memory memory_resource new numbers numeric
    optional ostream queue random ranges ratio set span sstream stack stdexcept streambuf string string_view tuple
    type_traits typeinfo unordered_map unordered_set utility valarray variant vector bits/stdc++.h
    ext/pb_ds/assoc_container.hpp ext/pb_ds/tree_policy.hpp assert.h ctype.h float.h limits.h math.h stddef.h
    stdint.h stdio.h stdlib.h string.h time.h immintrin.h x86intrin.h emmintrin.h
    """,
    )
)
FORBIDDEN = frozenset(
    re.findall(
        r"\S+",
        """
    system popen fork vfork clone execl execlp execle execv execvp execvpe execve fexecve posix_spawn posix_spawnp
    syscall socket socketpair connect bind listen accept send sendto recv recvfrom open openat creat fopen fopen64
    freopen freopen64 fdopen ifstream ofstream fstream filebuf basic_ifstream basic_ofstream basic_fstream
    basic_filebuf remove rename renameat unlink unlinkat rmdir mkdir mkdirat mknod chmod fchmod chown fchown
    lchown link linkat symlink symlinkat truncate ftruncate access faccessat readlink chdir fchdir chroot dup dup2
    dup3 pipe pipe2 kill killpg raise tgkill signal sigaction alarm setitimer ptrace prctl mmap mmap64 mprotect
    munmap mremap shm_open shmat dlopen dlsym dlmopen getenv secure_getenv setenv putenv unsetenv environ
    __environ filesystem tmpfile tmpnam tempnam mkstemp mkostemp mkdtemp opendir readdir nftw ftw glob wordexp asm
    __asm __asm__ thread jthread async pthread_create setuid setgid seteuid setreuid setrlimit prlimit ioctl fcntl
    lseek pread pwrite sendfile splice tee vmsplice nice setpriority sched_setaffinity daemon brk sbrk acct mount
    umount reboot swapon __libc_start_main _IO_2_1_stdin_ daemonize cfmakeraw ttyname getlogin gethostname confstr
    crypt pathconf sysconf usleep sleep pause
    """,
    )
)
_HIDING = (
    (late_regex(r"##|%:|\?\?[=/'()!<>-]"), "pastes or disguises tokens"),
    (late_regex(r"\\[uUN]"), "uses escaped names"),
    (late_regex(r"^[ \t]*#[ \t]*(?:include_next|embed|import)\b", re.MULTILINE), "embeds files"),
    (late_regex(r"\bextern\s*\""), "declares functions of other languages"),
    (late_regex(r"__attribute__\s*\(\(\s*(?:__)?(?:alias|section|ifunc|weakref)"), "changes how it is linked"),
)
_INCLUDE = late_regex(r"^[ \t]*#[ \t]*include\b[ \t]*(?P<what>.*)$", re.MULTILINE)
_NAMED = late_regex(r"[<\"](?P<name>[^>\"]+)[>\"]")
_WORD = late_regex(r"[A-Za-z_]\w*")
_SPLICE = late_regex(r"\\[ \t]*\r?\n")


def why_not_run(source: bytes, original: bytes) -> str:
    """See `rewrites.harmless`."""
    text, known = _SPLICE.sub("", source.decode("latin-1")), _SPLICE.sub("", original.decode("latin-1"))
    for pattern, said in _HIDING:
        if pattern.search(text):
            return f"it {said}, which is not allowed."
    allowed = HEADERS | _headers(known)
    foreign = sorted(_headers(text) - allowed)
    if foreign:
        return f"it includes {foreign[0]}, which is not among the headers that are allowed."
    used = (set(_WORD.findall(_without_comments(text))) & FORBIDDEN) - set(_WORD.findall(known))
    return (
        f"it uses the name {sorted(used)[0]}, which is not allowed: it may compute, read and write, no more."
        if used
        else ""
    )


def _without_comments(text: str) -> str:
    """The text without its comments, where it can be read whole: what only looks like one might hide a call."""
    data = text.encode("latin-1")
    root = parse_cpp(data)
    if root.has_error:
        return text
    for node in sorted(descendants(root, "comment"), key=lambda node: -node.start_byte):
        data = data[: node.start_byte] + b" " + data[node.end_byte :]
    return data.decode("latin-1")


def _headers(text: str) -> set[str]:
    """The names of all headers; for an include that names none, its words."""
    made = set()
    for match in _INCLUDE.finditer(text):
        named = _NAMED.match(match["what"].strip())
        made.add(named["name"] if named else match["what"].strip())
    return made
