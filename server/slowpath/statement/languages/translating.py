"""Puts the sentences of a statement into the English words that the readers know.

In languages of other letters that is no translation: what bounds, counts, orders or describes a line is named, in the
order of the original, and all other words are left out. Judges write these sentences much alike. A language that is
close to English (`marks`) is translated word by word behind its phrases; a word that the glossary doesn't have may be
put together of two that it has, else it stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.languages.languages import VERBATIM, Language, languages

_MOST = 2_000
_FOREIGN = late_regex(r"[а-яёА-ЯЁ\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_WORD = late_regex(r"[^\W\d_]{2,}")
_FREE_WORD = late_regex(rf"(?<!{VERBATIM})\b[^\W\d_]{{2,}}")
_BARE_WORD = late_regex(r"(?<![\w\\<])(?<!</)[^\W\d_]{2,}")
_QUOTED = late_regex(
    r"``[^`'\n]{1,40}''|`[^`\n]{1,40}`|\\(?:texttt|mathtt|t)\{[^{}]{2,40}\}|\\verb([^\w\s]).{2,40}?\1|"
    r"<(?:code|tt)>[^<\n]{2,40}</|(?<!\w)'[^'\s]{1,20}'(?!\w)|\"[^\"\n]{1,40}\""
)
"""What stands for itself, such as one of the words that the input may hold."""
_MATHS = late_regex(r"(\$[^$]*\$|`[^`]*`)")
_OF_ONE = late_regex(
    r"\b(?:(?:ett|det|detta|ditt|varje|inget|no|något|samma|one|each|this|a|same)(?: \w+t| enda)*|"
    r"the (?:minsta|största|kortaste|längsta|lägsta|högsta)) $",
    re.I,
)
_ADJECTIVES = (
    r"(?:(?:smallest|largest|least|greatest|longest|shortest|highest|lowest|maximal|minimal|possible|total|"
    r"first|last) )"
)
_ARTICLES = late_regex(rf"\b(the|these|both) ((?:\w+ |{_ADJECTIVES}+)?)the (?=\w)", re.I)
"""Two articles where English has one: a noun that is definite by its form stands behind an article and an adjective."""
_LATE_ARTICLE = late_regex(rf"(?<!\bthe )\b({_ADJECTIVES}+)the (?=\w)", re.I)
_OWNER = late_regex(r"(?<![\w\\])(?P<owner>[^\W\d_]{3,}s) (?P<owned>[^\W\d_]{3,})(?!\w)")
_SHORTEST_PART = 3
_STRESSED = frozenset("not never no none all each every only exactly one most least different same more less".split())
"""What is written in capitals to stress it. Other words in capitals stand for themselves: they are printed."""
_LEAST_MARKS = 0.05
"""The share of a text's words that are a language's common ones, so that it is in that language."""


@dataclass(frozen=True)
class Translator:
    """Translates one statement, whose language was told by its common words; None for English and all others."""

    language: Language | None

    def row(self, row: str) -> str:
        """A row as written, its short prepositions told apart from names (`i` outside of formulas), and what stands for
        itself marked as such."""
        if self.language is not None:
            row = _QUOTED.sub(lambda quoted: _BARE_WORD.sub(rf"{VERBATIM}\g<0>", quoted[0]), row)
            if self.language.abbreviations is not None:
                row = self.language.abbreviations.sub(r"\1", row)
        short = [word for word in self.language.words if len(word) == 1] if self.language is not None else []
        if not short:
            return row
        assert self.language is not None
        pattern = late_regex(rf"(?<![\w\\-])({'|'.join(short)})(?=\s+[^\W\d_]{{2,}}|\s*$)", re.I)
        parts = _MATHS.split(row)
        for at in range(0, len(parts), 2):
            parts[at] = pattern.sub(self._word, parts[at])
        return "".join(parts)

    def sentence(self, text: str) -> str:
        """A plain sentence in English words; as it is where nothing in it is foreign."""
        text = in_english(text)
        if self.language is None:
            return text
        for pattern, english in self.language.rules:
            text = pattern.sub(english, text[:_MOST])
        words = _FREE_WORD.sub(self._word, _OWNER.sub(self._of_owner, text))
        plain = _ARTICLES.sub(r"\1 \2", re.sub(r"[ \t]+", " ", words).strip())
        return self.language.agreeing.sub(self._agreeing, _LATE_ARTICLE.sub(r"the \1", plain))

    def _of_owner(self, found: re.Match[str]) -> str:
        """What the second of two words is of the first one: the height of the house."""
        assert self.language is not None
        owner, owned = found["owner"].lower(), found["owned"].lower()
        one = self._noun(owner[:-1])
        many = self._noun(owned)
        if owner in self.language.words or self._noun(owner) or not one or not many or many.startswith("the "):
            return found.group()
        return f"the {many} of {one}" if one.startswith("the ") else f"{one}'s {many}"

    def _agreeing(self, found: re.Match[str]) -> str:
        """A verb for many behind a noun for many."""
        assert self.language is not None
        who = (found["head"] or found["last"]).lower()
        is_many = who in self.language.plurals or who in ("all", "both")
        return f"{found['who']}{found['between']}{self.language.verbs[found['verb']]}" if is_many else found.group()

    def _noun(self, word: str) -> str | None:
        assert self.language is not None
        return self.language.nouns.get(word) or self._joined(word)

    def _word(self, found: re.Match[str]) -> str:
        assert self.language is not None
        word = found.group()
        lower = word.lower()
        english = self.language.words.get(lower)
        if english is None:
            is_one = lower in self.language.stems and _OF_ONE.search(found.string[: found.start()])
            english = self.language.stems.get(lower) if is_one else self._noun(lower)
        is_stressed = len(word) > 1 and word.isupper()
        if english is None or (is_stressed and english not in _STRESSED):
            return word
        return english[:1].upper() + english[1:] if word[0].isupper() and not is_stressed else english

    def _joined(self, word: str) -> str | None:
        """The English of a word that is put together of two nouns (at times with an s between them), else None."""
        assert self.language is not None
        nouns, stems = self.language.nouns, self.language.stems
        for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            first, second = word[:at], word[at:]
            own = stems.get(first) or stems.get(first.removesuffix("s"))
            if own and second in nouns:
                article = "the " if nouns[second].startswith("the ") else ""
                return f"{article}{own} {nouns[second].removeprefix('the ')}"
        return None


def translator_of(text: str) -> Translator:
    """The translator for a whole statement."""
    words = _WORD.findall(text.lower())
    told = [language for language in languages() if language.marks]
    counts = [sum(map(language.marks.__contains__, words)) for language in told]
    most = max(counts, default=0)
    return Translator(told[counts.index(most)] if most >= max(1, _LEAST_MARKS * len(words)) else None)


def in_english(text: str) -> str:
    """A plain sentence with the words of languages of other letters in English; as it is where it has none."""
    if _FOREIGN.search(text) is None:
        return text
    for language in languages():
        if language.letters is not None and language.letters.search(text):
            for pattern, english in language.rules:
                text = pattern.sub(english, text[:_MOST])
    return re.sub(r"[ \t]+", " ", _FOREIGN.sub(" ", text)).strip()
