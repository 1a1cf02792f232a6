"""The type of each string: its lengths, its alphabet, or its pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from slowpath.inputs.filling.word_patterns import pattern_type
from slowpath.inputs.infer.facts.big_numbers import big_number
from slowpath.inputs.infer.facts.bounds_found import (
    Bounds,
    broken_bound,
    counted_length,
    lengths_of_lines,
    says_of_all_strings,
)
from slowpath.inputs.infer.facts.brackets import balanced
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.looked_for import letters_of
from slowpath.inputs.infer.facts.said_lengths import (
    constant_length,
    is_character,
    length_evidence,
    may_be_longer,
    said_lengths,
)
from slowpath.inputs.infer.facts.usual_values import USUAL_SIZE
from slowpath.inputs.infer.facts.word_choices import choose_words
from slowpath.inputs.infer.facts.word_patterns import LONGEST_NAME, pattern_of
from slowpath.inputs.infer.reads.items import Rest, Text, Token
from slowpath.inputs.infer.reads.variable_roles import Roles
from slowpath.inputs.infer.structure.align import Site
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, Misfit, TextType, WordType
from slowpath.statement.claims.alphabets import alphabets_of, is_any, told_one_by_one, widened
from slowpath.statement.claims.scope import is_about_input

_SURE = 3
"""Single characters in the samples that are no chance where the program compares them with one."""


class WordTyper:
    """Types strings in reading order; `scope` holds the final names of the scalars read so far, `filled` those
    that count a list read so far; `listed` says in how many dimensions of a list the leaf stands; `barred` holds
    the values that end the input where they stand first, `silent` the counts that the input doesn't say."""

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
        self.highest: dict[str, str] = {}
        self.gathers: dict[str, bool] = {}
        """By names of numbers that no sample shows, at which the program puts places into lists: whether it asks if one
        is 0."""
        self.orders: dict[str, str] = {}
        """By names of lists of which no statement tells: the order in which the program takes them to be."""
        self.marks: dict[str, frozenset[str]] = {}
        """By names of grids of which no statement tells: the letters that the program takes to be there once."""
        self.is_told = any(is_about_input(one) for one in knowledge.statement.sentences)
        self.barred: dict[str, int] = {}
        self.silent: set[str] = set()

    def visible(self, stated: str) -> str | None:
        """The final name of the variable read last before that the statement calls so."""
        exact = next((name for name in reversed(self.scope) if stated in (name, self.knowledge.copies.get(name))), None)
        return exact or next((name for name in reversed(self.scope) if self.knowledge.same(stated, name)), None)

    def word(self, leaf: Token | Rest | Text, site: Site, made: type) -> WordType | TextType:
        """A string's lengths and alphabet."""
        name = leaf.key
        self.knowledge.strings.add(name)
        self.marks |= {name: leaf.use.marks} if leaf.use.marks and not self.is_told else {}
        if isinstance(leaf, Text) and leaf.blank:
            return TextType(expr(0), expr(0), " ")
        alone = self.roles.strings <= 1 or says_of_all_strings(self.knowledge.chains)
        told = (
            choose_words(self.knowledge, name, site, self.roles.strings <= 1, leaf.use.words)
            if made is WordType
            else None
        )
        if (
            told is not None
            and (getattr(leaf, "kind", "") not in ("char", "digit") or told[0].length_hi.constant == 1)
            and not may_be_longer(self.knowledge, name, site, self.visible, self.roles.strings <= 1, told[0])
        ):
            self.evidence += told[1]
            return told[0]
        if getattr(leaf, "kind", "") in ("char", "digit") or is_character(self.knowledge.statement, site, name):
            found = Bounds("1", "1")
        else:
            found = self.knowledge.bounds(name, ("bar", "length"), self.visible, (site.shortest, site.longest))
            if found.hi is None and (alone or self.knowledge.counted_digits(name) is not None):
                forms = ("bar", "length") if self.roles.strings <= 1 else ("length",)
                found = self.knowledge.bounds(name, forms, self.visible, (site.shortest, site.longest), True)
            if found.hi is None and made is TextType and (lines := lengths_of_lines(self.knowledge.chains)):
                self.knowledge.clauses = {**self.knowledge.clauses, name: lines}
                found = self.knowledge.bounds(name, ("length",), self.visible, (site.shortest, site.longest), True)
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
            pattern_of(self.knowledge.statement, name, site.values, alone, is_free, _few_letters(lo, hi))
            if made is WordType and getattr(leaf, "kind", "") not in ("char", "digit") and not site.glued
            else None
        )
        patterned = pattern_type(found_pattern[0]) if found_pattern is not None else None
        if (
            found_pattern is not None
            and patterned is not None
            and (
                # Signs that every sample has where the pattern has them are no chance: 10:30 of HH:MM.
                (site.values and not any(map(str.isalnum, site.values)))
                or not may_be_longer(self.knowledge, name, site, self.visible, alone, patterned)
            )
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
        self.evidence += matched
        return replace(of, form="brackets") if matched else of

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
        low, high = constant_of(lo), constant_of(hi)
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
        if not fitting:
            fitting = [(s, a) for s, a in told_one_by_one(self.alphabets) if seen <= set(a) | {" "}]
        own = [pair for pair in fitting if pair[0] == self.knowledge.described.get(name) and not is_any(*pair)]
        fitting = own or fitting
        chosen = next(((s, a) for s, a in fitting if self.knowledge.mentions(s, name)), None)
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

    def _disagree(self, name: str, bound: str, value: int) -> None:
        self.misfits.append(Misfit("samples", broken_bound(name, bound, value), f"the bound was widened to {value}"))


def constant_of(text: str) -> int | None:
    if not text:
        return None
    return expr(text).constant


def _few_letters(lo: str, hi: str) -> tuple[int, int]:
    """Constant lengths, of at most `LONGEST_NAME` letters."""
    return max(1, constant_of(lo) or 1), min(constant_of(hi) or LONGEST_NAME, LONGEST_NAME)


def _value(text: str, env: Mapping[str, object]) -> int | None:
    """What an expression comes to beside values read before, None where it needs another."""
    known = {name: value for name in expr(text).names if isinstance(value := env.get(name), int)}
    return expr(text).value(known) if known.keys() >= expr(text).names else None
