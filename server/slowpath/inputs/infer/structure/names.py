"""The names that a format's variables finally have: the statement's where known, each only once."""

from __future__ import annotations

import keyword
import re
from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Rest, Text, Token, bodies, with_bodies

_RESERVED = frozenset("min max len abs sum rows queries cases line where int float word text format".split()) | {
    word for word in keyword.kwlist if word.islower()
}


def renamed(
    items: tuple[Item, ...], wanted: dict[str, str], firm: frozenset[str] = frozenset()
) -> tuple[tuple[Item, ...], dict[str, str]]:
    """The items under their final names, and key -> final name. `wanted` maps keys to wished names, which keys that are
    not `firm` leave to those that are."""
    namer = _Namer(wanted, firm)
    namer.collect(items)
    return namer.apply(items), namer.chosen


def copies_of(chosen: dict[str, str], meant: dict[str, str], firm: frozenset[str]) -> dict[str, str]:
    """Final names that had to differ from what was wished, with that, but for those of keys that left the name to a
    firm one behind them. `chosen` is in reading order."""
    kept, seen, made = {meant[key] for key in firm}, set(), {}
    for key, final in chosen.items():
        wish = meant.get(key, key)
        if final != wish and (key in firm or wish in seen or wish not in kept):
            made[final] = wish
        seen |= {wish} if key in firm else set()
    return made


class _Namer:
    """Chooses names in reading order; arms of one branch may share names, nothing else does."""

    def __init__(self, wanted: dict[str, str], firm: frozenset[str]) -> None:
        self.wanted, self.firm = wanted, firm
        self.kept = frozenset(wanted[key] for key in firm)
        self.chosen: dict[str, str] = {}
        self.taken: set[str] = set()

    def collect(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if isinstance(item, Token | Rest | Text):
                self.choose(item.key)
            for body in bodies(item):
                self.collect(body)

    def choose(self, key: str) -> None:
        if key in self.chosen:
            return
        name = re.sub(r"\W", "", self.wanted.get(key, key.split("__", maxsplit=1)[0])).strip("_") or "x"
        name = f"{name}_" if name in _RESERVED else name
        name = f"x{name}" if name[0].isdigit() else name
        made, number = name, 2
        while made in self.taken or (made in self.kept and key not in self.firm):
            made, number = f"{name}{number}", number + 1
        self.taken.add(made)
        self.chosen[key] = made

    def apply(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(map(self._applied, items))

    def _applied(self, item: Item) -> Item:
        item = with_bodies(item, self.apply)
        if isinstance(item, Token | Text | Rest):
            item = replace(item, key=self.chosen[item.key])
        if isinstance(item, Rest):
            fields = tuple(self.chosen.get(key, key) for key in item.fields)
            return replace(item, length=self.text(item.length), fields=fields)
        if isinstance(item, Loop):
            return replace(item, count=self.text(item.count))
        return replace(item, on=self.chosen.get(item.on, item.on)) if isinstance(item, Branch) else item

    def text(self, expression: str | None) -> str | None:
        """An expression with keys replaced by names."""
        if expression is None:
            return None
        return re.sub(r"[A-Za-z_]\w*", lambda m: self.chosen.get(m.group(), m.group()), expression)
