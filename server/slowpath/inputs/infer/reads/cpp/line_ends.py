"""The end of a line that `>>` left behind, which the next `getline` takes: `cin >> n; getline(cin, s);` and once more.

Such a line is no line of the input. It is known by what follows: the same variable is read again before anything was
done with it.
"""

from __future__ import annotations

from slowpath.inputs.infer.reads.items import Item, Loop, Text, Token, with_bodies


def without_line_ends(items: tuple[Item, ...], names: dict[str, str]) -> tuple[Item, ...]:
    """The items without the lines that only end one that was read by `>>`. `names` are the program's names of keys."""
    made: list[Item] = []
    for index, item in enumerate(items):
        behind = items[index + 1] if index + 1 < len(items) else None
        if (
            isinstance(item, Text)
            and index
            and ends_with_token(items[index - 1])
            and _first_line(behind, names) == names.get(item.key, item.key)
        ):
            continue
        made.append(with_bodies(item, lambda body: without_line_ends(body, names)))
    return tuple(made)


def ends_with_token(item: Item) -> bool:
    """Whether what is read last by an item is a token, so that the rest of its line isn't read."""
    return isinstance(item, Token) or (isinstance(item, Loop) and bool(item.body) and ends_with_token(item.body[-1]))


def _first_line(item: Item | None, names: dict[str, str]) -> str | None:
    """The program's name of the line that an item begins with."""
    if isinstance(item, Loop) and item.body:
        return _first_line(item.body[0], names)
    return names.get(item.key, item.key) if isinstance(item, Text) else None
