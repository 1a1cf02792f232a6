"""The program's own functions: which overload a call means, and what it reads with the caller's variables."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.declarations import Declaring
from slowpath.inputs.infer.reads.cpp.walk import whole
from slowpath.inputs.infer.reads.items import Item, Loop, has_reads, settled
from slowpath.source.cpp.values import (
    Function,
    Scope,
    Target,
    Variable,
    container_depth,
    descendants,
    kind_and_bits,
    plain_type,
    symbolic,
    target_of,
    template_arguments,
    text_of,
)

_DEEPEST_OVERLOAD = 3
_MOST_CALLS = 20


class Entering(Declaring):
    """What calls of the program's own functions read."""

    def unpacked(self, given: Sequence[Node | Target | None], scope: Scope) -> list[Node | Target | None]:
        """The arguments of a call, with what a parameter pack stands for in its place."""
        made: list[Node | Target | None] = []
        for argument in given:
            if isinstance(argument, Node) and argument.type == "parameter_pack_expansion":
                named = next(iter(descendants(argument, "identifier")), None)
                found = scope.find(text_of(named))
                made += [whole(part) for part in (found.pack if found is not None and found.pack else ())]
            else:
                made.append(argument)
        return made

    def chosen(self, name: str, given: list[Node | Target | None], scope: Scope) -> Function | None:
        """The overload that fits the arguments best: by their number, then by what they hold."""

        def fits(function: Function) -> tuple[bool, int]:
            variadic = any(kind.endswith("...") for _, kind, _ in function.parameters)
            same = 0
            for (_, kind, _), argument in zip(function.parameters, given, strict=False):
                target = target_of(argument, scope, self.program.fields) if isinstance(argument, Node) else argument
                if target is not None and target.type and kind:
                    shape, wanted = template_arguments(target.type)[0], template_arguments(kind)[0]
                    same += (
                        2 * (shape == wanted)
                        + (kind_and_bits(shape)[0] == kind_and_bits(wanted)[0])
                        - 3 * (wanted in self.program.fields or container_depth(kind) > 0) * (shape != wanted)
                    )
            return not variadic, same

        required = [
            f
            for f in self.program.functions[name]
            if len(f.parameters) >= len(given) or any(kind.endswith("...") for _, kind, _ in f.parameters)
        ]
        exact = [f for f in required if len(f.parameters) == len(given)] or required
        return max(exact, key=fits) if exact else None

    def call(
        self, function: Function, given: Sequence[Node | Target | None], scope: Scope, explicit: str = ""
    ) -> list[Item]:
        """What a called function reads; its reference parameters are the caller's variables."""
        arguments = self.unpacked(given, scope)
        signature = f"{function.name}/{len(arguments)}/{function.body.start_byte}"
        extractor = bool(arguments) and arguments[0] is None
        most = _DEEPEST_OVERLOAD if any(container_depth(kind) for _, kind, _ in function.parameters) else 1
        if (self.calls.count(signature) >= most and not extractor) or len(self.calls) > _MOST_CALLS:
            self.recursive.add(signature)
            return []
        inner = scope.inside() if function.owner == "lambda" else scope.callee(self.members(function.owner))
        items: list[Item] = []
        types: dict[str, str] = dict(function.template)
        types.update(
            zip((name for name, _ in function.template), template_arguments(f"x<{explicit}>")[1], strict=False)
        )
        for index, (name, kind, by_reference) in enumerate(function.parameters):
            if kind.endswith("..."):
                inner.frames[-1][name] = Variable(
                    name,
                    "",
                    pack=tuple(
                        self.parameter(f"{name}{at}", "", True, argument, scope, items, types)
                        for at, argument in enumerate(arguments[index:])
                    ),
                )
                break
            if index < len(arguments):
                inner.frames[-1][name] = self.parameter(name, kind, by_reference, arguments[index], scope, items, types)
        saved, self.program.aliases = (
            self.program.aliases,
            {
                **self.program.aliases,
                **{
                    name: plain_type(meaning, self.program.aliases)
                    for name, meaning in types.items()
                    if name and meaning
                },
            },
        )
        loops, self.loops = self.loops, 0
        self.calls.append(signature)
        self.result = None
        read = [*self.initialiser_list(function, inner), *self.block(function.body, inner)]
        self.calls.pop()
        self.loops, self.program.aliases = loops, saved
        for (name, _, by_reference), argument in zip(function.parameters, arguments, strict=False):
            if by_reference and isinstance(argument, Node) and name in inner.frames[-1]:
                self.keep_part(argument, inner.frames[-1][name].value, scope)
        if signature in self.recursive and signature not in self.calls:
            self.recursive.discard(signature)
            read = self.repeated(function, read)
        return items + read

    def repeated(self, function: Function, read: list[Item]) -> list[Item]:
        """What a function reads that calls itself: as often as the input says, which the text doesn't tell."""
        if not has_reads(read):
            return read
        line = function.body.start_point.row + 1
        self.remarks.append(
            (line, f"{function.name} reads and calls itself: what it reads was taken to repeat until the input ends")
        )
        return [Loop(None, settled(tuple(read)), line)]

    def parameter(
        self,
        name: str,
        kind: str,
        by_reference: bool,
        argument: Node | Target | None,
        scope: Scope,
        items: list[Item],
        types: dict[str, str],
    ) -> Variable:
        """What a parameter is: the caller's variable, or one of its own; what the argument reads goes to `items`."""
        if argument is None:
            return Variable(name, "istream")
        if isinstance(argument, Node):
            read = self.walk(argument, scope)
            items += read
            target = target_of(argument, scope, self.program.fields)
            value = self.result if read and argument.type == "call_expression" else symbolic(argument, scope)
        else:
            target, value = argument, None
        if kind in types and target.type:
            types[kind] = target.type
        if by_reference and target.variable is not None and target.whole:
            return target.variable
        if by_reference:
            return Variable(name, target.type or kind, list(target.dims), value, target.rank, target.name)
        return Variable(name, target.type if len(kind) <= 1 or kind == "auto" else kind, list(target.dims), value)

    def initialiser_list(self, function: Function, inner: Scope) -> list[Item]:
        """What `: n(read()), a(n)` before a constructor's body reads."""
        items: list[Item] = []
        parent = function.body.parent
        for part in descendants(parent, "field_initializer") if parent is not None else ():
            names = part.named_children
            member = inner.find(text_of(names[0])) if names else None
            if member is not None and len(names) > 1:
                items += self.initialised(member, names[1], inner)
        return items
