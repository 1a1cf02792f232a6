"""A language model reads the statement, once: what it came to is kept by the question's content.

Theory of operation. The reading is asked for, calibrated in the jail, and then held against the program: where that
fails on small inputs which all parts allow, and on no sample, something is wrong with one of them, and it is said. The
outcome is kept in the cache directory under the content of statement, samples, prompts and model, so that the next
search of any program for this problem has it at once. What is kept is data: who reads it runs nothing unseen that the
jail doesn't hold.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.ports import InputVerdict
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import FormatPart, ModelReading
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict
from slowpath.pipeline.asked import keep_conversations
from slowpath.pipeline.programs import MEMORY_CAP_BYTES, open_executor
from slowpath.settings import Settings
from slowpath.storage.whole import write_whole

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt
    from slowpath.reading import ReadingQuestion, ReadingReport

TRIED_INPUTS, TRIED_SIZE = 40, 12
TRIED_LIMITS = RunLimits(2.0, 6.0, MEMORY_CAP_BYTES)
MOST_FAILING = 0.02
"""A program may have a bug of its own; more failures than this share speak against the reading."""


def reading_question(problem: Problem, solution: Solution) -> ReadingQuestion:
    """What the model is told: statement and samples, and to the format's author the program."""
    from slowpath.reading import ReadingQuestion

    return ReadingQuestion(
        problem.name,
        problem.statement,
        tuple(problem.samples),
        solution.source,
        solution.language,
        problem.invalid_inputs,
    )


def known_reading(problem: Problem, solution: Solution, settings: Settings, model: str) -> ModelReading | None:
    """The reading that was kept for this problem and model, None where there is none that can be read."""
    try:
        path = _kept_at(reading_question(problem, solution), settings, model)
        return wire.decode(ModelReading, json.loads(path.read_text("utf-8")))
    except (OSError, ValueError):
        return None


def kept_reading(problem: Problem, solution: Solution, settings: Settings) -> ModelReading | None:
    """The reading that was kept for the configured model, and stands: every search has it, none asks for it twice."""
    known = known_reading(problem, solution, settings, settings.llm_model) if settings.llm_model else None
    return known if known is not None and known.stands else None


def kept_validator(problem: Problem, solution: Solution, settings: Settings) -> ValidatorProgram | None:
    """The calibrated validator of the reading that was kept."""
    kept = kept_reading(problem, solution, settings)
    return kept.validator if kept is not None else None


def with_kept_reading(report: FormatReport, problem: Problem, solution: Solution, settings: Settings) -> FormatReport:
    """The report of the reading that was kept, where there is one and the format isn't somebody's exact word."""
    return report if report.is_given else report_with(kept_reading(problem, solution, settings), report)


