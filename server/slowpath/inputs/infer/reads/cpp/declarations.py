"""Declarations and assignments: what a variable holds, how large a container is, what a token is called."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from slowpath.inputs.infer.reads.cpp.walk import Walk, array_dims
from slowpath.inputs.infer.reads.items import Item, Loop, Text, Token, leaves, parted
from slowpath.source.cpp.program import declarator_name
from slowpath.source.cpp.values import (
    Scope,
    Target,
    Variable,
    container_depth,
    descendants,
    element_type,
    kind_and_bits,
    part_of,
    plain_type,
    simplified,
    symbolic,
    target_of,
    template_arguments,
    text_of,
)


class Declaring(Walk):
    """Follows the values of integer variables and the sizes of containers."""

    def on_declaration(self, node: Node, scope: Scope) -> list[Item]:
        """Declares variables, with their sizes and, where they are plain, their values."""
        self.statement += 1
        declared = node.child_by_field_name("type")
        if declared is not None and declared.type in ("struct_specifier", "class_specifier"):
            declared = declared.child_by_field_name("name")
        kind = plain_type(text_of(declared), self.program.aliases)
        items: list[Item] = []
        for declarator in node.children_by_field_name("declarator"):
            items += self.declare(declarator, kind, scope)
        return items

    def declare(self, declarator: Node, kind: str, scope: Scope) -> list[Item]:
        """One declarator of a declaration."""
        inner: Node | None = declarator
        value: Node | None = None
        items: list[Item] = []
        if declarator.type == "init_declarator":
            inner, value = declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")
        if inner is None or inner.type == "structured_binding_declarator":
            return self.walk(value, scope) if value is not None else []
        if value is not None and value.type == "lambda_expression":
            return []
        dims = array_dims(inner, scope)
        variable = Variable(declarator_name(inner), kind, dims or self.type_dims(kind, scope), rank=len(dims))
        if inner.type == "reference_declarator" and value is not None and value.type != "call_expression":
            return self._referring(variable, value, scope)
        pointed = self._pointed(inner, value, scope)
        if pointed is not None:
            scope.declare(Variable(variable.name, pointed.type, [], "0", 0, pointed.name))
            return []
        constructed = self._constructor(kind, value, variable, scope)
        if constructed is not None:
            return constructed
        if value is not None:
            items = self.initialised(variable, value, scope)
        elif inner.type == "function_declarator":
            return self._constructed(variable, inner, scope)
        scope.declare(variable)
        if variable.dims and variable.dims[0]:
            self.sizes.setdefault(variable.name, variable.dims[0])
        return items

    def _pointed(self, declarator: Node, value: Node | None, scope: Scope) -> Target | None:
        """The first element of a list, where a pointer or iterator to it is declared: `auto it = v.begin()`."""
        if value is None:
            return None
        function = value.child_by_field_name("function") if value.type == "call_expression" else None
        begins = (
            function is not None
            and text_of(function).rsplit(".", 1)[-1] in ("begin", "data")
            and function.type == "field_expression"
        )
        if not begins and not (declarator.type == "pointer_declarator" and value.type == "identifier"):
            return None
        target = target_of(value, scope, self.program.fields)
        return part_of(target) if target.variable is not None and target.dims else None

    def type_dims(self, kind: str, scope: Scope) -> list[str | None]:
        """The sizes that a type itself gives: of `array<array<int, 3>, N>` they are N and 3."""
        shape, arguments = template_arguments(kind)
        if shape != "array" or len(arguments) < 2:
            return []
        found = scope.find(arguments[1])
        return [
            arguments[1] if arguments[1].isdigit() else (found.value if found else None),
            *self.type_dims(arguments[0], scope),
        ]

    def _referring(self, variable: Variable, value: Node, scope: Scope) -> list[Item]:
        """`auto &x = a[i];` makes x another name of an element of a."""
        target = target_of(value, scope, self.program.fields)
        if target.whole and target.variable is not None:
            scope.frames[-1][variable.name] = target.variable
        else:
            scope.declare(
                Variable(variable.name, target.type or variable.type, list(target.dims), None, target.rank, target.name)
            )
        return []

    def on_init_stream(self, variable: Variable, value: Node, scope: Scope) -> list[Item] | None:
        """What an initialiser of stream iterators reads, None where it is none."""
        raise NotImplementedError

    def _constructor(self, kind: str, value: Node | None, variable: Variable, scope: Scope) -> list[Item] | None:
        """What the constructor of a declared object reads, None where its type has none that reads."""
        name = template_arguments(kind)[0]
        if name not in self.program.reading or name not in self.program.functions:
            return None
        scope.declare(variable)
        given = (
            list(value.named_children)
            if value is not None and value.type in ("argument_list", "initializer_list")
            else []
        )
        fitting = [f for f in self.program.functions[name] if len(f.parameters) >= len(given)]
        items = self.call(fitting[0], given, scope) if fitting else []
        self.show_members(variable.name, name, scope)
        return items

    def _constructed(self, variable: Variable, node: Node, scope: Scope) -> list[Item]:
        """`vector<int> a(n)` where the parser took it for a function; `stringstream ss(line)` likewise."""
        arguments = node.child_by_field_name("parameters")
        scope.declare(variable)
        if arguments is not None and "stream" in variable.type:
            self.streams[variable.name] = text_of(arguments.named_children[0]) if arguments.named_children else ""
        elif arguments is not None:
            variable.dims = self._parameter_dims(arguments, scope)
        return []

    def _parameter_dims(self, arguments: Node, scope: Scope) -> list[str | None]:
        """The sizes in `(n, vector<int>(m))` where the parser took it for parameters."""
        named = arguments.named_children
        if not named:
            return []
        found = scope.find(text_of(named[0]))
        inner = list(descendants(named[1], "parameter_list"))[:1] if len(named) > 1 else []
        return [found.value if found else None, *(self._parameter_dims(inner[0], scope) if inner else [])]

    def initialised(self, variable: Variable, value: Node, scope: Scope) -> list[Item]:
        """The items read by an initialiser, and what the variable then holds."""
        streamed = self.on_init_stream(variable, value, scope)
        if streamed is not None:
            return streamed
        if "stream" in variable.type and value.type == "argument_list":
            named = value.named_children
            self.streams[variable.name] = text_of(named[0]) if named else ""
            return []
        if container_depth(variable.type) or (
            template_arguments(variable.type)[0] == "string" and value.type != "call_expression"
        ):
            items = self.walk(value, scope)
            if value.type in ("argument_list", "call_expression", "initializer_list"):
                variable.dims = (
                    self.type_dims(variable.type, scope) or self.container_dims(value, scope) or variable.dims
                )
            return self.named_after(items, variable)
        if value.type == "argument_list" and value.named_children:
            value = value.named_children[0]
        return self.assigned(variable, value, scope)

    def named_after(self, items: list[Item], variable: Variable) -> list[Item]:
        """A single list read by an initialiser or an algorithm takes the name of its container."""
        begins, items = parted(items)
        return [*begins, *self._named_after(items, variable)]

    def _named_after(self, items: list[Item], variable: Variable) -> list[Item]:
        if len(items) == 2 and isinstance(items[0], Text) and isinstance(items[1], Loop) and items[1].count is None:
            # A line, and the parts that a string stream makes of it.
            before = [part.key for part in items[1].body if isinstance(part, Token)]
            made = self.named_after(items[1:], variable)
            if before and before[0] in self.from_line:
                after = next(leaves(tuple(made))).key
                self.from_line[after] = self.from_line[before[0]]
            return [items[0], *made]
        if len(items) != 1 or not isinstance(items[0], Loop) or len(items[0].body) != 1:
            return items
        inner = items[0].body[0]
        if isinstance(inner, Loop):
            return [replace(items[0], body=tuple(self.named_after([inner], variable)))]
        if not isinstance(inner, Token):
            return items
        kind, bits = kind_and_bits(element_type(variable.type) if not variable.rank else variable.type)
        if kind == "int" and inner.kind in ("int", "any"):
            inner = replace(inner, kind="int", bits=bits)
        if items[0].count:
            variable.dims = [items[0].count, *variable.dims[1:]]
        return [replace(items[0], body=(replace(inner, key=self.key(variable.called or variable.name)),))]

    def container_dims(self, node: Node, scope: Scope) -> list[str | None]:
        """The sizes in `(n)`, `(n, x)`, `(n, vector<int>(m))` or `vector<...>(n, ...)`."""
        arguments = node.child_by_field_name("arguments") if node.type == "call_expression" else node
        named = arguments.named_children if arguments is not None else []
        if not named:
            return []
        inner = [child for child in named[1:2] if child.type in ("call_expression", "compound_literal_expression")]
        return [symbolic(named[0], scope), *(self.container_dims(inner[0], scope) if inner else [])]

    def assigned(self, variable: Variable, value: Node, scope: Scope, read: list[Item] | None = None) -> list[Item]:
        """`variable = value`: a read takes the variable's name, an expression becomes its value. `read` is what
        walking over the value gave."""
        begins, items = parted(self.walk(value, scope) if read is None else read)
        found = list(leaves(tuple(items)))
        if len(found) == 1 and len(items) == 1 and isinstance(found[0], Token):
            token = replace(found[0], key=self.key(variable.called or variable.name), capacity=found[0].capacity)
            kind, bits = kind_and_bits(variable.type)
            if kind in ("int", "float", "char") and token.kind in ("int", "any"):
                token = replace(token, kind="int" if kind == "char" else kind, bits=bits)
            result = self.result if self.result and value.type == "call_expression" else None
            offset = (result or found[0].key).replace(found[0].key, token.key)
            variable.value = (
                offset
                if value.type == "call_expression"
                else simplified("{}", self._with_offset(value, token.key, scope)) or token.key
            )
            return [*begins, token]
        variable.value = symbolic(value, scope)
        return [*begins, *items]

    def _with_offset(self, value: Node, key: str, scope: Scope) -> str | None:
        """`read() - 1` as `key-1`."""
        if value.type != "binary_expression":
            return None
        right = symbolic(value.child_by_field_name("right"), scope)
        return f"{key}{text_of(value.child_by_field_name('operator'))}{right}" if right else None

    def on_assignment_expression(self, node: Node, scope: Scope) -> list[Item]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = text_of(node.child_by_field_name("operator"))
        if left is None or right is None:
            return []
        target = target_of(left, scope, self.program.fields)
        variable = target.variable
        if not target.whole or variable is None:
            return self._stored(left, target, right, scope)
        if operator != "=":
            items = self.walk(right, scope)
            variable.value = (
                simplified(f"({{}}){operator[0]}({{}})", variable.value, symbolic(right, scope))
                if operator in ("+=", "-=", "*=")
                else None
            )
            return items
        if container_depth(variable.type) or template_arguments(variable.type)[0] == "string":
            items = self.walk(right, scope)
            variable.dims = self.container_dims(right, scope) if right.type == "call_expression" else variable.dims
            return (
                self.named_after(items, variable)
                if container_depth(variable.type)
                else self.assigned(variable, right, scope, items)
            )
        return self.assigned(variable, right, scope)

    def _stored(self, left: Node, target: Target, right: Node, scope: Scope) -> list[Item]:
        """`a[i] = read()`: the token takes the array's name. In `a[read()] = b` the index is read, after b."""
        begins, items = parted(self.walk(right, scope))
        if next(descendants(left, "call_expression"), None) is not None:
            return [*begins, *items, *self.walk(left, scope)]
        if len(items) == 1 and isinstance(items[0], Token) and symbolic(right, scope) is None:
            kind, bits = kind_and_bits(target.type)
            kind = kind if kind in ("int", "float") and items[0].kind == "int" else items[0].kind
            made = replace(
                items[0],
                key=self.key(target.name),
                capacity=target.capacity,
                kind=kind,
                bits=bits if kind == "int" else 64,
            )
            self.keep_part(left, self._with_offset(right, made.key, scope) or made.key, scope)
            return [*begins, made]
        return [*begins, *items]

    def on_update_expression(self, node: Node, scope: Scope) -> list[Item]:
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type != "identifier":
            return self.walk(argument, scope)  # `++count[read()]`
        found = scope.find(text_of(argument))
        if found is not None and (found.value is not None or not found.rank):
            found.value = simplified("({})" + ("+1" if "++" in text_of(node) else "-1"), found.value)
        return []
