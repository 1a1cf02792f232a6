"""What a read grammar's structure says of its variables, before any bound is known.

Sizes are the names in counts and lengths; a loop whose body is a block of its own counts test cases; tables
whose rows the program (or the statement) uses as edges make a tree or a graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.inputs.infer.facts.refuted import integers_of
from slowpath.inputs.infer.reads.items import Branch, Item, Loop, ReadProgram, Rest, Text, Token, all_items, leaves
from slowpath.inputs.infer.reads.variable_roles import USUAL_EXPONENT, Roles
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.inputs.infer.structure.solve import is_plain, without_breaks
from slowpath.model.expression import expr
from slowpath.model.format import Node
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.graphs import graph_traits, graph_words
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.phrases.rows import saying
from slowpath.statement.records import stated_chains
from slowpath.statement.sentences.sentence import EXAMPLES, NOT_INPUT
from slowpath.statement.sentences.statement import Statement

_EDGE_WORDS = late_regex(
    r"\bedges?\b|\broads?\b|\bconnect(?:s|ed|ing)?\b|\bbidirectional\b|\bcorridors?\b|"
    r"\bbridges?\b|"
    r"\bflights?\b|\blinks?\b|\btunnels?\b|\bpassages?\b|\bstreets?\b|\bcables?\b|\bpipes?\b|"
    r"\bchannels?\b|\bfriendships?\b|\bare friends\b|\bpairs? of friends\b|"
    r"\bunordered pairs?\b|\barcs?\b|\bthere is an? (?:[\w-]+ ){1,3}between\b",
    re.I,
)
_GOES = (
    r"\b(?:go(?:es)?|leads?|runs?|fl(?:y|ies)|travels?|drives?|sails?|operates?) from "
    r"(?:\w+ )?{}(?:_\w+)? to (?:\w+ )?{}(?:_\w+)?\b"
)
"""What is said of edges where the graph is connected, and as well of whoever moves where it isn't said to be."""
_EXISTING = late_regex(r"\b(?:existing|old|current|present)\b", re.I)
"""Where roads are planned, those that exist are others."""
_CASES = late_regex(r"test ?cases?|data ?sets?", re.I)
_USUAL_CASES = late_regex(r"t|T|tc|TC|tt|tests?|cases?|_t|testcases?|ntest")
_EXPONENT = late_regex(r"\b2\*\*([A-Za-z]\w*)")


@dataclass(frozen=True)
class Edges:
    """A table that holds edges: its first field, both ends, the number of vertices, tree or graph, traits."""

    first: str
    ends: tuple[str, str]
    vertices: str
    structure: str
    traits: frozenset[str]


def roles_of(items: tuple[Item, ...], statement: Statement) -> Roles:
    """The roles of the variables of a grammar whose names are final."""
    roles = Roles()
    _visit(items, roles)
    roles.case_counts |= set(_case_names(items, statement))
    tags = {item.on for item in all_items(items) if isinstance(item, Branch)}
    roles.strings = sum(
        1 for leaf in leaves(items) if isinstance(leaf, Text) or (leaf.kind == "word" and leaf.key not in tags)
    )
    return roles


def sizes_of_words(items: tuple[Item, ...], sites: Sites, path: str = "") -> set[str]:
    """The numbers that strings are as long as at all places of the samples, where these show several lengths."""
    made: set[str] = set()
    for index, item in enumerate(items):
        where = f"{path}.{index}"
        if isinstance(item, Loop):
            made |= sizes_of_words(item.body, sites, where)
        elif isinstance(item, Token | Text):
            seen = sites.get(where, Site()).word_lengths
            if len({length for length, _ in seen}) > 1:
                made |= {
                    name
                    for _, env in list(seen)[:1]
                    for name in env
                    if all(env.get(name) == length for length, env in seen)
                }
    return made


def _visit(items: tuple[Item, ...], roles: Roles) -> None:
    for item in all_items(items):
        if isinstance(item, Loop):
            names = expr(item.count).names if item.count else frozenset()
            roles.sizes |= names
            body = without_breaks(item.body)
            _note_exponents(item.count or "", body, roles)
            if len(body) == 1 and isinstance(body[0], Token) and item.count:
                roles.last_index[body[0].key] = _last_index(item.count)
            if len(body) == 1 and isinstance(body[0], Loop | Rest):
                inner = body[0].count if isinstance(body[0], Loop) else body[0].length
                roles.sides |= names | (expr(inner).names if inner else frozenset())
            for leaf in body:
                if isinstance(leaf, Token) and leaf.capacity and len(names) == 1:
                    name = next(iter(names))
                    roles.capacity[name] = min(roles.capacity.get(name, leaf.capacity), leaf.capacity)
        elif isinstance(item, Rest) and item.length:
            roles.last_index[item.key] = _last_index(item.length)
            _note_exponents(item.length, (item,), roles)
            roles.sizes |= expr(item.length).names


