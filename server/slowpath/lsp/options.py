"""What the editor decides: settings, trust and the budget, from initializationOptions or a changed configuration."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields

from slowpath import pipeline
from slowpath.settings import JAILS, Settings, load
from slowpath.worker.messages import Asking

DEFAULT_BUDGET_S = 60.0
DEFAULT_MAX_TOKENS = 100_000
_SETTINGS = {field.name for field in fields(Settings)}


@dataclass(frozen=True)
class Options:
    """`trusted` false means that nothing may be compiled or run. `ignored` names what wasn't understood.

    An editor that doesn't speak of trust is one without the notion: its user asked for what is run. `command_links`
    says that its hovers can run our commands. `llm_enabled` says that searches ask a language model: the editor
    itself must name one, what the environment says is for the shell, where asking is asked for each time.
    `llm_max_tokens` is what a search may cost at most, None (0 on the wire) for no cap.
    """

    settings: Settings
    trusted: bool = True
    budget_seconds: float = DEFAULT_BUDGET_S
    ignored: tuple[str, ...] = ()
    command_links: bool = False
    llm_enabled: bool = False
    llm_max_tokens: int | None = DEFAULT_MAX_TOKENS

    @property
    def asking(self) -> Asking | None:
        """Who searches are to ask; None where no model is configured, or none is to be asked."""
        return self.asking_first(first=False) if self.llm_enabled else None

    def asking_first(self, first: bool = True) -> Asking | None:
        """Who is asked where the user says so; None where no model is configured."""
        return Asking(self.llm_max_tokens, first) if pipeline.has_model(self.settings) else None


def read_options(given: object, *, trusted: bool = True) -> Options:
    """The options in a JSON value; what it doesn't say has its default, for trust `trusted`. Never raises."""
    options = dict(given) if isinstance(given, Mapping) else {}
    if isinstance(options.get("slowpath"), Mapping):
        options = dict(options["slowpath"])
    budget, is_trusted = options.pop("budget_seconds", None), options.pop("trusted", trusted)
    command_links = options.pop("command_links", False)
    enabled, tokens = options.pop("llm_enabled", True), options.pop("llm_max_tokens", DEFAULT_MAX_TOKENS)
    usable = {name: value for name, value in options.items() if name in _SETTINGS and _fits(name, value)}
    good_budget = isinstance(budget, (int, float)) and not isinstance(budget, bool) and 0 < budget < math.inf
    ignored = [name for name in options if name not in usable]
    if budget is not None and not good_budget:
        ignored.append("budget_seconds")
    is_cap = isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0
    if not is_cap:
        ignored.append("llm_max_tokens")
    settings, unfit = _loaded(usable)
    ignored += unfit
    return Options(
        settings,
        is_trusted is not False,
        float(budget) if good_budget else DEFAULT_BUDGET_S,
        tuple(ignored),
        command_links is True,
        enabled is not False and bool(usable.get("llm_model")),
        (tokens or None) if is_cap else DEFAULT_MAX_TOKENS,
    )


def _loaded(usable: dict[str, object]) -> tuple[Settings, list[str]]:
    """The settings, and the variables of the environment that were ignored: what those say can't be refused here, since
    nobody would hear it, and it may not relax anything either."""
    ignored: list[str] = []
    while True:
        try:
            return load({**usable, **{_INSTEAD[name][0]: _INSTEAD[name][1] for name in ignored}}), ignored
        except ValueError as error:
            name = str(error).partition(":")[0]
            if name not in _INSTEAD or name in ignored:
                raise
            ignored.append(name)


_INSTEAD: dict[str, tuple[str, object]] = {
    "SLOWPATH_PARALLEL_RUNS": ("parallel_runs", 0),
    "SLOWPATH_JAIL": ("jail", "auto"),
    "SLOWPATH_TIME_LIMIT": ("time_limit_s", Settings().time_limit_s),
}
"""The setting that a variable of the environment gives, and what stands instead of one that makes no sense."""


def _fits(name: str, value: object) -> bool:
    """Whether a value is of the setting's type; None stands for its default."""
    if name in ("cpp_flags", "java_flags") and isinstance(value, (list, tuple)):
        return all(isinstance(part, str) for part in value)
    if name == "parallel_runs":
        return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)
    if name == "time_limit_s":
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return value is None or (is_number and 0 < value < math.inf)  # type: ignore[operator]
    if name == "jail":
        return value is None or value in ("", *JAILS)
    return value is None or isinstance(value, str)
