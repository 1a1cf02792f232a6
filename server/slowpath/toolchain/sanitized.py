"""The third build of a C++ program, under sanitizers: what it does that the language leaves undefined.

Theory of operation. The program is built with AddressSanitizer, UndefinedBehaviorSanitizer and libstdc++'s debug mode
(its assertions, where the program doesn't compile in debug mode), at -Og: that compiles in a third of the time of -O1
and runs nearly as fast. It goes on after what is undefined by arithmetic, so that one run shows several places, and
ends at the first access to memory that isn't there. It speaks the forkserver wire like the other builds; since a
sanitizer reserves terabytes of addresses, the server looks at what its runs have in memory instead of limiting them.
Reports are parsed (`sanitizer_reports.py`) and placed in the user's file (`symbols.py`; the older form of debugging
information, since addr2line of binutils 2.40 takes a header's line for the user's in the newer one).

Values that were never set have no sanitizer that works with an ordinary C++ library. They are seen by what they do:
variables and the heap are filled with a pattern in this build and with zeros in another plain one, and what both print
is compared. Where it differs a plain build with the pattern must differ as well, and each must repeat itself. Which
line it is then valgrind says, where it is installed. Zeros and the pattern are both small, so a maximum hides them, and
they are filled in anew where a plain program finds what the last round left. Where they make no difference a build
without optimisation runs as it falls, on a stack and heap that are full of large numbers: that differs from a stack and
heap of zeros only by values that were never set; where it doesn't, but prints something else than the filled builds,
valgrind must name the line. A value that makes no difference isn't found; one whose pattern shows in another complaint
(an index of -16843010) is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath.errors import CompileFailed, SlowpathError, TargetBroken
from slowpath.model.breaking import Complaint
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Examination
from slowpath.model.problem import Solution
from slowpath.model.verdict import Verdict
from slowpath.sandbox.forkserver import ForkServer, Launch, Run
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.sandbox.scratch import ScratchFolder
from slowpath.settings import Settings
from slowpath.toolchain import cpp_build
from slowpath.toolchain.compilers import Compiler, find_compiler
from slowpath.toolchain.cpp_compiling import SOURCE_NAME
from slowpath.toolchain.memcheck import uninitialised_value
from slowpath.toolchain.reach import cpp_reach
from slowpath.toolchain.sanitizer_reports import HEAP_FILL, Report, reports, says_out_of_memory
from slowpath.toolchain.symbols import Symbols

FOUND = ("overflow", "out-of-bounds", "use-after-free", "division", "shift", "null", "stack", "other")
_WATCHED = tuple(
    (
        "-Og -g1 -gdwarf-4 -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow "
        "-fsanitize-recover=undefined,float-cast-overflow "
        "-fno-sanitize=alignment,nonnull-attribute,returns-nonnull-attribute,vptr,object-size -w"
    ).split()
)
"""Unaligned reads are what fast input routines do, a null pointer with a length of 0 harms nobody; the last two cost
much to compile, and see little that the others don't."""
_DEBUG_MODE, _ASSERTIONS = "-D_GLIBCXX_DEBUG", "-D_GLIBCXX_ASSERTIONS"
_OLDEST_FILLING = {"gcc": 12, "clang": 8, "apple-clang": 11}
_ZERO_IN_OLD_CLANG = "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang"
_ENVIRONMENT = {
    "ASAN_OPTIONS": ":".join(
        (
            "detect_leaks=0",
            "symbolize=0",
            "handle_abort=1",
            "detect_stack_use_after_return=1",
            "allocator_may_return_null=1",
            "alloc_dealloc_mismatch=0",
            f"malloc_fill_byte={HEAP_FILL}",
            "max_malloc_fill_size=1048576",
            "quarantine_size_mb=16",
            "print_legend=0",
        )
    ),
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=0:symbolize=0",
}
_HEAP_OF_ZEROS = {"MALLOC_PERTURB_": "255"}
_HEAP_OF_PATTERN = {"MALLOC_PERTURB_": str(HEAP_FILL ^ 0xFF)}
_LARGE = 0x3F
"""The byte of a number that is large whatever its size: 1061109567 as an int."""
_SLOWER = 10.0
_MORE_CPU_S = 1.0
_MORE_MEMORY = 3
_MORE_MEMORY_BYTES = 256 << 20
_MOST_SAID_BYTES = 8 << 20
_MOST_COMPLAINTS = 16
_PROBE_S = 20.0
_MOST_ASKED = 5
"""How often valgrind is asked of one program, which takes seconds each time."""


