"""A round of asking as a text to read: the exact prompt, the exact reply, and what became of it."""

from __future__ import annotations

from slowpath.generators.rounds import Attempt


def transcript(attempt: Attempt) -> str:
    """The conversation in Markdown, its messages as they were."""
    state = attempt.kind or "passed"
    lines = [f"# Sample {attempt.sample}, round {attempt.round}: {state}"]
    lines += [f"- {reason}" for reason in attempt.reasons]
    if attempt.obtained:
        remark = " (for an earlier text of the prompt)" if attempt.stale else ""
        lines.append(f"- obtained: {attempt.obtained}{remark}")
    for message in attempt.conversation:
        lines += ["", f"## {message.role}", "", message.content]
    return "\n".join(lines) + "\n"
