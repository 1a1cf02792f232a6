"""Infers the input format of a problem from its statement, its samples and how the program itself reads.

The three sources check each other. The program's reads (or, where they can't be followed, the statement's
description of lines) propose a structure; the samples decide between proposals, and refuse one that they
don't follow; the statement gives names, bounds, traits. Pure, bounded, and silent about nothing: what doesn't
fit is a `Misfit`, what no source says is marked as assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.inputs.infer.align import Unfit, align
from slowpath.inputs.infer.described import Row, described_program, names_from, names_of_variants, rows_of, variants_of
from slowpath.inputs.infer.knowledge import Knowledge
from slowpath.inputs.infer.lower import Lowering
from slowpath.inputs.infer.meaning import relations_of, with_meaning
from slowpath.inputs.infer.names import renamed
from slowpath.inputs.infer.reads import Item, Loop, ReadProgram, Text, Token, flattened, has_branch, has_reads, leaves
from slowpath.inputs.infer.roles import Edges, edges_of, marked, roles_of
from slowpath.inputs.infer.solve import Solver, _candidates
from slowpath.inputs.infer.statement import Statement, read_statement
from slowpath.inputs.infer.together import distinct_together
from slowpath.inputs.infer.types import USUAL_SIZE, Typer
from slowpath.inputs.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text import to_text
from slowpath.inputs.tokens import ParseError
from slowpath.inputs.validate import violations
from slowpath.model.expression import expr
from slowpath.model.format import (
    Array,
    Cases,
    Evidence,
    FormatReport,
    InputFormat,
    IntType,
    Line,
    Misfit,
    Node,
    Records,
    Relation,
    Scalar,
)
from slowpath.model.problem import Problem, Solution

_MOST_SAMPLES = 24
_LARGEST_SAMPLE = 300_000
_MOST_GUESSES = 60


@dataclass(frozen=True)
class Proposal:
    """A structure to try. `source` is reads or statement; `note` says what was supposed to get it."""

    program: ReadProgram
    source: str
    note: str = ""


def infer(problem: Problem, solution: Solution) -> FormatReport:
    """The input format with its grounds; `format` None where nothing fits, with the reasons. Never raises
    for odd text: a part of the inference that fails is a misfit."""
    statement = read_statement(problem.statement)
    reads, failed = _reads(solution)
    known = frozenset(reads.names.values()) | frozenset(bound.name for bound in problem.bounds)
    rows = rows_of(statement, known)
    samples = [(sample.name, sample.data) for sample in problem.samples]
    small = [pair for pair in samples if len(pair[1]) <= _LARGEST_SAMPLE][:_MOST_SAMPLES]
    refused: list[Misfit] = [*failed]
    for proposal in _proposals(reads, rows):
        try:
            return _report(proposal, problem, statement, rows, small, samples, refused)
        except Unfit as error:
            refused.append(Misfit("reads" if proposal.source == "reads" else "statement",
                                  f"{_origin(proposal)}: {error}", "this reading of the input was refused"))
    if not refused:
        refused.append(Misfit("reads", "the program reads no input that could be followed, and no statement "
                              "describes its lines"))
    return FormatReport(None, misfits=_distinct(refused))


def _origin(proposal: Proposal) -> str:
    source = "the program's reads" if proposal.source == "reads" else "the statement's description of lines"
    return source + (f" ({proposal.note})" if proposal.note else "")


def reads_of(solution: Solution) -> ReadProgram:
    """What the program reads; empty where that can't be followed. Never raises."""
    return _reads(solution)[0]


