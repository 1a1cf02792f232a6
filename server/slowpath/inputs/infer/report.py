"""From one proposed structure to a report: sizes, names, types, meaning, each checked against the samples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from slowpath.inputs.infer.facts.clauses import clauses_of
from slowpath.inputs.infer.facts.contradicted import (
    DISTRUSTED,
    DROPPED,
    without_contradicted,
    without_grounds_of_dropped,
)
from slowpath.inputs.infer.facts.dealt_out import with_dealt_out
from slowpath.inputs.infer.facts.implied_types import with_implied_types
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.facts.refuted import refuted_bounds
from slowpath.inputs.infer.facts.sums import assumed_sums, without_needless_sums
from slowpath.inputs.infer.facts.types import Typer
from slowpath.inputs.infer.facts.vertex_numbers import counted_from_zero
from slowpath.inputs.infer.reads.items import Item, ReadProgram, Rest, Text, leaves
from slowpath.inputs.infer.reads.variable_roles import Roles
from slowpath.inputs.infer.relations.beside_others import (
    neighbours,
    own_places,
    room_for_diagonals,
    squares_said,
    with_room_for_diagonals,
)
from slowpath.inputs.infer.relations.distinct.columns import distinct_columns
from slowpath.inputs.infer.relations.distinct.ends import distinct_ends
from slowpath.inputs.infer.relations.distinct.named_sets import with_named_sets
from slowpath.inputs.infer.relations.distinct.rows_of_tables import with_rows_told
from slowpath.inputs.infer.relations.distinct.together import distinct_together
from slowpath.inputs.infer.relations.first_elements import conditions_on_elements
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.held_kinds import with_held
from slowpath.inputs.infer.relations.list_traits import single_letters, with_orders
from slowpath.inputs.infer.relations.meaning import numbers_related, with_meaning
from slowpath.inputs.infer.relations.next_elements import next_elements
from slowpath.inputs.infer.relations.put_and_taken import taken_where_put
from slowpath.inputs.infer.relations.resolvers.words import folded
from slowpath.inputs.infer.relations.resolving import claimed
from slowpath.inputs.infer.structure.align import Sites, Unfit, align
from slowpath.inputs.infer.structure.blank_lines import with_blank_lines
from slowpath.inputs.infer.structure.lower import Lowering
from slowpath.inputs.infer.structure.names import copies_of, renamed
from slowpath.inputs.infer.structure.naming import names_from, names_in_order, rows_from, sentences_from
from slowpath.inputs.infer.structure.one_table import in_one_table
from slowpath.inputs.infer.structure.proposals import MOST_VARIABLES, Proposal
from slowpath.inputs.infer.structure.query_kinds import (
    names_of_variants,
    sentences_of_kinds,
    told_tags,
    uniform_variants,
    variants_of,
    without_tags,
)
from slowpath.inputs.infer.structure.roles import Edges, edges_of, marked, roles_of, sizes_of_words, within_vertices
from slowpath.inputs.infer.structure.shown_lines import with_shown_lines
from slowpath.inputs.infer.structure.solve import Amounts, Solver
from slowpath.inputs.infer.structure.told_kinds import with_told_kinds
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.model.format import Evidence, FormatReport, InputFormat, Misfit, Node
from slowpath.model.problem import Problem
from slowpath.statement.claims.counted_things import line_count, numbers_of_things
from slowpath.statement.claims.names import told_as_names
from slowpath.statement.claims.scope import is_about_input, rank
from slowpath.statement.lines.described import rows_of
from slowpath.statement.lines.rows import Row
from slowpath.statement.phrases.rows import saying
from slowpath.statement.records import stated_chains
from slowpath.statement.sentences.statement import Sentence, Statement

_MOST_SAMPLES = 24
_LARGEST_SAMPLE = 300_000
_READERS = (
    squares_said,
    own_places,
    neighbours,
    distinct_columns,
    distinct_ends,
    distinct_together,
    conditions_on_elements,
    next_elements,
    claimed,
    taken_where_put,
    with_room_for_diagonals,
)
"""What gathers relations, one after the other: a later one sees what those before found."""


@dataclass(frozen=True)
class Given:
    """All that is known before a structure is tried. `small` are the samples that the structure is solved by."""

    problem: Problem
    statement: Statement
    rows: tuple[Row, ...]
    samples: tuple[tuple[str, bytes], ...]

    @property
    def small(self) -> list[tuple[str, bytes]]:
        """The samples that aren't too large to walk over token by token."""
        return [pair for pair in self.samples if len(pair[1]) <= _LARGEST_SAMPLE][:_MOST_SAMPLES]


