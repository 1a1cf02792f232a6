"""The type of a string that is one letter or one of a few, where the statement says so and the samples agree."""

from __future__ import annotations

from slowpath.inputs.infer.align import Site
from slowpath.inputs.infer.extraction.few_strings import FewStrings, few_strings_in
from slowpath.inputs.infer.extraction.names import base_name, subscript, variable_name
from slowpath.inputs.infer.knowledge import Knowledge
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, WordType


def told_word(knowledge: Knowledge, name: str, site: Site, alone: bool) -> tuple[WordType, Evidence] | None:
    """The lengths and letters of the string called `name`; `alone` says that it is the only one of the input. Of a few
    words a format says the lengths and letters alone."""
    for sentence in knowledge.statement.sentences:
        for few in few_strings_in(sentence):
            if few.alphabet and _is_meant(few, name, knowledge, alone and bool(site.visits)) and _agrees(few, site):
                lengths = sorted(map(len, few.words)) or [1]
                said = f"is one of {', '.join(sorted(few.words)) or f'the letters {few.alphabet}'}"
                return WordType(expr(lengths[0]), expr(lengths[-1]), few.alphabet), Evidence(
                    name, f"{name} {said}", "statement", sentence.quote[:300], sentence.line, 0.8)
    return None


def _is_meant(few: FewStrings, name: str, knowledge: Knowledge, alone: bool) -> bool:
    return alone or any(name == variable_name(word) or knowledge.same(base_name(word), name, subscript(word))
                        for word in few.names)


def _agrees(few: FewStrings, site: Site) -> bool:
    """Whether the samples hold such strings. Where there are none, `s_i` may be the letter of a string."""
    if not site.visits:
        return (not few.words or few.plain) and not any("_" in name and not name[-1].isdigit() for name in few.names)
    if few.words:
        return site.values <= few.words
    return site.longest == 1 and site.alphabet <= set(few.alphabet)