def _reads(solution: Solution) -> tuple[ReadProgram, list[Misfit]]:
    """The program's reads, or none with the reason."""
    try:
        if solution.language == "cpp":
            from slowpath.inputs.infer.reads_cpp import reads_of_cpp

            return reads_of_cpp(solution.source), []
        if solution.language == "python":
            from slowpath.inputs.infer.reads_python import reads_of_python

            return reads_of_python(solution.source), []
    except (RecursionError, ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        return ReadProgram(()), [Misfit(solution.path.name, f"the program's reads couldn't be followed ({error!r})")]
    return ReadProgram(()), [Misfit(solution.path.name, f"reads in {solution.language!r} aren't understood")]


def _proposals(reads: ReadProgram, rows: list[Row]) -> Iterator[Proposal]:
    """The structures worth trying, most trusted first."""
    if has_reads(reads.items):
        yield Proposal(reads, "reads")
        if has_branch(reads.items):
            yield Proposal(replace(reads, items=flattened(reads.items)), "reads", "conditions taken as guards")
        if any(isinstance(leaf, Text) for leaf in leaves(reads.items)):
            yield Proposal(replace(reads, items=_without_idle_lines(reads.items)), "reads", "ends of lines left out")
        for count, items in _guesses(reads.items):
            yield Proposal(replace(reads, items=items), "reads", f"an unclear loop taken to run {count} times")
    if rows:
        yield Proposal(described_program(rows), "statement")
        yield Proposal(replace(described_program(rows), lines=False), "statement", "line ends ignored")


def _without_idle_lines(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Without the `getline` that only eats the end of a line that was read by `>>`."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Text) and made and isinstance(made[-1], Token):
            continue
        made.append(replace(item, body=_without_idle_lines(item.body)) if isinstance(item, Loop) else item)
    return tuple(made)


def _guesses(items: tuple[Item, ...]) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """The items with every loop of unknown count given one that could be it."""
    unknown = [item for item in _loops(items) if item.count == ""]
    if not unknown or len(unknown) > 2:
        return
    scope = [leaf.key for leaf in leaves(items) if isinstance(leaf, Token) and leaf.kind in ("int", "any")]
    for index, text in enumerate(_candidates(scope[:6])):
        if index >= _MOST_GUESSES:
            return
        yield text, _counted(items, text)


def _loops(items: tuple[Item, ...]) -> Iterator[Loop]:
    for item in items:
        if isinstance(item, Loop):
            yield item
            yield from _loops(item.body)


def _counted(items: tuple[Item, ...], count: str) -> tuple[Item, ...]:
    return tuple(replace(item, count=item.count if item.count != "" else count, body=_counted(item.body, count))
                 if isinstance(item, Loop) else item for item in items)


def _report(proposal: Proposal, problem: Problem, statement: Statement, rows: list[Row],
            small: list[tuple[str, bytes]], samples: list[tuple[str, bytes]], refused: list[Misfit]) -> FormatReport:
    """The report of one proposal. Raises `Unfit` when the samples don't follow it."""
    program = proposal.program
    sites = align(program, small)
    wished = names_from(rows, program.items, program.names)
    lengths = _lengths(rows, wished, program.items)
    variants = variants_of(statement)
    solved = Solver(sites, lengths, _speaks_of_kinds(statement)).items(program.items, "", [], (), False)
    wished.update(names_of_variants(variants, solved))
    items, chosen = renamed(solved, {**program.names, **wished})
    roles = roles_of(items, statement)
    items = marked(items, roles.case_counts)
    sites = align(replace(program, items=items), small)
    edges = edges_of(items, program, chosen, statement)
    for found in edges:
        roles.vertices.update(dict.fromkeys(found.ends, found.vertices))
    known = frozenset(chosen.values()) | frozenset(program.names.values())
    knowledge = Knowledge(statement, problem.bounds, known)
    typer = Typer(knowledge, roles, bool(small))
    lowering = Lowering(typer, sites, bool(small))
    nodes = lowering.nodes(items, "")
    if not nodes:
        raise Unfit("it reads nothing")
    evidence = [*_read_evidence(items, proposal), *typer.evidence]
    misfits = [*refused, *knowledge.misfits, *typer.misfits, *_remarks(program, lowering)]
    fmt = _meant(nodes, edges, knowledge, typer, samples, evidence, misfits)
    return FormatReport(fmt, to_text(fmt), _distinct(evidence), _distinct(misfits), tuple(dict.fromkeys(typer.assumed)))


def _speaks_of_kinds(statement: Statement) -> bool:
    """Whether the statement has several kinds of queries or operations."""
    return any(re.search(r"\b(?:types?|kinds?|forms?) of (?:quer|operation|event|command)|\bof (?:one of )?(?:the "
                         r")?(?:following )?"
                         r"(?:two|three|four|five|2|3|4) (?:types|kinds|forms)|"
                         r"\bquer(?:y|ies) of type|\bfirst type\b", sentence.text)
               for sentence in statement.sentences)


def _remarks(program: ReadProgram, lowering: Lowering) -> list[Misfit]:
    return [Misfit(f"line {line}", text) for line, text in (*program.remarks, *lowering.remarks)]


def _lengths(rows: list[Row], wished: dict[str, str], items: tuple[Item, ...]) -> dict[str, str]:
    """Key of a list -> the length that the statement gives it, over the program's keys."""
    by_name = {entry.name: entry.length for row in rows for entry in row.entries if entry.length}
    back = {name: key for key, name in wished.items()}
    made = {}
    for leaf in leaves(items):
        length = by_name.get(wished.get(leaf.key, ""))
        if length is not None:
            made[leaf.key] = re.sub(r"[A-Za-z_]\w*", lambda m: back.get(m.group(), m.group()), length)
    return made


def _read_evidence(items: tuple[Item, ...], proposal: Proposal) -> list[Evidence]:
    if proposal.source != "reads":
        return [Evidence(leaf.key, f"{leaf.key} is described", "statement", "", 0, 0.7) for leaf in leaves(items)]
    return [Evidence(leaf.key, f"{leaf.key} is read", "reads", "", leaf.line) for leaf in leaves(items)]


def _meant(nodes: tuple[Node, ...], edges: list[Edges], knowledge: Knowledge, typer: Typer,
           samples: list[tuple[str, bytes]], evidence: list[Evidence], misfits: list[Misfit]) -> InputFormat:
    """The format with structures, traits and relations; those that a sample contradicts are dropped and said.

    Raises `Unfit` when a sample doesn't parse, or doesn't print back to the same tokens.
    """
    plain = InputFormat(nodes)
    instances = [(name, _checked(plain, name, data)) for name, data in samples]
    grounds: list[Evidence] = []
    relations = relations_of(nodes, knowledge, grounds)
    relations += _assumed_sums(nodes, relations, typer, grounds)
    meant = with_meaning(nodes, edges, knowledge, grounds)
    relations += distinct_together(meant, knowledge, grounds)
    full = InputFormat(meant, tuple(relations))
    broken = [(name, found) for name, instance in instances for found in violations(full, instance)]
    if not broken:
        evidence += grounds
        return full
    kept = InputFormat(_without_broken(full.nodes, full, instances), tuple(
        relation for relation in relations if not _breaks(InputFormat(nodes, (relation,)), plain, instances)))
    for name, found in broken[:6]:
        misfits.append(Misfit(name, f"the statement's reading is contradicted: {found.message}",
                              "what it contradicts was dropped"))
    evidence += grounds
    return kept


def _checked(fmt: InputFormat, name: str, data: bytes) -> dict:
    try:
        instance = parse(fmt, data)
    except ParseError as error:
        raise Unfit(f"sample {name}: {error}") from None
    if print_input(fmt, instance).split() != data.split():
        raise Unfit(f"sample {name}: it doesn't print back to the same tokens")
    return instance


def _breaks(fmt: InputFormat, plain: InputFormat, instances: list[tuple[str, dict]]) -> bool:
    """Whether some instance has more violations under `fmt` than under the plain nodes."""
    return any(len(violations(fmt, instance)) > len(violations(plain, instance)) for _, instance in instances)


def _without_broken(nodes: tuple[Node, ...], full: InputFormat, instances: list[tuple[str, dict]]) -> tuple[Node, ...]:
    """The nodes without the traits, then without the structures, that samples contradict."""
    for step in (_no_traits, _no_structure):
        if any(violations(InputFormat(nodes), instance) for _, instance in instances):
            nodes = tuple(step(node) for node in nodes)
    return nodes


def _no_traits(node: Node) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_traits(child) for child in node.body))
    if isinstance(node, Line):
        return replace(node, items=tuple(replace(item, traits=frozenset()) if isinstance(item, Array) else item
                                         for item in node.items))
    return replace(node, traits=frozenset()) if isinstance(node, Array | Records) else node


