"""The type of each variable: its kind from the reads and the samples, its bounds from the statement, the
package, or, where nothing says them, by convention (and then the variable is listed as assumed).
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.facts.big_numbers import big_number
from slowpath.inputs.infer.facts.bounds_found import Bounds
from slowpath.inputs.infer.facts.decimals import are_decimal, decimal_type, is_called_decimal, is_called_integer
from slowpath.inputs.infer.facts.numbered import number_of_a_thing
from slowpath.inputs.infer.facts.totals import sum_bound
from slowpath.inputs.infer.facts.usual_values import USUAL_CASES, USUAL_SIDE, USUAL_SIZE, usual_value
from slowpath.inputs.infer.facts.word_types import WordTyper, constant_of
from slowpath.inputs.infer.reads.items import Rest, Text, Token
from slowpath.inputs.infer.structure.align import Site, Unfit
from slowpath.model.expression import expr
from slowpath.model.format import ElementType, Evidence, FloatType, IntType, TextType, WordType
from slowpath.model.patterns import late_regex

_ROUND = (
    10**3,
    10**4,
    2 * 10**4,
    5 * 10**4,
    10**5,
    2 * 10**5,
    3 * 10**5,
    5 * 10**5,
    10**6,
    2 * 10**6,
    5 * 10**6,
    10**7,
)
_SO_MANY_DIGITS = late_regex(
    r"\b(?:integers?|numbers?)\b[^.;:]{0,30}?\b(?:of|with|has|have|having) "
    r"(?P<how>at most |up to |no more than |exactly |)(?P<digits>\d{1,2}) (?:decimal )?digits\b(?! (?:after|behind))",
    re.I,
)
_MOST_DIGITS = 18
_WORDS = late_regex(
    r"\b(?:strings?|words?|names?|characters?|letters?|symbols?|digits?|text|binary|sequences?)\b|"
    r"\b(?:without|no|not separated by)(?: any)? (?:white ?)?spaces\b",
    re.I,
)
_OR_ELSE = late_regex(r"\bor (-\d+)(?= (?:if|when|where|in case)\b)")
_ENDS = (("l", "r"), ("left", "right"), ("L", "R"))


class Typer(WordTyper):
    """Types leaves in reading order."""

    def kind(self, leaf: Token | Rest | Text, site: Site) -> str:
        """int, float, word or text, by the program's reading, corrected by what the samples hold."""
        if isinstance(leaf, Text) and leaf.blank:
            return "text"
        if isinstance(leaf, Text):
            numeric = (
                site.visits
                and site.integers
                and not site.blanks
                and not _padded(site)
                and self._has_number(leaf.key, site)
            )
            spoken = leaf.use.taken_apart or leaf.skipped if not site.visits else site.blanks
            return "int" if numeric else "text" if spoken else "word"
        if leaf.kind in ("char", "digit") or site.glued:
            return "word"
        if leaf.kind == "any" and isinstance(leaf, Rest) and not site.visits and leaf.separator == " ":
            return "word"
        if leaf.kind == "any":
            if site.integers and _padded(site) and getattr(leaf, "separator", " ") not in (" ", ""):
                raise Unfit(f"line {leaf.line}: numbers with leading zeros between signs are one word")
            if site.integers:
                return "word" if _padded(site) else "int"
            return "float" if are_decimal(site) else "word"
        if (
            leaf.kind in ("int", "word")
            and self.knowledge.counted_digits(leaf.key) is not None
            and big_number(self.knowledge, leaf.key, site, False) is not None
        ):
            return "word"
        if (
            leaf.kind == "word"
            and site.visits
            and site.integers
            and not _padded(site)
            and (self._has_number(leaf.key, site) or not self._may_be_word(leaf.key))
        ):
            return "int"
        if leaf.kind == "word" and is_called_decimal(self.knowledge, leaf.key, site):
            return "float"
        if leaf.kind == "float" and is_called_integer(self.knowledge, leaf.key, site):
            return "int"
        return leaf.kind

    def _may_be_word(self, name: str) -> bool:
        """Whether what is read as a string may be one by the statement: by the sentence about its line, or, where that
        isn't known, by any; without a description nothing is known."""
        line = self.knowledge.described.get(name)
        told = (
            [line]
            if line is not None
            else [one for one in self.knowledge.statement.sentences if one.section in ("input", "constraints")]
        )
        return not told or any(_WORDS.search(one.text) for one in told)

    def _has_number(self, name: str, site: Site) -> bool:
        """Whether what is read as a string is a number by the statement: one that the samples' values keep to. Where
        they don't (`11` under a bound of 1), the bound is that of the single digits."""
        found = self._stated(name, site, nameless=name in self.knowledge.clauses)
        high = constant_of(found.hi) if found.hi is not None else None
        if high is not None and site.highest is not None and site.highest > high:
            return False
        return found.hi is not None or name in self.roles.sizes

    def _stated(self, name: str, site: Site, *forms: str, nameless: bool = False) -> Bounds:
        """What is said of a variable's values, or, `nameless`, of all."""
        index = None if nameless else self.roles.last_index.get(name)
        copies = self.knowledge.copies

        def visible(stated: str) -> str | None:
            found = self.visible(stated)
            is_of_the_first = name in copies and found == stated and found in copies.values()
            return found if not is_of_the_first else None  # Beside a copy it has one too, which is not read yet.

        return self.knowledge.bounds(
            name, ("", *forms), visible, (site.lowest, site.highest), nameless=nameless, index=index
        )

    def type_of(self, leaf: Token | Rest | Text, site: Site) -> ElementType:
        """The type of one leaf's tokens."""
        kind = self.kinds[leaf.key] = self.kind(leaf, site)
        if kind == "int":
            return self.integer(leaf, site)
        if kind == "float":
            return self.decimal(leaf.key, site)
        return self.word(leaf, site, TextType if kind == "text" else WordType)

    def integer(self, leaf: Token | Rest | Text, site: Site) -> IntType:
        """An integer's bounds; those that the samples break are widened and said."""
        name = leaf.key
        found = self._stated(name, site, "bar")
        vertices = self.roles.vertices.get(name) if (name, "high") not in self.knowledge.refuted else None
        if found.hi is None and name in self.roles.case_counts:
            cases = self.knowledge.bounds(name, ("cases",), self.visible, (site.lowest, site.highest), nameless=True)
            found = Bounds(found.lo or cases.lo, cases.hi, [*found.evidence, *cases.evidence])
        elif found.lo is None and found.hi is None and vertices is None and name not in self.silent:
            found = self._stated(name, site, nameless=True)
            if found.hi is None and name not in self.roles.sizes:
                thing = number_of_a_thing(name, self.knowledge, self.visible)
                found = thing or self._of_digits(name) or found
        elif found.hi is None and vertices is None and name not in self.roles.sizes:
            high = self._stated(name, site, nameless=True)
            found = Bounds(found.lo, high.hi, [*found.evidence, *high.evidence[-1:]])
        elif found.lo is None and name in self.knowledge.described and name not in self.roles.sizes:
            low = self._stated(name, site, nameless=True)
            found = Bounds(low.lo, found.hi, [*low.evidence[: low.lo is not None], *found.evidence])
        if found.hi is None and vertices is None and (counted := self._of_so_many_digits(name)) is not None:
            found = Bounds(found.lo or counted.lo, counted.hi, [*found.evidence, *counted.evidence])
        if found.lo is None and found.hi is not None and (sentinel := self._or_else(name)) is not None:
            found.lo = sentinel
        if found.lo is not None and found.lo.startswith("-") and name in self.roles.sizes:
            found.lo = None  # "All values are at most 100 in absolute value" makes no size negative.
        if vertices is not None:
            first, last = ("0", f"{vertices}-1") if name in self.roles.from_zero else ("1", vertices)
            found.lo, found.hi = found.lo or first, found.hi or last
        lo, hi = self._assumed(leaf, site, found)
        lo, hi = self._widened(name, lo, hi, site)
        self.highest[name] = hi
        self.lowest |= {name: site.lowest} if site.lowest is not None else {}
        self.evidence += found.evidence
        if leaf.use.gathers and site.lowest is None:
            self.gathers[name] = leaf.use.zero
        if leaf.use.order and name in self.assumed and not self.is_told:
            self.orders[name] = leaf.use.order
        return IntType(expr(lo), expr(hi))

    def _of_digits(self, name: str) -> Bounds | None:
        """The bounds of numbers that the sentence about their line calls characters: "n characters (`0` or `1`)"."""
        line = self.knowledge.described.get(name)
        for sentence, letters in self.alphabets:
            if sentence == line and len(letters) > 1 and letters.isdigit():
                low, high = min(letters), max(letters)
                return Bounds(low, high, [sentence.ground(name, f"{low} <= {name} <= {high}", 0.8)])
        return None

    def _of_so_many_digits(self, name: str) -> Bounds | None:
        """The bounds of numbers whose digits the sentence about their line counts, or the only one about the input: "an
        integer with at most 9 digits"."""
        told = [one for one in self.knowledge.statement.sentences if one.section == "input"]
        line = self.knowledge.described.get(name) or (told[0] if len(told) == 1 else None)
        found = _SO_MANY_DIGITS.search(line.text) if line is not None else None
        if line is None or found is None or not 0 < int(found["digits"]) <= _MOST_DIGITS:
            return None
        digits = int(found["digits"])
        low = str(10 ** (digits - 1)) if found["how"].startswith("exactly") or not found["how"] else None
        return Bounds(low, str(10**digits - 1), [line.ground(name, f"{name} <= {10**digits - 1}", 0.8)])

    def _or_else(self, name: str) -> str | None:
        """The negative number that stands for none where a variable's line is described, or right behind that: "or -1
        if there is no road"."""
        line, sentences = self.knowledge.described.get(name), self.knowledge.statement.sentences
        at = sentences.index(line) if line in sentences else len(sentences)
        for sentence in sentences[at : at + 2]:
            if (found := _OR_ELSE.search(sentence.text)) is not None:
                self.evidence.append(sentence.ground(name, f"{name} >= {found[1]}"))
                return found[1]
        return None

    def _assumed(self, leaf: Token | Rest | Text, site: Site, found: Bounds) -> tuple[str, str]:
        name = leaf.key
        if found.lo is not None and found.hi is not None:
            return found.lo, found.hi
        low, high, why = self._convention(leaf, site)
        lo, hi = found.lo, found.hi
        total = (
            sum_bound(self.knowledge, name) if hi is None and lo is not None and (constant_of(lo) or 0) >= 0 else None
        )
        if total is not None and lo is not None:
            self.evidence.append(total[1])
            return lo, total[0]
        if constant_of(low) is None or constant_of(high) is None:
            self.assumed.append(leaf.key)
            self.evidence.append(Evidence(leaf.key, f"{low} <= {leaf.key} <= {high}", "assumed", why, leaf.line, 0.3))
            return lo or low, hi or high
        if lo is None:
            top = constant_of(hi) if hi is not None else None
            lo = low if top is None or int(low) <= top else str(top)
            if "-" in (low or "") and hi is not None and not low.startswith("-"):
                lo = "0"
            if hi is not None and lo.startswith("-"):
                self.assumed.append(leaf.key)
                self.evidence.append(Evidence(leaf.key, f"{lo} <= {leaf.key}", "assumed", why, leaf.line, 0.3))
        if hi is None:
            bottom = constant_of(lo)
            hi = high if bottom is None or int(high) >= bottom else lo
            self.assumed.append(leaf.key)
            self.evidence.append(Evidence(leaf.key, f"{lo} <= {leaf.key} <= {hi}", "assumed", why, leaf.line, 0.3))
        return lo, hi

    def _convention(self, leaf: Token | Rest | Text, site: Site) -> tuple[str, str, str]:
        """Conventional bounds: (low, high, why)."""
        name = leaf.key
        if name in self.roles.case_counts:
            return "1", str(USUAL_CASES), "a usual number of test cases"
        if name in self.roles.exponents:
            most = str(self.roles.exponents[name])
            return "0" if site.lowest == 0 else "1", most, "there are as many things as its power of 2"
        if name in self.roles.sizes or name in self.roles.vertices.values():
            capacity = self.roles.capacity.get(name, 0)
            if capacity:
                high = max((size for size in _ROUND if size <= capacity), default=capacity)
                high = high if capacity <= high * 1.6 else capacity
                return "1", str(high), f"the program's array has {capacity} places"
            usual = USUAL_SIDE if name in self.roles.sides else USUAL_SIZE
            return "0" if site.lowest == 0 else "1", str(usual), "a usual size"
        begin, place = self._behind(leaf), self._place(leaf, site)
        found = place or usual_value(leaf, site, self.listed > 0, self.barred.get(leaf.key))
        if begin is None:
            return found
        is_inclusive = begin in map(self.visible, leaf.use.ends) and place is not None
        return begin, self.highest[begin] if is_inclusive else found[1], f"the end of an interval from {begin} on"

    def _place(self, leaf: Token | Rest | Text, site: Site) -> tuple[str, str, str] | None:
        """The bounds of an index: the places of the list that the program takes by it."""
        for listed, first in leaf.use.indexes:
            bound = listed
            if bound.isdigit():
                places = int(bound)
                high = max((size for size in _ROUND if size <= places), default=places - 1)
                high = high if places <= high * 1.6 else places - 1
                if high > first:
                    return str(first), str(high), f"an index into a list of {places} places"
            if bound.startswith("len("):
                word = self.visible(bound[4:-1])
                if (
                    word is not None
                    and self.kinds.get(word) in ("word", "text")
                    and not self.listed
                    and (leaf.key, "high") not in self.knowledge.refuted
                ):
                    return str(first), f"len({word})" if first else f"len({word})-1", f"a place in {word}"
                bound = next(
                    (last for name, last in self.roles.last_index.items() if self.knowledge.same(listed[4:-1], name)),
                    "",
                )
            name = self.visible(bound.removesuffix("+1"))
            # A list of n+1 places is there to count from 1.
            least = first or int(bound.endswith("+1"))
            if (
                name is not None
                and name != leaf.key
                and name not in self.roles.case_counts
                and self.kinds.get(name) == "int"
                and (leaf.key, "high") not in self.knowledge.refuted
            ):
                low, top = (str(least), name) if least else ("0", f"{name}-1")
                return low, top, f"an index into a list of {name} elements"
        ends = next((pair for pair in _ENDS if leaf.key in pair), None)
        size = next(
            (known for known in self.scope if known in self.filled and known not in self.roles.case_counts), None
        )
        if ends is not None and size is not None and not site.visits and (leaf.key == ends[0] or ends[0] in self.scope):
            low = ends[0] if leaf.key == ends[1] else "1"
            return low, size, f"an end of an interval of the list of {size} elements, as its name says"
        return None

    def _behind(self, leaf: Token | Rest | Text) -> str | None:
        """The variable before that this one doesn't stand before, unless a sample has them the other way."""
        if (leaf.key, "low") in self.knowledge.refuted or not isinstance(leaf, Token) or self.listed:
            return None
        in_rows = leaf.use.ends if self.knowledge.rows is not None else ()
        before = (self.visible(name) for name in (*leaf.use.after, *in_rows))
        return next((name for name in before if name in self.scope and self.kinds.get(name) == "int"), None)

    def _widened(self, name: str, lo: str, hi: str, site: Site) -> tuple[str, str]:
        low, high = constant_of(lo), constant_of(hi)
        if low is not None and site.lowest is not None and site.lowest < low:
            self._disagree(name, f">= {lo}", site.lowest)
            lo = str(site.lowest)
        if high is not None and site.highest is not None and site.highest > high:
            self._disagree(name, f"<= {hi}", site.highest)
            hi = str(site.highest)
        return lo, hi

    def decimal(self, name: str, site: Site) -> FloatType:
        """A decimal number's bounds and digits."""
        found = decimal_type(self.knowledge, name, site)
        self.evidence += found.evidence
        self.assumed += [name] if found.is_assumed else []
        return found.type


def _padded(site: Site) -> bool:
    """Whether some value has leading zeros, so that it is a word of digits rather than a number."""
    return any(len(value) > 1 and value.lstrip("+-").startswith("0") for value in site.values) or site.longest > 19
