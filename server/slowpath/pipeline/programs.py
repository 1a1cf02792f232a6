"""Programs: read, built, checked, run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath.analysis.failures import signal_name
from slowpath.errors import CompileFailed, CompileMessage, SourceTooLarge, SourceUnreadable, ToolMissing, UsageError
from slowpath.model.campaign import Warned
from slowpath.model.constraint import Constraint
from slowpath.model.contrast import LineContrast
from slowpath.model.cost import Cost
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.languages import LANGUAGE_FACTS, facts_of, is_native
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict
from slowpath.settings import Settings

LARGEST_SOURCE_BYTES = 4 << 20
CPU_CAP_S = 10.0
WALL_CAP_S = 20.0
MEMORY_CAP_BYTES = 2 << 30


def read_solution(path: Path, text: bytes | None = None) -> Solution:
    """The solution at `path`; `text` is the editor's unsaved buffer, if any.

    Raises `SourceUnreadable` for a missing, empty, binary or oversized file or an unknown language.
    """
    language = facts_of(path)
    if language is None:
        known = ", ".join(f"{facts.name} ({' '.join(facts.suffixes)})" for facts in LANGUAGE_FACTS.values())
        if text is None and not path.exists():
            raise SourceUnreadable(f"{path}: no such file.", "Check the path.")
        if text is None and path.is_dir():
            raise SourceUnreadable(f"{path}: this is a folder.", f"Give the program in it: {known}.")
        ending = f"no known language ends in '{path.suffix}'" if path.suffix else "its name has no ending"
        raise SourceUnreadable(f"{path.name}: {ending}.", f"Known are {known}.")
    source = _read_source(path) if text is None else text
    if len(source) > LARGEST_SOURCE_BYTES:
        raise _too_large(path)
    if not source.strip():
        raise SourceUnreadable(f"{path}: the file is empty.", "Write the program first, then search it.")
    if b"\0" in source:
        raise SourceUnreadable(f"{path}: this is a binary file, not source text.", "Give the program's source.")
    return Solution(path.absolute(), language.id, source)


def _read_source(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_SOURCE_BYTES:
            raise _too_large(path)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceUnreadable(f"{path}: no such file.", "Check the path.") from error
    except OSError as error:
        raise SourceUnreadable(
            f"{path}: can't be read ({error.strerror}).", "Check its kind and permissions."
        ) from error


def _too_large(path: Path) -> SourceTooLarge:
    return SourceTooLarge(
        f"{path}: larger than {LARGEST_SOURCE_BYTES >> 20} MiB.", "Give the program itself, not its data."
    )


def read_problem(solution: Solution, problem_dir: Path | None = None) -> Problem:
    """What is known of the problem around the solution; `problem_dir` says where to look instead.

    Raises `UsageError` when `problem_dir` is given and is no folder.
    """
    from slowpath import problems

    if problem_dir is not None and not problem_dir.is_dir():
        raise UsageError(f"--problem {problem_dir}: no such folder.", "Give the folder of the statement and samples.")
    return problems.read_problem(solution.path, problem_dir)


def with_time_limit(problem: Problem, time_limit_s: float | None) -> Problem:
    """The problem with that limit in CPU seconds instead of its own; as it is with None."""
    return problem if time_limit_s is None else replace(problem, limits=replace(problem.limits, time_s=time_limit_s))


def open_executor(
    solution: Solution,
    settings: Settings,
    on_progress: Callable[[str], None] | None = None,
    constraints: Sequence[Constraint] = (),
) -> Executor:
    """Builds the program (or takes the build from the cache) and starts it under the forkserver, with probes for
    `constraints` in its search build.

    Raises `ToolMissing`, `CompileFailed` or `TargetBroken`.
    """
    from slowpath import toolchain
    from slowpath.inputs.digits import write_with
    from slowpath.toolchain.digit_writer import digit_writer

    executor = toolchain.open_executor(solution, settings, on_progress, constraints)
    if is_native(solution.language):  # The compiler is at hand, and the program reads so fast that writing matters.
        write_with(digit_writer(settings))
    return executor


def open_clean(solution: Solution, settings: Settings) -> Executor:
    """The program for whoever asks only what it prints (`toolchain.open_clean`). Raises as `open_executor`."""
    from slowpath import toolchain

    return toolchain.open_clean(solution, settings)


def build_versions(
    solution: Solution, versions: Sequence[bytes], settings: Settings
) -> Mapping[int, Callable[[], Executor]]:
    """Builds many versions of a program at once (`Language.build_versions`)."""
    from slowpath import toolchain

    return toolchain.build_versions(solution, versions, settings)


def build_remarks(solution: Solution, settings: Settings) -> Iterator[Warned]:
    """What the user should know of how a program that was opened is built."""
    from slowpath import toolchain

    remark = toolchain.remark(solution, settings)
    if remark:
        yield Warned("other-standard", remark, "Set the flags of your judge: --flags, or slowpath.cpp.flags.")


def check(solution: Solution, settings: Settings) -> list[CompileMessage]:
    """The messages of a fast syntax check, empty when all is well. Raises `ToolMissing`, `SourceUnreadable`."""
    from slowpath import toolchain

    return toolchain.check(solution, settings)


def compile_failure(solution: Solution, settings: Settings) -> CompileFailed | None:
    """The failure that a program which doesn't compile is, None where it does or there is nothing to compile with."""
    errors: list[CompileMessage] = []
    with contextlib.suppress(ToolMissing):
        errors = [message for message in check(solution, settings) if message.severity == "error"]
    if not errors:
        return None
    return CompileFailed(
        f"{solution.path.name} doesn't compile, line {errors[0].line}: {errors[0].message}.",
        "Correct it and start again.",
        tuple(errors),
    )


