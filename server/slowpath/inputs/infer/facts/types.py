"""The type of each variable: its kind from the reads and the samples, its bounds from the statement, the
package, or, where nothing says them, by convention (and then the variable is listed as assumed).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from slowpath.inputs.filling.word_patterns import pattern_type
from slowpath.inputs.infer.facts.big_numbers import big_number
from slowpath.inputs.infer.facts.bounds_found import Bounds, broken_bound, counted_length, says_of_all_strings
from slowpath.inputs.infer.facts.brackets import balanced
from slowpath.inputs.infer.facts.decimals import are_decimal, decimal_type, is_called_decimal, is_called_integer
from slowpath.inputs.infer.facts.few_words import few_words
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.looked_for import letters_of
from slowpath.inputs.infer.facts.said_lengths import length_evidence, said_lengths
from slowpath.inputs.infer.facts.told_words import constant_length, is_character, may_be_longer, told_word
from slowpath.inputs.infer.facts.totals import sum_bound
from slowpath.inputs.infer.facts.usual_values import USUAL_CASES, USUAL_SIDE, USUAL_SIZE, usual_value
from slowpath.inputs.infer.facts.word_patterns import pattern_of
from slowpath.inputs.infer.reads.items import Rest, Text, Token
from slowpath.inputs.infer.reads.variable_roles import Roles
from slowpath.inputs.infer.structure.align import Site, Unfit
from slowpath.model.expression import expr
from slowpath.model.format import ElementType, Evidence, FloatType, IntType, Misfit, TextType, WordType
from slowpath.statement.claims.alphabets import alphabets_of, is_any, widened
from slowpath.statement.sentences.statement import Sentence

_SURE = 3
"""Single characters in the samples that are no chance where the program compares them with one."""
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
_WORDS = re.compile(
    r"\b(?:strings?|words?|names?|characters?|letters?|symbols?|digits?|text|binary|sequences?)\b", re.I
)
_ENDS = (("l", "r"), ("left", "right"), ("L", "R"))


class Typer:
    """Types leaves in reading order; `scope` holds the final names of the scalars read so far, `filled` those
    that count a list read so far; `listed` says in how many dimensions of a list the leaf stands; `barred` holds
    the values that end the input where they stand first."""

    def __init__(self, knowledge: Knowledge, roles: Roles, trusted: bool) -> None:
        self.knowledge, self.roles, self.trusted = knowledge, roles, trusted
        self.alphabets = alphabets_of(knowledge.statement)
        self.evidence: list[Evidence] = []
        self.misfits: list[Misfit] = []
        self.assumed: list[str] = []
        self.scope: list[str] = []
        self.kinds: dict[str, str] = {}
        self.filled: set[str] = set()
        self.listed = 0
        self.lowest: dict[str, int] = {}
        self.barred: dict[str, int] = {}

    def visible(self, stated: str) -> str | None:
        """The final name of a variable read before, by the statement's name for it."""
        exact = next((name for name in reversed(self.scope) if name == stated), None)
        return exact or next((name for name in reversed(self.scope) if self.knowledge.same(stated, name)), None)

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
        found = self.knowledge.bounds(
            name, ("",), self.visible, (site.lowest, site.highest), name in self.knowledge.clauses
        )
        high = _constant(found.hi) if found.hi is not None else None
        if high is not None and site.highest is not None and site.highest > high:
            return False
        return found.hi is not None or name in self.roles.sizes

    def type_of(self, leaf: Token | Rest | Text, site: Site) -> ElementType:
        """The type of one leaf's tokens."""
        kind = self.kinds[leaf.key] = self.kind(leaf, site)
        if kind == "int":
            return self.integer(leaf, site)
        if kind == "float":
            return self.decimal(leaf.key, site)
        return self.word(leaf, site, TextType if kind == "text" else WordType)

    # -- integers ----------------------------------------------------------------------------------------

    def integer(self, leaf: Token | Rest | Text, site: Site) -> IntType:
        """An integer's bounds; those that the samples break are widened and said."""
        name = leaf.key
        found = self.knowledge.bounds(
            name, ("", "bar"), self.visible, (site.lowest, site.highest), index=self.roles.last_index.get(name)
        )
        vertices = self.roles.vertices.get(name) if (name, "high") not in self.knowledge.refuted else None
        if found.hi is None and name in self.roles.case_counts:
            cases = self.knowledge.bounds(name, ("cases",), self.visible, (site.lowest, site.highest), nameless=True)
            found = Bounds(found.lo or cases.lo, cases.hi, [*found.evidence, *cases.evidence])
        elif found.lo is None and found.hi is None and vertices is None:
            found = self.knowledge.bounds(name, ("",), self.visible, (site.lowest, site.highest), nameless=True)
        elif found.hi is None and vertices is None and name not in self.roles.sizes:
            high = self.knowledge.bounds(name, ("",), self.visible, (site.lowest, site.highest), nameless=True)
            found = Bounds(found.lo, high.hi, [*found.evidence, *high.evidence[-1:]])
        if found.lo is not None and found.lo.startswith("-") and name in self.roles.sizes:
            found.lo = None  # "All values are at most 100 in absolute value" makes no size negative.
        if vertices is not None:
            first, last = ("0", f"{vertices}-1") if name in self.roles.from_zero else ("1", vertices)
            found.lo, found.hi = found.lo or first, found.hi or last
        lo, hi = self._assumed(leaf, site, found)
        lo, hi = self._widened(name, lo, hi, site)
        self.lowest |= {name: site.lowest} if site.lowest is not None else {}
        self.evidence += found.evidence
        return IntType(expr(lo), expr(hi))

    def _assumed(self, leaf: Token | Rest | Text, site: Site, found: Bounds) -> tuple[str, str]:
        name = leaf.key
        if found.lo is not None and found.hi is not None:
            return found.lo, found.hi
        low, high, why = self._convention(leaf, site)
        lo, hi = found.lo, found.hi
        total = sum_bound(self.knowledge, name) if hi is None and lo is not None and (_constant(lo) or 0) >= 0 else None
        if total is not None and lo is not None:
            self.evidence.append(total[1])
            return lo, total[0]
        if _constant(low) is None or _constant(high) is None:
            self.assumed.append(leaf.key)
            self.evidence.append(Evidence(leaf.key, f"{low} <= {leaf.key} <= {high}", "assumed", why, leaf.line, 0.3))
            return lo or low, hi or high
        if lo is None:
            top = _constant(hi) if hi is not None else None
            lo = low if top is None or int(low) <= top else str(top)
            if "-" in (low or "") and hi is not None and not low.startswith("-"):
                lo = "0"
        if hi is None:
            bottom = _constant(lo)
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
        place = self._place(leaf, site)
        if place is not None:
            return place
        return usual_value(leaf, site, self.listed > 0, self.barred.get(leaf.key))

    def _place(self, leaf: Token | Rest | Text, site: Site) -> tuple[str, str, str] | None:
        """The bounds of an index: the places of the list that the program takes by it."""
        for listed, first in leaf.use.indexes:
            bound = listed
            if bound.isdigit():
                places = int(bound)
                high = max((size for size in _ROUND if size <= places), default=places - 1)
                high = high if places <= high * 1.6 else places - 1
                if high > first:
                    return self._behind(leaf) or str(first), str(high), f"an index into a list of {places} places"
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
                return self._behind(leaf) or low, top, f"an index into a list of {name} elements"
        ends = next((pair for pair in _ENDS if leaf.key in pair), None)
        size = next(
            (known for known in self.scope if known in self.filled and known not in self.roles.case_counts), None
        )
        if ends is not None and size is not None and not site.visits and (leaf.key == ends[0] or ends[0] in self.scope):
            low = ends[0] if leaf.key == ends[1] else "1"
            return low, size, f"an end of an interval of the list of {size} elements, as its name says"
        return None

    def _behind(self, leaf: Token | Rest | Text) -> str | None:
        """The variable before from which a loop goes up to this one, unless a sample has them the other way."""
        if (leaf.key, "low") in self.knowledge.refuted or not isinstance(leaf, Token):
            return None
        before = (self.visible(name) for name in leaf.use.after)
        return next((name for name in before if name is not None and self.kinds.get(name) == "int"), None)

    def _widened(self, name: str, lo: str, hi: str, site: Site) -> tuple[str, str]:
        low, high = _constant(lo), _constant(hi)
        if low is not None and site.lowest is not None and site.lowest < low:
            self._disagree(name, f">= {lo}", site.lowest)
            lo = str(site.lowest)
        if high is not None and site.highest is not None and site.highest > high:
            self._disagree(name, f"<= {hi}", site.highest)
            hi = str(site.highest)
        return lo, hi

    def _disagree(self, name: str, bound: str, value: int) -> None:
        self.misfits.append(Misfit("samples", broken_bound(name, bound, value), f"the bound was widened to {value}"))

    # -- other types -------------------------------------------------------------------------------------

    def decimal(self, name: str, site: Site) -> FloatType:
        """A decimal number's bounds and digits."""
        found = decimal_type(self.knowledge, name, site)
        self.evidence += found.evidence
        self.assumed += [name] if found.is_assumed else []
        return found.type

    def word(self, leaf: Token | Rest | Text, site: Site, made: type) -> WordType | TextType:
        """A string's lengths and alphabet."""
        name = leaf.key
        if isinstance(leaf, Text) and leaf.blank:
            return TextType(expr(0), expr(0), " ")
        alone = self.roles.strings <= 1 or says_of_all_strings(self.knowledge.chains)
        told = told_word(self.knowledge, name, site, self.roles.strings <= 1) if made is WordType else None
        if told is None and made is WordType:
            told = few_words(self.knowledge.statement, name, site.values, leaf.use.words)
        if (
            told is not None
            and getattr(leaf, "kind", "") not in ("char", "digit")
            and not may_be_longer(self.knowledge, name, site, self.visible, alone, told[0])
        ):
            self.evidence.append(told[1])
            return told[0]
        if getattr(leaf, "kind", "") in ("char", "digit") or is_character(self.knowledge.statement, site, name):
            found = Bounds("1", "1")
        else:
            found = self.knowledge.bounds(name, ("bar", "length"), self.visible, (site.shortest, site.longest))
            if found.hi is None and (alone or self.knowledge.counted_digits(name) is not None):
                forms = ("bar", "length") if self.roles.strings <= 1 else ("length",)
                found = self.knowledge.bounds(name, forms, self.visible, (site.shortest, site.longest), True)
            exact = self._length_variable(leaf, site) or self._visited_length(leaf, site)
            if found.hi is None and exact is None and site.longest == 1 and site.visits >= _SURE and leaf.use.letters:
                exact = "1"
            if found.hi is None and exact is None:
                exact = constant_length(self.knowledge.statement, site, name)
            if found.hi is None and exact is not None:
                found = Bounds(exact, exact, [length_evidence(self.knowledge, name, exact, self.visible)])
        if found.hi is None and alone and not self.scope and not self.listed and made is WordType:
            found = counted_length(self.knowledge.statement.sentences, name) or found
        if found.hi is None:
            self.assumed.append(name)
            found.evidence.append(
                Evidence(name, f"len({name}) <= {USUAL_SIZE}", "assumed", "a usual length", leaf.line, 0.3)
            )
        least = "0" if isinstance(leaf, Text) and leaf.skipped and not site.visits else "1"
        lo, hi = found.lo or least, found.hi or str(max(USUAL_SIZE, site.longest))
        lo, hi = self._widened_length(name, lo, hi, site)
        self.evidence += found.evidence
        number = big_number(self.knowledge, name, site, alone) if made is WordType else None
        if number is not None:
            self.evidence.append(number.evidence)
            return WordType(expr(lo) if lo != "0" else expr(1), expr(hi), number.alphabet, "number")
        is_free = (name in self.assumed or hi == str(site.longest)) and not any(
            site.alphabet <= set(letters) for _, letters in self.alphabets
        )
        found_pattern = (
            pattern_of(self.knowledge.statement, name, site.values, alone, is_free)
            if made is WordType and getattr(leaf, "kind", "") not in ("char", "digit") and not site.glued
            else None
        )
        patterned = pattern_type(found_pattern[0]) if found_pattern is not None else None
        if (
            found_pattern is not None
            and patterned is not None
            and not may_be_longer(self.knowledge, name, site, self.visible, alone, patterned)
        ):
            if found_pattern[1].source != "samples":
                self.assumed = [one for one in self.assumed if one != name]
            kept = [one for one in self.evidence if one.about != name or one.source != "assumed"]
            self.evidence = [*kept, found_pattern[1]]
            return patterned
        alphabet = self.alphabet(leaf, site, alone, made is TextType)
        if made is WordType and getattr(leaf, "kind", "") not in ("char", "digit"):
            return self.formed(name, WordType(expr(lo), expr(hi), alphabet), site.values, alone)
        return made(expr(lo), expr(hi), alphabet)

    def formed(self, name: str, of: WordType, values: Iterable[str], alone: bool) -> WordType:
        """A string's type with what the statement says of its characters together."""
        matched = balanced(self.knowledge, name, values, of.alphabet, alone)
        self.evidence += [matched] if matched is not None else []
        return replace(of, form="brackets") if matched is not None else of

    def _length_variable(self, leaf: Token | Rest | Text, site: Site) -> str | None:
        """A variable that the string's length equals in every sample, when the statement or samples show one."""
        differ = len({length for length, _ in site.word_lengths}) > 1
        is_listed = bool(max(self.listed, getattr(leaf, "depth", 0)))
        said = said_lengths(self.knowledge, leaf.key, is_listed, self.visible)
        candidates = [*said, *(one for one in self.scope if differ and (one in ("n", "N") or one in self.roles.sizes))]
        for candidate in candidates:
            if all(_value(candidate, env) == length for length, env in site.word_lengths):
                return candidate
        return None

    def _visited_length(self, leaf: Token | Rest | Text, site: Site) -> str | None:
        """The variable up to which the program goes through the string, where neither samples nor statement say
        more."""
        depth = max(self.listed, getattr(leaf, "depth", 0))
        bound = leaf.use.sizes[depth] if len(leaf.use.sizes) > depth else ""
        name = self.visible(bound) if bound and not site.visits else None
        known = name is not None and name not in self.roles.case_counts and self.kinds.get(name) == "int"
        return name if known else None

    def _widened_length(self, name: str, lo: str, hi: str, site: Site) -> tuple[str, str]:
        low, high = _constant(lo), _constant(hi)
        if low is not None and site.shortest is not None and site.shortest < low:
            lo = str(site.shortest)
        if high is not None and site.longest > high:
            self._disagree(f"len({name})", f"<= {hi}", site.longest)
            hi = str(site.longest)
        return lo, hi

    def alphabet(self, leaf: Token | Rest | Text, site: Site, alone: bool, text: bool) -> str:
        """The alphabet of a string, with the characters of the samples always among it."""
        name = leaf.key
        seen = {c for c in site.alphabet if text or not c.isspace()}
        fitting = [(s, a) for s, a in self.alphabets if seen <= set(a) | {" "}]
        chosen = next(((s, a) for s, a in fitting if self._mentions(s, name)), None)
        if alone and chosen is not None and is_any(*chosen):
            chosen = next((pair for pair in fitting if not is_any(*pair)), chosen)
        if chosen is None and fitting and (alone or len({a for _, a in fitting}) == 1):
            chosen = fitting[0]
        if chosen is not None:
            sentence, alphabet = chosen
            self.evidence.append(sentence.ground(name, f"characters of {name}: {alphabet}", 0.9))
        else:
            alphabet = widened(seen - {" "}) if seen else letters_of(leaf)
            self.evidence.append(
                Evidence(
                    name,
                    f"characters of {name}: {alphabet}",
                    "samples" if seen else "reads" if leaf.use.letters else "assumed",
                    "",
                    leaf.line,
                    0.5,
                )
            )
        return "".join(sorted(set(alphabet) | seen)) + (" " if text and " " not in alphabet and " " not in seen else "")

    def _mentions(self, sentence: Sentence, name: str) -> bool:
        words = re.findall(r"\b[A-Za-z]\w*\b", sentence.text)
        return any(self.knowledge.same(word.split("_")[0], name) for word in words)


def _constant(text: str) -> int | None:
    if not text:
        return None
    return expr(text).constant


def _value(text: str, env: Mapping[str, object]) -> int | None:
    """What an expression comes to beside values read before, None where it needs another."""
    known = {name: value for name in expr(text).names if isinstance(value := env.get(name), int)}
    return expr(text).value(known) if known.keys() >= expr(text).names else None


def _padded(site: Site) -> bool:
    """Whether some value has leading zeros, so that it is a word of digits rather than a number."""
    return any(len(value) > 1 and value.lstrip("+-").startswith("0") for value in site.values) or site.longest > 19