def given(problem: Problem, statement: Statement, reads: ReadProgram) -> Given:
    """What the problem gives, its statement's lines named as the program names them."""
    known = told_as_names(frozenset(reads.names.values()), statement) | {bound.name for bound in problem.bounds}
    known |= {
        operands[0].name
        for chain in stated_chains(statement, known)
        if len(chain.operators) > 1 and not chain.summed and rank(chain.sentence) == 0
        for operands in chain.operands
        if len(operands[0].name) > 2 and not operands[0].form
    }
    rows = tuple(rows_of(statement, known))
    return Given(
        problem,
        statement,
        rows if sum(len(row.entries) for row in rows) <= MOST_VARIABLES else (),
        tuple((sample.name, sample.data) for sample in problem.samples),
    )


def report_of(proposal: Proposal, known: Given) -> FormatReport:
    """The report of one proposal. Raises `Unfit` when the samples don't follow it."""
    program, statement, rows, small = proposal.program, known.statement, list(known.rows), known.small
    sites = align(program, small)
    shown = with_shown_lines(program.items, rows, sites)
    if shown != program.items:
        program = replace(program, items=shown)
        sites = align(program, small)
    wished = names_from(rows, program.items, program.names)
    lengths = _lengths(rows, wished, program)
    variants = uniform_variants(rows, statement) | variants_of(statement)
    solver = Solver(sites, lengths, _speaks_of_kinds(statement), _amounts(statement, rows))
    solved = solver.items(program.items, "", [], (), False)
    solved = with_told_kinds(solved, variants, sites, told_tags(statement))
    rows = without_tags(rows, solved, statement)
    # Only now it is known which lines hold a list and which a few numbers, each with a name of its own.
    wished = _wished(rows, solved, program, statement) | names_of_variants(variants, solved)
    items, chosen = renamed(solved, {**program.names, **wished}, frozenset(wished))
    roles = roles_of(items, statement)
    items = marked(items, roles.case_counts)
    sites = align(replace(program, items=items), small)
    roles.sizes |= sizes_of_words(items, sites)
    edges = edges_of(items, program, chosen, statement)
    for found in edges:
        roles.vertices.update(dict.fromkeys(found.ends, found.vertices))
        roles.from_zero |= set(found.ends) if counted_from_zero(found, items, sites, statement) else set()
    names = frozenset(chosen.values()) | frozenset(program.names.values())
    meant = {**program.names, **wished}
    # What a program calls like a size that was read before, and isn't one, only happens to have its name.
    copies = {
        final: name
        for final, name in copies_of(chosen, meant, frozenset(wished)).items()
        if name not in roles.sizes or final in roles.sizes
    }
    knowledge = Knowledge(statement, known.problem.bounds, names, copies)
    knowledge.finals = frozenset(chosen.values())
    knowledge.described, knowledge.by_lines = _lines_told(rows, solved, program, chosen)
    knowledge.clauses = clauses_of(items, rows)
    lowering, nodes = _lowered(items, knowledge, chosen, roles, sites, known.samples, program.lines)
    typer = lowering.typer
    if not nodes and not program.reads_nothing:
        raise Unfit("it reads nothing")
    evidence = [*_read_evidence(items, proposal), *typer.evidence]
    misfits = [*knowledge.misfits, *typer.misfits, *_remarks(program, lowering)]
    fmt = _meant(nodes, edges, knowledge, typer, known.samples, evidence, misfits)
    fmt, assumed = with_implied_types(fmt, typer.assumed, typer.lowest, typer.gathers, evidence)
    fmt, assumed = with_dealt_out(fmt, assumed, [parse(fmt, data) for _, data in known.small], evidence)
    evidence = [
        one for one in evidence if one.source != "assumed" or one.about in assumed or one.about not in typer.assumed
    ]
    stated = fmt.relations
    fmt, dropped = in_one_table(with_blank_lines(fmt, [data for _, data in known.small]))
    new = {str(old): made for old, made in zip(stated, fmt.relations, strict=True) if old != made}
    evidence = [
        replace(one, about=new[one.fact].left.text, fact=str(new[one.fact])) if one.fact in new else one
        for one in evidence
        if one.about not in dropped or one.fact in new
    ]
    assumed = [name for name in assumed if name not in dropped]
    text = to_text(fmt)
    try:
        from_text(text)
    except FormatSyntaxError as error:
        raise Unfit(f"what was made of it isn't a sound format: {error}") from None
    return FormatReport(fmt, text, distinct(evidence), distinct(misfits), distinct(assumed))


