"""Locals that are used before they have a value: judged from what the compiler made, not from the text."""

from functools import partial

import pytest

from grader.compiling import compile_cuda
from grader.compiling.kernels import scan_kernels
from grader.compiling.lexer import lex
from grader.compiling.unset import unset_locals
from tests.growth import grows_with_its_size

HEAD = "__global__ void k(const float *A, float *C, int K) {\n"


def warned(text, **options):
    """The lines on which a value is used before it is set."""
    made = compile_cuda(text, kernel="k", **options)
    assert made.ok, made.problems
    return [item.line for item in made.diagnostics if "before its value is set" in item.message]


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    "declared", ["float sum;", "DECLARE;", "Real sum;", "float sum, other = 1;", "float sum; if (K < 0) return;"]
)
def test_no_spelling_hides_an_accumulator_that_was_never_set(declared, debug):
    """A macro, a typedef, among others; optimised and not. Told where it is declared, where that is seen."""
    text = f"#define DECLARE float sum\ntypedef float Real;\n{HEAD}{declared}\n"
    text += "for (int i = 0; i < K; ++i)\nsum += A[i];\nC[0] = sum;\n}\n"
    assert warned(text, debug=debug) == [4 if declared.startswith("float") else 6]


def test_a_helper_that_adds_to_it_hides_nothing():
    """Told where it is added to."""
    text = f"__device__ void add(float &s, float a) {{\ns += a; }}\n{HEAD}float s;\n"
    assert warned(text + "for (int i = 0; i < K; ++i) add(s, A[i]);\nC[0] = s;\n}\n") == [2]


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
def test_what_some_path_has_set_is_not_accused(body, debug):
    """Nor a struct's padding, nor assembly."""
    assert warned(f"{HEAD}{body}\n}}\n", debug=debug) == []


def test_a_long_kernel_is_read_in_time_that_grows_with_it():
    """Additions to a register that nobody set, in a loop."""
    made = compile_cuda(f"{HEAD}float s; for (int i = 0; i < K; ++i) s += A[i]; C[0] = s; }}\n", kernel="k")
    lexed = lex(HEAD + "}")

    def prepared(count):
        more = "".join(f"add.f32 %f{index + 900}, %f{index + 899}, %f1;\n" for index in range(count))
        ptx = made.ptx.replace("\tst.global.f32", f"{more}\tst.global.f32", 1)
        return partial(unset_locals, ptx, made.kernel_name, lexed, scan_kernels(lexed)[0], "k.cu")

    assert prepared(10)()
    assert grows_with_its_size(prepared, 4_000)