def _note_exponents(count: str, body: tuple[Item, ...], roles: Roles) -> None:
    """Notes by whose powers of two things are counted, and how large they may be by the program's arrays."""
    for name in _EXPONENT.findall(count):
        places = [leaf.capacity for leaf in body if isinstance(leaf, Token) and leaf.capacity]
        most = min([USUAL_EXPONENT, *(size.bit_length() - 1 for size in places)])
        roles.exponents[name] = min(roles.exponents.get(name, most), most)


def _last_index(count: str) -> str:
    """The largest index of a list of `count` elements: n for n as for n-1, which begins with the second."""
    return count[:-2] if count.endswith("-1") else count


def _case_names(items: tuple[Item, ...], statement: Statement) -> Iterator[str]:
    """Names that count test cases: of loops that call `solve` where no statement has an input without any, over blocks
    where the statement has cases, over all that stands behind the first number where it says that there are several,
    and with a usual name over blocks or where the input's sentences have cases."""
    spoken = [sentence for sentence in statement.sentences if sentence.section not in EXAMPLES]
    has_cases = any(_CASES.search(sentence.text) for sentence in spoken)
    is_input_of_cases = any(_CASES.search(sentence.text) for sentence in spoken if is_about_input(sentence))
    several = any(saying("several cases").search(one.text) for one in statement.sentences if is_about_input(one))
    for item in items:
        name = item.count if isinstance(item, Loop) and item.count and item.count.isidentifier() else ""
        if not isinstance(item, Loop) or not name:
            continue
        is_block = not is_plain(item.body) and not any(isinstance(part, Branch) for part in item.body)
        is_all = several and len(items) == 2 and isinstance(items[0], Token) and items[0].key == name
        is_usual = _USUAL_CASES.fullmatch(name) is not None
        is_told = is_block or is_input_of_cases
        is_solved = item.cases and (is_told or is_usual or not spoken)
        if is_solved or (is_block and has_cases) or is_all or (is_usual and is_told):
            yield name


def marked(items: tuple[Item, ...], case_counts: set[str]) -> tuple[Item, ...]:
    """The items with the loops over test cases marked as such."""
    return tuple(
        replace(item, cases=item.count in case_counts if item.count and item.count.isidentifier() else item.cases)
        if isinstance(item, Loop)
        else item
        for item in items
    )


def edges_of(
    items: tuple[Item, ...], program: ReadProgram, chosen: dict[str, str], statement: Statement
) -> list[Edges]:
    """The tables of edges in a grammar with final names; `chosen` maps the program's keys to them."""
    pairs = {frozenset((chosen.get(a, a), chosen.get(b, b))) for a, b in program.edges}
    text = ". ".join(s.text for s in statement.sentences if s.section not in NOT_INPUT)
    made: list[Edges] = []
    ascending = [
        chain
        for chain in stated_chains(statement, frozenset())
        if set(chain.operators) <= {"<", "<="} and chain.operands[-1][0].name and not chain.summed
    ]
    _find_edges(items, [], pairs, text, ascending, made)
    counts = {leaf.key: item.count for item in all_items(items) if isinstance(item, Loop) for leaf in leaves(item.body)}
    most = {one.first: _most_of(one.ends, ascending).lower() for one in made}
    of_edges = {counts.get(one.first) for one in made if most[one.first] == one.vertices.lower() != counts[one.first]}
    return [
        one
        for one in made
        if frozenset(one.ends) in pairs
        # Ranges of edges are no edges.
        or (most[one.first] in ("", one.vertices.lower()) and one.vertices not in of_edges)
    ]


def _most_of(ends: tuple[str, str], ascending: list[Chain]) -> str:
    """The number up to which the statement says that both ends go: `1 <= a < b <= n`; "" where it says none."""
    wanted = {end.rstrip("0123456789").lower() for end in ends}
    return next(
        (
            chain.operands[-1][0].name
            for chain in ascending
            if wanted <= {operand.name.lower() for place in chain.operands[:-1] for operand in place}
        ),
        "",
    )


def _find_edges(
    items: tuple[Item, ...],
    scope: list[str],
    pairs: set[frozenset[str]],
    text: str,
    ascending: list[Chain],
    made: list[Edges],
) -> None:
    scope = list(scope)
    for item in items:
        if isinstance(item, Token) and item.kind in ("int", "any"):
            scope.append(item.key)
        elif isinstance(item, Loop):
            told = {_bases(one.ends) for one in made}
            found = _edges(item, scope, pairs, text, ascending, told)
            made += [found] if found else []
            _find_edges(item.body, scope, pairs, text, ascending, made)


