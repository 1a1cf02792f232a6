"""The packages below a folder, and what of one is shown to inference: a copy without all that a contestant never sees.

A folder is a package where it has `data/sample` and a statement's folder (ICPC/Kattis). Its *half* is chosen by the
SHA-256 of the problem's own name, so that a problem that stands in two collections falls on one side: a first hex digit
of 0..4 is `test`, anything else `learn`. A folder named COLLECTION__PROBLEM goes by PROBLEM.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from slowpath.model.languages import IDS, SUFFIXES, dear_last

VALIDATOR_FOLDERS = ("input_validators", "input_format_validators")
STATEMENT_FOLDERS = ("problem_statement", "statement")
SLOW_FOLDERS = ("time_limit_exceeded", "partially_accepted")
WRONG_FOLDERS = ("wrong_answer", "run_time_error", "partially_accepted")
SHOWN_FILES = ("problem.yaml", ".timelimit", "domjudge-problem.ini")
LEARN, TEST = "learn", "test"
LEVELS_DOWN = 4
LARGEST_TEXT = 1 << 20
_STOP_WORDS = {
    "en": ("the", "of", "and", "is", "each", "with"),
    "sv": ("och", "att", "är", "ett", "av", "på"),
    "da": ("og", "af", "at", "er", "på", "ikke"),
    "de": ("der", "die", "und", "ist", "das", "ein"),
    "fr": ("le", "les", "et", "est", "une", "des"),
    "es": ("el", "los", "es", "una", "del", "por"),
    "pl": ("jest", "się", "nie", "oraz", "każdy", "do"),
    "nl": ("het", "een", "van", "en", "zijn", "dat"),
}


@dataclass(frozen=True)
class Package:
    """One package. `slow` are the programs that its setters call too slow, `wrong` those that fail, in the
    `searched` languages; `accepted` are those that they accept, in any. `language` is the statement's ("" where nothing
    says)."""

    name: str
    folder: Path
    half: str
    language: str
    slow: tuple[Path, ...]
    accepted: tuple[Path, ...]
    wrong: tuple[Path, ...] = ()
    searched: Collection[str] = IDS

    @property
    def program(self) -> Path | None:
        """The one program that inference sees: the first that is too slow, else the first accepted one, in a searched
        language, and in one that isn't dear to run where there is such."""
        known = dear_last((*self.slow, *self.accepted, *self.wrong))
        return next((path for path in known if language_id(path) in self.searched), None)

    @property
    def is_english(self) -> bool:
        """Whether the statement is in English."""
        return self.language == "en"


def half_of(name: str) -> str:
    """The half on which a package of that name falls."""
    return TEST if hash_of(name)[0] in "01234" else LEARN


def hash_of(name: str) -> str:
    """The hexadecimal SHA-256 of the name of a package's problem."""
    problem = name.partition("__")[2] or name
    return hashlib.sha256(problem.encode()).hexdigest()


def packages_in(data: Path, languages: Collection[str] = IDS) -> list[Package]:
    """All packages at or below `data`, in the order of their paths, with what is searched in these languages."""
    return [_package(folder, languages) for folder in _folders(data.resolve(), LEVELS_DOWN)]


def _folders(folder: Path, levels: int) -> Iterator[Path]:
    if (folder / "data" / "sample").is_dir() and any((folder / name).is_dir() for name in STATEMENT_FOLDERS):
        yield folder
    elif levels > 0:
        for inner in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
            yield from _folders(inner, levels - 1)


def _package(folder: Path, languages: Collection[str]) -> Package:
    slow, wrong = (
        tuple(
            path
            for name in names
            for path in programs_in(folder / "submissions" / name)
            if language_id(path) in languages
        )
        for names in (SLOW_FOLDERS, WRONG_FOLDERS)
    )
    name = folder.name
    return Package(
        name,
        folder,
        half_of(name),
        _language(folder),
        slow,
        programs_in(folder / "submissions" / "accepted"),
        wrong,
        languages,
    )


def language_id(program: Path) -> str:
    """The language of a program by its ending."""
    return SUFFIXES[program.suffix.lower()]


def programs_in(folder: Path) -> tuple[Path, ...]:
    """The programs of one file right in the folder, by name, those that are dear to run behind the others."""
    found = folder.iterdir() if folder.is_dir() else ()
    return tuple(dear_last(sorted(path for path in found if path.is_file())))


def _language(folder: Path) -> str:
    """The language of the statement that is read: the English one where there is one, else by what the others say."""
    statements = sorted(
        path
        for name in STATEMENT_FOLDERS
        for path in (folder / name).glob("problem.*")
        if path.suffix.lower() in (".tex", ".md", ".html", ".txt")
    )
    named = [parts[1].lower()[:2] for path in statements if len(parts := path.name.split(".")) == 3]
    unnamed = [path for path in statements if path.name.count(".") == 1]
    if "en" in named:
        return "en"
    return (
        language_of(unnamed[0].read_bytes()[:LARGEST_TEXT].decode("utf-8", "replace"))
        if unnamed
        else next(iter(named), "")
    )


def language_of(text: str) -> str:
    """The language whose commonest words stand in the text most often, "" where none does."""
    words = Counter(re.findall(r"[^\W\d_]+", text.lower()))
    counts = {language: sum(words[word] for word in stops) for language, stops in _STOP_WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""


def lay_out(package: Path, program: Path, to: Path, *, with_validators: bool = False) -> Path:
    """Copies what inference may see to `to`: statement, samples, limits and one program, whose new path is returned.

    Hidden are secret data, generators and all other submissions. The package's input validators, and what it says of
    their flags, are copied too `with_validators`, else hidden.
    """
    to.mkdir(parents=True, exist_ok=True)
    for name in SHOWN_FILES:
        if (package / name).is_file():
            shutil.copyfile(package / name, to / name)
    for name in (*STATEMENT_FOLDERS, "data/sample"):
        if (package / name).is_dir():
            shutil.copytree(package / name, to / name, ignore_dangling_symlinks=True)
    if with_validators:
        lay_out_validators(package, to)
    solution = to / f"solution{'.cpp' if program.suffix.lower() in ('.cc', '.cxx') else program.suffix.lower()}"
    shutil.copyfile(program, solution)
    return solution


def lay_out_validators(package: Path, to: Path) -> None:
    """Copies the package's input validators to `to`, and what is said of their flags."""
    for name in VALIDATOR_FOLDERS:
        if (package / name).is_dir():
            shutil.copytree(package / name, to / name, ignore_dangling_symlinks=True, dirs_exist_ok=True)
    for path in group_files(package):
        (to / path.relative_to(package).parent).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to / path.relative_to(package))


def group_files(package: Path) -> list[Path]:
    """The files that say with which flags validators are run on the tests of each group."""
    return sorted(path for path in (package / "data").rglob("test*.yaml") if path.is_file())
