"""Random Python programs with much control flow, for comparing counts with a line trace. Every one ends."""

from __future__ import annotations

import random

HEAD = """\
state = {seed}

def c(n=2):
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return state // 65536 % n

fuel = 400

def go():
    global fuel
    fuel -= 1
    return fuel > 0
"""


class Writer:
    """Writes one program from a seed."""

    def __init__(self, seed: int, short_circuits: bool) -> None:
        self.draw = random.Random(seed)
        self.short_circuits = short_circuits
        self.lines: list[str] = [HEAD.format(seed=seed)]
        self.functions = 3
        self.left = 45

    def program(self) -> str:
        for number in range(self.functions):
            self.lines.append(f"def f{number}(x):")
            self.body(1, number, in_loop=False, in_function=True)
            self.lines.append("")
        self.lines.append("for _ in range(4):")
        self.lines.append("    try:")
        self.lines.append("        f2(_)")
        self.lines.append("        a = 1")
        self.lines.append("    except (ArithmeticError, LookupError, ValueError) as e:")
        self.lines.append("        b = 1")
        self.body(0, self.functions, in_loop=False, in_function=False)
        return "\n".join(self.lines) + "\n"

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def body(self, depth: int, callable_below: int, *, in_loop: bool, in_function: bool) -> None:
        for _ in range(self.draw.randint(1, 3)):
            self.statement(depth, callable_below, in_loop, in_function)

    def expression(self, below: int) -> str:
        choices = [
            "c()",
            "c(5)",
            "1 // c(4)",
            "[1, 2, 3][c(4)]",
            "[i for i in range(c(4))]",
            "sum(i for i in range(c(3)))",
            "(lambda v: v + 1)(c())",
            "3 in [1, 2, c(4)]",
            "any(i > 1 for i in range(4))",
        ]
        if self.short_circuits:
            choices.append("c() and c(3) or 2")
        if below:
            choices += [f"f{self.draw.randrange(below)}(c())"] * 3
        return self.draw.choice(choices)

    def statement(self, depth: int, below: int, in_loop: bool, in_function: bool) -> None:
        compound = ["if", "ifelse", "leave", "for", "while", "try", "finally", "with", "forelse", "elif"]
        self.left -= 1
        kind = self.draw.choice(["plain"] * 6 + (compound if depth < 5 and self.left > 0 else []) + ["jump"])
        inner = {"in_loop": in_loop, "in_function": in_function}
        if kind == "plain":
            self.put(depth, f"y = {self.expression(below)}" if self.draw.random() < 0.8 else "pass")
        elif kind == "jump":
            self.jump(depth, in_loop, in_function)
        elif kind in ("if", "ifelse", "elif"):
            self.put(depth, f"if {self.expression(below)}:")
            self.body(depth + 1, below, **inner)
            if kind == "elif":
                self.put(depth, f"elif {self.expression(below)}:")
                self.body(depth + 1, below, **inner)
            if kind != "if":
                self.put(depth, "else:")
                self.body(depth + 1, below, **inner)
        elif kind == "leave":
            self.put(depth, f"if {self.expression(below)}:")
            self.body(depth + 1, below, **inner)
            self.jump(depth + 1, in_loop, in_function)
        else:
            self.block(kind, depth, below, in_loop, in_function)

    def jump(self, depth: int, in_loop: bool, in_function: bool) -> None:
        jumps = ["raise ValueError", "raise KeyError('k')", "1 / 0"]
        if in_loop:
            jumps += ["break", "continue"] * 3
        if in_function:
            jumps += ["return", "return c()"] * 2
        self.put(depth, self.draw.choice(jumps))

    def block(self, kind: str, depth: int, below: int, in_loop: bool, in_function: bool) -> None:
        inner = {"in_loop": in_loop, "in_function": in_function}
        if kind in ("for", "forelse", "while"):
            loop = "while go() and c(4):" if kind == "while" else f"for i in range({self.draw.randint(0, 4)}):"
            self.put(depth, loop)
            self.body(depth + 1, below, in_loop=True, in_function=in_function)
            if kind == "forelse":
                self.put(depth, "else:")
                self.body(depth + 1, below, **inner)
        elif kind == "with":
            self.put(depth, "with open('/dev/null') as file:")
            self.body(depth + 1, below, **inner)
        else:
            self.put(depth, "try:")
            self.body(depth + 1, below, **inner)
            if kind == "try":
                for name in self.draw.sample(["ValueError", "KeyError", "ZeroDivisionError", "LookupError"], 2):
                    self.put(depth, f"except {name}:")
                    self.body(depth + 1, below, **inner)
                if self.draw.random() < 0.4:
                    self.put(depth, "else:")
                    self.body(depth + 1, below, **inner)
            if kind == "finally" or self.draw.random() < 0.2:
                self.put(depth, "finally:")
                self.put(depth + 1, "z = 1")


def random_program(seed: int, short_circuits: bool = True) -> str:
    """The program of this seed, with or without `and` and `or` of calls."""
    return Writer(seed, short_circuits).program()
