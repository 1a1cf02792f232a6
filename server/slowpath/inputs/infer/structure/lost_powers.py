"""Powers that plain text flattened: "2n integers" are 2^n where the program itself reads 1 << n of them, and 10100000
is 10^100000 where it reads a string.

A statement that writes its powers out has lost none.
"""

from __future__ import annotations

from dataclasses import replace

from slowpath.inputs.infer.reads.items import Item, Text, leaves, sizes
from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.statement import Statement

_LONG = late_regex(r"(?<![\w.^*])10(10{2,6})(?![\w.,]*\d)")
"""More digits than a number's type holds, where the program reads a string."""
_POWER = late_regex(r"2\*\*([A-Za-z]\w*)")


def with_powers(statement: Statement, items: tuple[Item, ...]) -> Statement:
    """The statement with `2n` as `2^n` for each n by whose power of two the program counts what it reads."""
    if not statement.powers and any(isinstance(leaf, Text) or leaf.kind in ("word", "char") for leaf in leaves(items)):
        statement = replace(
            statement,
            sentences=tuple(
                replace(sentence, text=_LONG.sub(r"10^\1", sentence.text)) for sentence in statement.sentences
            ),
        )
    names = {name for size in sizes(items) for name in _POWER.findall(size)}
    if statement.powers or not names:
        return statement
    flat = late_regex(rf"(?<![\w^.])2({'|'.join(sorted(names))})\b")
    return replace(
        statement,
        sentences=tuple(replace(sentence, text=flat.sub(r"2^\1", sentence.text)) for sentence in statement.sentences),
    )