def read_with_model(
    problem: Problem,
    solution: Solution,
    settings: Settings,
    client: ModelClient,
    *,
    rounds: int | None = None,
    keep: bool = True,
    on_attempt: Callable[[Attempt], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ReadingReport:
    """What the model reads in the statement: format, validator and generator, as far as they check one another.

    With `keep` a reading that was kept is taken without asking, and one that stands is kept. Runs what the model wrote
    in the jail, and the program. Raises `ModelUnavailable` or `TokensSpent` where no question was answered.
    """
    from slowpath.llm.client import Usage
    from slowpath.llm.transcript import conversations
    from slowpath.reading import ROUNDS, ReadingReport, ask_reading
    from slowpath.toolchain.generators import GeneratorSandbox

    known = known_reading(problem, solution, settings, client.model) if keep else None
    if known is not None:
        return ReadingReport(known, (), Usage())
    question = reading_question(problem, solution)
    with GeneratorSandbox() as runner:
        found = ask_reading(
            question,
            client,
            runner,
            rounds=ROUNDS if rounds is None else rounds,
            on_attempt=on_attempt,
            cancelled=cancelled,
        )
        doubts = _doubts(found.reading, problem, solution, settings, runner) if not cancelled() else ()
    keep_conversations(conversations(found.attempts), settings)
    reading = replace(found.reading, doubts=doubts)
    if keep and reading.stands and found.failure is None and not cancelled():
        _keep(_kept_at(question, settings, client.model), reading)
    return replace(found, reading=reading)


def report_with(reading: ModelReading | None, rules: FormatReport) -> FormatReport:
    """The report that a search goes by: the model's where its reading stands, else that of the rules. Where these have
    none either, the model's format is better than nothing, with what speaks against it as doubts."""
    if reading is None or reading.format is None or not (reading.stands or rules.format is None):
        return rules
    doubts = [Doubt("failing", text) for text in reading.doubts]
    if not reading.stands:
        doubts.append(Doubt("model", "What the language model reads in the statement doesn't agree with itself."))
    report = reading.format.report
    return replace(report, doubts=(*report.doubts, *doubts))


@dataclass(frozen=True)
class ReadingAtWork:
    """A reading's programs in their jail, for who measures what they are worth. Not thread-safe."""

    reading: ModelReading
    runner: GeneratorRunner

    def judged(self, inputs: Sequence[bytes]) -> list[InputVerdict]:
        """What the validator says of each input; where none stands, nothing speaks against any."""
        from slowpath.generators.validators import ModelValidator

        if self.reading.validator is None:
            return [InputVerdict(True)] * len(inputs)
        return ModelValidator(self.reading.validator, self.runner).validate_many(inputs)

    def made(self, seed: int, size: int) -> tuple[bytes, ...]:
        """The generator's inputs of a seed and a size; none where no generator stands, or where it fails."""
        generator = self.reading.generator
        return self.runner.run(generator.source, seed, size).outputs if generator is not None else ()


@contextlib.contextmanager
def at_work(reading: ModelReading) -> Iterator[ReadingAtWork]:
    """Opens the jail for a reading's programs."""
    from slowpath.toolchain.generators import GeneratorSandbox

    with GeneratorSandbox() as runner:
        yield ReadingAtWork(reading, runner)


def _keep(path: Path, reading: ModelReading) -> None:
    """Writes the reading; a cache that can't be written is no failure."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, wire.dumps(reading).encode())


def _kept_at(question: ReadingQuestion, settings: Settings, model: str) -> Path:
    return settings.cache_dir / "readings" / f"{question.id(model)}.json"


def _doubts(
    reading: ModelReading, problem: Problem, solution: Solution, settings: Settings, runner: GeneratorRunner
) -> tuple[str, ...]:
    """What the program says: it fails on what all parts allow, and on no sample."""
    if not reading.stands or reading.format is None:
        return ()
    try:
        with open_executor(solution, settings) as executor:

            def fails(data: bytes) -> str:
                run = executor.run(data, TRIED_LIMITS, keep_counters=False)
                return "" if run.verdict is Verdict.OK or run.verdict.is_out_of_time else run.verdict.value

            if any(fails(sample.data) for sample in problem.samples):
                return ()
            inputs = list(islice(_allowed(reading, reading.format, runner), TRIED_INPUTS))
            failures = Counter(filter(None, map(fails, inputs)))
    except SlowpathError:
        return ()
    failed = sum(failures.values())
    if failed <= MOST_FAILING * len(inputs):
        return ()
    kinds = ", ".join(sorted(failures))
    return (
        f"The program fails ({kinds}) on {failed} of {len(inputs)} small inputs that all parts of the reading"
        " allow, and on no sample.",
    )


def _allowed(reading: ModelReading, part: FormatPart, runner: GeneratorRunner) -> Iterator[bytes]:
    """Small inputs that all parts allow: those of the generator, or, where none stands, of the format."""
    from slowpath.generators.validators import ModelValidator
    from slowpath.inputs.validating.validate import is_valid
    from slowpath.reading import drawn

    assert reading.validator is not None and part.report.format is not None
    fmt, generator = part.report.format, reading.generator
    if generator is not None:
        made: Sequence[bytes] = [
            output
            for seed in range(1, 1 + TRIED_INPUTS)
            for output in runner.run(generator.source, seed, 2 + seed % TRIED_SIZE).outputs
        ]
    else:
        made = list(islice(drawn(fmt), TRIED_INPUTS))
    verdicts = ModelValidator(reading.validator, runner).validate_many(made)
    return (data for data, verdict in zip(made, verdicts, strict=True) if verdict.valid and is_valid(fmt, data))


def format_reference() -> str:
    """How an input format is written down, as the page for people says it. Raises `SlowpathError` where it is gone."""
    from slowpath.reading.question import reference

    return reference()
