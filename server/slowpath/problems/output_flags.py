"""With which arguments a package judges outputs, and how its default judge compares them.

Arguments for all test data stand in `problem.yaml` (`validator_flags`, `output_validator_args`) or in
`domjudge-problem.ini` (`special_compare_args`); those of a test group, which are appended, in its `testdata.yaml` or
`test_group.yaml` (`output_validator_flags`, `output_validator_args`; `grader_flags` where these words landed there).
Nobody knows to which group a new input belongs, so an output is right where any group takes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from slowpath.model.answers import AnswerRules, most_lenient, rules_of_flags
from slowpath.model.patterns import late_regex
from slowpath.problems.files import Notebook, is_file, read_text
from slowpath.problems.validator_flags import arguments_of, flag_sets, group_arguments

FLAGS = frozenset(
    {
        "case_sensitive",
        "space_change_sensitive",
        "float_tolerance",
        "float_relative_tolerance",
        "float_absolute_tolerance",
    }
)
GROUP_KEYS = ("output_validator_args", "output_validator_flags")
_OWN_KEYS = ("validator_flags", "output_validator_args")
_COMPARE_ARGS = late_regex(r"^\s*special_compare_args\s*=\s*(['\"]?)(.{1,200}?)\1\s*$", re.MULTILINE)


def output_flag_sets(root: Path, metadata: Mapping[str, Any], book: Notebook) -> tuple[tuple[str, ...], ...]:
    """The different lists of arguments with which outputs are judged, at least one."""
    own = _own_flags(root, metadata, book)
    given = flag_sets(group_arguments(root, {}, book, GROUP_KEYS), "", book)
    if not FLAGS.intersection(own, *given):
        graders = flag_sets(group_arguments(root, {}, book, ("grader_flags",)), "", book)
        compared = tuple(flags for flags in graders if FLAGS.intersection(flags))
        given = (*given, *compared)
    return tuple(dict.fromkeys((*own, *flags) for flags in given))


def default_rules(sets: tuple[tuple[str, ...], ...], metadata: Mapping[str, Any]) -> AnswerRules:
    """How the package's default judge compares, given these lists of arguments. That there is no other judge is
    believed where the package says so: some are published without their validators."""
    said = [flags for flags in sets if FLAGS.intersection(flags)]
    words = " ".join(said[0]) if said else "no flags"
    is_judge = bool(said) or str(metadata.get("validation", "")).strip() == "default"
    return most_lenient(tuple(rules_of_flags(flags, f"the package: {words}", is_judge) for flags in sets))


def _own_flags(root: Path, metadata: Mapping[str, Any], book: Notebook) -> tuple[str, ...]:
    own = next((arguments_of(metadata[key]) for key in _OWN_KEYS if metadata.get(key) is not None), ())
    if own or not is_file(root / "domjudge-problem.ini"):
        return own
    written = _COMPARE_ARGS.search(read_text(root / "domjudge-problem.ini", book) or "")
    return arguments_of(written[2]) if written else ()
