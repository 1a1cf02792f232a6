"""The read grammar: in which order and how often a program, or a statement, says that tokens are read.

Both the program's own reads (`reads_cpp`, `reads_python`) and the statement's Input section (`described`) are
written in this little language, so that they can be held against each other and against the samples. It knows
tokens, not lines: where lines end is found by walking it over the samples (`align`), or from `Break` where
the program reads line by line.

Every token has a *key*, a Python identifier unique in its grammar. Counts and lengths are expression texts
over keys (`model.expression`), or None where the text doesn't tell.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from slowpath.model.format import ROW

_MOST_ENDING = 8
AHEAD = "(next line)"
"""The key of what is read next, which a program asks for as a whole before it takes it apart."""


@dataclass(frozen=True)
class Use:
    """What a program does with a value after reading it: evidence of what it may be (see `usage`).

    `letters` are the characters, `words` the strings that it is compared with. `zero` and `negative` say that it is
    asked whether it is 0, or less. `indexes` are (bound, least): the variable, or number, up to which the list goes
    that it is an index into, and the least index. `sizes` are the variables up to which its own places are
    visited, outermost first ("" unknown). `taken_apart` says that the text may hold blanks, `bounds_loop` that a
    loop runs up to it, `positive` that something is divided by it or a loop goes on by it, `after` are the
    variables from which loops go up to it, `allocates` says that lists are made as long as it, `gathers` that the
    number of the turn is put into a list at it (`children[p[i]].push_back(i)`), `order` is "sorted" or "permutation"
    of a list that the program takes for one, `choices` the least and the largest number that it asks for where it asks
    nothing else, `ends` are the variables of the same lines behind which it stands as the end of an interval,
    `marks` are the letters whose only place in it is kept, `width` is how many places each of its rows has by the
    constants in their places, 0 where that isn't plain. All names are the program's own.
    """

    letters: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    zero: bool = False
    negative: bool = False
    indexes: tuple[tuple[str, int], ...] = ()
    sizes: tuple[str, ...] = ()
    taken_apart: bool = False
    bounds_loop: bool = False
    positive: bool = False
    after: tuple[str, ...] = ()
    allocates: bool = False
    gathers: bool = False
    order: str = ""
    choices: tuple[int, int] | None = None
    ends: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    width: int = 0


NO_USE = Use()


@dataclass(frozen=True)
class Token:
    """One token. `kind` is int, float, word, char (one non-blank character), digit or any (not known).

    `bits` is the width of the integer variable read into (0 where it has none), `capacity` the constant size of the
    array that it is stored in (0 unknown), `depth` in how many dimensions of one, `line` the 1-based source line,
    `statement` a number shared by tokens that one read statement reads, `use` what the program does with it.
    """

    key: str
    kind: str = "int"
    bits: int = 0
    line: int = 0
    statement: int = 0
    capacity: int = 0
    use: Use = NO_USE
    depth: int = 0


@dataclass(frozen=True)
class Rest:
    """The tokens up to the end of the line, or the parts of one token where they have a `separator` other than a
    blank. `fields` names its parts where the program takes it apart, `field_uses` are what it does with them,
    `counted` says that it leaves out the first, as one does with a number that says how many follow, `ended` that it
    leaves out the last."""

    key: str
    kind: str = "int"
    length: str | None = None
    line: int = 0
    fields: tuple[str, ...] = ()
    use: Use = NO_USE
    separator: str = " "
    counted: bool = False
    ended: bool = False
    field_uses: tuple[Use, ...] = ()


@dataclass(frozen=True)
class Text:
    """A whole line with its blanks. `skipped` says that the program does nothing with it, `blank` that nothing
    stands there."""

    key: str
    line: int = 0
    use: Use = NO_USE
    skipped: bool = False
    blank: bool = False


@dataclass(frozen=True)
class Break:
    """Here the line ends: the program reads line by line."""


@dataclass(frozen=True)
class Loop:
    """`body`, `count` times. `cases` marks a loop over test cases.

    A count of "" isn't known; None means: until the tokens `until` stand where the next round would begin, or,
    where there are none, until the input ends. Counts and lengths in the body may mention `model.format.ROW`, the
    number of the round from 0.
    """

    count: str | None
    body: tuple[Item, ...]
    line: int = 0
    cases: bool = False
    until: tuple[str, ...] = ()


@dataclass(frozen=True)
class Branch:
    """What is read depends on the token `on`: `arms` are (its values, what follows). `closed` says that the
    program has an arm for all other values, even one that reads nothing."""

    on: str
    arms: tuple[tuple[tuple[str, ...], tuple[Item, ...]], ...]
    otherwise: tuple[Item, ...] = ()
    line: int = 0
    closed: bool = False


@dataclass(frozen=True)
class Leave:
    """Here the innermost loop ends when tokens have these values: `tests` are (key, value), with the key `AHEAD` for
    the words of the line that comes next. Only while a program is walked over; `ended` makes it the loop's `until`."""

    tests: tuple[tuple[str, str], ...]
    line: int = 0


