"""All that the statement and the package say of values, asked by variable: bounds with their evidence.

A bound's other side may be a variable that is read earlier (`1 <= k <= n`), never one that comes later. Where
several sentences bound one variable (subtasks), the widest constant of the best section holds. A number that
may have lost its caret is read both ways and never silently literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from slowpath.inputs.infer.facts.bounds_found import (
    Bounds,
    Side,
    counted_digits,
    is_fixed,
    is_unsigned,
    of_loosest_group,
    over_visible,
    package_sides,
    said,
)
from slowpath.inputs.infer.facts.mentioned import Mentioned
from slowpath.model.expression import expr
from slowpath.model.format import ROW, Misfit
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.scope import SUBTASK, rank

MOST_ASKED = 300
"""So often the ends of numbers are asked for anew."""
_BY_WAY_OF_OTHERS = {False: 3, True: 1}
"""What bounds a number by way of another one is trusted so much less than its own bounds: from below (`1 <= v <= n`
says little of `n`) not as far as what a story says of it by itself, from above still further."""


class Knowledge(Mentioned):
    """The bounds that the statement and the package give, asked by variable name."""

    def bounds(
        self,
        name: str,
        forms: tuple[str, ...],
        visible: Callable[[str], str | None],
        seen: tuple[int | None, int | None],
        nameless: bool = False,
        index: str | None = None,
    ) -> Bounds:
        """The bounds of variable `name`. `forms` are the operand forms that speak of what is asked ("" value,
        "bar" and "length" of a string). `visible` gives the final name of a variable that may be mentioned,
        None for others. `seen` are the lowest and highest value in the samples, `index` the largest index of
        the list that the variable is, for bounds such as `p_i < i`."""
        made = Bounds()
        lows, highs = package_sides(self.package, name)
        shown = self._with_constants(visible)
        element = self.is_element(name)
        own = self.own_line(name) if nameless and "length" not in forms else None
        for chains in (self.clauses[name],) if nameless and name in self.clauses else self.chains_by_place(name):
            # What bounds it by way of another value (`0 <= m <= n`) is no nearer than its own bound elsewhere.
            nearer = tuple(
                any(not side.chain.implied and side.rank % 2 == 0 for side in sides) for sides in (lows, highs)
            )
            more: tuple[list[Side], list[Side]] = ([], [])
            for chain in chains:
                for place, operands in enumerate(chain.operands):
                    for operand in operands:
                        if (
                            self.speaks(chain, operand, name, forms, nameless)
                            and (own in (None, chain.sentence.quote) or self.goes_on_about(chain.sentence, name))
                            and element in (None, bool(operand.subscript))
                        ):
                            self._collect(chain, place, operand, shown, *more, forms, index)
            lows += [] if nearer[0] else more[0]
            highs += [] if nearer[1] else more[1]
        if not highs and "length" in forms:
            self._by_length_name(name, nameless, shown, lows, highs)
        if any(side.mirrors for side in lows):
            made.hi = self._decide(name, highs, max, seen[1], made, "high")
            made.lo = self._decide(name, [side.below(made.hi) for side in lows], min, seen[0], made, "low")
        else:
            made.lo = self._decide(name, lows, min, seen[0], made, "low")
            made.hi = self._decide(name, highs, max, seen[1], made, "high", made.lo)
        for which, bound in (("low", made.lo), ("high", made.hi)):
            if bound is not None and "length" not in forms and (end := expr(bound).constant) is not None:
                self.ends[name, which] = end
        return made

    def _by_length_name(
        self, name: str, is_only: bool, shown: Callable[[str], str | None], lows: list[Side], highs: list[Side]
    ) -> None:
        """The bounds of a string by those of its length's name, where that isn't read: `S` of length `N`."""
        for length in self.named_lengths(name, is_only):
            if not (shown(length) or "len(").startswith("len("):
                continue
            for chain in self.chains:
                for place, operands in enumerate(chain.operands):
                    found = next((operand for operand in operands if operand.name == length), None)
                    if found is not None and not chain.summed:
                        self._collect(chain, place, found, shown, lows, highs, ("length",), None)

    def _with_constants(self, visible: Callable[[str], str | None]) -> Callable[[str], str | None]:
        """Names that a bound may mention: variables read before, and the package's constants (`N_MAX`)."""

        def shown(stated: str) -> str | None:
            constant = self.package.get(stated.lower())
            return visible(stated) or (
                str(constant.value) if constant is not None else self._as_length(stated, visible)
            )

        return shown

    def _as_length(self, stated: str, visible: Callable[[str], str | None]) -> str | None:
        """The length of the string of which a name that isn't read is said to be that: `r <= n` of "a string s of
        length n"."""
        strings = {string for string, length, _ in self.string_lengths if string and length == stated}
        strings |= {one for one in self.strings if stated in self.named_lengths(one)}
        found = (visible(string) for string in sorted(strings) if stated not in self.known)
        return next((f"len({final})" for final in found if final is not None), None)

    def _collect(
        self,
        chain: Chain,
        place: int,
        operand: Operand,
        visible: Callable[[str], str | None],
        lows: list[Side],
        highs: list[Side],
        forms: tuple[str, ...],
        index: str | None,
    ) -> None:
        absolute = (
            operand.form == "bar"
            and "length" not in forms
            and (operand.subscript != "" or not any(self.same(operand.name, one) for one in self.lists))
        )
        for step in (-1, 1):
            at, strict, skipped = place, 0, 0
            while 0 <= at + step < len(chain.operands):
                operator = chain.operators[at if step > 0 else at - 1]
                at += step
                fixed = operator == "=" and (operand.form or is_fixed(chain, at, operand))
                if operator == "!=" or (operator == "=" and not fixed):
                    break
                if operator == "=":
                    side = self._side(chain, at, 0, True, visible, operand)
                    lows += [side] if side is not None else []
                    highs += [side] if side is not None else []
                    break
                upper = (operator in ("<", "<=")) == (step > 0)
                strict += operator in ("<", ">")
                own = (operand.subscript, index) if index and upper and operand.subscript else None
                side = self._side(chain, at, strict if upper else -strict, upper, visible, operand, own)
                if side is None:
                    skipped += 1
                else:
                    side = replace(side, rank=2 * side.rank + _BY_WAY_OF_OTHERS[upper] * (skipped > 0) + chain.implied)
                    (highs if upper else lows).append(side)
                    if absolute and upper and not is_unsigned(chain.sentence):
                        negative = f"-{side.text}" if side.text.isdigit() else f"-({side.text})"
                        lows.append(Side(negative, side.rank, chain, side.lost, mirrors=True))
                    break
            else:
                self._beyond(chain, place, at, step, lows, highs)

    def _beyond(self, chain: Chain, place: int, at: int, step: int, lows: list[Side], highs: list[Side]) -> None:
        """Where a chain ends with a list that was read before (`a_i <= b_i`), or with a number that is read later
        (`m <= k`): its bound bounds the other one too."""
        if at == place:
            return
        last, upper = chain.operands[at][0], (chain.operators[at - (step > 0)] in ("<", "<=")) == (step > 0)
        which = "high" if upper else "low"
        end = next(
            (
                value
                for (name, side), value in self.ends.items()
                if side == which
                and name in self.lists
                and last.name
                and not last.form
                and self.same(last.name, name, last.subscript)
            ),
            None,
        )
        is_later = last.name in self.finals - self.lists - self._asked and not last.form
        if end is None and is_later and (last.name, "low" if upper else "high") not in self.refuted:
            end = self._end_of(last.name, which)
        if end is not None and all(last.name != operand.name for operand in chain.operands[place]):
            (highs if upper else lows).append(
                Side(str(end), 2 * (rank(chain.sentence) or 0) + _BY_WAY_OF_OTHERS[upper], chain)
            )

    def _end_of(self, name: str, which: str) -> int | None:
        """The constant that bounds a number, by itself. What is known while others are being asked for may lack theirs:
        it is kept only where so many were asked for that they all bound each other, and asking would take for ever."""
        if not self._asked:
            self._end_known = {}
        if (name, which) in self._end_known:
            return self._end_known[name, which]
        self._times_asked += 1
        self._asked.add(name)
        found = self.bounds(name, ("",), lambda _: None, (None, None))
        self._asked.discard(name)
        ends = {
            (name, side): expr(bound).constant if bound is not None else None
            for side, bound in (("low", found.lo), ("high", found.hi))
        }
        if self._times_asked > MOST_ASKED:
            self._end_known |= ends
        return ends[name, which]

    def _by_row(self, operand: Operand, spoken: Operand, strict: int) -> str | None:
        """A bound over the index of a row that the bounded value has in its subscript: `p_{i+1} <= i` in the i-th row,
        `p_i < i` in rows that begin with the second, `p_i <= i` in those that are counted from the first."""
        letter, _, more = spoken.subscript.partition("+")
        if letter != "i" and not more and operand.text == "i":
            letter = "i"  # The number of the line, of whose elements `a_j` is any.
        if (
            self.rows is None
            or not letter.isalpha()
            or len(letter) != 1
            or more not in ("", "1")
            or expr(operand.text or "0").names != {letter}
        ):
            return None
        is_below = expr(operand.text).value({letter: 0}) < strict
        first = 2 if self.rows.endswith("-1") and not more and is_below else 1
        return re.sub(rf"\b{letter}\b", f"({ROW}+{first})", operand.text)

    def _side(
        self,
        chain: Chain,
        at: int,
        strict: int,
        upper: bool,
        visible: Callable[[str], str | None],
        spoken: Operand,
        index: tuple[str, str] | None = None,
    ) -> Side | None:
        trust = rank(chain.sentence) or 0
        for operand in chain.operands[at]:
            # The next element of a list bounds nothing of this row.
            text = None if re.search(r"[+-]", operand.subscript) else over_visible(operand, visible)
            text = self._by_row(operand, spoken, strict) if text is None and not operand.subscript else text
            if text is None and index is not None and re.fullmatch(rf"{index[0]}([+-]\d+)?", operand.text):
                text = index[1] + operand.text[len(index[0]) :]
            if text is None and upper and spoken.subscript and operand.text.endswith(f"-{spoken.subscript}"):
                text = visible(operand.text.removesuffix(f"-{spoken.subscript}"))  # A relation says the rest.
            if text is None:
                continue
            made = expr(text).plus(-strict)
            constant = made.constant
            lost = str(int(operand.lost) - strict) if operand.lost else ""
            return Side(str(constant) if constant is not None else made.text, trust, chain, lost, operand.written)
        return None

    def _decide(
        self,
        name: str,
        sides: list[Side],
        widest: Callable,
        seen: int | None,
        made: Bounds,
        which: str,
        low: str | None = None,
    ) -> str | None:
        if (name, which) in self.refuted:
            sides = [side for side in sides if expr(side.text).constant is not None]
        if not sides:
            return None
        stated = [side for side in sides if not side.chain.implied and side.rank < 2 * SUBTASK]
        sides = stated or sides
        best = min(side.rank for side in sides)
        sides = [side for side in sides if side.rank == best]
        if best >= 2 * SUBTASK:
            sides = of_loosest_group(sides)
        symbolic = [side for side in sides if expr(side.text).constant is None]
        constant = [side for side in sides if expr(side.text).constant is not None]
        if which == "low" and best % 2 and all(int(side.text) <= (seen or 0) or seen is None for side in constant):
            widest = max  # Each is that of a number which is read later: all of them hold.
        chosen = symbolic[0] if symbolic else widest(constant, key=lambda side: int(side.text))
        text = chosen.text
        if symbolic and constant:
            other = widest(constant, key=lambda side: int(side.text))
            if not other.lost and not self._follows(text, int(other.text), which):
                made.evidence.append(said(name, f"{name} {'>=' if which == 'low' else '<='} {other.text}", other.chain))
                text = expr(f"{'max' if which == 'low' else 'min'}({text},{other.text})").text
        if chosen.lost and which == "high":
            text = self._read_caret(name, chosen, seen, low)
        elif chosen.lost and which == "low" and int(text) < 0:
            text = chosen.lost
        made.evidence.append(said(name, f"{name} {'>=' if which == 'low' else '<='} {text}", chosen.chain))
        return text

    def _follows(self, text: str, constant: int, which: str) -> bool:
        """Whether a bound over another variable is never wider than a constant one, by that variable's own bounds."""
        own = self.ends.get((text, which))
        return own is not None and (own >= constant if which == "low" else own <= constant)

    def _read_caret(self, name: str, side: Side, seen: int | None, low: str | None) -> str:
        """Both readings of a number such as 105, decided and said."""
        where = f"statement line {side.chain.sentence.line}"
        literal, power, written = side.text, side.lost, side.written
        least = int(low) if low is not None and re.fullmatch(r"-?\d+", low) else None
        chosen, _, sure = self.carets.reading(Operand(literal, lost=power, written=written), least)
        if seen is not None and seen > int(literal):
            chosen, reason = power, f"a sample has {seen}"
        elif least is not None and least > int(literal):
            reason = f"it is at least {least}"
        elif chosen == literal:
            self.misfits.append(
                Misfit(
                    where,
                    f"the bound {written} of {name} could be {power} without its caret",
                    f"taken as {literal}, as the statement writes its other powers out",
                )
            )
            return literal
        elif sure > 0.9:
            reason = "other numbers of the statement have surely lost theirs"
        else:
            reason = "plain text loses carets, and the samples allow it"
        self.misfits.append(
            Misfit(where, f"the bound {written} of {name} lost its caret", f"read as {power}: {reason}")
        )
        return chosen

    def counted_digits(self, name: str) -> Chain | None:
        """What bounds the number of a variable's digits: it is a number that is too long for an integer type."""
        return counted_digits(self.chains, lambda operand: self.same(operand.name, name))