def _edges(
    item: Loop,
    scope: list[str],
    pairs: set[frozenset[str]],
    text: str,
    ascending: list[Chain],
    told: set[tuple[str, ...]],
) -> Edges | None:
    """The edges that a loop reads; the statement's words for two names speak of the first table that has them."""
    fields = [part for part in without_breaks(item.body) if isinstance(part, Token)]
    if len(fields) < 2 or len(fields) != len(without_breaks(item.body)) or item.cases:
        return None
    if item.count == "":
        return None
    numbers = [part.key for part in fields if part.kind in ("int", "any")]
    used = next(((a, b) for a in numbers for b in numbers if a < b and frozenset((a, b)) in pairs), None)
    ends = tuple(sorted(used, key=numbers.index)) if used else tuple(numbers[:2])
    connected = graph_words(text.split(". ")).get("connected", "")
    said = (
        len(fields) <= 4
        and _bases(numbers[:2]) not in told
        and _says_ends(text, numbers[:2], bool(connected) and not told)
    )
    if len(ends) < 2 or not (used or said):
        return None
    most = _most_of((ends[0], ends[1]), ascending)
    vertices = next((name for name in scope if most and name.lower() == most.lower()), None)
    vertices = vertices or _vertices(item.count or "", scope, used is not None, said)
    if vertices is None:
        return None
    of_others = saying("planned").search(text) is not None and _EXISTING.search(connected) is not None
    traits = graph_traits(text.split(". ")) - ({"connected"} if of_others else set())
    tree = item.count == f"{vertices}-1" and (
        saying("tree").search(text) is not None or "connected" in traits or not text
    )
    return Edges(
        fields[0].key, (ends[0], ends[1]), vertices, "tree" if tree else "graph", frozenset() if tree else traits
    )


def _bases(ends: Sequence[str]) -> tuple[str, ...]:
    """Names without the numbers by which several of a name are told apart."""
    return tuple(end.rstrip("0123456789").lower() for end in ends)


def within_vertices(edges: list[Edges], nodes: tuple[Node, ...]) -> list[Edges]:
    """The tables of edges but those whose ends go far beyond the vertices: floors up to 10^9 with n ladders between
    them are no graph of n vertices."""
    integers = dict(integers_of(nodes))

    def largest(name: str) -> int | None:
        return integers[name].hi.constant if name in integers else None

    def are_alike(ends: tuple[str, str]) -> bool:
        """Whether both ends are bounded by numbers, or both by variables: "c (1 or 2), l and r" are none."""
        return len({largest(end) is None for end in ends}) == 1

    def are_of_two_kinds(found: Edges) -> bool:
        """Whether one end goes up to all vertices and the other to fewer: "the road i (i < n) and the town t"."""
        of = [integers[end] for end in found.ends if end in integers]
        highs = {one.hi for one in of}
        are_ordered = any(one.lo.names & set(found.ends) for one in of)  # `a < b <= n`
        return len(highs) == 2 and not are_ordered and all(high.names == {found.vertices} for high in highs)

    def is_within(found: Edges) -> bool:
        vertices = largest(found.vertices)
        within = vertices is None or all((largest(end) or 0) <= vertices for end in found.ends)
        return within and are_alike(found.ends) and not are_of_two_kinds(found)

    return [found for found in edges if is_within(found)]


def _says_ends(text: str, ends: list[str], is_connected: bool) -> bool:
    """Whether a sentence speaks of these two names and of edges together, or of what must come before what; of one that
    `is_connected` also what goes from one to the other."""
    if is_connected and re.search(_GOES.format(*(re.escape(end) for end in ends)), text, re.I):
        return True
    for sentence in re.split(r"(?<=[a-z)])\. ", text):
        names = {word.split("_")[0].lower() for word in re.findall(r"\b[A-Za-z]\w*\b", sentence)}
        if (_EDGE_WORDS.search(sentence) or saying("ordered").search(sentence)) and all(
            end.rstrip("0123456789").lower() in names or end.lower() in names for end in ends
        ):
            return True
    return False


def _vertices(count: str, scope: list[str], is_used: bool, is_said: bool) -> str | None:
    """The number of vertices of a table of `count` edges: `n`, or another number read before; that one only where the
    program itself uses the rows as edges, or the statement calls them so: the first then."""
    names = expr(count).names if count else frozenset[str]()
    if count.endswith("-1") and count[:-2] in scope:
        return count[:-2]
    others = [name for name in scope if name not in names]
    usual = [name for name in others if name.lower() in ("n", "nodes", "vertices")]
    usual = usual or [name for name in others if name.lower() == "v"]
    if usual:
        return usual[-1]
    if count in scope and count.lower() == "n":
        return count
    if others and count in scope:
        return others[-1] if is_used else others[0] if is_said else None
    if not count and others:  # Edges up to a line that ends them.
        return others[-1] if is_used else others[0] if is_said else None
    return None if count in scope else next((n for n in scope if n in names), None)
