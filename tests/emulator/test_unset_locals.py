"""Locals that are used before they have a value, as a compiler leaves them: seen when a thread runs."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load

HEAD = "__global__ void k(const float *A, float *C, int K) {\n"


def unset_on(text: str, **options: bool) -> list[int]:
    """The lines on which a thread reads a value that it has not set."""
    made = compile_cuda(text, kernel="k", **options)
    assert made.ok, made.problems
    arrays = [np.ones(64, np.float32), np.ones(64, np.float32)]
    run = load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(32,), args=[*arrays, 8], names=["A", "C", None])
    return sorted({item.line for item in run.findings if item.kind == "uninitialized-read"})


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    "declared", ["float sum;", "DECLARE;", "Real sum;", "float sum, other = 1;", "float sum; if (K < 0) return;"]
)
def test_no_spelling_hides_an_accumulator_that_was_never_set(declared: str, debug: bool):
    """A macro, a typedef, among others; optimised and not."""
    text = f"#define DECLARE float sum\ntypedef float Real;\n{HEAD}{declared}\n"
    text += "for (int i = 0; i < K; ++i)\nsum += A[i];\nC[0] = sum;\n}\n"
    assert unset_on(text, debug=debug) == [6]


def test_a_helper_that_adds_to_it_hides_nothing():
    """It is read where it is added to."""
    text = f"__device__ void add(float &s, float a) {{\ns += a; }}\n{HEAD}float s;\n"
    assert unset_on(text + "for (int i = 0; i < K; ++i) add(s, A[i]);\nC[0] = s;\n}\n") == [2]


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        "float x; for (int i = 0; i < K; ++i) { if (i > 0) C[i] = x + 1; x = A[i]; }",
        "float x; if (K > 3) x = A[0]; if (K > 3) C[0] = x * 2;",
        "float s = 0; for (int i = 0; i < K; ++i) s += A[i]; C[0] = s;",
        "float s[2] = {}; for (int i = 0; i < K; ++i) s[i & 1] += A[i]; C[0] = s[0];",
        "struct { char c; float f; } p, q; p.c = K; p.f = A[0]; q = p; C[0] = q.f + q.c;",
        'int r; asm volatile("{ .reg .b32 t; mov.b32 t, 3; add.s32 %0, t, %1; }" : "=r"(r) : "r"(K)); C[0] = r;',
    ],
)
def test_what_a_thread_has_set_is_not_accused(body: str, debug: bool):
    """Nor assembly, nor what is copied along."""
    assert unset_on(f"{HEAD}{body}\n}}\n", debug=debug) == []