@dataclass(frozen=True)
class InputProfile:
    """One input's run on the search build (lines, deterministic count) and on the clean build (time)."""

    name: str
    size: int
    execution: Execution
    profile: Profile
    confirmation: Confirmation

    @property
    def cost(self) -> Cost:
        """Counts of the search build, time and memory of the clean build."""
        confirmed = self.confirmation
        return Cost(
            self.execution.count,
            confirmed.cpu_s,
            confirmed.cpu_s_spread,
            confirmed.peak_rss_bytes,
            confirmed.instructions,
            self.execution.cut or confirmed.cut,
        )

    @property
    def last_words(self) -> str:
        """What a run that failed said at last, and what we know of why: up to three lines; "" where it ended well."""
        failed = next((ran for ran in (self.execution, self.confirmation) if ran.verdict is not Verdict.OK), None)
        if failed is None:
            return ""
        said = failed.stderr_tail.decode("utf-8", "replace").strip().splitlines()[-3:]
        ended = [f"ended by {signal_name(failed.signal)}"] if failed.signal is not None and not said else []
        return "\n".join(said or ended)


def profile_inputs(
    solution: Solution,
    inputs: Sequence[tuple[str, bytes]],
    settings: Settings,
    limits: RunLimits | None = None,
    runs: int = 3,
) -> list[InputProfile]:
    """Runs the program on each (name, bytes) and reads line hits and cost. Raises as `open_executor`."""
    limits = limits or RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
    with open_executor(solution, settings) as executor:
        return [_profiled(executor, name, data, limits, runs) for name, data in inputs]


def _profiled(executor: Executor, name: str, data: bytes, limits: RunLimits, runs: int) -> InputProfile:
    execution = executor.run(data, limits)
    return InputProfile(
        name, len(data), execution, executor.profile(execution), executor.confirm(data, limits, runs=runs)
    )


def compared_profiles(fast: InputProfile | None, slow: InputProfile) -> tuple[LineContrast, ...]:
    """Both runs line by line; without a fast one every line that runs often explains the slow one."""
    from slowpath.analysis.contrast import line_contrasts

    return line_contrasts(fast.profile.hits if fast is not None else {}, slow.profile.hits)
