"""Runs the checks of a format (`where check "name":` and a Python body), by a judge that was given to this process.

Python of a format runs in the jail alone, which is no business of this room: whoever opens a search hands in a judge
(`judge_with`). Without one nothing is known of checks, and they count as held. A run of the jail costs some
milliseconds whatever it judges, so all that is to be judged goes into one run, and verdicts are kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from slowpath.inputs.layout import relation_names, relation_path, scopes
from slowpath.inputs.printing import Instance
from slowpath.model.format import InputFormat, Relation

CHECK = "check"
_MOST_KEPT = 1 << 14


@dataclass(frozen=True)
class CheckVerdict:
    """What a check says of one scope; `valid` None where the check itself failed, `reason` says how."""

    valid: bool | None
    reason: str = ""


Judge = Callable[[str, Sequence[bytes]], list[CheckVerdict]]
"""Runs a program with a function `validate(text)` on texts; a verdict for each."""

_judge: Judge | None = None
_kept: dict[bytes, CheckVerdict] = {}


def judge_with(judge: Judge | None) -> None:
    """From now on checks of this process are run by `judge`; without one they aren't."""
    global _judge  # noqa: PLW0603 - a verdict depends on the check and the values alone, whoever runs it.
    _judge = judge
    _kept.clear()


@contextmanager
def judged_by(judge: Judge | None) -> Iterator[None]:
    """`judge_with` for as long as the context is open."""
    before = _judge
    judge_with(judge)
    try:
        yield
    finally:
        judge_with(before)


def checks_in(fmt: InputFormat) -> tuple[Relation, ...]:
    """The checks that a format has."""
    return tuple(relation for relation in fmt.relations if relation.kind == CHECK)


def checks_of(fmt: InputFormat) -> tuple[Relation, ...]:
    """The checks of a format, where there is a judge to run them."""
    return checks_in(fmt) if _judge is not None else ()


def program_of(relation: Relation) -> str:
    """The check as a program with `validate(text)`, where `text` has its values as a JSON object."""
    names = ", ".join(sorted(relation_names(relation)))
    body = "".join(f"    {line}\n" for line in relation.source.split("\n"))
    return (
        f"def check_of_format({names}):\n{body}\n\nimport json as json_of_format\n\n\ndef validate(text):\n"
        "    said = check_of_format(**json_of_format.loads(text))\n"
        "    return said if said is None or isinstance(said, str) else bool(said)\n"
    )


def judged(relation: Relation, values: Sequence[Mapping[str, Any]], judge: Judge | None = None) -> list[CheckVerdict]:
    """What a check says of each of some scopes, in one run of `judge` or the process's; where none is, all hold."""
    judge = judge or _judge
    if judge is None:
        return [CheckVerdict(True)] * len(values)
    names = relation_names(relation)
    texts = [json.dumps({name: scope[name] for name in names}, default=_plain).encode() for scope in values]
    keys = [blake2b(relation.source.encode() + b"\0" + text, digest_size=16).digest() for text in texts]
    unknown = {key: text for key, text in zip(keys, texts, strict=True) if key not in _kept}
    if unknown:
        if len(_kept) + len(unknown) > _MOST_KEPT:
            _kept.clear()
            unknown = dict(zip(keys, texts, strict=True))
        _kept.update(zip(unknown, judge(program_of(relation), list(unknown.values())), strict=True))
    return [_kept[key] for key in keys]


def _plain(value: Any) -> Any:
    """What JSON has no word for: numpy's arrays and numbers."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else list(value)


def judged_inputs(
    fmt: InputFormat, relation: Relation, instances: Sequence[Instance], judge: Judge | None = None
) -> list[list[tuple[str, CheckVerdict]]]:
    """For each instance the scopes in which a check is to hold, by their titles, with what it says there."""
    path = relation_path(fmt, relation)
    titled = [list(scopes(fmt, instance, path)) for instance in instances]
    said = iter(judged(relation, [scope for each in titled for _, scope in each], judge))
    return [[(title, next(said)) for title, _ in each] for each in titled]


def passing(fmt: InputFormat, instances: Sequence[Instance]) -> list[bool]:
    """Whether each instance passes all checks of the format."""
    return [not failing for failing in how_many_fail(fmt, instances)]


def how_many_fail(fmt: InputFormat, instances: Sequence[Instance]) -> list[int]:
    """In how many scopes of each instance a check of the format fails."""
    failing = [0] * len(instances)
    for relation in checks_of(fmt):
        for number, said in enumerate(judged_inputs(fmt, relation, instances)):
            failing[number] += sum(not verdict.valid for _, verdict in said)
    return failing
