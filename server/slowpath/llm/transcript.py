"""A round of asking as a text to read: the exact prompt, the exact reply, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable

from slowpath.llm.rounds import Attempt


def transcript(attempt: Attempt) -> str:
    """The conversation in Markdown, its messages as they were."""
    state = attempt.kind or "passed"
    lines = [f"# Sample {attempt.sample}, round {attempt.round}: {state}"]
    lines += [f"- {reason}" for reason in attempt.reasons]
    if attempt.prompt:
        lines.append(f"- prompt: {attempt.prompt}")
    if attempt.obtained:
        remark = " (for an earlier text of the prompt)" if attempt.stale else ""
        lines.append(f"- obtained: {attempt.obtained}{remark}")
    for message in attempt.conversation:
        lines += ["", f"## {message.role}", "", message.content]
    return "\n".join(lines) + "\n"


def conversations(attempts: Iterable[Attempt]) -> dict[str, str]:
    """The transcripts of all attempts in which something was said, by the ids that origins name them by."""
    return {attempt.id: transcript(attempt) for attempt in attempts if attempt.id}
