"""What a server asks the system: limits, waiting, killing, folders. Runs under the USER's interpreter, stdlib only."""

import contextlib
import errno
import mmap
import os
import resource
import signal
import struct
import time

NANO = 1_000_000_000
MOST_STARVED = 4
"""How many times its wall limit a run may take that waits for a core."""
MOST_GRACES = 100
"""How many times its grace a run may take that waits for a core."""

IDLE_NS, LOOK_NS = 4 * NANO, NANO // 10
"""How long a run may wait without doing anything, at least, and how often that is looked at."""


def renew_folder(path):
    """Throws away what the last run left in the folder. Its time of change is set to 0, so that any change shows."""
    if os.stat(path).st_mtime:
        empty_folder(path)
        # By a descriptor: a jail may refuse to change times of files that one only names.
        folder = os.open(path, os.O_RDONLY)
        try:
            os.utime(folder, (0, 0))
        finally:
            os.close(folder)


def empty_folder(path):
    """Removes what is in the folder, as far as it lets itself be removed."""
    with os.scandir(path) as entries:
        left = list(entries)
    for entry in left:
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):  # A jail may refuse it, and hardly any folder needs it.
                    os.chmod(entry.path, 0o700)
                empty_folder(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)


def limit(which, value):
    """Sets the soft limit, within the hard one."""
    hard = resource.getrlimit(which)[1]
    resource.setrlimit(which, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def limit_for_good(which, value, more=0):
    """Sets both limits, the hard one `more` beyond the soft one: what is limited can't raise them."""
    hard = resource.getrlimit(which)[1]
    hard = value + more if hard == resource.RLIM_INFINITY else min(value + more, hard)
    resource.setrlimit(which, (min(value, hard), hard))


def mapped_bytes():
    """What this process maps now."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 64 << 20


def cpu_ns_of(pid):
    """CPU time that the process has used, threads included; 0 when it can't be told."""
    try:
        return int(time.clock_gettime((~pid << 3) | 2) * NANO)
    except OSError:
        return 0


def starved_ns_of(pid):
    """How long the process's first thread was ready to run while no core was free for it, up to when it last had one;
    0 when it can't be told."""
    try:
        with open(f"/proc/{pid}/schedstat") as file:
            return int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def is_ready(pid):
    """Whether a thread of the process runs, or would if a core were free."""
    threads = f"/proc/{pid}/task"
    with contextlib.suppress(OSError):
        for thread in os.listdir(threads):
            with contextlib.suppress(OSError), open(f"{threads}/{thread}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].startswith(b" R"):
                    return True
    return False


def threads_of(pid):
    """How many threads the process has; 0 when it can't be told."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[17])
    except (OSError, ValueError, IndexError):
        return 0


def has_children(pid):
    """Whether any process is left that the process started."""
    threads = f"/proc/{pid}/task"
    with contextlib.suppress(OSError):
        for thread in os.listdir(threads):
            with contextlib.suppress(OSError), open(f"{threads}/{thread}/children", "rb") as file:
                if file.read().strip():
                    return True
    return False


class Idleness:
    """Sees that a run does next to nothing for long, as one that waits for what doesn't come: it won't end, however
    much wall time it may take."""

    def __init__(self, limit_ns):
        self.patience_ns = max(IDLE_NS, limit_ns // 8)
        self.since_ns = self.used_ns = self.looked_ns = self.looked_used_ns = 0
        self.idle_ns = 0  # How long the run waited by itself so far, as far as looks tell.

    def is_too_long(self, pid, wall_ns, used_ns):
        """To be asked now and then; who is ready does something, and who has children may wait for their work. A look
        that finds neither counts the time since the last one as waited, but for what the run computed in it."""
        passed_ns, computed_ns = wall_ns - self.looked_ns, used_ns - self.looked_used_ns
        if passed_ns < LOOK_NS:
            return False
        self.looked_ns, self.looked_used_ns = wall_ns, used_ns
        is_busy = computed_ns >= passed_ns or is_ready(pid) or has_children(pid)
        self.idle_ns += 0 if is_busy else passed_ns - computed_ns
        if is_busy or used_ns - self.used_ns > (wall_ns - self.since_ns) // 20:
            self.since_ns, self.used_ns = wall_ns, used_ns
        return wall_ns - self.since_ns >= self.patience_ns


def is_over_wall(pid, wall_ns, limit_ns):
    """Whether a run waited for longer than it may. Waiting for a core that others have isn't the run's, up to a point:
    what is ready is over the limit once it has computed for as long, what sleeps once its own waiting and work took as
    long."""
    if wall_ns < limit_ns or wall_ns >= MOST_STARVED * limit_ns:
        return wall_ns >= limit_ns
    return cpu_ns_of(pid) >= limit_ns if is_ready(pid) else wall_ns - limit_ns >= starved_ns_of(pid)


def wait_for_child(seconds):
    """Sleeps until a child changed its state or the time is over."""
    if hasattr(signal, "sigtimedwait"):
        signal.sigtimedwait({signal.SIGCHLD}, seconds)
    else:
        time.sleep(min(seconds, 0.0005))


def reap_within(pid, seconds):
    """The status and usage of the process when it ends in time, else None."""
    end = time.monotonic() + seconds
    while True:
        reaped, status, usage = os.wait4(pid, os.WNOHANG)
        if reaped == pid:
            return status, usage
        left = end - time.monotonic()
        if left <= 0:
            return None
        wait_for_child(left)


def reap_in_grace(pid, seconds):
    """The status and usage of the process when it ends in time, else None. As in `is_over_wall`, that it waits for a
    core that others have is not its time."""
    grace_ns, began_ns = int(seconds * NANO), time.monotonic_ns()
    cpu_ns, starved_ns = cpu_ns_of(pid), starved_ns_of(pid)
    for _ in range(MOST_GRACES):
        reaped = reap_within(pid, seconds)
        if reaped is not None:
            return reaped
        if is_ready(pid):
            spent_ns = cpu_ns_of(pid) - cpu_ns
        else:
            spent_ns = time.monotonic_ns() - began_ns - (starved_ns_of(pid) - starved_ns)
        if spent_ns >= grace_ns:
            return None
    return None


def kill_group(group):
    """Kills what is left of a process group."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def kill_orphans():
    """Kills every process whose parent is this server: what the run left was handed to it. The first process of a jail
    has all others below it, and ends them at once, however fast they fork."""
    own = os.getpid()
    if own == 1:
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL)
        return
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if not entry.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % entry) as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            if parent == own:
                os.kill(int(entry), signal.SIGKILL)
        except (OSError, ValueError, IndexError):
            continue