def open_sanitized(solution: Solution, settings: Settings, compiler: Compiler) -> SanitizedProgram | None:
    """The sanitizer of a C++ solution; None where this compiler has no sanitizers that work here, or the program
    doesn't compile with them. Raises `CompileFailed` for no reason of theirs, and as `cpp_build.build`."""
    kept = _without_sanitizers(cpp_build.without_optimisation(settings.cpp_flags))
    fills = compiler.major >= _OLDEST_FILLING[compiler.kind]
    watched = (
        *kept,
        *_WATCHED,
        *(("-fno-sanitize=null",) if compiler.kind == "gcc" else ()),
        *(_filling("pattern", compiler) if fills else ()),
    )
    program = None
    for checks in (_DEBUG_MODE, _ASSERTIONS):
        try:
            program = cpp_build.build_variant(solution, settings, compiler, "watched", (*watched, checks))
            break
        except CompileFailed:
            continue
    if program is None:
        return None

    def plain(name: str, *flags: str) -> Path:
        return cpp_build.build_variant(solution, settings, compiler, name, (*kept, *flags, "-w"))

    def plain_or_none(name: str, *flags: str) -> Path | None:
        try:
            return plain(name, *flags)
        except SlowpathError:
            return None

    builds = Builds(
        program,
        plain_or_none("zeroed", "-O1", *_filling("zero", compiler)) if fills else None,
        plain_or_none("fallen", "-O0"),
        lambda: plain("patterned", "-O1", *_filling("pattern", compiler)),
        lambda: cpp_build.build_debug(solution, settings, compiler),
    )
    try:
        return SanitizedProgram(builds, solution.path.name, settings)
    except TargetBroken:
        return None


def sanitizers_here(settings: Settings) -> str:
    """Which sanitizers the compiler in force can build with, for people; "" for none. Compiles nothing to speak of."""
    try:
        compiler = find_compiler(settings)
        said = run_tool(
            [compiler.path, "-fsanitize=address,undefined", "-x", "c++", "-", "-o", "/dev/null"],
            timeout_s=_PROBE_S,
            input=b"int main() {}\n",
            environment=tool_environment(settings.search_path),
        )
    except (SlowpathError, OSError):
        return ""
    return f"address and undefined behaviour, by {compiler.name}" if said.returncode == 0 else ""


def _filling(how: str, compiler: Compiler) -> tuple[str, ...]:
    """The flags that fill variables which aren't set; without full redundancy elimination g++ takes a variable that is
    set on one way only for set."""
    fill = f"-ftrivial-auto-var-init={how}"
    if compiler.kind == "gcc":
        return (fill, "-fno-tree-fre")
    needs_word = how == "zero" and compiler.kind == "clang" and compiler.major < 16
    return (fill, _ZERO_IN_OLD_CLANG) if needs_word else (fill,)


def _without_sanitizers(flags: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        flag
        for flag in flags
        if not flag.startswith(("-fsanitize", "-fno-sanitize", "-D_GLIBCXX_", "-D_FORTIFY_SOURCE", "-g"))
    )


@dataclass(frozen=True)
class Builds:
    """The program under sanitizers, and plain ones: with variables full of zeros (None where the compiler can't), of
    what they find; and ways to those that few need, which wait for the compiler: of the pattern, and for a debugger."""

    watched: Path
    zeroed: Path | None
    as_it_falls: Path | None
    patterned: Callable[[], Path]
    debug: Callable[[], Path]