def _no_structure(node: Node) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_structure(child) for child in node.body))
    return replace(node, structure="", endpoints=(), vertices=None) if isinstance(node, Records) else node


def _assumed_sums(nodes: tuple[Node, ...], relations: list[Relation], typer: Typer,
                  evidence: list[Evidence]) -> list[Relation]:
    """Where the statement bounds no sum over test cases, one large case's worth, so that inputs stay finite."""
    made: list[Relation] = []
    for node in nodes:
        if not isinstance(node, Cases):
            continue
        bounded = {name for relation in relations if relation.kind == "sum" for name in relation.left.names}
        sizes = [pair for pair in _integers(node.body) if pair[0] in typer.roles.sizes]
        cases = _largest(node.count.text, nodes)
        for name, kind in sizes:
            high = kind.hi.constant
            if name in bounded or high is None or bounded or cases * high <= 4 * USUAL_SIZE:
                continue
            made.append(Relation("sum", expr(name), "<=", expr(max(high, USUAL_SIZE))))
            evidence.append(Evidence(name, f"sum of {name} <= {max(high, USUAL_SIZE)}", "assumed",
                                     "no source bounds the sum over test cases", 0, 0.4))
    return made


def _largest(count: str, nodes: tuple[Node, ...]) -> int:
    return next((kind.hi.constant or 1 for name, kind in _integers(nodes) if name == count), 1)


def _integers(nodes: tuple[Node, ...]) -> list[tuple[str, IntType]]:
    """The names and types of the integers that stand alone in `nodes`, not inside blocks."""
    items = [item for node in nodes for item in (node.items if isinstance(node, Line) else (node,))]
    return [(item.name, item.type) for item in items if isinstance(item, Scalar) and isinstance(item.type, IntType)]


def _distinct(values: list) -> tuple:
    return tuple(dict.fromkeys(values))