def _wished(rows: list[Row], items: tuple[Item, ...], program: ReadProgram, statement: Statement) -> dict[str, str]:
    """Key -> the name that the statement has for it."""
    named = names_from(rows, items, program.names)
    named = names_in_order(statement, rows, items, program.names, named)
    return named | {key: named[other] for key, other in program.twins.items() if other in named}


def _lowered(
    items: tuple[Item, ...],
    knowledge: Knowledge,
    chosen: dict[str, str],
    roles: Roles,
    sites: Sites,
    samples: tuple[tuple[str, bytes], ...],
    by_lines: bool,
) -> tuple[Lowering, tuple[Node, ...]]:
    """The typed nodes; where samples break bounds over other variables, once more without those."""
    knowledge.lists = frozenset(roles.last_index)
    words = {leaf.key for leaf in leaves(items) if isinstance(leaf, Text) or leaf.kind == "word"}
    knowledge.lengths = {name: length for name, length in roles.last_index.items() if name not in words}
    knowledge.of_kinds = sentences_of_kinds(knowledge.statement)
    lowering = Lowering(Typer(knowledge, roles, bool(samples)), sites, bool(samples), by_lines)
    nodes = lowering.nodes(items, "")
    refuted = refuted_bounds(nodes, samples)
    if refuted:
        knowledge.refuted = refuted
        knowledge.misfits = [
            Misfit(
                "samples",
                "a sample breaks what the statement seems to say: that another variable is "
                f"{'the least' if which == 'low' else 'the largest'} {name}",
                "it was dropped",
            )
            for name, which in sorted(refuted)
        ]
        lowering = Lowering(Typer(knowledge, roles, bool(samples)), sites, bool(samples), by_lines)
        nodes = lowering.nodes(items, "")
    return lowering, nodes


def _speaks_of_kinds(statement: Statement) -> bool:
    """Whether the statement has several kinds of queries or operations."""
    return any(
        re.search(
            r"\b(?:types?|kinds?|forms?) of (?:quer|operation|event|command)|\bof (?:one of )?(?:the "
            r")?(?:following )?"
            r"(?:two|three|four|five|2|3|4) (?:types|kinds|forms)|"
            r"\bquer(?:y|ies) of type|\bfirst type\b",
            sentence.text,
        )
        for sentence in statement.sentences
    )


def _amounts(statement: Statement, rows: list[Row]) -> Amounts | None:
    """What is said of how many things there are; as many as a line names may be there, and one always. None where
    nothing is said of the input."""
    said = [sentence for sentence in statement.sentences if is_about_input(sentence)]
    numbers = {number for one in said for number in numbers_of_things(one.text)} | {len(row.entries) for row in rows}
    shifts = {re.sub(" ", "", shift) for one in said for shift in re.findall(r"[-+] ?\d+\b", one.text)}
    is_bounded = any(line_count(one) is not None for one in said)
    has_cases = any(saying("several cases").search(one.text) for one in said)
    return Amounts(frozenset({1} | numbers), frozenset(shifts), is_bounded, has_cases) if said else None


def _remarks(program: ReadProgram, lowering: Lowering) -> list[Misfit]:
    return [Misfit(f"line {line}", text) for line, text in (*program.remarks, *lowering.remarks)]


def _lines_told(
    rows: list[Row], items: tuple[Item, ...], program: ReadProgram, chosen: dict[str, str]
) -> tuple[dict[str, Sentence], frozenset[str]]:
    """The sentences that describe the lines of variables, by final name, and the lists that have a line an element."""
    told = sentences_from(rows, items, program.names)
    lists = frozenset(
        chosen[key]
        for key, row in rows_from(rows, items, program.names).items()
        if key in chosen and row.count is not None and [entry.length for entry in row.entries] == [None]
    )
    return {chosen[key]: sentence for key, sentence in told.items() if key in chosen}, lists


