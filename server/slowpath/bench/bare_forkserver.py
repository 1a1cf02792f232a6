"""A peer for the executor: the least forkserver and the least driver, both in C, on the same compiled program.

Theory of operation. The program is compiled with the search build's own flags and counters, and linked with a server
that does what AFL's does and nothing else: it forks at `main` for each word on a socket, waits, and sends the status.
No limits, no filter, no own process group, no output to read. The driver rewrites the input in memory, asks, and reads
all counters. What Slowpath's executor takes beyond that is what its limits, its verdicts and Python cost.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from slowpath.errors import ToolMissing
from slowpath.settings import Settings
from slowpath.toolchain import cpp_build
from slowpath.toolchain.compilers import Compiler, find_compiler

SERVER = r"""
#define _GNU_SOURCE
#include "slowpath_target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int __real_main(int count, char **arguments, char **environment);
static uint64_t *slots;
static pid_t run;
static int copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); return 0; }
static void count(const struct slowpath_function *function, void *total) { *(uint64_t *)total += function->slots; }
void slowpath_store_now(void) { }
__attribute__((destructor(101))) static void store(void) { if (run == getpid()) slowpath_store_counters(slots, copy); }
int __wrap_main(int arguments_count, char **arguments, char **environment)
{
    int control, shared, input, output;
    uint64_t total = 0, asked;
    const char *wire = getenv("BARE_WIRE");
    if (!wire || sscanf(wire, "%d:%d:%d:%d", &control, &shared, &input, &output) != 4)
        return __real_main(arguments_count, arguments, environment);
    slowpath_functions(count, &total);
    if (ftruncate(shared, (off_t)(8 * total + 8)))
        return 1;
    slots = mmap(0, 8 * total + 8, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    if (write(control, &total, sizeof total) != sizeof total)
        return 1;
    while (read(control, &asked, sizeof asked) == sizeof asked) {
        int status;
        lseek(input, 0, SEEK_SET);
        lseek(output, 0, SEEK_SET);
        pid_t pid = fork();
        if (pid == 0) {
            run = getpid();
            dup2(input, 0);
            dup2(output, 1);
            close(control);
            return __real_main(arguments_count, arguments, environment);
        }
        waitpid(pid, &status, 0);
        asked = (uint64_t)status;
        if (write(control, &asked, sizeof asked) != sizeof asked)
            return 1;
    }
    return 0;
}
"""

DRIVER = r"""
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }
int main(int count, char **arguments)
{
    static char data[64 << 20], wire[64];
    int ends[2], input = memfd_create("input", 0), output = memfd_create("output", 0);
    int shared = memfd_create("shared", 0);
    long runs = count == 3 ? atol(arguments[2]) : 0;
    ssize_t bytes = 0, part;
    while ((part = read(0, data + bytes, sizeof data - (size_t)bytes)) > 0)
        bytes += part;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return 1;
    if (fork() == 0) {
        close(ends[0]);
        snprintf(wire, sizeof wire, "%d:%d:%d:%d", ends[1], shared, input, output);
        setenv("BARE_WIRE", wire, 1);
        execl(arguments[1], arguments[1], (char *)0);
        _exit(1);
    }
    close(ends[1]);
    uint64_t total, word = 0, sum = 0;
    if (read(ends[0], &total, sizeof total) != sizeof total)
        return 1;
    volatile uint64_t *slots = mmap(0, 8 * total + 8, PROT_READ, MAP_SHARED, shared, 0);
    double start = now();
    for (long i = 0; i < runs; i++) {
        if (pwrite(input, data, (size_t)bytes, 0) != bytes || write(ends[0], &word, sizeof word) != sizeof word
            || read(ends[0], &word, sizeof word) != sizeof word || word != 0)
            return 2;
        for (uint64_t slot = 0; slot < total; slot++)
            sum += slots[slot];
    }
    printf("%.9f %llu\n", now() - start, (unsigned long long)(sum / (uint64_t)(runs ? runs : 1)));
    close(ends[0]);
    wait(0);
    return 0;
}
"""


class BareForkserver:
    """The peer of one program. A context manager; needs g++. Raises `ToolMissing` where it can't be built."""

    def __init__(self, source: str, settings: Settings) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="slowpath-bare-")
        try:
            self._build(Path(self._folder.name), source, find_compiler(settings), settings)
        except BaseException:
            self._folder.cleanup()
            raise

    def rate(self, data: bytes, runs: int) -> float:
        """Executions per second of wall time over so many runs of one input."""
        folder = Path(self._folder.name)
        said = subprocess.run(
            [folder / "driver", folder / "target", str(runs)], input=data, capture_output=True, check=True
        )
        return runs / float(said.stdout.split()[0])

    def _build(self, folder: Path, source: str, compiler: Compiler, settings: Settings) -> None:
        if compiler.kind != "gcc":
            raise ToolMissing("The bare forkserver needs g++.", "Choose it (--compiler g++).")
        for name, text in (("solution.cpp", source), ("server.c", SERVER), ("driver.c", DRIVER)):
            (folder / name).write_text(text, "utf-8")
        runtime = Path(cpp_build.__file__).parent / "runtime"
        flags = cpp_build.search_flags(compiler, settings.cpp_flags)
        linked = ("-static-libstdc++", "-static-libgcc", "-Wl,-z,now", "-no-pie", "-Wl,--wrap=main")
        for arguments in (
            (*flags, "-c", "solution.cpp", "-o", "solution.o"),
            ("-O2", "-x", "c", f"-I{runtime}", "-c", "server.c", "-o", "server.o"),
            ("-O2", "-x", "c", "-c", str(runtime / "counters_gcc.c"), "-o", "counters.o"),
            ("-O2", "-x", "c", "driver.c", "-o", "driver"),
            ("solution.o", "server.o", "counters.o", *linked, "-o", "target"),
        ):
            made = subprocess.run([compiler.path, *arguments], cwd=folder, capture_output=True, text=True, check=False)
            if made.returncode != 0:
                raise ToolMissing(
                    f"The bare forkserver can't be built: {made.stderr.strip()[-300:]}",
                    "Install the C library's headers (Debian, Ubuntu: apt install libc6-dev).",
                )

    def __enter__(self) -> BareForkserver:
        return self

    def __exit__(self, *exception: object) -> None:
        self._folder.cleanup()
