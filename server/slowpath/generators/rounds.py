"""From a specification to generators that passed: several samples, each with a bounded number of rounds.

Theory of operation. Samples go in waves: all questions of a wave are asked at once (an endpoint's answers take
seconds), then judged one after the other; those that were rejected are asked again with the reasons in the next wave.
The order of the results is that of the samples, and nothing depends on who answers first. A sample whose last round
was sound but small counts as passed. The same program from two samples counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from slowpath.errors import SlowpathError
from slowpath.generators.judge import Judge, JudgedInput, Judgement, scaled
from slowpath.generators.methods import Method
from slowpath.generators.specification import GenerationSpec
from slowpath.llm.client import Cancelled, Message, ModelClient, ModelRequest, Usage, never
from slowpath.llm.parallel import ask_all
from slowpath.llm.prompts import Prompt, load_prompt
from slowpath.llm.structured import Answer, ask
from slowpath.model.generator import GeneratorProgram
from slowpath.model.origin import input_id

SAMPLES = 5
ROUNDS = 3
LONGEST_LABEL = 48

OnAttempt = Callable[["Attempt"], None]


@dataclass(frozen=True)
class Attempt:
    """One round of one sample: what came back and what became of it.

    `kind` is "" when it passed, else a class of rejection: that of `Judgement`, "reply" (nothing usable came),
    "repeated" (another sample's program), or "unasked" (the cap of tokens, no answer).
    """

    sample: int
    round: int
    kind: str
    reasons: tuple[str, ...]
    source: str = field(default="", repr=False)
    idea: str = ""
    usage: Usage = Usage()
    finish: str = ""
    obtained: str = ""
    stale: bool = False
    conversation: tuple[Message, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class GeneratorsReport:
    """What asking gave: the generators that passed with their inputs, every attempt, and what it cost.

    `programs` and `inputs` are parallel to each other. `failure` says why asking ended early, where it did.
    """

    method: str
    prompt: str
    model: str
    programs: tuple[GeneratorProgram, ...]
    inputs: tuple[tuple[JudgedInput, ...], ...]
    attempts: tuple[Attempt, ...]
    usage: Usage
    failure: SlowpathError | None = None


@dataclass
class _Sample:
    """One sample on its way: the question that stands, and the best judgement so far."""

    index: int
    request: ModelRequest
    attempts: list[Attempt] = field(default_factory=list)
    judgement: Judgement | None = None


class Rounds:
    """Asks for generators by one method. `passes_threshold` ends the scaling of methods that scale."""

    def __init__(self, spec: GenerationSpec, method: Method, client: ModelClient, judge: Judge, *,
                 samples: int = SAMPLES, rounds: int = ROUNDS,
                 passes_threshold: Callable[[bytes], bool] = lambda _: False,
                 on_attempt: OnAttempt = lambda _: None, cancelled: Cancelled = never) -> None:
        self._spec = spec
        self._method = method
        self._client = client
        self._judge = judge
        self._samples = samples
        self._rounds = rounds if method.feedback else 1
        self._passes_threshold = passes_threshold
        self._on_attempt = on_attempt
        self._cancelled = cancelled
        self._prompt: Prompt = load_prompt(method.prompt)
        self._known: set[str] = set()
        self._failure: SlowpathError | None = None

    def run(self) -> GeneratorsReport:
        """All waves. Raises the endpoint's failure where not a single question was answered."""
        values = self._method.values(self._spec)
        samples = [_Sample(index, self._prompt.request(values, sample=index, purpose=self._purpose(index, 1)))
                   for index in range(self._samples)]
        waiting = samples
        for number in range(1, self._rounds + 1):
            if not waiting or self._cancelled():
                break
            answers = ask_all(lambda sample: ask(self._client, sample.request, self._prompt,
                                                 cancelled=self._cancelled), waiting)
            for sample, answer in zip(waiting, answers, strict=True):
                self._take(sample, number, answer)
            waiting = [sample for sample in waiting if sample.attempts[-1].kind not in ("", "repeated", "unasked")]
        return self._report(samples)

    def _purpose(self, sample: int, number: int) -> str:
        return f"{self._prompt.id} {self._spec.problem} {sample + 1}.{number}"

    def _take(self, sample: _Sample, number: int, answer: Answer | SlowpathError) -> None:
        """Judges one answer and prepares the next question."""
        if isinstance(answer, SlowpathError):
            self._failure = self._failure or answer
            self._add(sample, Attempt(sample.index + 1, number, "unasked", (answer.message,)))
            return
        attempt = Attempt(sample.index + 1, number, "reply", answer.rejected, usage=answer.usage, finish=answer.finish,
                          obtained=answer.obtained, stale=answer.stale,
                          conversation=(*answer.conversation[:-1], Message("assistant", answer.text)))
        if answer.value is not None:
            source = str(answer.value.get("generator", ""))
            attempt = self._judged(sample, replace(attempt, source=source, idea=str(answer.value.get("idea", ""))))
        self._add(sample, attempt)
        sample.request = self._next_request(sample, attempt, answer)

    def _judged(self, sample: _Sample, attempt: Attempt) -> Attempt:
        program_id = input_id(attempt.source.encode("utf-8", "replace"))
        if program_id in self._known:
            return replace(attempt, kind="repeated", reasons=("This program was tried already.",))
        self._known.add(program_id)
        label = _label(self._method.id, attempt)
        judgement = (self._scaled(attempt.source, label) if self._method.scales else
                     self._judge.judge(attempt.source, self._method.id, label, many=self._method.many))
        if judgement.program is not None:
            sample.judgement = judgement
        return replace(attempt, kind=judgement.kind, reasons=judgement.reasons)

    def _scaled(self, source: str, label: str) -> Judgement:
        """The largest input that scaling comes to; a generator that ignores its size is judged as it is."""
        full = self._judge.judge(source, self._method.id, label)
        if full.program is not None and not full.program.takes_size:
            return full
        best, trail = scaled(self._judge, source, self._spec.full_size, self._passes_threshold)
        if best is None:
            return full if full.reasons else Judgement(kind="invalid", reasons=(trail[-1][1],))
        program = GeneratorProgram(input_id(source.encode("utf-8", "replace")), source, self._method.id, label,
                                   best.size, full.program.takes_seed if full.program else False, True)
        return Judgement(program, (best,), "", tuple(f"scale {size}: {what}" for size, what in trail[-2:]))

    def _next_request(self, sample: _Sample, attempt: Attempt, answer: Answer) -> ModelRequest:
        """The question of the next round: the first question, the last reply, and what is wrong with it."""
        if not self._prompt.feedback or attempt.kind in ("", "repeated"):
            return sample.request
        reasons = "\n".join(f"- {reason}" for reason in attempt.reasons)
        feedback = self._prompt.feedback_message({"reasons": reasons})
        first = sample.request.messages[:2]
        return replace(sample.request, messages=(*first, answer.conversation[-1], feedback),
                       purpose=self._purpose(sample.index, attempt.round + 1))

    def _add(self, sample: _Sample, attempt: Attempt) -> None:
        sample.attempts.append(attempt)
        self._on_attempt(attempt)

    def _report(self, samples: list[_Sample]) -> GeneratorsReport:
        attempts = tuple(attempt for sample in samples for attempt in sample.attempts)
        if attempts and self._failure is not None and all(attempt.kind == "unasked" for attempt in attempts):
            raise self._failure
        passed = [(sample.judgement.program, sample.judgement.inputs) for sample in samples
                  if sample.judgement is not None and sample.judgement.program is not None]
        usage = Usage()
        for attempt in attempts:
            usage += attempt.usage
        return GeneratorsReport(self._method.id, self._prompt.name, self._client.model,
                                tuple(program for program, _ in passed), tuple(inputs for _, inputs in passed),
                                attempts, usage, self._failure)


def _label(method: str, attempt: Attempt) -> str:
    """What the user reads of a generator: the method, the sample, and how the model calls its idea."""
    words = " ".join("".join(c if c.isprintable() else " " for c in attempt.idea).split())
    short = words if len(words) <= LONGEST_LABEL else words[:LONGEST_LABEL - 3].rstrip() + "..."
    return f"model {method} {attempt.sample}: {short}" if short else f"model {method} {attempt.sample}"
