"""What is missing is told with the command of this very system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import ToolMissing
from slowpath.settings import Settings
from slowpath.toolchain import installing
from slowpath.toolchain.compilers import find_compiler
from slowpath.toolchain.installing import how_to_install
from slowpath.toolchain.java.jdk import find_jdk


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Makes a system that has these programs and no others; gives its search path."""
    monkeypatch.setattr(installing.os, "defpath", str(tmp_path))

    def make(*programs: str) -> str:
        for name in programs:
            (tmp_path / name).write_text("#!/bin/sh\n")
            (tmp_path / name).chmod(0o755)
        return str(tmp_path)

    return make


@pytest.mark.parametrize(
    ("programs", "is_root", "command"),
    [
        (("apt-get", "sudo"), False, "sudo apt install g++"),
        (("apt-get", "sudo"), True, "apt install g++"),
        (("apt-get",), False, "apt install g++"),
        (("dnf", "sudo"), False, "sudo dnf install gcc-c++"),
        (("pacman",), True, "pacman -S gcc"),
        (("apk",), True, "apk add g++"),
        (("brew",), False, ""),
        ((), False, ""),
    ],
)
def test_the_package_manager_that_is_there_is_named(system, programs, is_root, command):
    assert how_to_install("cpp", system(*programs), system="linux", is_root=is_root) == command


def test_a_system_with_a_command_of_its_own_is_told_that(system):
    assert how_to_install("cpp", system("brew"), system="darwin") == "xcode-select --install"
    assert how_to_install("java", system("brew", "sudo"), system="darwin", is_root=False) == "brew install openjdk"


def test_no_compiler_and_no_jdk_are_one_message_with_the_command(system):
    settings = replace(Settings(), search_path=system("dnf"), cache_dir=Path(system()))
    with pytest.raises(ToolMissing, match=r"Install a C\+\+ compiler \(.*dnf install gcc-c\+\+\), or set slowpath.cpp"):
        find_compiler(settings)
    with pytest.raises(ToolMissing, match=r"Install a JDK \(.*dnf install java-latest-openjdk-devel\), or set"):
        find_jdk(settings)
