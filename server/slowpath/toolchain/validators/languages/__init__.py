"""From the source of a program that judges inputs or outputs to what runs it: one file per language, by its id."""

from __future__ import annotations

import importlib
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.model.languages import LANGUAGE_FACTS, listed
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.program_runs import JudgingProgram


class LanguageUnknown(SlowpathError):
    """A validator is in a language that isn't run here (exit code 1)."""

    code = "validator-unusable"

    def __init__(self, source: ValidatorSource) -> None:
        super().__init__(
            f"{source.name} is in no language that is run here.",
            f"Those in {listed('and')} are, and checktestdata scripts.",
        )


def judging_program(source: ValidatorSource, settings: Settings) -> JudgingProgram:
    """What runs the validator, without arguments. Compiles where there is no build in the cache. Of a folder with
    files in several languages those of the first one are the program.

    Raises `ToolMissing`, `CompileFailed`, `StoreUnwritable`, `PythonTooOld` or `LanguageUnknown`.
    """
    files = program_files(source)
    for facts in LANGUAGE_FACTS.values():
        own = [path for path in files if path.suffix.lower() in facts.suffixes]
        if own:
            language = importlib.import_module(f"{__name__}.{facts.id}")
            program: JudgingProgram = language.judging_program(source, own, settings)
            return program
    raise LanguageUnknown(source)


def program_files(source: ValidatorSource) -> list[Path]:
    """The files of the program in order: the one file, or those right in the folder."""
    if not source.path.is_dir():
        return [source.path]
    return sorted(path for path in source.path.iterdir() if path.is_file())
