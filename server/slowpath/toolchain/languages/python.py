"""Python by CPython 3.10-3.13 (3.8 and 3.9 run, with line counts as 3.10 has them).

The interpreter is the user's choice and need not be ours. The search build is the program with block counters in its
syntax tree, forked from a warm interpreter (`runtime/python_target.py`); the clean build is a fresh interpreter on
the plain file, whose start-up (10-20 ms; `slowpath doctor` measures it) is part of what a judge measures and of
what is confirmed.
PyPy is refused: its just-in-time compiler makes block counts say little about its time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from slowpath.errors import CompileFailed, CompileMessage, SourceUnreadable, TargetBroken, ToolMissing
from slowpath.instrument.probes_python import described
from slowpath.model.constraint import Constraint
from slowpath.model.languages.python import FACTS
from slowpath.model.ports import Executor, Sanitizer, ValueReader
from slowpath.model.problem import Solution
from slowpath.sandbox.forkserver import Launch
from slowpath.sandbox.process import run_tool, tool_environment
from slowpath.settings import Settings
from slowpath.toolchain.cache import BuildCache, content_key
from slowpath.toolchain.cost_model import CostModel
from slowpath.toolchain.instruments import BestInstrument
from slowpath.toolchain.interpreters import OLDEST_EXACT, Interpreter, find_interpreter, found_interpreters, startup_s
from slowpath.toolchain.jailed import jailed
from slowpath.toolchain.language import Finding, Progress
from slowpath.toolchain.python_lines import bound
from slowpath.toolchain.reach import python_reach
from slowpath.toolchain.values import BoundedValueReader, python_values

COST = CostModel(per_block=50.0, per_byte=20.0, constant=0.0, per_output_byte=30.0)
"""Against instructions of CPython (qemu, in units of a counted loop's 3.3 instructions) a printed byte costs 150-230 by
`print`, about 35 by `sys.stdout.write`, and next to nothing where text is joined first."""
RUNTIME = Path(__file__).resolve().parent.parent / "runtime"
_CHECK_S = 20.0
_CONDITIONS = "conditions.json"
_VARIED = {"PYTHONHASHSEED": "1", "SLOWPATH_VARIED": "1"}
"""What makes chance fall differently in the target: another hash seed, and random numbers that no seed repeats."""


class Python:
    """Implements `toolchain.language.Language`."""

    id = FACTS.id
    name = FACTS.name
    suffixes = FACTS.suffixes

    def open_executor(
        self,
        solution: Solution,
        settings: Settings,
        on_progress: Progress | None = None,
        constraints: Sequence[Constraint] = (),
    ) -> Executor:
        """See `Language.open_executor`."""
        from slowpath.toolchain.target import Target

        if not solution.source.strip():
            raise SourceUnreadable(f"{solution.path}: the file is empty.", "Write the program first, then search it.")
        interpreter = _interpreter(settings)
        if on_progress:
            on_progress(f"instrumenting {solution.path.name} for {interpreter.name}")
        errors = [message for message in self.check(solution, settings) if message.severity == "error"]
        if errors:
            first = errors[0]
            raise CompileFailed(
                f"{solution.path}:{first.line}: {first.message}.",
                f"Correct the program ({interpreter.name} was used).",
                tuple(errors),
            )
        conditions = described(constraints)
        folder = _kept(solution, conditions, settings)
        argv = (str(interpreter.executable), str(RUNTIME / "python_target.py"))
        files = (str(folder / solution.path.name), str(solution.path))
        allowed = python_reach(interpreter.executable, settings, solution.path)
        search = Launch(
            (*argv, "search", *files, str(folder / _CONDITIONS)),
            name=solution.path.name,
            environment=_environment(settings, hashed=True),
            allowed=allowed,
        )
        clean = Launch(
            (*argv, "clean", *files),
            name=solution.path.name,
            environment=_environment(settings, hashed=False),
            allowed=allowed,
        )
        varied = replace(search, environment={**search.environment, **_VARIED})
        plain = Launch(
            (str(interpreter.executable), files[0]),
            name=solution.path.name,
            allowed=allowed,
            environment={**clean.environment, "PYTHONPATH": str(solution.path.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        return Target(
            search,
            clean,
            bound,
            COST,
            BestInstrument(settings),
            varied=varied,
            plain=plain,
            parallel_runs=settings.parallel_runs,
        )

    def open_clean(self, solution: Solution, settings: Settings) -> Executor:
        """See `Language.open_clean`. Counters cost no build of their own."""
        return self.open_executor(solution, settings)

    def build_versions(
        self, solution: Solution, versions: Sequence[bytes], settings: Settings
    ) -> Mapping[int, Callable[[], Executor]]:
        """See `Language.build_versions`. Building takes no time."""
        return {}

    def open_sanitizer(self, solution: Solution, settings: Settings) -> Sanitizer | None:
        """See `Language.open_sanitizer`. Python leaves nothing undefined."""
        return None

    def open_value_reader(self, solution: Solution, settings: Settings) -> ValueReader | None:
        """See `Language.open_value_reader`."""
        interpreter = _interpreter(settings)
        copy = _kept(solution, described(()), settings) / solution.path.name
        return BoundedValueReader(
            python_values(interpreter.executable, copy, solution.path),
            settings.search_path,
            python_reach(interpreter.executable, settings, solution.path),
        )

    def check(self, solution: Solution, settings: Settings) -> list[CompileMessage]:
        """See `Language.check`. About 30 ms: the interpreter compiles the program without running it."""
        interpreter = _interpreter(settings)
        said = run_tool(
            [interpreter.executable, "-I", "-S", RUNTIME / "python_check.py", solution.path.name],
            timeout_s=_CHECK_S,
            input=solution.source,
            environment=tool_environment(settings.search_path),
        )
        try:
            found = json.loads(said.stdout)
        except ValueError as error:
            tail = said.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise TargetBroken(
                f"{interpreter.name} can't compile {solution.path.name}: {tail[0] if tail else 'it said nothing'}.",
                "Try another interpreter (slowpath.python.interpreter).",
            ) from error
        return [CompileMessage(solution.path, line, column, severity, text) for line, column, severity, text in found]

    def remark(self, solution: Solution, settings: Settings) -> str:
        """See `Language.remark`."""
        return ""

    def walled(self, source: bytes) -> bytes:
        """See `Language.walled`."""
        return jailed(source.decode("utf-8", "replace"))

    def findings(self, settings: Settings) -> list[Finding]:
        """See `Language.findings`."""
        try:
            chosen = find_interpreter(settings)
        except ToolMissing as missing:
            return [
                Finding(
                    "Python interpreter", False, f"{missing.message} {missing.remedy}", "Python solutions can't be run."
                )
            ]
        old = chosen.version[:2] < OLDEST_EXACT
        detail = f"{chosen.name} at {chosen.executable}, starts in {1000 * startup_s(chosen, settings):.0f} ms"
        found = [
            Finding(
                "Python interpreter",
                True,
                detail,
                "Line counts may differ from a line trace in loops and `with`." if old else "",
            )
        ]
        others = [each for each in found_interpreters(settings) if each.executable != chosen.executable]
        if others:
            found.append(
                Finding(
                    "other Python interpreters",
                    True,
                    ", ".join(f"{each.name} ({each.objection or each.executable})" for each in others),
                )
            )
        return found


def _interpreter(settings: Settings) -> Interpreter:
    if sys.platform == "win32":
        raise ToolMissing(
            "Python programs can't be run under a forkserver on Windows itself.",
            "Open the folder in WSL (Windows Subsystem for Linux).",
        )
    return find_interpreter(settings)


def _environment(settings: Settings, *, hashed: bool) -> dict[str, str]:
    """What the target needs beyond the minimum. Hashing is fixed in the search, so that runs repeat."""
    environment = {"PATH": settings.search_path} if settings.search_path else {}
    return {**environment, "PYTHONHASHSEED": "0"} if hashed else environment


def _kept(solution: Solution, conditions: bytes, settings: Settings) -> Path:
    """A folder of the cache with the text that is searched and the conditions of its probes: the file may change, and
    a buffer may never have been saved."""
    cache = BuildCache(settings.cache_dir, "python")
    key = content_key(solution.path.name, solution.source, conditions)
    folder = cache.get(key)
    if folder is None:

        def make(empty: Path) -> str:
            (empty / _CONDITIONS).write_bytes(conditions)
            (empty / solution.path.name).write_bytes(solution.source)
            return key

        folder = cache.add(make)
    return folder


LANGUAGE = Python()
