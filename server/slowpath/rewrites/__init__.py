"""Faster versions of a program, as edits of its text: proposed here, proven elsewhere."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from slowpath.model.format import InputFormat
from slowpath.model.languages import IDS
from slowpath.model.rewrite import Rewrite
from slowpath.rewrites.rule import Change, RewriteRule, applied, in_order

__all__ = ["RewriteRule", "all_rules", "applied", "improved", "proposals", "rule_of"]

_MOST_PER_RULE = 12
_MOST_TOGETHER = 24
_log = logging.getLogger(__name__)


_FOLDERS = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
_LANGUAGES = tuple(language for language in IDS if language in _FOLDERS)


@cache
def _rules_of(language: str) -> tuple[RewriteRule[Any], ...]:
    """Those of a language are loaded when one of its programs is read."""
    package = importlib.import_module(f"{__name__}.{language}")
    modules = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}").RULE for name in modules)


@cache
def all_rules() -> tuple[RewriteRule[Any], ...]:
    """The rules of all languages."""
    return tuple(rule for language in _LANGUAGES for rule in _rules_of(language))


def rule_of(rule_id: str) -> RewriteRule[Any]:
    """The rule of an id. Raises `KeyError` for an id that no rule has."""
    return {rule.id: rule for rule in all_rules()}[rule_id]


def proposals(
    source: bytes, language: str, *, hot_lines: Mapping[int, int] | None = None, fmt: InputFormat | None = None
) -> tuple[Rewrite, ...]:
    """What the rules would change in a program, each by itself, the most promising first: by the rule's gain, then by
    how often the line ran where `hot_lines` (1-based lines and hits) says it, then in source order.

    Never raises: what a rule can't cope with is logged and left out. Nothing is proposed for a text that can't be read
    whole. `fmt` says that all of the input is there from the beginning, so that the program answers to no one.
    """
    made: dict[str, tuple[tuple[int, int, int], Rewrite]] = {}
    for rule, program in _applicable(source, language, fmt):
        for found in _found(rule, program):
            rewrite = _rewrite(rule, source, found)
            if rewrite is not None:
                rank = (-rule.gain, -(hot_lines or {}).get(found.line, 0), found.line)
                made.setdefault(rewrite.id, (rank, rewrite))
    return tuple(rewrite for _, rewrite in sorted(made.values(), key=lambda entry: (*entry[0], entry[1].id)))


def _applicable(source: bytes, language: str, fmt: InputFormat | None) -> Iterator[tuple[RewriteRule[Any], object]]:
    """The language's own rules with the program, and with its translation those of another that its folder names as
    `SHARED`; none for a program that can't be read."""
    if language not in _LANGUAGES:
        return
    package = importlib.import_module(f"{__name__}.{language}")
    try:
        program = package.program(source, fmt)
        if program is None:
            return
        yield from ((rule, program) for rule in _rules_of(language))
        if ids := getattr(package, "SHARED", ()):
            translated = package.translated(program)
            yield from ((rule, translated) for rule in all_rules() if rule.id in ids)
    except Exception:
        _log.exception("a %s program can't be read to rewrite it", language)


def improved(
    source: bytes,
    language: str,
    *,
    fmt: InputFormat | None = None,
    without: frozenset[str] = frozenset(),
    unless: Callable[[bytes, Rewrite], bool] = lambda text, step: False,
) -> tuple[Rewrite, ...]:
    """All that can be changed, one change after the other, each proposed for the text that the last one gave.

    Rules of the ids `without` are left out, as is each change of a text of which `unless` says so. The `edits` of each
    are those of its own text; `source` of the last is the whole.
    """
    made: list[Rewrite] = []
    text = source
    seen = {source}
    for _ in range(_MOST_TOGETHER):
        step = next(
            (
                rewrite
                for rewrite in proposals(text, language, fmt=fmt)
                if rewrite.rule not in without and rewrite.source not in seen and not unless(text, rewrite)
            ),
            None,
        )
        if step is None:
            break
        made.append(step)
        text = step.source
        seen.add(text)
    return tuple(made)


def _found(rule: RewriteRule[Any], program: object) -> list[Change]:
    made: list[Change] = []
    try:
        for found in rule.find(program):
            made.append(found)
            if len(made) >= _MOST_PER_RULE:
                break
    except Exception:
        _log.exception("rewrite %s failed", rule.id)
    return made


def _rewrite(rule: RewriteRule[Any], source: bytes, found: Change) -> Rewrite | None:
    try:
        text = applied(source, found.edits)
    except ValueError:
        _log.exception("the edits of %s don't fit together", rule.id)
        return None
    if text == source:
        return None
    edits = in_order(found.edits)
    digest = sha256(rule.id.encode() + b"\0" + text).hexdigest()[:12]
    return Rewrite(f"{rule.id}-{digest}", rule.id, rule.title, found.line, edits, text, found.reason)
