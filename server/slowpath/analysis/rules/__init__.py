"""Rules that read a program's text and give the constraints that it shows, ranked, without running anything.

A rule is a file of a language's folder that holds a `RULE`; adding a file adds a rule. Where the folder has `SHARED`,
rules of another language by their ids, its `translated` gives what they find in a translation of the program. What the
rules of a language are given is what the folder's `view` makes of a text. What a rule gives is a suspicion with a
condition: the campaign tests it.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.rule import RULE, Rule
from slowpath.analysis.source import loops_of, tree_of
from slowpath.model.constraint import Constraint
from slowpath.model.format import InputFormat
from slowpath.model.languages import IDS

__all__ = ["RULE", "Rule", "all_rules", "constraints_of", "rule_of"]

MOST_CONSTRAINTS = 48
_MOST_PER_RULE = 6
Finder = Callable[[], Iterator[Constraint]]
_log = logging.getLogger(__name__)


_FOLDERS = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
_LANGUAGES = tuple(language for language in IDS if language in _FOLDERS)


@cache
def _rules_of(language: str) -> tuple[Rule[Any], ...]:
    """Those of a language are loaded when one of its programs is read."""
    package = importlib.import_module(f"{__name__}.{language}")
    modules = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(importlib.import_module(f"{package.__name__}.{name}").RULE for name in modules)


@cache
def all_rules() -> tuple[Rule[Any], ...]:
    """The rules of all languages."""
    return tuple(rule for language in _LANGUAGES for rule in _rules_of(language))


@cache
def _by_id() -> dict[str, Rule[Any]]:
    return {rule.id: rule for rule in all_rules()}


def rule_of(rule_id: str) -> Rule[Any]:
    """The rule of an id. Raises `KeyError` for an id that no rule has."""
    return _by_id()[rule_id]


def constraints_of(
    source: bytes, language: str, fmt: InputFormat | None, *, most: int = MOST_CONSTRAINTS
) -> tuple[Constraint, ...]:
    """What the rules find in a program, at most `most`: by the rule's severity, deeper loops first.

    Never raises: what a rule can't cope with is logged and left out. Ids are unique.
    """
    view = _view(source, language, fmt)
    if view is None:
        return ()
    depths = view.depths if isinstance(view, CppView) else _depths(source, language)
    made: list[tuple[int, int, Constraint]] = []
    for rule, find in _finders(source, language, view):
        made += [
            (-rule.severity, -depths.get(constraint.line, 0), constraint)
            for constraint in _found(rule, find)[:_MOST_PER_RULE]
        ]
    ranked = sorted(made, key=lambda entry: entry[:2])
    return tuple({constraint.id: constraint for _, _, constraint in ranked}.values())[:most]


def _view(source: bytes, language: str, fmt: InputFormat | None) -> object | None:
    try:
        if language in _LANGUAGES:
            return importlib.import_module(f"{__name__}.{language}").view(source, fmt)
    except Exception:
        _log.exception("the rules can't read a %s program", language)
    return None


def _finders(source: bytes, language: str, view: Any) -> Iterator[tuple[Rule[Any], Finder]]:
    """The language's own rules, and those of another that a translation of the program serves as well."""
    yield from ((rule, partial(rule.find, view)) for rule in _rules_of(language))
    package = importlib.import_module(f"{__name__}.{language}")
    if not (ids := getattr(package, "SHARED", ())):
        return
    shared = [rule for rule in all_rules() if rule.id in ids]
    try:
        translated = package.translated(source, view)
    except Exception:
        _log.exception("a %s program can't be translated for the rules", language)
        return
    yield from ((rule, partial(translated.found, rule)) for rule in shared)


def _found(rule: Rule[Any], find: Finder) -> list[Constraint]:
    made: list[Constraint] = []
    try:
        for constraint in find():
            made.append(constraint)
            if len(made) > 4 * _MOST_PER_RULE:
                break
    except Exception:
        _log.exception("rule %s failed", rule.id)
    return made


def _depths(source: bytes, language: str) -> dict[int, int]:
    """How many loops stand around each line."""
    root = tree_of(source, language)
    made: dict[int, int] = {}
    for loop in loops_of(root) if root is not None else []:
        for line in range(loop.first_line, min(loop.last_line, loop.first_line + 2000) + 1):
            made[line] = max(made.get(line, 0), loop.depth + 1)
    return made