class SanitizedProgram:
    """Implements `model.ports.Sanitizer`. Raises `TargetBroken` from the constructor where it doesn't start."""

    def __init__(self, builds: Builds, name: str, settings: Settings) -> None:
        self.finds = (*FOUND, *(("uninitialised",) if builds.zeroed else ()))
        self._builds = builds
        self._name = name
        self._settings = settings
        self._scratch = ScratchFolder("watched")
        self._servers: dict[str, ForkServer] = {}
        self._named: dict[bytes, Complaint | None] = {}
        self._symbols = Symbols(builds.watched, SOURCE_NAME, settings.search_path)
        try:
            self._watched = self._server("watched", builds.watched, _ENVIRONMENT)
        except BaseException:
            self.close()
            raise

    def examine(self, data: bytes, limits: RunLimits) -> Examination:
        """See `Sanitizer.examine`."""
        larger = _larger(limits)
        run = self._watched.run(data, larger, keep_output=True)
        text = self._watched.errors(_MOST_SAID_BYTES).decode("utf-8", "replace")
        complaints = list(self._placed(reports(text, str(self._builds.watched)), data, limits))
        if not complaints and run.verdict is Verdict.OK:
            complaints.extend(self._never_set(run, data, limits))
        verdict = Verdict.MEMORY_LIMIT if says_out_of_memory(text) else run.verdict
        return Examination(verdict, tuple(complaints[:_MOST_COMPLAINTS]))

    def _placed(self, found: Sequence[Report], data: bytes, limits: RunLimits) -> Iterator[Complaint]:
        """The complaints at their lines, each kind once a line."""
        seen = set()
        for report in found:
            line = report.line if Path(report.file).name == SOURCE_NAME else self._symbols.first_line(report.frames)
            if (report.kind, line) in seen or (report.kind == "stack" and not self._overflows_anyway(data, limits)):
                continue
            seen.add((report.kind, line))
            yield Complaint(report.kind, line, report.message)

    def _overflows_anyway(self, data: bytes, limits: RunLimits) -> bool:
        """Whether a plain build's stack overflows as well: frames are larger under a sanitizer."""
        if self._builds.zeroed is None:
            return False
        return self._zeroed(self._builds.zeroed).run(data, limits).stack_overflow

    def _never_set(self, watched: Run, data: bytes, limits: RunLimits) -> Iterator[Complaint]:
        """A complaint where values that were never set decide what is printed."""
        if self._builds.zeroed is None:
            return
        try:
            zeroed = self._zeroed(self._builds.zeroed)
            if _is_same(zeroed.run(data, limits, keep_output=True), watched):
                yield from self._never_set_and_hidden(watched, data, limits)
                return
            patterned = self._server("patterned", self._builds.patterned(), _HEAP_OF_PATTERN)
            ends = [[server.run(data, limits, keep_output=True) for _ in range(2)] for server in (zeroed, patterned)]
        except SlowpathError:
            # What can't be built or started once can't later either.
            self._builds = replace(self._builds, zeroed=None)
            return
        if (
            any(run.cut for pair in ends for run in pair)
            or _is_same(ends[0][0], ends[1][0])
            or not all(_is_same(*pair) for pair in ends)
        ):
            return
        yield self._where_never_set(data)

    def _never_set_and_hidden(self, watched: Run, data: bytes, limits: RunLimits) -> Iterator[Complaint]:
        """A complaint where such values decide what is printed, though small ones and what is filled in anew don't."""
        if self._builds.as_it_falls is None:
            return
        slower = _larger(limits)
        try:
            large = self._server("large", self._builds.as_it_falls, _painted(_LARGE))
            if _is_same(large.run(data, slower, keep_output=True), watched):
                return
            blank = self._server("blank", self._builds.as_it_falls, _painted(0))
            ends = [[server.run(data, slower, keep_output=True) for _ in range(2)] for server in (large, blank)]
        except SlowpathError:
            self._builds = replace(self._builds, as_it_falls=None)
            return
        if any(run.cut for pair in ends for run in pair) or not all(_is_same(*pair) for pair in ends):
            return
        if not _is_same(ends[0][0], ends[1][0]):
            yield self._where_never_set(data)
        else:
            named = self._named_by_valgrind(data)
            yield from () if named is None else (named,)

    def _where_never_set(self, data: bytes) -> Complaint:
        """The complaint of an input whose answer surely hangs on such a value. For its line valgrind is asked where the
        input is smaller than those before; for others it's the line that it named last, as there are few such."""
        if data in self._named or all(len(data) < len(each) for each in self._named):
            self._named_by_valgrind(data)
        last = next((each for each in reversed(self._named.values()) if each is not None), None)
        return (
            self._named.get(data)
            or last
            or Complaint("uninitialised", None, "what is printed depends on a value that was never set")
        )

    def _named_by_valgrind(self, data: bytes) -> Complaint | None:
        """What valgrind says of this very input; None where it has been asked of too many others."""
        if data not in self._named and len(self._named) < _MOST_ASKED:
            self._named[data] = uninitialised_value(self._builds.debug, data, SOURCE_NAME, self._settings)
        return self._named.get(data)

    def _zeroed(self, program: Path) -> ForkServer:
        return self._server("zeroed", program, _HEAP_OF_ZEROS)

    def _server(self, name: str, program: Path, environment: dict[str, str]) -> ForkServer:
        if name not in self._servers:
            folder = self._scratch.path / name
            folder.mkdir(exist_ok=True)
            allowed = cpp_reach(find_compiler(self._settings).path, self._settings)
            self._servers[name] = ForkServer(
                Launch(
                    (str(program),),
                    folder,
                    environment,
                    self._name,
                    scratch=True,
                    fixed_addresses=True,
                    allowed=allowed,
                )
            )
        return self._servers[name]

    def close(self) -> None:
        """Ends its servers and removes the scratch directory. Idempotent."""
        for server in self._servers.values():
            server.close()
        self._scratch.remove()

    def __enter__(self) -> SanitizedProgram:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _painted(byte: int) -> dict[str, str]:
    """The environment in which stack (`runtime/forkserver.c`) and heap are full of a byte before they are used."""
    return {"SLOWPATH_PAINT": str(byte), "MALLOC_PERTURB_": str(byte ^ 0xFF)}


def _is_same(one: Run, other: Run) -> bool:
    return (one.verdict, one.output) == (other.verdict, other.output)


def _larger(limits: RunLimits) -> RunLimits:
    """The limits of a run under sanitizers that stands for one under `limits`."""
    memory = limits.memory_bytes
    cpu_s = _SLOWER * limits.cpu_s + _MORE_CPU_S
    return RunLimits(
        cpu_s,
        limits.wall_s + cpu_s,
        None if memory is None else _MORE_MEMORY * memory + _MORE_MEMORY_BYTES,
        min(limits.output_bytes, _MOST_SAID_BYTES),
    )
