"""Causes as a teacher says them: which array, which index, which barrier."""

from __future__ import annotations

import pytest

from grader.report.causes import lesson_of
from grader.results import EditedLine
from grader.words.tables import edit_kinds, lessons

SOURCE = """\
__global__ void product(const float *left, const float *right, float *out, int M, int K, int N)
{
    __shared__ float tileA[16][16], tileB[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    int phases = (K + 15) / 16;
    float sum = 0;
    for (int p = 0; p < phases; p++) {
        bool inside = row < M && p * 16 + threadIdx.x < K;
        tileA[threadIdx.y][threadIdx.x] = inside ? left[row * K + p * 16 + threadIdx.x] : 0;
        tileB[threadIdx.y][threadIdx.x] = p * 16 + threadIdx.y < K ? right[(p * 16 + threadIdx.y) * N + col] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        out[row * N + col] = sum;
}
"""


@pytest.mark.parametrize(
    ("line", "kind", "before", "context", "words"),
    [
        (4, "other axis", "blockIdx.y", "int row = blockIdx.y * 16 + threadIdx.y", "row or column of a thread"),
        (5, "one more or less", "K + 15", "(K + 15)", "number of phases"),
        (7, "comparison", "p < phases", "(int p = 0; p < phases; p++)", "number of phases"),
        (8, "another variable", "K", "bool inside = row < M && p * 16 + threadIdx.x < K;", "guard of A"),
        (9, "another variable", "K", "left[row * K + p * 16 + threadIdx.x]", "row length of A"),
        (10, "term dropped", "col", "right[(p * 16 + threadIdx.y) * N + col]", "index of B"),
        (10, "barrier added", "", "", "no barrier after the tiles are loaded"),
        (12, "another number", "16", "(int k = 0; k < 16; k++)", "loop inside a phase"),
        (13, "indices exchanged", "tileB[k][threadIdx.x]", "", "row and column of the tile of B exchanged"),
        (13, "operator", "sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x]", "", "adding up the products"),
        (13, "barrier added", "", "", "no barrier after the products"),
        (16, "condition dropped", "row < M && col < N", "(row < M && col < N)", "guard of C"),
        (6, "another number", "0", "float sum = 0;", "a value that the kernel computes with"),
        (0, "another variable", "", "", "a value that the kernel computes with"),
    ],
)
def test_a_cause_is_told_by_what_its_line_does(line: int, kind: str, before: str, context: str, words: str):
    """In the assignment's names, whatever the student calls the arrays."""
    place = EditedLine(line=line, kind=kind, before=before, context=context)
    assert lesson_of(place, SOURCE, ("A", "B", "C")) == words


def test_arrays_have_the_students_names_where_the_assignments_are_not_known():
    """As where nothing was recorded."""
    place = EditedLine(line=16, kind="guard added")
    assert lesson_of(place, SOURCE) == "guard of out"


def test_every_kind_of_edit_is_one_lesson():
    """No cause is told by the name of an edit."""
    told = [kind for row in lessons().values() for kind in row.kinds]
    assert sorted(told) == sorted(edit_kinds())
