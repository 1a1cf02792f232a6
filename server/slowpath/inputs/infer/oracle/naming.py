"""Names for tokens of which nobody says what they are called: by what they do, as people call them.

Counts are `n`, `m`, `q`, `k`, in reading order, and `t` where what repeats has lists of its own; the tag of a list of
queries is `kind`; lists are `a`, `b`, `c`; the fields of rows `x`, `y`, `z`. A statement's names go before these.
"""

from __future__ import annotations

from slowpath.inputs.infer.reads.items import Branch, Item, Loop, Rest, Token, leaves
from slowpath.model.expression import expr

_SIZES = ("n", "m", "q", "k")
_LISTS = ("a", "b", "c", "d")
_FIELDS = ("x", "y", "z", "w")


def names_for(items: tuple[Item, ...]) -> dict[str, str]:
    """Key -> name, for all keys in `items`."""
    namer = _Namer()
    namer.sizes(items)
    namer.others(items, False)
    return {leaf.key: namer.names.get(leaf.key, leaf.key) for leaf in leaves(items)}


class _Namer:
    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def sizes(self, items: tuple[Item, ...]) -> None:
        """Names what stands in counts."""
        for item in items:
            if isinstance(item, Branch):
                self.names.setdefault(item.on, "kind")
                for _, body in item.arms:
                    self.sizes(body)
            if not isinstance(item, Loop):
                continue
            nested = any(isinstance(part, Loop | Rest) for part in item.body)
            for key in sorted(expr(item.count).names) if item.count else ():
                if key not in self.names:
                    self.names[key] = "t" if nested and item.count == key else self.free(_SIZES)
            self.sizes(item.body)

    def others(self, items: tuple[Item, ...], in_rows: bool) -> None:
        """Names everything else."""
        for item in items:
            if isinstance(item, Token | Rest) and item.key not in self.names:
                plain = isinstance(item, Token) and in_rows
                self.names[item.key] = self.free(_FIELDS if plain else _LISTS)
            elif isinstance(item, Loop):
                self.others(item.body, len([part for part in item.body if isinstance(part, Token | Branch)]) > 1)
            elif isinstance(item, Branch):
                for _, body in item.arms:
                    self.others(body, True)

    def free(self, wishes: tuple[str, ...]) -> str:
        """The first name that isn't taken, or a numbered one."""
        taken = set(self.names.values())
        number = 1
        while True:
            for wish in wishes:
                made = wish if number == 1 else f"{wish}{number}"
                if made not in taken:
                    return made
            number += 1
