"""Builds of a Java program: its classes as javac makes them, and the same with counters, in one folder of the cache.

Theory of operation. javac runs once. The clean build is what it made; the search build is that with counters put into
each class (`class_counters`), so that both are the same program. javac wants a public class in a file of its name, so
the text is compiled under that name, whatever the user's file is called; lines stay those of the file.
"""

from __future__ import annotations

import itertools
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath.errors import CompileFailed, CompileMessage, SourceUnreadable, TargetBroken
from slowpath.instrument.probes_java import ProbedJava, with_probes
from slowpath.model.constraint import Constraint, RejectedCondition
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Solution
from slowpath.sandbox.process import ToolResult
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.java.class_counters import Block, with_counters
from slowpath.toolchain.java.class_file import ClassFileError
from slowpath.toolchain.java.java_runtime import COMPILE_TIMEOUT_S, compile_java, runtime_digest
from slowpath.toolchain.java.jdk import Jdk
from slowpath.toolchain.java.newer import NOT_CODE, version_wanted
from slowpath.toolchain.language import Progress

_PLAIN, _COUNTED, _DERIVED, _DESCRIPTION = "plain", "counted", "derived", "counted.json"
_OWN_PACKAGE = "slowpath/"
_MESSAGE = late_regex(r"^(?P<path>[^:\n]+\.java):(?P<line>\d+): (?:(?P<warning>warning): |error: )?(?P<message>.*)$")
_CARET = late_regex(r"^ *\^\s*$")
_MOST_MESSAGES = 200
_PUBLIC_TYPE = late_regex(
    r"\bpublic\s+(?:(?:abstract|final|sealed|non-sealed|strictfp|static)\s+)*"
    r"(?:class|interface|enum|record|@interface)\s+([\w$]+)"
)


@dataclass(frozen=True)
class JavaBuild:
    """A folder of the cache: what there is in it. `main` is the name of the class that is started; `probed` are the
    constraints that have a probe in the classes with counters, by slot, `uncounted` the methods without counters."""

    folder: Path
    main: str
    blocks: tuple[Block, ...]
    leaves_behind: bool
    takes_arguments: bool
    probed: tuple[str, ...] = ()
    unprobed: tuple[RejectedCondition, ...] = ()
    uncounted: tuple[str, ...] = ()

    @property
    def remark(self) -> str:
        """Which methods have no counters, "" where all have."""
        return f"no lines are counted in {'; '.join(self.uncounted)}" if self.uncounted else ""

    @property
    def plain(self) -> Path:
        """The classes as javac made them."""
        return self.folder / _PLAIN

    @property
    def counted(self) -> Path:
        """The same with counters, and with probes."""
        return self.folder / _COUNTED

    @property
    def derived(self) -> Path:
        """A file that says how to derive the counters that nothing adds to, a line each: its number, then which
        others together and, behind a `-`, without which."""
        return self.folder / _DERIVED