def find_library():
    """The C library, for the system calls that bind a run to its server, or None where it can't be called."""
    try:
        import ctypes

        library = ctypes.CDLL(None)
        return library if hasattr(library, "prctl") else None
    except (ImportError, OSError):
        return None


def scope_of_signals(library):
    """A set of Landlock's rules (Linux 6.12) under which a process signals none but those under it. None where there
    is no such thing, and for the first process of a jail, which nobody there can signal."""
    if library is None or os.getpid() == 1:
        return None
    signals_only = (0).to_bytes(16, "little") + (2).to_bytes(8, "little")
    rules = library.syscall(444, signals_only, 24, 0)
    return rules if rules >= 0 else None


def forbid_processes():
    """Lets this process, whatever it becomes, start threads alone: a process fails to start as it would on a judge,
    with EAGAIN. Linux on machines whose numbers are known; elsewhere what was started is killed after the run."""
    library, known = find_library(), _CALLS.get(os.uname().machine)
    if library is None or known is None or os.uname().sysname != "Linux":
        return
    architecture, seccomp, clone, *forks = known
    load, equal, any_bit, answer, refused, allowed = 0x20, 0x15, 0x45, 0x06, 0x00050000, 0x7FFF0000
    rows = [(load, 0, 0, 4), (equal, 1, 0, architecture), (answer, 0, 0, refused | errno.EPERM), (load, 0, 0, 0)]
    for call in forks:
        rows += [(equal, 0, 1, call), (answer, 0, 0, refused | errno.EAGAIN)]
    # clone3 keeps its flags in memory, where a filter can't look; libraries then fall back to clone.
    rows += [(equal, 0, 1, 435), (answer, 0, 0, refused | errno.ENOSYS), (equal, 1, 0, clone), (answer, 0, 0, allowed)]
    rows += [
        (load, 0, 0, 16),
        (any_bit, 1, 0, 0x10000),
        (answer, 0, 0, refused | errno.EAGAIN),
        (answer, 0, 0, allowed),
    ]
    import ctypes

    filters = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *row) for row in rows))
    library.prctl(38, 1, 0, 0, 0)
    library.syscall(seccomp, 1, 0, struct.pack("HP", len(rows), ctypes.addressof(filters)))


_CALLS = {"x86_64": (0xC000003E, 317, 56, 57, 58), "aarch64": (0xC00000B7, 277, 220)}
"""By machine: its architecture, the numbers of seccomp and clone, and those of fork and vfork."""