def _lengths(rows: list[Row], wished: dict[str, str], program: ReadProgram) -> dict[str, str]:
    """Key of a list -> the length that the statement gives it, over the program's keys: that of a list it names, or how
    many things it names on each of several lines."""
    lists = {leaf.key for leaf in leaves(program.items) if isinstance(leaf, Rest)}
    made = {
        key: str(len(row.entries))
        for key, row in rows_from(rows, program.items, program.names).items()
        if key in lists
        and row.count is not None
        and len(row.entries) > 1
        and not any(entry.length for entry in row.entries)
        and not row.is_ragged
    }
    by_name = {entry.name: entry.length for row in rows for entry in row.entries if entry.length}
    back = {name: key for key, name in wished.items()}
    for leaf in leaves(program.items):
        length = by_name.get(wished.get(leaf.key, ""))
        if length is not None:
            made[leaf.key] = re.sub(r"[A-Za-z_]\w*", lambda m: back.get(m.group(), m.group()), length)
    return made


def _read_evidence(items: tuple[Item, ...], proposal: Proposal) -> list[Evidence]:
    if proposal.source == "statement":
        return [Evidence(leaf.key, f"{leaf.key} is described", "statement", "", 0, 0.7) for leaf in leaves(items)]
    if proposal.source == "oracle":
        return [
            Evidence(
                leaf.key,
                f"{leaf.key} is read",
                "oracle",
                f"the program waits for it on line {leaf.line}",
                leaf.line,
                0.8,
            )
            for leaf in leaves(items)
        ]
    return [
        Evidence(leaf.key, f"{leaf.key} is read", "reads", proposal.program.quote(leaf.line), leaf.line)
        for leaf in leaves(items)
    ]


def _meant(
    nodes: tuple[Node, ...],
    edges: list[Edges],
    knowledge: Knowledge,
    typer: Typer,
    samples: tuple[tuple[str, bytes], ...],
    evidence: list[Evidence],
    misfits: list[Misfit],
) -> InputFormat:
    """The format with structures, traits and relations; those that a sample contradicts are dropped and said.

    Raises `Unfit` when a sample doesn't parse, or doesn't print back to the same tokens.
    """
    plain = InputFormat(nodes)
    instances = [(name, _checked(plain, name, data)) for name, data in samples]
    grounds: list[Evidence] = []
    gathered = Gathered(nodes, knowledge, [instance for _, instance in instances], grounds)
    meant = with_meaning(with_orders(nodes, typer.orders, grounds), within_vertices(edges, nodes), knowledge, grounds)
    gathered.put(with_held(meant, gathered, typer.assumed, grounds))
    numbers_related(gathered)
    assumed = assumed_sums(nodes, gathered.relations, typer, grounds)
    gathered.relations += assumed
    gathered.relations += single_letters(typer.marks, grounds)
    for read in _READERS:
        read(gathered)
    gathered.relations = without_needless_sums(gathered.relations, assumed, grounds)
    full = InputFormat(gathered.nodes, tuple(gathered.relations))
    kept, broken = without_contradicted(full, instances)
    grounds, is_explained = without_grounds_of_dropped(grounds, full, kept, knowledge.statement)
    for name, found in broken[:6]:
        misfits.append(
            Misfit(name, f"the statement's reading is contradicted: {found}", DISTRUSTED if is_explained else DROPPED)
        )
    kept = with_rows_told(kept, knowledge, instances, grounds, typer.assumed)
    kept = with_named_sets(kept, [instance for _, instance in instances], grounds)
    explained = room_for_diagonals(kept)
    misfits[:] = [misfit for misfit in misfits if misfit.message not in explained]
    evidence += grounds
    return folded(kept)


def _checked(fmt: InputFormat, name: str, data: bytes) -> dict:
    try:
        instance = parse(fmt, data)
    except ParseError as error:
        raise Unfit(f"sample {name}: {error}") from None
    if not _are_same(print_input(fmt, instance).split(), data.split()):
        raise Unfit(f"sample {name}: it doesn't print back to the same tokens")
    return instance


def _are_same(printed: list[bytes], tokens: list[bytes]) -> bool:
    """Whether the tokens are the same, decimals by value: one sample may have `0.5`, `-3` and `2.75`, each of which is
    printed with two digits."""
    return len(printed) == len(tokens) and all(
        mine == theirs or (b"." in mine and float(mine) == float(theirs))
        for mine, theirs in zip(printed, tokens, strict=True)
    )


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    """The values without repetitions, in order."""
    return tuple(dict.fromkeys(values))
