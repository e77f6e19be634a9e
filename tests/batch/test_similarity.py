"""Submissions that are alike once names and layout are taken out, and those that only share what everybody has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.batch import similarity
from grader.batch.similarity import LEAST, THRESHOLD, alike, compared, fingerprints, renamed, words

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
GIVEN = [(ROOT / name).read_text(encoding="utf-8") for name in ("starter/matmul.cu", "reference/naive.cu")]
OTHER = """
__global__ void matmul_tiled(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH], tb[TILE_WIDTH * TILE_WIDTH];
    float acc = 0.f;
    const int me = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int ra = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int cb = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const float *pa = a + ra * k + threadIdx.x, *pb = b + threadIdx.y * n + cb;
    int left = k;
    do {
        ta[me] = ra < m && (int)threadIdx.x < left ? *pa : 0.f;
        tb[me] = cb < n && (int)threadIdx.y < left ? *pb : 0.f;
        pa += TILE_WIDTH; pb += n * TILE_WIDTH; left -= TILE_WIDTH;
        __syncthreads();
        for (int i = 0; i != TILE_WIDTH; i++) acc = fmaf(ta[threadIdx.y * TILE_WIDTH + i], tb[i * TILE_WIDTH + threadIdx.x], acc);
        __syncthreads();
    } while (left > 0);
    if (ra < m) { if (cb < n) c[ra * n + cb] = acc; }
}
"""  # noqa: E501


def disguised(source: str) -> str:
    """The text with other names, without its comments, and on other lines."""
    source = re.sub(r"//[^\n]*", "", source)
    for name in ("row", "col", "As", "Bs", "sum", "phase", "acc", "me", "pa", "pb", "left", "ta", "tb", "ra", "cb"):
        source = re.sub(rf"\b{name}\b", f"my_{name}_", source)
    return re.sub(r"\s*\n\s*", " ", source.replace("#", "\n#")).replace(";", ";\n\n") + "\n"


def test_a_renamed_and_reformatted_copy_is_equal():
    """The hint that matters most: names, comments and layout hide nothing."""
    assert disguised(OTHER) != OTHER
    assert renamed(words(OTHER)) == renamed(words(disguised(OTHER)))
    assert compared([OTHER, disguised(OTHER), REFERENCE], GIVEN) == [([0, 1], 1.0)]


def test_a_copy_with_a_few_changes_is_alike():
    """A line more and a number less make no work of one's own."""
    changed = disguised(OTHER).replace("0.f", "0.0f").replace("do {", "int unused = 3; do {")
    ((group, share),) = compared([OTHER, changed, REFERENCE], GIVEN)
    assert group == [0, 1]
    assert THRESHOLD <= share < 1.0


def test_two_kernels_written_apart_are_not_alike():
    """The lesson is one, and so is much of what everybody writes."""
    assert compared([OTHER, REFERENCE], GIVEN) == []


def test_what_was_given_out_counts_for_nobody():
    """An unchanged starter, and the assignment's own kernel handed in by two."""
    assert compared([*GIVEN, *GIVEN], GIVEN) == []
    assert compared([REFERENCE, disguised(REFERENCE)], [*GIVEN, REFERENCE]) == []


def test_what_many_have_in_common_makes_nobody_alike():
    """Six who follow one lecture share its lines; two of them share more."""
    lecture = (
        "float total = 0; for (int p = 0; p < K / 4; ++p) { if (p % 2) total += A[p] * B[p]; else total -= A[p]; }"
    )
    own = [f"int own{n} = {'+'.join(['a'] * (n + 2))} {'* b[1](c) - d' * (n + 3)};" for n in range(8)]
    assert compared([f"void f() {{ {lecture} {text} }}" for text in own], []) == []


def test_a_text_of_a_few_lines_says_nothing():
    """Two short texts are equal by chance."""
    short = "__global__ void k(float *a) { a[0] = 1; }"
    assert len(fingerprints(words(short))) < LEAST
    assert compared([short, short], []) == []


@pytest.mark.parametrize("hostile", ["(" * 100_000, "a " * 60_000, '"' * 90_000, '\ud800 \x00 R"(', "/*", ""])
def test_no_text_stops_the_comparison_of_the_others(hostile):
    """It is read in a child, and cut."""
    found = alike([OTHER, hostile, disguised(OTHER)], GIVEN)
    assert (found.problem, found.found[:1]) == ("", [([0, 2], 1.0)])


def test_a_comparison_that_takes_too_long_is_ended_and_said(monkeypatch):
    """The class page is written without it."""
    monkeypatch.setattr(similarity, "_SECONDS", 0)
    assert alike([OTHER, OTHER], GIVEN).problem.startswith("the submissions were not compared")


def test_one_submission_is_like_nobody():
    """No child is started for it."""
    assert alike([OTHER], []).found == ()
