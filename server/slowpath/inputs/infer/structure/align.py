"""Walks a read grammar over a sample and notes what it sees: lines, lengths, values, alphabets.

This is where a structure proves itself: a grammar that runs out of tokens, leaves some over or meets a word
where a number should be doesn't fit, and says where. What was seen at each leaf (its *site*) then decides the
layout: which tokens share a line, what a list's length is, which lines are tagged.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, ReadProgram, Rest, Text, Token
from slowpath.model.expression import expr
from slowpath.model.format import ROW
from slowpath.model.patterns import late_regex

_INTEGER = late_regex(r"[+-]?\d+")
_DECIMAL = late_regex(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_MOST_SNAPSHOTS = 400
_MOST_LASTS = 4


class Unfit(Exception):
    """The grammar doesn't fit the sample; the message says where (1-based line) and why."""


@dataclass
class Site:
    """What was seen at one leaf or loop of a grammar over all samples.

    `first` and `later` count, for the first round of the innermost loop and for later rounds, whether a new
    line began before the token. `glued` says that it followed the previous one without a blank. `counts`
    are (length or count seen, the scalars known then). `heads` maps a line's first token to the lengths seen;
    `counted_head` and `counted_second` say that the first or second token is always the number of those behind it.
    `ends` says how the tokens that end a loop stood: on a line of their own ("line"), behind the last round or
    not at all, as the input ended before ("input"),
    `lasts` holds the last tokens of the lines.
    """

    visits: int = 0
    first: set[bool] = field(default_factory=set)
    later: set[bool] = field(default_factory=set)
    glued: bool = False
    lowest: int | None = None
    highest: int | None = None
    shortest: int | None = None
    longest: int = 0
    alphabet: set[str] = field(default_factory=set)
    integers: bool = True
    decimals: int = 0
    blanks: bool = False
    values: set[str] = field(default_factory=set)
    counts: list[tuple[int, dict[str, object]]] = field(default_factory=list)
    heads: dict[str, set[int]] = field(default_factory=dict)
    ends: set[str] = field(default_factory=set)
    lasts: set[str] = field(default_factory=set)
    counted_head: bool = True
    counted_second: bool = True
    word_lengths: list[tuple[int, dict[str, object]]] = field(default_factory=list)
    columns: list[tuple[list[int], dict[str, object]]] = field(default_factory=list)


Sites = dict[str, Site]


def align(program: ReadProgram, samples: list[tuple[str, bytes]]) -> Sites:
    """What the samples show at every site. Raises `Unfit` with the sample's name when one doesn't fit."""
    sites: Sites = {}
    for name, data in samples:
        walk = _Walk(data.decode("utf-8", "replace"), program.lines, sites)
        try:
            walk.items(program.items, "", 0)
            walk.finish()
        except Unfit as error:
            raise Unfit(f"sample {name}: {error}") from None
        except (KeyError, ArithmeticError, ValueError, TypeError, RecursionError) as error:
            raise Unfit(f"sample {name}: a count can't be computed ({error})") from None
    return sites


