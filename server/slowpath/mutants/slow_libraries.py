"""Slow stand-ins for what a program includes or imports: queues that look through all they hold, or move all of it.

Each is written behind the last `#include`, or behind the import, under the name that the program uses, and answers as
the library does. A program that asks it for what it hasn't got is left as it is, or doesn't compile. Such a change is
of no line that runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from slowpath.model.breaking import FaultCategory
from slowpath.mutants.nodes import Change, text_of

_CPP = {
    "priority_queue": (
        "a queue looked through",
        b"""
namespace std {
template <class T, class C = vector<T>, class Less = less<typename C::value_type>> struct slow_priority_queue {
  C held; Less before;
  slow_priority_queue(Less less = Less()) : before(less) {}
  size_t best() const { size_t at = 0;
    for (size_t i = 1; i < held.size(); ++i) if (before(held[at], held[i])) at = i; return at; }
  bool empty() const { return held.empty(); }
  size_t size() const { return held.size(); }
  const T& top() const { return held[best()]; }
  void push(T value) { held.push_back(std::move(value)); }
  template <class... A> void emplace(A&&... given) { held.emplace_back(std::forward<A>(given)...); }
  void pop() { held.erase(held.begin() + best()); }
};
}
#define priority_queue slow_priority_queue
""",
    ),
    "queue": (
        "a queue that moves all",
        b"""
namespace std {
template <class T> struct slow_queue {
  vector<T> held;
  bool empty() const { return held.empty(); }
  size_t size() const { return held.size(); }
  T& front() { return held.front(); }
  T& back() { return held.back(); }
  void push(T value) { held.push_back(std::move(value)); }
  template <class... A> void emplace(A&&... given) { held.emplace_back(std::forward<A>(given)...); }
  void pop() { held.erase(held.begin()); }
};
}
#define queue slow_queue
""",
    ),
}
_DEQUE = b"""
class deque(list):
    def popleft(self): return self.pop(0)
    def appendleft(self, each): self.insert(0, each)
    def extendleft(self, some):
        for each in some: self.insert(0, each)
"""
_HEAP = {
    "heappush": b"heap.append(each); heap.sort()",
    "heappop": b"return heap.pop(0)",
    "heapify": b"heap.sort()",
    "heapreplace": b"first = heap.pop(0); heap.append(each); heap.sort(); return first",
    "heappushpop": b"heap.append(each); heap.sort(); return heap.pop(0)",
}
"""What keeps a heap sorted does all that a heap does."""
_GIVEN = {"heappush": b"heap, each", "heapreplace": b"heap, each", "heappushpop": b"heap, each"}
_NOT_OF_LISTS = re.compile(rb"\bmaxlen\b|\.rotate\(")


def slow_libraries(root: Node, source: bytes) -> Iterator[Change]:
    """The stand-ins that a program could have, of its whole tree."""
    if root.type == "translation_unit":
        yield from _of_cpp(root, source)
    else:
        for node in root.children:
            if node.type in ("import_statement", "import_from_statement"):
                yield from _of_import(node, source)


def _of_cpp(root: Node, source: bytes) -> Iterator[Change]:
    last = max((node.end_byte for node in root.children if node.type == "preproc_include"), default=None)
    if last is None:
        return
    for name, (kind, text) in _CPP.items():
        if re.search(rb"\b" + name.encode() + rb"\s*<", source[last:]):
            yield kind, FaultCategory.TIME, last, last, text


def _of_import(node: Node, source: bytes) -> Iterator[Change]:
    module, at = text_of(node, source), node.end_byte
    if re.match(rb"from\s+collections\s+import\b.*\bdeque\b(?!\s+as\b)", module) and not _NOT_OF_LISTS.search(source):
        yield "a queue that moves all", FaultCategory.TIME, at, at, _DEQUE
    elif re.fullmatch(rb"from\s+heapq\s+import\s+[\w\s,()]+", module) and b" as " not in module:
        names = re.findall(rb"\w+", module.partition(b"import")[2])
        if all(name.decode() in _HEAP for name in names):
            made = b"".join(b"\ndef " + _heap_function(name.decode()) for name in names)
            yield "a sorted list for a heap", FaultCategory.TIME, at, at, made + b"\n"
    elif re.fullmatch(rb"import\s+heapq", module) and all(
        name.decode() in _HEAP for name in re.findall(rb"\bheapq\.(\w+)", source)
    ):
        made = b"".join(b"\n    @staticmethod\n    def " + _heap_function(name) for name in _HEAP)
        yield "a sorted list for a heap", FaultCategory.TIME, at, at, b"\nclass heapq:" + made + b"\n"


def _heap_function(name: str) -> bytes:
    return name.encode() + b"(" + _GIVEN.get(name, b"heap") + b"): " + _HEAP[name]
