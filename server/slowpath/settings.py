"""What the user and the machine decide. The only module that reads the environment.

Precedence: explicit arguments (command line, editor settings) over environment over defaults.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import Any

import platformdirs


@dataclass(frozen=True)
class Settings:
    """All settings. `cpp_compiler` "" means: find one (g++, clang++, c++, then versioned names).

    `cpp_flags` are the judge's flags, of the clean build. `python_interpreter` "" means: the one found on PATH.
    `java_home` is the folder of a JDK; "" means: that of `java_home_of_environment`, which is JAVA_HOME, where it is
    one, else the one of PATH. `java_flags` are the judge's of `java`, but for the heap, which is the memory limit.
    `cache_dir` holds builds (safe to delete), `state_dir` the store of campaigns.
    `instrument` counts instructions: "" the best cheap one, else perf, qemu, cachegrind, callgrind or time.
    `parallel_runs` is how many runs of a batch are made at once, 0 as many as there are cores, at most 4.
    `time_limit_s` is the limit in seconds that times are held against where the problem states none.
    `jail` is what holds programs that aren't ours: "" the best that works here, or its name, or off.
    `llm_base_url` is that of an OpenAI-compatible endpoint, with /v1 ("" OpenAI's own); its key isn't here (`api_key`).
    """

    cpp_compiler: str = ""
    cpp_flags: tuple[str, ...] = ("-O2", "-std=c++17", "-DONLINE_JUDGE")
    python_interpreter: str = ""
    java_home: str = ""
    java_home_of_environment: str = ""
    java_flags: tuple[str, ...] = ("-XX:+UseSerialGC", "-Xss64m")
    cache_dir: Path = Path()
    state_dir: Path = Path()
    search_path: str = ""
    instrument: str = ""
    parallel_runs: int = 0
    time_limit_s: float = 2.0
    jail: str = ""
    llm_base_url: str = ""
    llm_model: str = ""

    @property
    def toolchain(self) -> dict[str, Any]:
        """What decides how a program is built and run, by its names, as JSON can hold it."""
        return {name: list(value) if isinstance(value := getattr(self, name), tuple) else value for name in TOOLCHAIN}

    def with_toolchain(self, chosen: Mapping[str, Any]) -> Settings:
        """The settings with the toolchain that `toolchain` gave once."""
        kept: dict[str, Any] = {
            name: tuple(chosen[name]) if name in _LISTS else chosen[name] for name in TOOLCHAIN if name in chosen
        }
        return replace(self, **kept)


TOOLCHAIN = ("cpp_compiler", "cpp_flags", "python_interpreter", "java_home", "java_flags")
"""What decides how a program is built and run: a search keeps it."""
_LISTS = ("cpp_flags", "java_flags")

JAILS = ("auto", "bubblewrap", "landlock", "sandbox-exec", "off")

_ENVIRONMENT = {
    "cpp_compiler": "SLOWPATH_CXX",
    "cpp_flags": "SLOWPATH_CXXFLAGS",
    "python_interpreter": "SLOWPATH_PYTHON",
    "java_home": "SLOWPATH_JAVA_HOME",
    "java_flags": "SLOWPATH_JAVA_FLAGS",
    "cache_dir": "SLOWPATH_CACHE_DIR",
    "state_dir": "SLOWPATH_STATE_DIR",
    "llm_base_url": "OPENAI_BASE_URL",
    "instrument": "SLOWPATH_INSTRUMENT",
    "parallel_runs": "SLOWPATH_PARALLEL_RUNS",
    "time_limit_s": "SLOWPATH_TIME_LIMIT",
    "llm_model": "SLOWPATH_LLM_MODEL",
    "jail": "SLOWPATH_JAIL",
}


def load(overrides: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in force. `overrides` are by field name; None or "" in it means not given.

    Raises `ValueError` for a name that is no setting, a number that is none, and a jail that isn't known.
    """
    environment = os.environ if environment is None else environment
    settings = Settings(
        cache_dir=Path(platformdirs.user_cache_dir("slowpath", appauthor=False)),
        state_dir=Path(platformdirs.user_state_dir("slowpath", appauthor=False)),
        search_path=environment.get("PATH", os.defpath),
    )
    given = {name: value for name, value in (overrides or {}).items() if value not in (None, "", ())}
    for name, variable in _ENVIRONMENT.items():
        if environment.get(variable) and name not in given:
            settings = replace(settings, **{name: _typed(name, environment[variable])})
    if environment.get("JAVA_HOME") and not settings.java_home and "java_home" not in given:
        settings = replace(settings, java_home_of_environment=environment["JAVA_HOME"])
    known = {field.name for field in fields(Settings)}
    unknown = set(overrides or {}) - known
    if unknown:
        raise ValueError(f"no such setting: {min(unknown)}")
    return replace(settings, **{name: _typed(name, value) for name, value in given.items()})


def api_key(settings: Settings, environment: Mapping[str, str] | None = None) -> str:
    """The key for the model endpoint in force, or "": it stands in no value that is stored, sent or logged.

    OPENAI_API_KEY belongs to the endpoint that the same environment names (OpenAI's own where it names none). An
    endpoint that was set elsewhere, by an option or in the editor, doesn't get it.
    """
    environment = os.environ if environment is None else environment
    paired_with = environment.get("OPENAI_BASE_URL", "").rstrip("/")
    return environment.get("OPENAI_API_KEY", "") if settings.llm_base_url.rstrip("/") == paired_with else ""


def _typed(name: str, value: object) -> Any:
    if name in _LISTS:
        return tuple(value.split()) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]
    if name in ("cache_dir", "state_dir"):
        return Path(str(value)).expanduser()
    if name == "parallel_runs":
        return _whole_number(str(value))
    if name == "time_limit_s":
        return _seconds(str(value))
    if name == "jail":
        return _known_jail(str(value))
    return str(value)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < inf:
        raise ValueError(f"SLOWPATH_TIME_LIMIT: not a number of seconds above 0: {text}")
    return value


def _known_jail(name: str) -> str:
    if name not in JAILS:
        raise ValueError(f"SLOWPATH_JAIL: not one of {', '.join(JAILS)}: {name}")
    return "" if name == "auto" else name


def _whole_number(text: str) -> int:
    if not text.strip().isdecimal():
        raise ValueError(f"SLOWPATH_PARALLEL_RUNS: not a whole number: {text}")
    return int(text)
