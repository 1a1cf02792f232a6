"""What the editor decides: settings, trust and the budget, from initializationOptions or a changed configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from slowpath.settings import Settings, load

DEFAULT_BUDGET_S = 60.0
_SETTINGS = {field.name for field in fields(Settings)}


@dataclass(frozen=True)
class Options:
    """`trusted` false means that nothing may be compiled or run. `ignored` names what wasn't understood.

    An editor that doesn't speak of trust is one without the notion: its user asked for what is run. `command_links`
    says that its hovers can run our commands.
    """

    settings: Settings
    trusted: bool = True
    budget_seconds: float = DEFAULT_BUDGET_S
    ignored: tuple[str, ...] = ()
    command_links: bool = False


def read_options(given: object) -> Options:
    """The options in a JSON value; what it doesn't say has its default. Never raises."""
    options = dict(given) if isinstance(given, Mapping) else {}
    if isinstance(options.get("slowpath"), Mapping):
        options = dict(options["slowpath"])
    budget, trusted = options.pop("budget_seconds", None), options.pop("trusted", True)
    command_links = options.pop("command_links", False)
    usable = {name: value for name, value in options.items() if name in _SETTINGS and _is_plain(value)}
    good_budget = isinstance(budget, (int, float)) and not isinstance(budget, bool) and budget > 0
    ignored = [name for name in options if name not in usable]
    if budget is not None and not good_budget:
        ignored.append("budget_seconds")
    return Options(load(usable), trusted is not False, float(budget) if good_budget else DEFAULT_BUDGET_S,
                   tuple(ignored), command_links is True)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str) or (
        isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value))
