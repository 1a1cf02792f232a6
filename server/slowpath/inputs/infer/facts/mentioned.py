"""Which words of a statement mean a variable: its name, its noun, the line that it stands on, its kinds of query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from slowpath.inputs.infer.facts.bounds_found import EACH
from slowpath.inputs.infer.facts.refuted import Refuted
from slowpath.model.format import Misfit
from slowpath.model.patterns import late_regex
from slowpath.model.problem import NamedBound
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.claims.mentions import is_meant, is_told_nowhere
from slowpath.statement.claims.names import names_in
from slowpath.statement.claims.scope import rank
from slowpath.statement.claims.string_lengths import strings_of_lengths
from slowpath.statement.records import Carets, stated_chains
from slowpath.statement.sentences.statement import Sentence, Statement

_ELEMENTS_OF = late_regex(
    r"\b(?:elements?|numbers?|integers?|values?|entries|cells?) (?:of|in) (?:the )?(?:array |"
    r"matrix |sequence |list |table |grid )?([A-Za-z])(?:_\w+)?(?= (?:is|are|be|has|have|do)\b)"
)
_ALL_VALUES = late_regex(
    r"^(?:All|Every|Each)(?: (?:of )?the)?(?: given)? "
    r"(?:coordinates?|numbers?|integers?|values?)\b"
)
_OF_ALL = late_regex(
    r"\b(?:all|each|every|both) (?:of )?(?:the |these )?(?:given )?(?:strings?|words?|names?|lines?)\b"
    r"(?! [A-Za-z](?:_\w+)?\b)|^\W*(?:all|each|both)(?: of (?:them|these))? (?:have|has|are|is|consists?|contains?)\b",
    re.I,
)

_NUMBERED = late_regex(r"^(?:(?:in|on) )?(?:the (?:first|second|third|fourth|fifth) line|line \d)\b", re.I)
_NEXT = late_regex(r"\W*(?:(?:then|in|on) )?the (?:next|following|last|final) line\b", re.I)
_LETTERS = late_regex(r"\b(?:characters?|letters?|symbols?|digits?|lengths?|long)\b", re.I)
"""What a line tells of its own strings, so that what others tell of theirs is no business of these."""
_BOTH = late_regex(r"\bboth\b", re.I)
_CALLED_SO = late_regex(r"\W*the ([a-z]{3,}) (?:is|are|has|have|consists?|contains?)\b", re.I)
"""A sentence about what a variable is called: "the message is a string of at most 100 characters"."""
_EACH_OF = late_regex(
    r"\W*(?:(?:and|where) )?(?:the )?[ij] ?-th (?:of (?:these|them|those|the)\b|integer|number|value|is\b)", re.I
)
"""What begins a sentence about each element of the list before: "the i-th of these"."""
_STRINGS = late_regex(
    r"\b(?:string|word|name|text|sequence)s? ((?!a\b)[A-Za-z](?:_\w+)?\b(?:(?:, | and )[A-Za-z](?:_\w+)?\b)*)"
    r"(?! (?:string|word))"
)
"""The names of strings: "two words a and b"."""
_SPEAKS_OF_ALL = late_regex(r"\W*(?:both|all|they|each) (?!of which)", re.I)
_OF_THESE = late_regex(
    r"\W*(?:both |the |these |their |its |each |every )*(?:[a-z]+ )?(?:strings?|words?|names?)\b", re.I
)
"""What begins a sentence that goes on about the strings of the line before it."""
_OF_EACH = late_regex(r"\b(?:strings|words|names|texts) [A-Za-z]\w*(?: ?,? and | ?, )[A-Za-z]\w* ?,? (?:each|both)\b")
"""What is said of several strings that are named before: "two words A and B, each of 5 letters"."""


def is_same(one: Sentence, other: Sentence) -> bool:
    """Whether two are one sentence of the statement, in whatever words its lines are described."""
    return (one.line, one.quote) == (other.line, other.quote)


class Mentioned:
    """The statement's chains and the package's named bounds, asked by variable name."""

    def __init__(
        self,
        statement: Statement,
        bounds: tuple[NamedBound, ...],
        known: frozenset[str],
        copies: Mapping[str, str] | None = None,
    ) -> None:
        """`copies` maps names that had to differ from the statement's (`l2`) to what that calls them (`l`).

        Set later: `lists` are the variables with elements, `lengths` how many these have, `strings` those that were
        found to be strings so far, `of_kinds` the sentences about one kind of query, with its tag. Of the variable that
        is asked for, `kinds` are the tags of the queries in which it stands, `rows` the number of the rows; `finals`
        are the format's variables, `described` has the sentence about each variable's line, `clauses` the clause about
        it."""
        self.statement = statement
        self.package = {bound.name.lower(): bound for bound in bounds}
        self.chains = stated_chains(statement, known)
        self.carets = Carets(statement)
        self.string_lengths = [
            (string, length, sentence)
            for sentence in statement.sentences
            if rank(sentence) is not None
            for string, length in strings_of_lengths(sentence.text)
        ]
        self.misfits: list[Misfit] = []
        self.known = known
        self.copies = copies or {}
        self.refuted: Refuted = frozenset()
        self.ends: dict[tuple[str, str], int] = {}
        self.lists: frozenset[str] = frozenset()
        self.by_lines: frozenset[str] = frozenset()
        """Those of which the statement puts one element on each line."""
        self.lengths: Mapping[str, str] = {}
        self.strings: set[str] = set()
        self.of_kinds: Mapping[Sentence, str] = {}
        self.kinds: frozenset[str] = frozenset()
        self.rows: str | None = None
        self.finals: frozenset[str] = frozenset()
        self.described: Mapping[str, Sentence] = {}
        self.clauses: Mapping[str, list[Chain]] = {}
        self._asked: set[str] = set()
        self._end_known: dict[tuple[str, str], int | None] = {}
        """Ends that were asked for while another one is."""
        self._times_asked = 0
        self.same_case = self._clashing_cases()

    def _clashing_cases(self) -> bool:
        names = {o.name for chain in self.chains for place in chain.operands for o in place if o.name}
        return len({name.lower() for name in names}) < len(names)

    def same(self, stated: str, name: str, subscript: str = "") -> bool:
        """Whether the statement's name means this variable; `l_i` speaks of l1, `a_1` of a without a1, `C_h` of Ch."""
        if stated in (name, self.copies.get(name)) or (subscript.isalpha() and stated + subscript == name):
            return True
        if len(name) == 1 and len(stated) == 2 and stated[0] == name and stated[1] in "ij1":
            return True
        if (
            name[-1:].isdigit()
            and name.rstrip("0123456789") == stated
            and subscript.isalpha()
            and not (stated in self.finals and subscript in ("i", "j", "k"))
        ):
            return True
        if stated[-1:].isdigit() and stated.rstrip("0123456789") == name and stated not in self.known:
            return True
        return not self.same_case and stated.lower() == name.lower()

    def named_lengths(self, name: str, is_only: bool = False) -> list[str]:
        """What the statement calls the length of a string: of "a string s of length n", or of the one that a sentence
        without its name describes, which is any where there is no other string."""
        line = self.described.get(name)
        return [
            length
            for string, length, sentence in self.string_lengths
            if (
                self.same(string, name)
                if string
                else is_only or (line is not None and is_same(sentence, line)) or _SPEAKS_OF_ALL.match(sentence.text)
            )
        ]

    def mentions(self, sentence: Sentence, name: str) -> bool:
        """Whether a sentence names a variable."""
        return any(self.same(stated, name) for stated in names_in(sentence.text))

    def is_of_a_string_before(self, sentence: Sentence, name: str) -> bool:
        """Whether a sentence of the input about words stands behind the line of another string and before that of this
        one, which it can't mean: "n lines with a word each. All words are distinct. Then q words follow"."""
        places = {
            one: next((at for at, other in enumerate(self.statement.sentences) if is_same(other, line)), 0)
            for one, line in self.described.items()
            if one in self.strings
        }
        own = next((at for at, one in enumerate(self.statement.sentences) if one == sentence), 0)
        return (
            sentence.section == "input"
            and own < places.get(name, 0)
            and any(at <= own for one, at in places.items() if one != name)
        )

    def chains_by_place(self, name: str) -> Iterator[list[Chain]]:
        """The chains of the sentence that describes the variable's own line, and those that compare what stands on it,
        before all others: of two that share their name each has its own bounds."""
        line = self.described.get(name)
        if line is not None:
            yield [
                chain
                for chain in self.chains
                if not chain.summed and (is_same(chain.sentence, line) or self._is_within(chain, line))
            ]
        others = [
            self.described[one]
            for one in self._namesakes(name)
            # What describes the lines of all kinds of queries is said of each kind.
            if line and not self.kinds and self.described.get(one, line) != line
        ]
        for group in self._by_kind():
            yield [chain for chain in group if not any(is_same(chain.sentence, other) for other in others)]

    def _namesakes(self, name: str) -> set[str]:
        """The other variables that the statement calls by the same name."""
        stated = self.copies.get(name, name)
        return {stated, *(copy for copy, of in self.copies.items() if of == stated)} - {name}

    def _is_within(self, chain: Chain, line: Sentence) -> bool:
        """Whether a sentence of the input that describes no line compares two values of this one with each other."""
        own = [name for name, other in self.described.items() if other == line]
        sides = sum(
            any(one.name and not one.form and self.same(one.name, name, one.subscript) for one in place for name in own)
            for place in chain.operands
        )
        return sides > 1 and rank(chain.sentence) == 0 and chain.sentence not in self.described.values()

    def _by_kind(self) -> Iterator[list[Chain]]:
        """The chains, those of the input's description before those of a story, in each those first that speak of the
        kinds of query alone that are asked for; at last those of other kinds: `x` is bounded elsewhere in `1 x` than in
        `2 x`."""
        groups: list[list[Chain]] = [[] for _ in range(5)]
        for chain in self.chains:
            kind = self.of_kinds.get(chain.sentence)
            place = (2 if rank(chain.sentence) else 0) + (kind is None) if kind is None or kind in self.kinds else 4
            if not chain.summed:
                groups[place].append(chain)
        yield from groups if self.of_kinds else ([*groups[1], *groups[3]],)

    def own_line(self, name: str) -> str | None:
        """The words about a variable's own line, where these bound all values there: "the third line has m integers
        between 0 and 5"."""
        line = self.described.get(name)
        bounded = line is not None and any(
            chain.sentence.quote == line.quote
            for chain in self.chains
            for place in chain.operands
            for operand in place
            if operand.form == "all" or (operand.form == "bar" and not operand.text)
        )
        return line.quote if line is not None and bounded else None

    def goes_on_about(self, sentence: Sentence, name: str) -> bool:
        """Whether a sentence speaks of each element of the list whose line the one before it describes: "the i-th of
        these is the height of tree i"."""
        line, sentences = self.described.get(name), self.statement.sentences
        at = sentences.index(sentence) if line is not None and _EACH_OF.match(sentence.text) else 0
        return at > 0 and line is not None and is_same(sentences[at - 1], line)

    def is_element(self, name: str) -> bool | None:
        """Whether only names with a subscript speak of a variable, or only those without: a list `m_i` and a number `m`
        may share a letter. None where that tells nothing."""
        stated, others = self.copies.get(name, name), self._namesakes(name)
        if not others or (name in self.lists) == any(other in self.lists for other in others):
            return None
        said = {
            bool(operand.subscript)
            for chain in self.chains
            for place in chain.operands
            for operand in place
            if operand.name == stated and not operand.form
        }
        return name in self.lists if len(said) > 1 else None

    def speaks(self, chain: Chain, operand: Operand, name: str, forms: tuple[str, ...], nameless: bool) -> bool:
        """Whether an operand of a chain is what is asked for (`bounds`)."""
        if operand.form == "length" and not operand.name and (subjects := self._subjects(chain, name)):
            return "length" in forms and any(self.same(subject, name) for subject in subjects)
        if operand.form in ("noun", "count"):
            if self._is_of_other_line(chain.sentence, name):
                return False
            of_all = re.match(rf"\W*(?:all|both)(?: of)?(?: the)? {operand.written}\b", chain.sentence.text, re.I)
            return "" in forms and (
                is_meant(name, operand.written, operand.form == "count", self.described, self.copies, bool(of_all))
                or (
                    nameless
                    and operand.form == "noun"
                    and is_told_nowhere(operand.written, self.described)
                    and (rank(chain.sentence) or 0) == 0
                )
            )
        if operand.form == "number":
            return nameless and "" in forms and self._counts(chain, name)
        if operand.form == "length" and operand.written and not is_told_nowhere(operand.written, self.described):
            return "length" in forms and (
                is_meant(name, operand.written, False, self.described, self.copies)
                or self._is_one_of(name, operand.written, chain.sentence)
            )
        if operand.form in ("all", "bar", "length", "cases") and not operand.text:
            owner = _ELEMENTS_OF.search(chain.sentence.text)
            if owner is not None and any(self.same(owner[1], one) for one in self.lists):
                return nameless and self.same(owner[1], name)
            if operand.form in ("all", "bar") and "" in forms:
                return nameless and not self._is_of_others(chain, name) and self._in_turn(chain) in (None, name)
            own = self.described.get(name)
            tells = operand.form == "length" and own is not None and _LETTERS.search(own.text) is not None
            is_other = tells and self._is_of_others(chain, name)
            return nameless and operand.form in forms and operand.form != "bar" and not is_other
        if (
            nameless
            and operand.form in ("", "bar")
            and operand.name
            and "" in forms
            and _ALL_VALUES.search(chain.sentence.text)
            and not any(
                one.form == "all"
                for other in self.chains
                if other.sentence == chain.sentence
                for place in other.operands
                for one in place
            )
        ):
            return True  # "All coordinates (x, y) have |x|, |y| <= 100."
        if operand.form == "bar" and not operand.subscript and "length" not in forms and name in self.lengths.values():
            return any(self.lengths[one] == name and self.same(operand.name, one) for one in self.lengths)
        if (
            operand.form == "bar"
            and not operand.subscript
            and "length" not in forms
            and any(self.same(operand.name, one) for one in self.lists)
        ):
            return False  # How long a list is.
        if (
            nameless
            and operand.form == "bar"
            and "length" in forms
            and not any(self.same(operand.name, one, operand.subscript) for one in self.known)
        ):
            return True  # The only string, by a name that the program doesn't have.
        return operand.form in forms and bool(operand.name) and self.same(operand.name, name, operand.subscript)

    def _is_one_of(self, name: str, noun: str, sentence: Sentence) -> bool:
        """Whether a sentence speaks of all that a noun calls, several of which the line of a variable holds: "each name
        has at most 10 letters", where it holds "two names s and t"."""
        line = self.described.get(name)
        is_of_all = re.match(rf"\W*(?:all|both|each|every|any|no)(?: of)?(?: the)? {noun}", sentence.text, re.I)
        return line is not None and is_of_all is not None and re.search(rf"\b{noun}s\b", line.text) is not None

    def _is_of_others(self, chain: Chain, name: str) -> bool:
        """Whether all values of which a sentence speaks are those of other lines, which it describes."""
        said = chain.sentence.text
        is_known = any((_BOTH.search(said), _NUMBERED.match(said), _NEXT.match(said)))
        is_known |= name in self.described
        lines = {other for one, other in self.described.items() if one != name}
        return self._is_of_other_line(chain.sentence, name) or (
            is_known and chain.sentence in lines - {self.described.get(name)}
        )

    def _is_of_other_line(self, sentence: Sentence, name: str) -> bool:
        """Whether a sentence describes one line by its number, and the variable stands on another: "the third line has
        the speed of each car" isn't about the speed limit on the first."""
        own = self.described.get(name)
        if own is None or is_same(own, sentence):
            return False
        told, other = (_NUMBERED.search(one.text) for one in (own, sentence))
        return told is not None and other is not None and told[0].lower() != other[0].lower()

    def _counts(self, chain: Chain, name: str) -> bool:
        """Whether a sentence that says how many there are of as many things as it describes numbers means this one."""
        return (self._in_turn(chain) or self._in_turn(chain, {"number"})) == name

    def _in_turn(self, chain: Chain, forms: Collection[str] = ("number", "all")) -> str | None:
        """The variable that a bound without a name is of, where a sentence has as many of them as its line has numbers:
        "the temperature, a number between -50 and 50, and the rain (0 to 300)". None elsewhere, and where each bound
        may be of all values."""
        on_line = [
            one
            for one, line in self.described.items()
            if line.quote == chain.sentence.quote and line.line == chain.sentence.line
        ][::-1]
        said = [
            (one, {side.form for place in one.operands for side in place})
            for one in self.chains
            if one.sentence == chain.sentence
        ]
        told = [one for one, sides in said if not sides.isdisjoint(forms)]
        # Two of "at least 1 and at most 9", but one of "between 1 and 9".
        most = 1 if any(len(one.operators) > 1 for one in told) else len("<>")
        each = len(told) // max(1, len(on_line))
        is_told = any("number" in sides for _, sides in said) and 0 < each <= most
        is_told = is_told and len(told) == each * len(on_line) and chain in told
        return on_line[told.index(chain) // each] if is_told else None

    def _subjects(self, chain: Chain, asked: str) -> list[str]:
        """The strings that a sentence about "its length" means: named in it, alone on its line, named or described by
        the sentence before; none where it may mean any, also one that is described nowhere."""
        sentences = self.statement.sentences
        if _OF_ALL.search(chain.sentence.text) or _OF_EACH.search(chain.sentence.text):
            return []
        called = _CALLED_SO.match(chain.sentence.text)
        if called is not None and called[1].lower() in self.described:
            return [called[1].lower()]
        at = sentences.index(chain.sentence) if chain.sentence in sentences else -1
        alone = [name for name, line in self.described.items() if line.text == chain.sentence.text]
        is_alone = at >= 0 and len(alone) == 1 and not EACH.search(chain.sentence.text)
        for sentence in reversed(sentences[max(0, at - 1) : at + 1]):
            found = _STRINGS.findall(sentence.text)
            if found:
                return [name.split("_")[0] for name in re.split(", | and ", found[-1])]
            if is_alone and alone:
                return alone[-1:]
            if (
                at > 0
                and sentence is sentences[at - 1]
                and _OF_THESE.match(chain.sentence.text)
                and asked in self.described
            ):
                return [name for name, line in self.described.items() if is_same(line, sentence)]
        return []
