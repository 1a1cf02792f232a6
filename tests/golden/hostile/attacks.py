"""Tries to do harm in the way that its input names, as `attacks.cpp` does."""

import ctypes
import os
import signal
import socket
import sys
import threading
import time

mode, home, port, driver, name = sys.stdin.read().split()
port, driver = int(port), int(driver)
key = os.path.join(home, ".ssh", "id_rsa")
libc = ctypes.CDLL(None, use_errno=True)


def escaped(how):
    print("ESCAPED by", how)


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as found:
        found.settimeout(1)
        found.connect(address)
        found.sendall(b"x")
        escaped("a socket")


def shell():
    import subprocess
    print(subprocess.run(["/bin/sh", "-c", 'cat "$0/.ssh/id_rsa"; echo >"$0/planted"', home],
                         capture_output=True, check=False).stdout)


def web():
    import urllib.request
    urllib.request.urlopen("http://127.0.0.1:%d/" % port, timeout=1)
    escaped("the web")


def remove():
    import shutil
    shutil.rmtree(home, ignore_errors=True)


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(30)
        os._exit(0)


def bomb():
    for _ in range(7):
        libc.fork()
    time.sleep(30)


def trace():
    for who in (driver, os.getppid()):
        if libc.ptrace(16, who, 0, 0) == 0:
            escaped("tracing")


def signals():
    for who, number in ((driver, signal.SIGUSR1), (os.getppid(), signal.SIGUSR1), (-1, 0)):
        try:
            os.kill(who, number)
        except OSError:
            continue


def rewrite(path):
    for change in (lambda: os.unlink(path), lambda: os.chmod(path, 0), lambda: open(path, "w").write("evil")):
        try:
            change()
        except OSError:
            continue
        escaped("changing " + os.path.basename(path))


def rewrite_runtime():
    with open("/proc/%d/cmdline" % os.getppid()) as file:
        for part in file.read().split("\0"):
            if part.endswith(".py"):
                rewrite(part)


def leave_links():
    os.symlink(home, "folder")
    os.mkdir("deep")
    os.symlink(home, "deep/folder")
    os.symlink(key, "deep/key")
    os.mkdir("shut", 0)


def plant_everywhere():
    import tempfile
    for folder in ("/tmp", "/var/tmp", "/dev/shm", "/etc", "/usr", "/", os.path.dirname(sys.executable)):
        try:
            open(os.path.join(folder, "slowpath-attack"), "w").close()
        except OSError:
            continue
    tempfile.NamedTemporaryFile(prefix="slowpath-attack", delete=False).close()


def raise_limits():
    import resource
    for which in (resource.RLIMIT_FSIZE, resource.RLIMIT_AS, resource.RLIMIT_CPU):
        try:
            resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except (OSError, ValueError):
            continue
        escaped("raising a limit")


def race():
    def flip():
        while True:
            os.rename("race", "aside")
            os.symlink(home, "race")
            os.unlink("race")
            os.rename("aside", "race")
    os.mkdir("race")
    threading.Thread(target=flip, daemon=True).start()
    time.sleep(0.02)
    os._exit(0)


def children_at_end():
    import atexit
    atexit.register(lambda: os.system("sleep 30 &"))


def wait_for_ever():
    os.mkfifo("pipe")
    open("pipe").read()


def fill_memory():
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


def limit_driver():
    import resource
    resource.prlimit(driver, resource.RLIMIT_NOFILE, (1, 1))
    escaped("limiting another process")


ATTACKS = {
    "read_key": lambda: print(open(key).read()),
    "read_key_by_server": lambda: print(open("/proc/%d/root%s" % (os.getppid(), key)).read()),
    "read_key_by_shell": shell,
    "list_keys": lambda: escaped("listing") if os.listdir(os.path.dirname(key)) else None,
    "append": lambda: open(os.path.join(home, ".bashrc"), "a").write("evil\n"),
    "plant": lambda: open(os.path.join(home, "planted"), "w").close(),
    "plant_everywhere": plant_everywhere,
    "remove": remove,
    "change_mode": lambda: os.chmod(key, 0o777),
    "change_times": lambda: os.utime(key, (1, 1)),
    "connect": lambda: connect(socket.AF_INET, ("127.0.0.1", port)),
    "connect_abstract": lambda: connect(socket.AF_UNIX, "\0" + name),
    "connect_in_home": lambda: connect(socket.AF_UNIX, os.path.join(home, "socket")),
    "web": web,
    "daemon": daemon,
    "bomb": bomb,
    "trace": trace,
    "signals": signals,
    "kill_server": lambda: os.kill(os.getppid(), signal.SIGKILL),
    "memory_of_driver": lambda: open("/proc/%d/mem" % driver, "rb") and escaped("reading memory"),
    "environment_of_driver": lambda: print(open("/proc/%d/environ" % driver).read()),
    "rewrite_itself": lambda: rewrite(os.path.abspath(__file__)),
    "rewrite_runtime": rewrite_runtime,
    "leave_links": leave_links,
    "race": race,
    "raise_limits": raise_limits,
    "children_at_end": children_at_end,
    "wait_for_ever": wait_for_ever,
    "fill_memory": fill_memory,
    "limit_driver": limit_driver,
    "nothing": lambda: None,
}
try:
    ATTACKS[mode]()
except (OSError, MemoryError) as error:
    print("refused:", type(error).__name__)
print("end of", mode)
