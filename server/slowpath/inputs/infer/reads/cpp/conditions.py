"""What a C++ condition asks of tokens just read: which kind of query this is, or whether the input ends here."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from tree_sitter import Node

from slowpath.inputs.infer.reads.items import AHEAD
from slowpath.model.format import ROW
from slowpath.source.cpp.loops import unwrapped
from slowpath.source.cpp.values import Scope, descendants, symbolic, text_of

_ASKED = b"?"
NEXT_LINE, REST_OF_LINE = "java_next_line", "java_rest"
"""What stands for a line that is taken apart later, where another language is put into these words, and for what is
left of one."""
BEGIN = f"getline({NEXT_LINE})"
FIRST_OF_LINE = "java_first_"
"""Where such a line begins, and how readers are called that take the first that stands on one."""
_NAMED = re.compile(
    rb"(?P<asked>\bif\s*\(\s*(?:!\s*)?|\bwhile\s*\(\s*(?:!\s*)?(?=\w+\s*\)))?(?P<bound><=?[\s(]*)?"
    rb"\b(?P<name>[A-Za-z_]\w*)\b(?:\s*=\s*(?P<value>\d+|true|false)\s*[;,])?"
)
_ENDING_NUMBERS = {
    ("==", True): 0,
    ("!=", False): 0,
    ("<", True): -1,
    (">=", False): -1,
    ("<=", True): 0,
    (">", False): 0,
}
"""(operator, truth) -> what is added to the number compared with, for the nearest number that the input ends at."""


def conjuncts(condition: Node) -> list[Node]:
    """The parts of `a && b && c`, or of `a, b`, in order."""
    node = unwrapped_once(condition)
    if node.type == "comma_expression":
        return [part for child in node.named_children for part in conjuncts(child)]
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("&&", "and"):
        sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        return [part for side in sides if side is not None for part in conjuncts(side)]
    return [node]


def unwrapped_once(node: Node) -> Node:
    """The node without parentheses around it."""
    while node.type in ("condition_clause", "parenthesized_expression") and node.named_children:
        value = node.child_by_field_name("value")
        node = value if value is not None else node.named_children[-1]
    return node


def always(question: Node) -> bool | None:
    """Whether what an `if` asks is always true, or never: one variable that is set where it is declared, and else at
    most by what the `if` decides on (`int t = 1; if (!t) cin >> t;`). None for all others."""
    node, is_denied = unwrapped_once(question.child_by_field_name("condition") or question), False
    if node.type == "unary_expression" and text_of(node).startswith("!"):
        node, is_denied = unwrapped_once(node.child_by_field_name("argument") or node), True
    root = question
    while root.parent is not None:
        root = root.parent
    if node.type != "identifier" or root.text is None:
        return None
    start, end = question.start_byte - root.start_byte, question.end_byte - root.start_byte
    uses = _uses(root.text).get(text_of(node).encode(), ())
    values = [value for at, value in uses if not start <= at < end and value != _ASKED]
    if len(values) != 1 or values[0] not in (b"0", b"1", b"true", b"false"):
        return None
    return (values[0] in (b"1", b"true")) != is_denied


@lru_cache(maxsize=4)
def _uses(text: bytes) -> dict[bytes, list[tuple[int, bytes]]]:
    """Where each name of a program stands, with the value that it is declared with there, `_ASKED` where a loop or a
    condition asks for it, b"" for all else."""
    made: dict[bytes, list[tuple[int, bytes]]] = defaultdict(list)
    for found in _NAMED.finditer(text):
        value = found["value"] or (_ASKED if found["asked"] or found["bound"] else b"")
        made[found["name"]].append((found.start("name"), value))
    return made


def ends_when(condition: Node, scope: Scope, truth: bool) -> dict[str, str]:
    """The values of tokens for which the condition is `truth`, as the last tokens of an input would have them:
    of `n == 0 && m == 0` as of `!n || !m`, both are 0. Empty where it asks nothing of a token."""
    node = unwrapped_once(condition)
    if node.type == "comma_expression":
        return ends_when(node.named_children[-1], scope, truth)
    if node.type == "unary_expression" and text_of(node).startswith("!"):
        argument = node.child_by_field_name("argument")
        return ends_when(argument, scope, not truth) if argument is not None else {}
    if node.type == "binary_expression":
        operator = text_of(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return {}
        if operator in ("&&", "||", "and", "or"):
            return {**ends_when(left, scope, truth), **ends_when(right, scope, truth)}
        if operator in ("+", "|") and not truth:
            return {**ends_when(left, scope, truth), **ends_when(right, scope, truth)}
        return _compared_end(left, right, operator, scope, truth)
    key = _key(scope, node)
    return {key: "0"} if key and not truth else {}


def _compared_end(left: Node, right: Node, operator: str, scope: Scope, truth: bool) -> dict[str, str]:
    for token, literal, sign in ((left, right, operator), (right, left, _turned(operator))):
        word = _literal(literal, scope)
        more = _ENDING_NUMBERS.get((sign, truth))
        if word is None or more is None:
            continue
        if token.type == "binary_expression" and word == "0" and not more:
            return ends_when(token, scope, False)
        if text_of(unwrapped_once(token)) in (NEXT_LINE, BEGIN):
            return {AHEAD: word} if word.strip() and not more else {}
        key = _key(scope, token) or _compared_string(scope, token)
        if key:
            number = re.fullmatch(r"-?\d+", word)
            return {key: str(int(word) + more) if number else word}
    return {}


def _turned(operator: str) -> str:
    return {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)


def _compared_string(scope: Scope, node: Node) -> str:
    """The word that `s[0]` or `strcmp(s, "END")` asks about."""
    first = next(iter(descendants(node, "identifier")), None) if node.type == "subscript_expression" else None
    return _key(scope, first) if first is not None else ""


def tested(condition: Node, scope: Scope) -> tuple[str, tuple[str, ...], bool] | None:
    """What a condition asks of a token read: (key, values, whether true means one of them), or None.

    A value ending in `*` means: the word begins so (`s[0] == 'A'`).
    """
    node = unwrapped(condition)
    if node.type in ("identifier", "subscript_expression", "field_expression"):
        value, shift = _shifted(scope, node)
        return (value, (str(-shift),), False) if value else None
    if node.type == "unary_expression" and text_of(node).startswith("!"):
        inner = tested(node.child_by_field_name("argument"), scope)  # type: ignore[arg-type]
        return (inner[0], inner[1], not inner[2]) if inner else None
    if node.type == "call_expression":
        compared = compared_words(node, scope)
        return (compared[0], compared[1], not compared[2]) if compared is not None else None
    if node.type != "binary_expression":
        return None
    operator = text_of(node.child_by_field_name("operator"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    if operator == "||":
        first, second = tested(left, scope), tested(right, scope)
        if first and second and first[0] == second[0] and first[2] == second[2]:
            return first[0], (*first[1], *second[1]), first[2]
        return None
    compared = compared_words(node, scope)
    if compared is not None:
        return compared
    if operator not in ("==", "!="):
        return None
    for token, literal in ((left, right), (right, left)):
        (key, shift), word = _shifted(scope, token), _literal(literal, scope)
        if key and word is not None:
            if shift and re.fullmatch(r"-?\d+", word):
                word = str(int(word) - shift)
            return key, (word + ("*" if _is_first_letter(scope, token) else ""),), operator == "=="
    return None


def compared_words(node: Node, scope: Scope) -> tuple[str, tuple[str, ...], bool] | None:
    """What `strcmp(s, "push") == 0` or `!s.compare("push")` asks; as a number, it is 0 where they are the same."""
    call = next(iter(descendants(node, "call_expression")), None)
    if call is None or (node != call and _literal(node.child_by_field_name("right"), scope) != "0"):
        return None
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    given = list(arguments.named_children) if arguments is not None else []
    if (
        function is not None
        and function.type == "field_expression"
        and text_of(function.child_by_field_name("field")) == "compare"
    ):
        given.insert(0, function.child_by_field_name("argument"))  # type: ignore[arg-type]
    elif text_of(function).split("::")[-1] not in ("strcmp", "strncmp"):
        return None
    if len(given) < 2:
        return None
    key, word = _key(scope, given[0]), _literal(given[1], scope)
    if not key or word is None:
        return None
    same = node == call or text_of(node.child_by_field_name("operator")) == "=="
    return key, (word,), same


def _key(scope: Scope, node: Node) -> str:
    """The key of the token whose value a node is, "" where it is none."""
    return _shifted(scope, node)[0]


def _shifted(scope: Scope, node: Node) -> tuple[str, int]:
    """The key of a token, and what was added to it before: of `t` after `int t = read() - 1;` it is -1."""
    if node.type == "parenthesized_expression" and node.named_children:
        return _shifted(scope, node.named_children[0])
    found = re.fullmatch(r"([A-Za-z_]\w*)([+-]\d+)?", symbolic(node, scope) or "")
    if found and not found.group(1).startswith(ROW):
        return found.group(1), int(found.group(2) or 0)
    if node.type == "subscript_expression" and re.sub(r"\s", "", text_of(node)).endswith("[0]"):
        return _shifted(scope, node.child_by_field_name("argument"))  # type: ignore[arg-type]
    return "", 0


def _is_first_letter(scope: Scope, node: Node) -> bool:
    """Whether a node is `s[0]` or `s.front()` of a word, which then begins with what it is compared with."""
    return node.type in ("subscript_expression", "call_expression") and symbolic(node, scope) is None


def _literal(node: Node | None, scope: Scope) -> str | None:
    if node is None:
        return None
    if node.type == "char_literal":
        return text_of(node)[1:-1]
    if node.type == "string_literal":
        return text_of(node)[1:-1]
    value = symbolic(node, scope)
    return value if value is not None and re.fullmatch(r"-?\d+", value) else None