class _Walk:
    """One walk over one sample."""

    def __init__(self, text: str, lines: bool, sites: Sites) -> None:
        self.lines = [row.split() for row in text.replace("\r", "").split("\n")]
        self.texts = text.replace("\r", "").split("\n")
        self.by_lines = lines
        self.sites = sites
        self.row = self.column = self.character = 0
        self.env: dict[str, object] = {}
        self.fresh = True
        self.steps = sum(map(len, self.lines)) * 4 + 4_000

    def items(self, items: tuple[Item, ...], path: str, round_: int) -> None:
        """Walks items in order; `round_` is the innermost loop's index."""
        for index, item in enumerate(items):
            where = f"{path}.{index}"
            self.steps -= 1
            if self.steps < 0:
                raise Unfit("the structure doesn't come to an end")
            if isinstance(item, Token):
                self.token(item, self.site(where), round_ if index == 0 else 0)
            elif isinstance(item, Rest):
                self.rest(item, self.site(where), round_ if index == 0 else 0)
            elif isinstance(item, Text):
                self.text(item, self.site(where))
            elif isinstance(item, Break):
                self.line_end()
            elif isinstance(item, Loop):
                self.loop(item, where)
            elif isinstance(item, Branch):
                self.branch(item, where)

    def site(self, where: str) -> Site:
        """The site at a path, made when first seen."""
        return self.sites.setdefault(where, Site())

    def skip_blank(self) -> bool:
        """Moves to the next token; whether a new line began."""
        moved = self.fresh
        while self.row < len(self.lines) and self.column >= len(self.lines[self.row]):
            self.row, self.column, moved = self.row + 1, 0, True
        if self.row >= len(self.lines):
            raise Unfit("the input ends where another token should follow")
        self.fresh = False
        return moved

    def at_end(self) -> bool:
        """Whether no token is left."""
        row, column = self.row, self.column
        while row < len(self.lines) and column >= len(self.lines[row]):
            row, column = row + 1, 0
        return row >= len(self.lines)

    def take(self, single: bool) -> tuple[str, bool, bool]:
        """The next token (or character): its text, whether a new line began, whether it was glued."""
        new_line = self.skip_blank()
        word, glued = self.lines[self.row][self.column], self.character > 0
        if single:
            text, self.character = word[self.character], self.character + 1
            if self.character >= len(word):
                self.column, self.character = self.column + 1, 0
            return text, new_line and not glued, glued
        text, self.character = word[self.character :], 0
        self.column += 1
        return text, new_line and not glued, glued

    def token(self, item: Token, site: Site, round_: int) -> None:
        """One token."""
        if self.by_lines and not self.fresh and self.column >= len(self.lines[self.row]):
            raise Unfit(f"line {self.row + 1} has fewer tokens than are read from it")
        text, new_line, glued = self.take(item.kind in ("char", "digit"))
        if item.kind in ("int", "digit") and not _INTEGER.fullmatch(text):
            raise Unfit(f"line {self.row + 1}: {text[:30]!r} where the integer {item.key} should be")
        if item.kind == "float" and not _DECIMAL.fullmatch(text):
            raise Unfit(f"line {self.row + 1}: {text[:30]!r} where the number {item.key} should be")
        (site.later if round_ else site.first).add(new_line)
        site.glued |= glued
        note(site, text, self.env)
        self.env[item.key] = int(text) if _INTEGER.fullmatch(text) and item.kind not in ("word", "char") else text

    def rest(self, item: Rest, site: Site, round_: int) -> None:
        """The tokens up to the line's end."""
        if not self.fresh and not self.by_lines and self.column >= len(self.lines[self.row]):
            self.row, self.column, self.fresh = self.row + 1, 0, True
        if self.row >= len(self.lines):
            raise Unfit(f"the input ends where the line of {item.key} should be")
        (site.later if round_ else site.first).add(self.fresh)
        words = self.lines[self.row][self.column :]
        if item.separator != " ":
            words = words[0].split(item.separator) if words else []
        self.fresh = False
        self.column = self.column + 1 if item.separator != " " else len(self.lines[self.row])
        if item.kind == "int" and (wrong := next((w for w in words if not _INTEGER.fullmatch(w)), None)) is not None:
            raise Unfit(f"line {self.row + 1}: {wrong[:30]!r} where an integer of {item.key} should be")
        for word in words:
            note(site, word, self.env)
        site.visits += not words
        if len(site.lasts) < _MOST_LASTS:
            site.lasts.update(words[-1:])
        self.count(site, len(words))
        if words:
            site.heads.setdefault(words[0], set()).add(len(words))
        site.counted_second &= len(words) > 1 and words[1].isdigit() and int(words[1]) == len(words) - 2
        site.counted_head &= bool(words) and words[0].isdigit() and int(words[0]) == len(words) - 1
        if all(_INTEGER.fullmatch(word) for word in words) and len(site.columns) < _MOST_SNAPSHOTS:
            site.columns.append(([int(word) for word in words], dict(self.env)))
        for index, key in enumerate(item.fields[: len(words)]):
            self.env[key] = int(words[index]) if _INTEGER.fullmatch(words[index]) else words[index]
        if words:
            first = words[0]
            self.env[f"{item.key}_0"] = int(first) if _INTEGER.fullmatch(first) else first
        if item.length is not None and int(expr(item.length).value(self.env)) != len(words):
            raise Unfit(f"line {self.row + 1} has {len(words)} tokens, not {item.length}")

    def text(self, item: Text, site: Site) -> None:
        """A whole line, or what is left of one behind tokens."""
        if self.column and self.column >= len(self.lines[self.row]):
            self.row, self.column = self.row + 1, 0
        if self.row >= len(self.texts):
            raise Unfit(f"the input ends where the line {item.key} should be")
        content = self.texts[self.row].rstrip() if not self.column else " ".join(self.lines[self.row][self.column :])
        site.first.add(not self.column)
        site.blanks |= " " in content.strip() or not content
        note(site, content, self.env)
        self.env[item.key] = int(content) if _INTEGER.fullmatch(content) else content
        self.column = len(self.lines[self.row])
        if not self.by_lines:
            self.row, self.column, self.fresh = self.row + 1, 0, True

    def line_end(self) -> None:
        """The line must be used up; the next begins."""
        if self.row < len(self.lines):
            if self.column < len(self.lines[self.row]):
                raise Unfit(f"line {self.row + 1} has more tokens than are read from it")
            self.row, self.column, self.fresh = self.row + 1, 0, True

    def loop(self, item: Loop, where: str) -> None:
        """A loop, its count computed or, without one, until the input ends."""
        site = self.site(where)
        if item.count == "":
            raise Unfit(f"how often the loop in line {item.line} reads isn't known")
        limit = int(expr(item.count).value(self.env)) if item.count is not None else None
        made, outer = 0, self.env.get(ROW)
        while (made < limit) if limit is not None else not (self.at_end() or self.ended(item, site)):
            self.env[ROW] = made
            self.items(item.body, where, made)
            made += 1
            if made > self.steps:
                raise Unfit(f"the count {item.count} is larger than the input")
        self.env.pop(ROW, None)
        if outer is not None:
            self.env[ROW] = outer
        if item.until and self.at_end() and not site.ends:
            site.ends.add("input")
        site.visits += 1
        self.count(site, made)

    def ended(self, loop: Loop, site: Site) -> bool:
        """Whether the tokens that end a loop stand here; they are taken."""
        place = self.row, self.column, self.character, self.fresh
        for number, literal in enumerate(loop.until):
            if self.at_end():
                break
            new_line = self.skip_blank()
            if self.character or self.lines[self.row][self.column] != literal:
                break
            if not number:
                site.ends.add("line" if new_line else "same line")
            self.column += 1
            self.fresh = False
        else:
            if loop.until and self.by_lines and any(isinstance(part, Break) for part in loop.body):
                self.line_end()
            return bool(loop.until)
        self.row, self.column, self.character, self.fresh = place
        return False

    def count(self, site: Site, made: int) -> None:
        """Notes a count with what was known then."""
        if len(site.counts) < _MOST_SNAPSHOTS:
            site.counts.append((made, dict(self.env)))

    def branch(self, item: Branch, where: str) -> None:
        """The arm whose value the token has."""
        value = str(self.env.get(item.on, ""))
        for index, (values, body) in enumerate(item.arms):
            if any(value == v or (v.endswith("*") and value.startswith(v[:-1])) for v in values):
                self.site(f"{where}/{index}").values.add(value)
                self.items(body, f"{where}/{index}", 0)
                return
        self.site(f"{where}/else").values.add(value)
        self.items(item.otherwise, f"{where}/else", 0)

    def finish(self) -> None:
        """Nothing may be left over."""
        if not self.at_end():
            self.skip_blank()
            raise Unfit(f"tokens are left over from line {self.row + 1} on")


def note(site: Site, text: str, env: dict[str, object]) -> None:
    """Notes one token's value, length and characters."""
    site.visits += 1
    length = len(text)
    site.shortest = length if site.shortest is None else min(site.shortest, length)
    site.longest = max(site.longest, length)
    if _INTEGER.fullmatch(text) and length < 4_000:
        value = int(text)
        site.lowest = value if site.lowest is None else min(site.lowest, value)
        site.highest = value if site.highest is None else max(site.highest, value)
    else:
        site.integers = False
        site.decimals = max(site.decimals, len(text.partition(".")[2]))
    if len(site.alphabet) < 100:
        site.alphabet.update(text)
    if len(site.values) < 24:
        site.values.add(text)
    if len(site.word_lengths) < _MOST_SNAPSHOTS:
        site.word_lengths.append((length, dict(env)))
