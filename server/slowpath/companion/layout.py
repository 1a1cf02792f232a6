"""Which files are made of a problem: an ICPC/Kattis package, which `slowpath.problems` reads as it reads any other.

`CONTEST/PROBLEM/` holds `problem.yaml` with name, limits and address, `data/sample/` and the program to write. Names of
folders are letters, digits and `_` alone, so that no name leads elsewhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath

import yaml

from slowpath.companion.message import ReceivedProblem
from slowpath.model.languages import IDS, LANGUAGE_FACTS

PROBLEM_YAML = "problem.yaml"
_LONGEST_NAME_BYTES = 96
_DEVICES = {"con", "prn", "aux", "nul", *(f"{name}{digit}" for name in ("com", "lpt") for digit in range(10))}
"""Names that are devices on Windows, whatever the folder."""


@dataclass(frozen=True)
class Program:
    """What the program to write begins as."""

    language: str
    text: bytes


def empty_program(language: str) -> Program:
    """A program that does nothing yet. An unknown language is the first that there is, C++."""
    known = language if language in LANGUAGE_FACTS else IDS[0]
    return Program(known, LANGUAGE_FACTS[known].empty.encode())


def safe_name(text: str, otherwise: str) -> str:
    """A name for a folder or file: letters and digits of any language, whatever lies between them as `_`."""
    letters = "".join(
        letter if letter.isalnum() or unicodedata.combining(letter) else " "
        for letter in unicodedata.normalize("NFC", text)
    )
    name = "_".join(letters.split()).encode()[:_LONGEST_NAME_BYTES].decode("utf-8", "ignore").strip("_")
    return f"{name}_" if name.lower() in _DEVICES else name or otherwise


def folder_of(problem: ReceivedProblem) -> PurePosixPath:
    """The problem's own folder below the one that the user chose."""
    return PurePosixPath(safe_name(problem.group, "problems")) / safe_name(problem.name, "problem")


def program_name(folder: str, language: str) -> str:
    """The program's file in a folder of that name."""
    facts = LANGUAGE_FACTS[language]
    return f"{facts.file_stem or folder}{facts.suffixes[0]}"


def package_files(problem: ReceivedProblem) -> dict[str, bytes]:
    """The package's files but for the program, by their paths in the problem's folder."""
    files = {PROBLEM_YAML: _metadata(problem)}
    for number, (given, answer) in enumerate(problem.samples, 1):
        files[f"data/sample/{number}.in"] = given
        if answer is not None:
            files[f"data/sample/{number}.ans"] = answer
    return files


def address_in(metadata: bytes) -> str | None:
    """The address of the problem whose `problem.yaml` this is; None where it isn't one of ours."""
    try:
        read = yaml.safe_load(metadata)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    address = read.get("source_url") if isinstance(read, dict) else None
    return address if isinstance(address, str) else None


def _metadata(problem: ReceivedProblem) -> bytes:
    limits = {"time_limit": problem.time_limit_s, "memory": problem.memory_limit_mib}
    known = {name: int(value) if value == int(value) else value for name, value in limits.items() if value}
    content: dict[str, object] = {
        "problem_format_version": "2023-07-draft",
        "name": problem.name,
        "source": problem.group,
        "source_url": problem.url,
    }
    if problem.interactive:
        content["type"] = "interactive"
    if known:
        content["limits"] = known
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=1000).encode("utf-8")