Item = Token | Rest | Text | Break | Loop | Branch | Leave


@dataclass(frozen=True)
class ReadProgram:
    """All that a program, or a statement, says about its reads.

    `lines` is true when `Break` marks the lines. `remarks` are (line, what wasn't understood). `edges` holds
    pairs of keys that the program uses as the two ends of an edge, `names` the program's own names of keys,
    `quotes` the source by its lines. `others` are other readings of it, where a condition isn't plain: the samples
    decide. `reads_nothing` says that the program surely reads no input at all. `twins` are keys of a round that stands
    apart from its loop, with the keys there: the statement means both by one name. `may_ignore_lines` says that
    samples may show that lines end elsewhere.
    """

    items: tuple[Item, ...]
    lines: bool = False
    remarks: tuple[tuple[int, str], ...] = ()
    edges: frozenset[tuple[str, str]] = frozenset()
    names: dict[str, str] = field(default_factory=dict, hash=False)
    quotes: tuple[str, ...] = ()
    others: tuple[tuple[Item, ...], ...] = ()
    reads_nothing: bool = False
    twins: dict[str, str] = field(default_factory=dict, hash=False)
    may_ignore_lines: bool = False

    def quote(self, line: int) -> str:
        """The source of one line, trimmed; "" where it isn't known."""
        return self.quotes[line - 1].strip()[:200] if 0 < line <= len(self.quotes) else ""


def bodies(item: Item) -> tuple[tuple[Item, ...], ...]:
    """What stands inside of an item, arm by arm."""
    if isinstance(item, Branch):
        return (*(body for _, body in item.arms), item.otherwise)
    return (item.body,) if isinstance(item, Loop) else ()


def with_bodies(item: Item, change: Callable[[tuple[Item, ...]], tuple[Item, ...]]) -> Item:
    """An item with what stands inside of it changed, arm by arm."""
    if isinstance(item, Branch):
        arms = tuple((values, change(body)) for values, body in item.arms)
        return replace(item, arms=arms, otherwise=change(item.otherwise))
    return replace(item, body=change(item.body)) if isinstance(item, Loop) else item


def all_items(items: Iterable[Item]) -> Iterator[Item]:
    """Every item, those inside of others behind them, in reading order."""
    for item in items:
        yield item
        for body in bodies(item):
            yield from all_items(body)


def leaves(items: Iterable[Item]) -> Iterator[Token | Rest | Text]:
    """Every token, rest and text below `items`, in reading order."""
    return (item for item in all_items(items) if isinstance(item, Token | Rest | Text))