def build(
    solution: Solution,
    settings: Settings,
    jdk: Jdk,
    on_progress: Progress | None = None,
    constraints: Sequence[Constraint] = (),
) -> JavaBuild:
    """Both builds, from the cache or new. Raises `CompileFailed`, `SourceUnreadable`, `StoreUnwritable`."""
    _check_source(solution)
    text = with_probes(solution.source, constraints)
    probes: tuple[bytes | str, ...] = (text.source, *text.probed) if text.probed else ()
    cache = BuildCache(settings.cache_dir, "java")
    key = content_key(jdk.identity, runtime_digest(), file_name(solution.source), solution.source, *probes)
    folder = cache.get(key)
    if folder is None:
        if on_progress:
            on_progress(f"compiling {solution.path.name} with {jdk.name}")

        def make(empty: Path) -> str:
            _make(empty, solution, settings, jdk, text)
            return key

        folder = cache.add(make)
    try:
        told = json.loads((folder / _DESCRIPTION).read_text("utf-8"))
        blocks = tuple(Block(tuple(lines), weight) for lines, weight in told["blocks"])
        refused = tuple(RejectedCondition(name, reason) for name, reason in told["refused"])
        return JavaBuild(
            folder,
            str(told["main"]),
            blocks,
            bool(told["leaves_behind"]),
            bool(told["takes_arguments"]),
            tuple(told["probed"]),
            (*text.rejected, *refused),
            tuple(told["uncounted"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TargetBroken(
            f"The build of {solution.path.name} can't be read: {error}.",
            "Delete the build cache (`slowpath doctor` shows where it is) and try again.",
        ) from error


def check(solution: Solution, settings: Settings, jdk: Jdk) -> list[CompileMessage]:
    """What javac says of a program, its warnings as well; nothing is kept. Raises `SourceUnreadable`."""
    _check_source(solution)
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        result = _compiled(Path(made), solution.source, solution, settings, jdk)
        return list(parse_messages(result.stderr, solution.path))


def file_name(source: bytes) -> str:
    """The name under which javac takes the text: that of its public type, "Main.java" where it has none."""
    depth = 0
    text = NOT_CODE.sub(" ", source.decode("utf-8", "replace"))
    for part in re.split(r"([{}])", text):
        depth += {"{": 1, "}": -1}.get(part, 0)
        found = _PUBLIC_TYPE.search(part) if depth == 0 else None
        if found:
            return f"{found[1]}.java"
    return "Main.java"


def parse_messages(stderr: bytes, original: Path) -> tuple[CompileMessage, ...]:
    """The messages in what javac wrote, in order, at their lines; columns where a caret shows them."""
    found: list[CompileMessage] = []
    for row in stderr.decode("utf-8", "replace").splitlines():
        match = _MESSAGE.match(row)
        if match:
            severity = "warning" if match["warning"] else "error"
            found.append(CompileMessage(original, int(match["line"]), 1, severity, match["message"]))
        elif found and _CARET.match(row) and found[-1].column == 1:
            last = found[-1]
            found[-1] = CompileMessage(last.path, last.line, row.index("^") + 1, last.severity, last.message)
        elif row.startswith("error: "):
            found.append(CompileMessage(original, 1, 1, "error", row[7:]))
    return tuple(found[:_MOST_MESSAGES])


def _make(empty: Path, solution: Solution, settings: Settings, jdk: Jdk, text: ProbedJava) -> None:
    plain = empty / _PLAIN
    plain.mkdir()
    result = _compiled(plain, solution.source, solution, settings, jdk)
    name = solution.path.name
    if result.timed_out:
        raise CompileFailed(
            f"{name} takes longer than {COMPILE_TIMEOUT_S:.0f} s to compile.",
            "Simplify it, or try again when the machine has less to do.",
        )
    if result.returncode != 0:
        messages = parse_messages(result.stderr, solution.path)
        first = next((m for m in messages if m.severity == "error"), None)
        if first is None:
            said = result.stderr.decode("utf-8", "replace").strip()[-300:]
            first = CompileMessage(solution.path, 1, 1, "error", said or "the compiler failed without a word")
        wanted = version_wanted(solution.source, first, jdk.major)
        raise CompileFailed(
            f"{name}:{first.line}:{first.column}: {first.message.rstrip('.')}.",
            f"Choose a newer JDK (slowpath.java.home; {jdk.name} was used, the program is written for Java {wanted})."
            if wanted
            else f"Correct the program ({jdk.name} was used).",
            messages or (first,),
        )
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        probed, folder = (
            _with_probes(Path(made), text, solution, settings, jdk)
            if text.probed
            else (replace(text, rejected=()), plain)
        )
        try:
            counted = with_counters(
                (path.read_bytes() for path in sorted(folder.rglob("*.class"))),
                file_name(solution.source)[: -len(".java")],
                probed.origin,
            )
        except ClassFileError as error:
            raise TargetBroken(
                f"The classes of {name} can't be counted in: {error}.",
                f"{jdk.name} may be newer than what is known here; set another one.",
            ) from error
    if counted.main is None:
        message = CompileMessage(
            solution.path, 1, 1, "error", "no class has a main that Java starts: public static void main(String[])"
        )
        raise CompileFailed(
            f"{name} has nothing to start: {message.message}.",
            "Give the file that holds the program's main.",
            (message,),
        )
    if any(class_name.startswith(_OWN_PACKAGE) for class_name in counted.classes):
        message = CompileMessage(solution.path, 1, 1, "error", "its package is slowpath, like that of our counters")
        raise CompileFailed(f"{name}: {message.message}.", "Call the package otherwise, or leave it out.", (message,))
    for class_name, data in counted.classes.items():
        path = empty / _COUNTED / f"{class_name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (empty / _DERIVED).write_text(
        "".join(f"{' '.join(map(str, (each.block, *each.plus, '-', *each.minus)))}\n" for each in counted.derived),
        "ascii",
    )
    told = {
        "main": counted.main.replace("/", "."),
        "leaves_behind": counted.leaves_behind,
        "takes_arguments": counted.takes_arguments,
        "blocks": [(block.lines, block.weight) for block in counted.blocks],
        "uncounted": counted.uncounted,
        "probed": probed.probed,
        "refused": [(each.constraint_id, each.reason) for each in probed.rejected],
    }
    (empty / _DESCRIPTION).write_text(json.dumps(told), "utf-8")


def _with_probes(
    folder: Path, text: ProbedJava, solution: Solution, settings: Settings, jdk: Jdk
) -> tuple[ProbedJava, Path]:
    """The text as far as javac takes it, and where its classes are: conditions of which it complains are left out, all
    of them where it complains of something else. `rejected` are those alone."""
    refused: list[RejectedCondition] = []
    constraints = text.constraints
    for number in itertools.count():
        target = folder / str(number)
        target.mkdir()
        result = _compiled(target, text.source, solution, settings, jdk, with_own=True)
        if result.returncode == 0:
            return replace(text, rejected=tuple(refused)), target
        said = [each for each in parse_messages(result.stderr, solution.path) if each.severity == "error"]
        reasons = {
            text.probed[slot]: each.message
            for each in reversed(said)
            if (slot := text.origin.slots.get(each.line)) is not None
        }
        reasons = reasons or dict.fromkeys(text.probed, "the program doesn't compile with it")
        refused += [RejectedCondition(name, reason) for name, reason in reasons.items()]
        constraints = tuple(each for each in constraints if each.id not in reasons)
        text = with_probes(solution.source, constraints)
    raise AssertionError("a text without probes compiles")


def _compiled(
    folder: Path, source: bytes, solution: Solution, settings: Settings, jdk: Jdk, with_own: bool = False
) -> ToolResult:
    """Compiles a text of the program into `folder`; its own file lies elsewhere, so that nothing but classes is left
    there. `with_own`: it may use classes of ours."""
    with tempfile.TemporaryDirectory(prefix="slowpath-") as made:
        path = Path(made) / file_name(solution.source)
        path.write_bytes(source)
        return compile_java(path, folder, settings, jdk, with_own)


def _check_source(solution: Solution) -> None:
    if not solution.source.strip():
        raise SourceUnreadable(f"{solution.path}: the file is empty.", "Write the program first, then search it.")
