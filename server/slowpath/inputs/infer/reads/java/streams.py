"""Streams that read, and lines that are taken apart at their blanks.

A stream (`IntStream.range(0, n).map(i -> in.nextInt()).toArray()`) is a loop whose body is what its stages do. What
stands on a line and is gone over as a whole is the rest of that line; what is taken from it by its place is read where
it's used, once: what is used again has a variable of its own.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.conditions import BEGIN, REST_OF_LINE
from slowpath.inputs.infer.reads.java.declared import called_by, lines_taken, name_of
from slowpath.inputs.infer.reads.java.passed import Passed, calls_in, parameters, uses_of
from slowpath.inputs.infer.reads.java.words import INT, LINE, LONG, PARSERS, READ, REAL, WORD
from slowpath.model.patterns import late_regex
from slowpath.source.cpp.values import descendants, text_of

_STREAMS = frozenset("IntStream LongStream DoubleStream Stream".split())
_MAPS = frozenset("map mapToInt mapToLong mapToDouble mapToObj".split())
_EACH = frozenset("forEach forEachOrdered".split())
_KINDS = {INT: "int", LONG: "long long", REAL: "double", WORD: "string", LINE: "string"}
_PARSED = (
    (late_regex(r"parseLong|Long\s*::\s*valueOf|Long\.valueOf|new\s+BigInteger|BigInteger\s*::"), LONG),
    (late_regex(r"parseDouble|parseFloat|Double\s*::|Double\.valueOf"), REAL),
    (late_regex(r"parseInt|Integer\s*::\s*valueOf|Integer\.valueOf|parseShort"), INT),
)
_STORED = late_regex(r"(\w+)(?:\[[^\]]*\])?(?:\.push_back\(|\s*[+^|&]?=\s*)java_")
_CONDITIONAL = frozenset(
    "if_statement switch_expression switch_statement ternary_expression while_statement for_statement do_statement "
    "enhanced_for_statement lambda_expression".split()
)


class Streams(Passed):
    """Writes streams and lines that are taken apart."""

    def __init__(self, root: Node) -> None:
        super().__init__(root)
        self.places: dict[str, str] = {}
        """Arrays of which only places are used, and as what these are read where they're used."""
        self.texts: set[str] = set()
        """Lists of all lines."""
        self.made = 0
        self.of_lines = {
            name_of(each)
            for each in descendants(root, "variable_declarator")
            if re.match(r"new\s+Scanner\s*\((?!\s*System|\s*new)", text_of(each.child_by_field_name("value")))
        }
        """Scanners that go over a line."""

    def fresh(self, what: str) -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{what}_{self.made}"

    def is_split_line(self, node: Node | None) -> bool:
        """Whether an expression is a line taken apart: `in.readLine().split(" ")`."""
        return (
            node is not None
            and called_by(node) == "split"
            and self.whole(node.child_by_field_name("object")) in (f"{LINE}()", f"{WORD}()", *self.taken)
        )

    def of_line(self, node: Node | None) -> bool:
        """Whether an expression is a stream of a line's parts."""
        if node is None or node.type != "method_invocation":
            return False
        start, calls = calls_in(node)
        if not calls:
            return False
        if text_of(start) in ("Arrays", "Stream", "List") and calls[0][0] in ("stream", "of", "asList"):
            return self.is_split_line(next(iter(calls[0][1]), None))
        by = next((given for name, given in calls if name == "splitAsStream"), [])
        return bool(by) and self.whole(by[0]) == f"{LINE}()"

    def line_reader(self, node: Node) -> str:
        """As what each part of a line is read that a stream goes over."""
        stages = " ".join(text_of(part) for name, given in calls_in(node)[1] for part in given if name in _MAPS)
        return next((reader for pattern, reader in _PARSED if pattern.search(stages)), WORD)

    def stream_variable(self, name: str, node: Node) -> str | None:
        """A variable that a stream, or a line taken apart, begins with; None for others."""
        if self.is_split_line(node):
            made = self.taken_apart(name, node, WORD)
            return f"{BEGIN}; {made}" if made is not None and lines_taken(node) else made
        if called_by(node) == "split":
            self.split.add(name)
            return f"vector<string> {name};"
        if self.of_line(node) and (made := self.taken_apart(name, node, self.line_reader(node))) is not None:
            return f"{BEGIN}; {made}" if lines_taken(node) else made
        if self.is_lines(node):
            self.texts.add(name)
            return f"vector<string> {name};"
        made = self.streamed(name, node)
        return None if made is None else f"vector<{self.stream_kind(node)}> {name}; {made}"

    def stream_kind(self, node: Node) -> str:
        """The type of a stream's elements, as far as its stages tell."""
        return _KINDS[self.line_reader(node)] if self.of_line(node) else "int"

    def taken_apart(self, name: str, node: Node, reader: str) -> str | None:
        """What stands for an array of a line's parts: a read for each use of a place, a variable for places that are
        used again. None where a stream's parts aren't only used by their places."""
        uses = uses_of(name, node)
        places = [place_of(each) for each in uses]
        if reader != WORD and (None in places or not uses):
            return None
        self.split.add(name)
        self.places[name] = reader
        known = [place for place in places if place is not None]
        again = {place for place in known if known.count(place) > 1}
        if known != sorted(known):
            again = set(known)
        block = node.parent
        while block is not None and block.type != "block":
            block = block.parent
        sure = [place for each, place in zip(uses, places, strict=True) if place in again and is_sure(each, block)]
        if not sure or None in places:
            return f"vector<string> {name};"
        made = ""
        for place in range(max(place for place in sure if place is not None) + 1):
            own = [each for each, at in zip(uses, places, strict=True) if at == place]
            as_what = parsers_of(own) if reader == WORD else reader
            if as_what != WORD:
                self.numbers.add(f"{name}_{place}")
            self.renamed.add(f"{name}_{place}")
            made += f"{_KINDS[as_what]} {name}_{place} = {self.read(as_what)}; "
        return made

    def place_read(self, node: Node, array: str) -> str:
        """What stands for one place of a line that is taken apart."""
        place = text_of(node.child_by_field_name("index"))
        return f"{array}_{place}" if f"{array}_{place}" in self.renamed else self.read(self.places.get(array, WORD))

    def is_lines(self, node: Node) -> bool:
        """Whether an expression is the list of all lines: `Files.readAllLines(...)`, `in.lines().toList()`."""
        start, calls = calls_in(node)
        names = [name for name, _ in calls]
        if not names or _MAPS & set(names):
            return False
        if text_of(start) == "Files" and names[0] in ("readAllLines", "lines"):
            return True
        return names[0] == "lines" and not calls[0][1] and names[-1] in ("collect", "toList", "toArray")

    def streamed(self, target: str, node: Node | None) -> str | None:
        """A stream as a loop that puts what it gives into `target`, "" where that is nowhere; None where it's none."""
        if node is None or node.type != "method_invocation":
            return None
        start, calls = calls_in(node)
        if not calls:
            return None
        stages = calls[1:]
        if self.of_line(node):
            named = re.match(r"[A-Za-z_]\w*", target)
            part = named[0] if named else self.fresh("part")
            return self.parts_of_line(_KINDS[self.line_reader(node)], part, ";", bool(lines_taken(node)))
        loop = self.loop_of(text_of(start), calls[0], stages)
        if loop is None:
            return None
        head, element = loop
        for name, given in stages:
            if name in _EACH and given:
                return f"{{ {head} {self.applied(given[0], (element,))}; }}"
            if name in _MAPS and given:
                body = given[0].child_by_field_name("body")
                inner = self.streamed(target, body)
                if inner is not None:
                    return f"{{ {head} {inner} }}"
                element = self.applied(given[0], (element,))
        return f"{{ {head} {f'{target}.push_back({element})' if target else element}; }}"

    def parts_of_line(self, kind: str, part: str, body: str, is_next: bool) -> str:
        """A loop over what the next line holds, or what is left of one that has begun."""
        line, parts = self.fresh("line"), self.fresh("parts")
        taken = f"getline(cin, {line})" if is_next else f"getline({REST_OF_LINE}, {line})"
        head = f"string {line}; {taken}; stringstream {parts}({line}); {kind} {part};"
        return f"{{ {head} while ({parts} >> {part}) {body} }}"

    def loop_of(
        self, start: str, first: tuple[str, list[Node]], stages: list[tuple[str, list[Node]]]
    ) -> tuple[str, str] | None:
        """The head of the loop that a stream is, and what stands for its elements; None where it's not known."""
        name, given = first
        limits = [self.whole(part) for stage, parts in stages if stage == "limit" for part in parts[:1]]
        if start in _STREAMS and name in ("range", "rangeClosed") and len(given) > 1:
            function = next((parts[0] for stage, parts in stages if stage in _MAPS | _EACH and parts), None)
            named = parameters(function) if function is not None and function.type == "lambda_expression" else []
            at = named[0] if named else self.fresh("at")
            until = "<" if name == "range" else "<="
            low, high = self.whole(given[0]), self.whole(given[1])
            return f"for (int {at} = {low}; {at} {until} {high}; {at}++)", at
        if start in _STREAMS and name == "generate" and given and limits:
            at = self.fresh("at")
            return f"for (int {at} = 0; {at} < {limits[0]}; {at}++)", self.applied(given[0], ())
        if (name == "lines" and not given) or (start == "Files" and name == "lines"):
            line = self.fresh("line")
            head = f"for (int {line}_at = 0; {line}_at < {limits[0]}; {line}_at++)" if limits else "while (cin)"
            return head, self.read(LINE)
        return None

    def is_of_tokenizer(self, condition: Node | None) -> bool:
        """Whether a loop goes on while a line that is taken apart has more."""
        asked = re.fullmatch(r"\(\s*(\w+)\s*\.\s*(hasMoreTokens|hasNext\w*)\(\)\s*\)", text_of(condition))
        return asked is not None and (asked[2] == "hasMoreTokens" or asked[1] in self.of_lines)

    def rest_of_line(self, body: str) -> str:
        """A loop over the rest of a line, whose body reads one part; "" where it reads more or none."""
        reads = READ.findall(body)
        if len(reads) != 1:
            return ""
        stored = _STORED.search(body)
        part = stored[1] if stored is not None else self.fresh("part")
        return self.parts_of_line(_KINDS.get(reads[0][:-2], "string"), part, body.replace(reads[0], part), False)

    def filled(self, node: Node) -> str:
        """`Arrays.setAll(a, i -> in.nextInt())` as a loop, "" where it isn't plain."""
        given = node.child_by_field_name("arguments")
        parts = given.named_children if given is not None else []
        if len(parts) != 2 or not (named := parameters(parts[1]) if parts[1].type == "lambda_expression" else []):
            return ""
        array = self.whole(parts[0])
        at = named[0]
        return f"for (int {at} = 0; {at} < {array}.size(); {at}++) {array}[{at}] = {self.applied(parts[1], (at,))}"

    def for_each(self, kind: str, name: str, value: Node | None, body: str) -> str | None:
        """A loop over the parts of a line or over all lines; None for others."""
        if value is None:
            return None
        if self.is_split_line(value) or (text_of(value) in self.split and text_of(value) not in self.renamed):
            return self.parts_of_line(kind, name, body, bool(lines_taken(value)))
        if text_of(value) in self.texts:
            return f"{{ string {name}; while (getline(cin, {name})) {body} }}"
        return None


def place_of(use: Node) -> int | None:
    """The place of an array that a use of its name takes, None where it's no constant."""
    access = use.parent
    if access is None or access.type != "array_access" or access.child_by_field_name("array") != use:
        return None
    index = text_of(access.child_by_field_name("index"))
    return int(index) if index.isdigit() else None


def is_sure(use: Node, block: Node | None) -> bool:
    """Whether a use in a block happens whenever the block is run."""
    node = use
    while node.parent is not None and node.parent != block:
        inside = node.parent
        if inside.type in _CONDITIONAL and inside.child_by_field_name("condition") != node:
            return False
        node = inside
    return node.parent is not None


def parsers_of(uses: list[Node]) -> str:
    """As what a place is read all of whose uses turn it into a number, else as a word."""
    found = set()
    for use in uses:
        call = use.parent.parent.parent if use.parent is not None and use.parent.parent is not None else None
        found.add(PARSERS.get(name_of(call), WORD) if call is not None and call.type == "method_invocation" else WORD)
    return found.pop() if len(found) == 1 else WORD
