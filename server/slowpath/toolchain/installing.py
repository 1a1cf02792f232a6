"""How what is missing is installed on this very system: the command of the package manager that is there."""

from __future__ import annotations

import os
import shutil
import sys

_MANAGERS: dict[str, tuple[str, dict[str, str]]] = {
    "apt-get": (
        "apt install",
        {
            "cpp": "g++",
            "headers": "libc6-dev",
            "java": "default-jdk-headless",
            "python": "python3 python3-venv",
            "afl": "afl++ clang",
        },
    ),
    "dnf": (
        "dnf install",
        {
            "cpp": "gcc-c++",
            "headers": "glibc-devel",
            "java": "java-latest-openjdk-devel",
            "python": "python3",
            "afl": "american-fuzzy-lop clang",
        },
    ),
    "pacman": (
        "pacman -S",
        {"cpp": "gcc", "headers": "glibc", "java": "jdk-openjdk", "python": "python", "afl": "afl++ clang"},
    ),
    "zypper": (
        "zypper install",
        {"cpp": "gcc-c++", "headers": "glibc-devel", "java": "java-21-openjdk-devel", "python": "python3"},
    ),
    "apk": ("apk add", {"cpp": "g++", "headers": "musl-dev", "java": "openjdk21-jdk", "python": "python3"}),
    "brew": ("brew install", {"java": "openjdk", "python": "python", "afl": "afl++"}),
}
"""By the program's name: the command, and what its packages are called. The first that is there is the system's own."""
_OF_THE_SYSTEM = {("darwin", "cpp"): "xcode-select --install", ("darwin", "headers"): "xcode-select --install"}
_UNASKED = ("brew",)
"""Managers that must not be run as root."""


def how_to_install(what: str, search_path: str, *, system: str = sys.platform, is_root: bool | None = None) -> str:
    """The command that installs `what` ("cpp", "headers", "java", "python", "afl") here, such as "sudo apt install
    g++"; "" where none is known."""
    if (system, what) in _OF_THE_SYSTEM:
        return _OF_THE_SYSTEM[system, what]
    places = os.pathsep.join(filter(None, (search_path, os.defpath)))
    if is_root is None:
        is_root = not hasattr(os, "geteuid") or os.geteuid() == 0
    for program, (command, packages) in _MANAGERS.items():
        if what in packages and shutil.which(program, path=places):
            needs_sudo = not is_root and program not in _UNASKED and shutil.which("sudo", path=places)
            return f"{'sudo ' if needs_sudo else ''}{command} {packages[what]}"
    return ""


def remedy(what: str, called: str, search_path: str, otherwise: str = "") -> str:
    """What to do where `what` is missing: "Install a C++ compiler (sudo apt install g++), or `otherwise`."."""
    command = how_to_install(what, search_path)
    shown = f"Install {called} ({command})" if command else f"Install {called}"
    return f"{shown}, or {otherwise}." if otherwise else f"{shown}."
