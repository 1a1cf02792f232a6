"""Where lines end: of programs that read tokens as well as lines, and of those that take lines alone.

The end of a line that `>>` left behind is taken by the next `getline` (`cin >> n; getline(cin, s);` and once more).
Such a line is no line of the input. It is known by what follows: the same variable is read again before anything was
done with it. Where all that is read are lines, a `Break` stands at first where a line begins, and then where it ends.
"""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Text, Token, all_items, with_bodies


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


def by_tokens(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without lines."""
    return tuple(with_bodies(item, by_tokens) for item in items if not isinstance(item, Break))


def with_line_ends(items: tuple[Item, ...]) -> tuple[Item, ...] | None:
    """The items with a `Break` at the end of each line, of which each begins with one; None where something is read
    before a line was begun, or in one of several kinds."""
    lines = _ended(items)
    return lines[2] if lines is not None and lines[0] else None


def _ended(items: tuple[Item, ...]) -> tuple[bool, bool, tuple[Item, ...]] | None:
    """Whether the items begin with a new line, whether they end one, and the items with ends of lines; None where that
    isn't plain."""
    made: list[Item] = []
    begins: bool | None = None
    before: Item | None = None
    """What stands on the line so far, its beginning where that is nothing yet."""
    for item in items:
        if isinstance(item, Branch) and any(isinstance(part, Break | Text) for part in all_items((item,))):
            return None
        starts, kept, ends = isinstance(item, Break | Text), item, False
        if isinstance(item, Loop):
            inside = _ended(item.body)
            if inside is None:
                return None
            starts, ends, body = inside
            kept = replace(item, body=body)
            if not ends and any(isinstance(part, Break) for part in all_items(body)):
                return None
        begins = starts if begins is None else begins
        if isinstance(before, Break | Text) and starts == isinstance(before, Break):
            return None  # Two lines of which nothing was read between, or more of one that was read as a whole.
        if starts and before is not None:
            made.append(Break())
        if isinstance(item, Break):
            before = item
            continue
        made.append(replace(item, statement=0) if isinstance(item, Token) else kept)
        before = None if ends else item
    if not begins:
        return False, before is None or isinstance(before, Break), tuple(made)
    return True, True, tuple([*made, Break()] if before is not None else made)