def parted(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """The ends, or beginnings, of lines in front of what is read, and that."""
    read = list(itertools.dropwhile(lambda item: isinstance(item, Break), items))
    return list(items[: len(items) - len(read)]), read


def has_reads(items: tuple[Item, ...] | list[Item]) -> bool:
    """Whether anything is read in `items`."""
    return next(leaves(items), None) is not None


def flattened(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """`items` with each branch replaced by the arm that reads most: the reading when a branch is only a guard."""
    made: list[Item] = []
    for item in items:
        made += flattened(longest_arm(item)) if isinstance(item, Branch) else (with_bodies(item, flattened),)
    return tuple(made)


def without_guards(items: tuple[Item, ...], in_loop: bool = False) -> tuple[Item, ...]:
    """`items` without the branches that can't tell kinds of queries apart: those outside of loops, and those on a
    number that counts what is read behind it (`if (n == 1) ... else` a list of n)."""
    made: list[Item] = []
    read: set[str] = set()
    for item in items:
        if isinstance(item, Token):
            read.add(item.key)
        if isinstance(item, Loop):
            made.append(replace(item, body=without_guards(item.body, True)))
        elif isinstance(item, Branch) and (not in_loop or item.on not in read or _counts(item.on, item)):
            made += without_guards(longest_arm(item), in_loop)
        else:
            made.append(item)
    return tuple(made)


def _counts(key: str, item: Item) -> bool:
    """Whether a count or length in `item` mentions a key."""
    return any(re.search(rf"\b{re.escape(key)}\b", size) for size in sizes((item,)))


def sizes(items: Iterable[Item]) -> Iterator[str]:
    """The counts and lengths of all that is read, as far as they are known."""
    for item in all_items(items):
        yield (item.count if isinstance(item, Loop) else item.length if isinstance(item, Rest) else None) or ""


def longest_arm(branch: Branch) -> tuple[Item, ...]:
    """The arm of a branch that reads most."""
    return max(bodies(branch), key=lambda body: (has_loop(body), sum(1 for _ in leaves(body))))


def has_loop(items: tuple[Item, ...]) -> bool:
    """Whether something is read repeatedly in `items`."""
    return any(
        isinstance(item, Loop | Rest) or (isinstance(item, Branch) and has_loop(longest_arm(item))) for item in items
    )


def settled(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """`items` without branches and loops in which nothing is read, without what only a walk needs, and without loops
    of one round (`int t = 1; while (t--) solve();`)."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Loop):
            body = settled(item.body)
            if item.count == "1" and not any(isinstance(part, Branch) or _counts(ROW, part) for part in body):
                made += body
            elif has_reads(body):
                made.append(replace(item, body=body))
        elif isinstance(item, Branch):
            made += [with_bodies(item, settled)] if has_reads((item,)) else []
        elif not isinstance(item, Leave):
            made.append(item)
    return tuple(made)


def with_uses(items: tuple[Item, ...], use: Callable[[str, bool], Use], names: dict[str, str]) -> tuple[Item, ...]:
    """Every leaf with what the program does with it; `use` gives that by the program's own name and whether it is a
    whole line."""

    def used(item: Item) -> Item:
        if isinstance(item, Rest):
            item = replace(item, field_uses=tuple(use(names.get(key, key), False) for key in item.fields))
        if isinstance(item, Token | Rest | Text):
            return replace(item, use=use(names.get(item.key, item.key), isinstance(item, Text)))
        made = with_bodies(item, partial(with_uses, use=use, names=names))
        return replace(made, body=_unasked(made.body, made.until)) if isinstance(made, Loop) and made.until else made

    return tuple(map(used, items))


def _unasked(body: tuple[Item, ...], until: tuple[str, ...]) -> tuple[Item, ...]:
    """The items of a loop's round without the signs that are only asked for to see whether the input ends (`#`). Words
    that end it tell of the letters of others."""
    words = list(until)
    made: list[Item] = []
    for item in body:
        if words and isinstance(item, Token | Text):
            word = words.pop(0)
            signs = {sign for sign in word if not sign.isalnum()}
            use = replace(item.use, letters=item.use.letters - signs, words=item.use.words - signs)
            made.append(replace(item, use=use))
            continue
        if not isinstance(item, Break):
            words.clear()
        made.append(item)
    return tuple(made)


def ended(count: str | None, body: tuple[Item, ...], line: int, cases: bool = False) -> Loop:
    """A loop whose count, where the program's text gives none, is decided by the `Leave` in its body.

    The tokens that end the input are those read before it: the values asked for, and for those that aren't
    asked the same as the first that is. Lists that follow them are taken to be empty there.
    """
    at = next((index for index, item in enumerate(body) if isinstance(item, Leave)), None)
    leave = body[at] if at is not None else None
    kept = tuple(item for item in body if not isinstance(item, Leave))
    if count or not isinstance(leave, Leave):
        return Loop(count, kept, line, cases)
    before = [item for item in body[:at] if not isinstance(item, Break)]
    tests = dict(leave.tests)
    if AHEAD in tests and (at == len(body) - 1 or sum(isinstance(item, Break) for item in body[:at]) < 2):
        return Loop(None, kept, line, cases, tuple(tests[AHEAD].split()))
    read = [
        item.key
        for item in itertools.takewhile(lambda item: isinstance(item, Token | Text), before)
        if isinstance(item, Token | Text)
    ]
    if not tests.keys() <= set(read) and before and at == len(body) - 1:
        # The tokens that are asked for stand last: they belong to the next round (see `primed`).
        asked = next((index for index, item in enumerate(before) if getattr(item, "key", "") in tests), 0)
        before = before[asked:]
        read = [item.key for item in before if isinstance(item, Token | Text)]
    lists = all(isinstance(item, Rest | Loop) for item in before[len(read) :])
    if not read or not lists or len(read) > _MOST_ENDING or not tests.keys() <= set(read):
        return Loop(count, kept, line, cases)
    other = leave.tests[0][1]
    until = tuple(tests.get(key, other) for key in read)
    return Loop(None, kept, line, cases, until)


def has_branch(items: tuple[Item, ...]) -> bool:
    """Whether a branch stands anywhere in `items`."""
    return any(isinstance(item, Branch) for item in all_items(items))


def show(items: tuple[Item, ...]) -> str:
    """One readable line, for tests and remarks: `n m (n: a) (m: u v)`."""
    words = []
    for item in items:
        if isinstance(item, Token):
            words.append(item.key if item.kind == "int" else f"{item.key}:{item.kind}")
        elif isinstance(item, Rest):
            words.append(f"{item.key}[{item.length or '?'}]" + ("" if item.kind == "int" else f":{item.kind}"))
        elif isinstance(item, Text):
            words.append(f"{item.key}:text")
        elif isinstance(item, Break):
            words.append("/")
        elif isinstance(item, Leave):
            words.append("leave(" + " ".join(f"{key}={value}" for key, value in item.tests) + ")")
        elif isinstance(item, Loop):
            words.append(f"({_count(item)}: {show(item.body)})")
        else:
            arms = " | ".join(f"{','.join(values)}: {show(body)}" for values, body in item.arms)
            words.append(f"{{{item.on} ? {arms} | else: {show(item.otherwise)}}}")
    return " ".join(words)


def _count(loop: Loop) -> str:
    return " ".join(("until", *loop.until) if loop.until else ("end",)) if loop.count is None else loop.count or "?"
