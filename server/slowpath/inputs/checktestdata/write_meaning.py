"""What values mean together, as checktestdata commands: orders, distinctness, trees and graphs.

Trees and connected graphs are checked with union-find, directed acyclic ones by taking away vertices without
incoming edges: the language has arrays and loops, and that is enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import ToldApart
from slowpath.inputs.traits import distinct_fields, interval_fields, root_marked
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, IntType, Records, Scalar

_ORDERS = {"sorted": "<=", "strictly-sorted": "<", "reverse-sorted": ">="}


# Arrays


def has_meaning(item: Array) -> bool:
    """Whether the elements of `item` have to be stored for what is said of them together."""
    return bool(item.traits)


def element_meaning(scribe: Scribe, item: Array, index: str) -> None:
    """What an element must be beside those before it; written in the loop that reads them."""
    if item.traits:
        _order(scribe, item.traits, scribe.name(item.name), index)


def _order(scribe: Scribe, traits: frozenset[str], name: str, index: str) -> None:
    for trait in sorted(traits & _ORDERS.keys()):
        scribe.line(f"IF({index}>0) ASSERT({name}[{index}-1]{_ORDERS[trait]}{name}[{index}]) END")


def array_meaning(scribe: Scribe, item: Array, known: Mapping[str, str]) -> None:
    """What the elements must be together; written after the line on which they stand."""
    if not item.traits & {"distinct", "permutation", "parents"}:
        return
    name, length = scribe.name(item.name), scribe.expression(item.length, known)
    if item.traits & {"distinct", "permutation"}:
        scribe.line(f"IF({length}>0) ASSERT(UNIQUE({name})) END")
    assert isinstance(item.type, IntType) or "distinct" in item.traits
    if "permutation" in item.traits and isinstance(item.type, IntType):
        lo, index = scribe.expression(item.type.lo, known), scribe.fresh("i")
        scribe.line(f"REPI({index},{length}) ASSERT({name}[{index}]<{lo}+{length}) END")
    if "parents" in item.traits:
        _parents(scribe, item, name, length)


def _parents(scribe: Scribe, item: Array, name: str, length: str) -> None:
    """Edges to the parents must make one tree."""
    assert isinstance(item.type, IntType)
    lo = item.type.lo.constant or 0
    index = scribe.fresh("i")
    if root_marked(item, lo):
        roots, forest = scribe.name("_roots"), _Forest(scribe, length)
        scribe.line(f"SET({roots}=0)")
        with scribe.block(f"REPI({index},{length})"), scribe.block(f"IF({name}[{index}]=={lo})"):
            scribe.line(f"SET({roots}={roots}+1)")
            scribe.otherwise()
            forest.join(_less(f"{name}[{index}]", lo + 1), index, must_differ=True, vertices=length)
        scribe.line(f"IF({length}>0) ASSERT({roots}==1) END")
        return
    forest = _Forest(scribe, f"{length}+1")
    with scribe.block(f"REPI({index},{length})"):
        forest.join(_less(f"{name}[{index}]", lo), f"{index}+1", must_differ=True, vertices=f"{length}+1")


def _less(value: str, number: int) -> str:
    return f"{value}-{number}" if number > 0 else f"{value}+{-number}" if number else value


# Rows


def rows_meaning(scribe: Scribe, item: Records, count: Expr) -> None:
    """What the rows must be together; written after them. Their fields are stored by row."""
    times = scribe.expression(count, {})
    names = [scribe.name(field.name) for field in item.fields]
    if item.structure == "intervals":
        left, right = (scribe.name(name) for name in interval_fields(item))
        _each(scribe, times, f"ASSERT({left}[?]<={right}[?])")
    if item.structure in ("tree", "graph") and len(item.endpoints) == 2:
        _Graph(scribe, item, times).write()
    if "distinct" in item.traits:
        fields = distinct_fields(item)
        if all(isinstance(field, Scalar) for field in item.fields if field.name in fields):
            _unique(scribe, times, [scribe.name(name) for name in fields])
        else:
            scribe.leave_out("That rows with lists in them differ can't be checked.")
    for trait in sorted(item.traits & _ORDERS.keys()):
        _each(scribe, times, f"IF(?>0) ASSERT({names[0]}[?-1]{_ORDERS[trait]}{names[0]}[?]) END")


def _each(scribe: Scribe, times: str, command: str) -> None:
    """A command for every row; `?` is its number."""
    index = scribe.fresh("i")
    scribe.line(f"REPI({index},{times})", command.replace("?", index), "END")


def _unique(scribe: Scribe, times: str, names: Sequence[str]) -> None:
    rows = ToldApart(scribe, len(names))
    _each(scribe, times, rows.added(*(f"{name}[?]" for name in names)))
    rows.finish()


class _Forest:
    """Union-find over `0..size-1`, with paths halved."""

    def __init__(self, scribe: Scribe, size: str) -> None:
        self._scribe = scribe
        self._up = scribe.name("_up")
        self.parts = scribe.name("_parts")
        index = scribe.fresh("i")
        scribe.line(f"REPI({index},{size}) SET({self._up}[{index}]={index}) END SET({self.parts}={size})")

    def join(self, first: str, second: str, *, must_differ: bool = False, vertices: str = "") -> None:
        """Joins two vertices' parts; with `must_differ` they must have been two, and vertices below `vertices`."""
        scribe, (a, b) = self._scribe, self.ends
        scribe.line(f"SET({a}={first},{b}={second})")
        if vertices:
            scribe.line(f"ASSERT({a}<{vertices} && {b}<{vertices})")
        self.climb(a)
        self.climb(b)
        if must_differ:
            scribe.line(f"ASSERT({a}!={b})")
        scribe.line(f"IF({a}!={b}) SET({self._up}[{a}]={b},{self.parts}={self.parts}-1) END")

    @property
    def ends(self) -> tuple[str, str]:
        """The variables in which the last two representatives stand."""
        return self._scribe.name("_first"), self._scribe.name("_second")

    def climb(self, vertex: str) -> None:
        """Replaces `vertex` by its representative."""
        up = self._up
        self._scribe.line(
            f"WHILE({up}[{vertex}]!={vertex}) SET({up}[{vertex}]={up}[{up}[{vertex}]],{vertex}={up}[{vertex}]) END"
        )


