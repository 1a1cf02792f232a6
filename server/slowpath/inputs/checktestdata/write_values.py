"""Writes single values of a format as commands of a checktestdata script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from slowpath.inputs.checktestdata.scribe import Scribe, decimal, literal_pattern, one_of, string
from slowpath.inputs.checktestdata.write_beginnings import number_pattern
from slowpath.inputs.filling.word_forms import bracket_pairs
from slowpath.model.expression import expr
from slowpath.model.format import ElementType, FloatType, IntType, TextType, WordType

_LONGEST_COUNTED = 100


def write_value(scribe: Scribe, of: ElementType, refer: Mapping[str, str], target: str) -> None:
    """Writes how one value is read, into the variable `target` where that isn't ""; `refer` is what names in its bounds
    are called in the script."""
    stored = f",{target}" if target else ""
    match of:
        case IntType():
            lo, hi = scribe.expression(of.lo, refer), scribe.expression(of.hi, refer)
            scribe.line(f"INT({lo},{hi}{stored})")
        case FloatType():
            scribe.line(f"FLOATP({decimal(of.lo)},{decimal(of.hi)},0,{of.decimals}{stored})")
        case WordType() if of.form == "brackets":
            _brackets(scribe, of, refer, target)
        case _:
            _word(scribe, of, refer, target)


def _word(scribe: Scribe, of: WordType | TextType, refer: Mapping[str, str], target: str) -> None:
    one, lo, hi = one_of(of.alphabet), of.length_lo.constant, of.length_hi.constant
    least_is_one = isinstance(of, WordType)
    if lo is not None:
        lo = max(lo, int(least_is_one))
    counted = lo is not None and hi is not None and hi <= _LONGEST_COUNTED
    if isinstance(of, WordType) and of.form == "number":
        pattern = number_pattern(of.alphabet)
        counted = False
    elif isinstance(of, WordType) and of.form == "pattern":
        pattern, counted = of.pattern, True
    elif isinstance(of, WordType) and of.form == "fixed":
        pattern, counted = literal_pattern(of.alphabet), True
    elif counted:
        pattern = f"{one}{{{lo}}}" if lo == hi else f"{one}{{{lo},{hi}}}"
    else:
        pattern = one + ("+" if least_is_one else "*")
    if counted:
        scribe.line(f"REGEX({string(pattern)}{',' + target if target else ''})")
        return
    target = target or scribe.name("_word")
    scribe.line(f"REGEX({string(pattern)},{target})")
    if any(ord(character) > 126 for character in of.alphabet):
        scribe.leave_out("Lengths of words with characters beyond ASCII aren't checked: the language counts bytes.")
        return
    _check_length(scribe, f"STRLEN({target})", of, refer)


def _check_length(scribe: Scribe, length: str, of: WordType | TextType, refer: Mapping[str, str]) -> None:
    lo, hi = scribe.expression(of.length_lo, refer), scribe.expression(of.length_hi, refer)
    scribe.line(f"ASSERT({lo}<={length} && {length}<={hi})" if lo != hi else f"ASSERT({length}=={lo})")


def _brackets(scribe: Scribe, of: WordType, refer: Mapping[str, str], target: str) -> None:
    """Character by character, with a stack of what is open."""
    if target:
        scribe.leave_out("The value of a bracket sequence can't be used, since it is read by characters.")
    pairs = bracket_pairs(of.alphabet)
    length, depth, stack = (scribe.name(name) for name in ("_length", "_open", "_stack"))
    scribe.line(f"SET({length}=0,{depth}=0)")
    with scribe.block(f"WHILE(MATCH({string(of.alphabet)}))"):
        for number, (opening, closing) in enumerate(pairs.items()):
            # Two brackets may be read in one turn, so each is counted for itself.
            scribe.line(
                f"IF(MATCH({string(opening)})) STRING({string(opening)})"
                f" SET({stack}[{depth}]={number},{depth}={depth}+1,{length}={length}+1) ELSE"
            )
            scribe.line(
                f"IF(MATCH({string(closing)})) STRING({string(closing)})"
                f" SET({depth}={depth}-1,{length}={length}+1)"
                f" ASSERT({depth}>=0) ASSERT({stack}[{depth}]=={number}) END END"
            )
    scribe.line(f"ASSERT({depth}==0)")
    _check_length(scribe, length, replace(of, length_lo=expr(f"max(1,{of.length_lo})")), refer)