class _Graph:
    """The checks of one graph's edges."""

    def __init__(self, scribe: Scribe, item: Records, times: str) -> None:
        self._scribe = scribe
        self._item = item
        self._times = times
        self._u, self._v = (scribe.name(name) for name in item.endpoints)
        of = next(field.type for field in item.fields if field.name == item.endpoints[0])
        assert isinstance(of, IntType)
        self._first = scribe.expression(of.lo, {})
        vertices = item.vertices if item.vertices is not None else expr(f"{of.hi}-({of.lo})+1")
        # The number stands in a variable: it's needed many times, and may be a long expression.
        self._vertices = scribe.name("_vertices")
        scribe.line(f"SET({self._vertices}={scribe.expression(vertices, {})})")

    def write(self) -> None:
        """All that the structure and the traits ask for."""
        traits, u, v = self._item.traits, self._u, self._v
        beyond = f"{self._first}+{self._vertices}"
        _each(self._scribe, self._times, f"ASSERT({u}[?]<{beyond} && {v}[?]<{beyond})")
        if self._item.structure == "tree":
            self._tree()
            return
        if traits & {"no-loops", "simple"}:
            _each(self._scribe, self._times, f"ASSERT({u}[?]!={v}[?])")
        if "simple" in traits:
            self._simple()
        directed = "directed" in traits
        if "connected" in traits or ("acyclic" in traits and not directed):
            forest = self._joined(must_differ="acyclic" in traits and not directed)
            if "connected" in traits:
                self._scribe.line(f"ASSERT({forest.parts}<=1)")
        if "acyclic" in traits and directed:
            self._acyclic()
        if "bipartite" in traits:
            self._bipartite()

    def _tree(self) -> None:
        self._scribe.line(f"ASSERT({self._times}=={self._vertices}-1)")
        self._joined(must_differ=True)
        if "rooted" in self._item.traits:
            _each(self._scribe, self._times, f"ASSERT({self._v}[?]!={self._first})")
            _unique(self._scribe, self._times, [self._v])

    def _joined(self, *, must_differ: bool) -> _Forest:
        forest, index = _Forest(self._scribe, self._vertices), self._scribe.fresh("i")
        with self._scribe.block(f"REPI({index},{self._times})"):
            forest.join(
                f"{self._u}[{index}]-{self._first}", f"{self._v}[{index}]-{self._first}", must_differ=must_differ
            )
        return forest

    def _simple(self) -> None:
        if "directed" in self._item.traits:
            _unique(self._scribe, self._times, [self._u, self._v])
            return
        least, most = self._scribe.fresh("least"), self._scribe.fresh("most")
        u, v = self._u, self._v
        _each(
            self._scribe,
            self._times,
            f"IF({u}[?]<{v}[?]) SET({least}[?]={u}[?],{most}[?]={v}[?]) ELSE "
            f"SET({least}[?]={v}[?],{most}[?]={u}[?]) END",
        )
        _unique(self._scribe, self._times, [least, most])

    def _bipartite(self) -> None:
        """Each vertex has a double on the other side; no vertex may come together with its own."""
        scribe, count = self._scribe, self._vertices
        forest, index = _Forest(scribe, f"2*{count}"), scribe.fresh("i")
        a, b = forest.ends
        with scribe.block(f"REPI({index},{self._times})"):
            u, v = f"{self._u}[{index}]-{self._first}", f"{self._v}[{index}]-{self._first}"
            forest.join(u, f"{v}+{count}")
            forest.join(f"{u}+{count}", v)
            scribe.line(f"SET({a}={u},{b}={v})")
            forest.climb(a)
            forest.climb(b)
            scribe.line(f"ASSERT({a}!={b})")

    def _acyclic(self) -> None:
        """Vertices without incoming edges are taken away until none is left."""
        scribe, count = self._scribe, self._vertices
        head, following, incoming, queue = (scribe.fresh(stem) for stem in ("head", "next", "incoming", "queue"))
        size, done, edge, end = (scribe.fresh(stem) for stem in ("size", "done", "edge", "end"))
        i, j, k = (scribe.fresh("i") for _ in range(3))
        scribe.line(f"REPI({i},{count}) SET({head}[{i}]=-1,{incoming}[{i}]=0) END SET({size}=0,{done}=0)")
        with scribe.block(f"REPI({j},{self._times})"):
            scribe.line(f"SET({edge}={self._u}[{j}]-{self._first},{end}={self._v}[{j}]-{self._first})")
            scribe.line(
                f"SET({following}[{j}]={head}[{edge}],{head}[{edge}]={j},{incoming}[{end}]={incoming}[{end}]+1)"
            )
        scribe.line(f"REPI({k},{count}) IF({incoming}[{k}]==0) SET({queue}[{size}]={k},{size}={size}+1) END END")
        with scribe.block(f"WHILE({done}<{size})"):
            scribe.line(f"SET({edge}={head}[{queue}[{done}]],{done}={done}+1)")
            with scribe.block(f"WHILE({edge}>=0)"):
                scribe.line(f"SET({end}={self._v}[{edge}]-{self._first},{incoming}[{end}]={incoming}[{end}]-1)")
                scribe.line(f"IF({incoming}[{end}]==0) SET({queue}[{size}]={end},{size}={size}+1) END")
                scribe.line(f"SET({edge}={following}[{edge}])")
        scribe.line(f"ASSERT({size}=={count})")
