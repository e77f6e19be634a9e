"""Registers that a thread uses before it has set them, in machine code and in the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from tests.emulator.unset import told

HEAD = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<8>;
.reg .f32 %f<4>;
.reg .b64 %rd<4>;
.reg .f64 %d<4>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
.loc 1 5 1
"""
TAIL = """
.loc 1 9 1
st.global.u32 [%rd1], %r2;
ret;
}
.file 1 "k.cu"
"""


def unset_lines(body: str, *, stray: bool = False) -> list[int]:
    """The lines of the reads, on which both machines agree, as they do on the results."""
    out, expected = np.ones(64, np.uint32), np.ones(64, np.uint32)
    text = HEAD + body + TAIL
    found, lines = told(text, [out], [expected])
    assert out.tolist() == expected.tolist()
    assert all(item.kind == "uninitialized-read" for item in found) is not stray
    assert {item.space for item in found if item.kind == "uninitialized-read"} <= {"register"}
    return lines


READS = {
    "an integer": "add.u32 %r2, %r1, %r3;",
    "a float": "add.f32 %f2, %f1, 0f3F800000;\ncvt.rzi.u32.f32 %r2, %f2;",
    "a double": "add.f64 %d2, %d1, %d1;\ncvt.rzi.u32.f64 %r2, %d2;",
    "a guard": "mov.u32 %r2, 3;\n@%p1 mov.u32 %r2, 4;",
    "a choice": "mov.u32 %r2, 1;\n@%p1 bra over;\nmov.u32 %r2, 2;\nover:",
    "a comparison": "setp.gt.u32 %p1, %r3, 7;\nselp.u32 %r2, 1, 2, %p1;",
    "an address": "mov.u32 %r2, 3;\nst.global.u32 [%rd3], %r1;",
    "another's array": "mov.u32 %r2, 3;\nst.global.u32 [%rd1], %r3;",
}


@pytest.mark.parametrize("body", READS.values(), ids=READS)
def test_an_unset_value_that_is_used_is_told_where_something_first_computes_with_it(body):
    """A branch, an address, a store that others may see: the line is that of the first arithmetic, or of the use."""
    assert unset_lines(body, stray="rd3" in body) == [5]


COPIES = {
    "a copy": "mov.u32 %r2, %r3;",
    "part of a word": "and.b32 %r2, %r3, 255;",
    "a converted half word": "cvt.u32.u16 %r2, %h1;",
    "what is chosen": "setp.lt.u32 %p2, %r1, 99;\nselp.u32 %r2, %r3, %r1, %p2;",
    "what decides a choice": "selp.u32 %r2, 1, 2, %p1;",
}


@pytest.mark.parametrize("body", COPIES.values(), ids=COPIES)
def test_an_unset_value_travels_with_its_copies_to_the_store(body):
    """Copies are no use: the store to an array is."""
    assert unset_lines(body) == [9]


UNUSED = {
    "a copy": "mov.u32 %r4, %r3;\nmov.u32 %r2, 1;",
    "arithmetic": "add.u32 %r4, %r3, %r1;\nsetp.lt.u32 %p1, %r4, 3;\nmov.u32 %r2, 1;",
    "the other choice": "setp.lt.u32 %p2, %r1, 99;\nselp.u32 %r2, %r1, %r3, %p2;",
    "a word with some bits set": "or.b32 %r2, %r1, %r3;",
    "a copy that is set later": "mov.u32 %r2, %r3;\nmov.u32 %r2, 5;",
    "a flag says when": (
        "setp.eq.u32 %p1, %r1, 99;\nmov.u32 %r5, %r3;\n@%p1 mov.u32 %r5, 7;\nadd.u32 %r6, %r5, 1;\n"
        "mov.u32 %r2, 2;\n@%p1 add.u32 %r2, %r6, 1;"
    ),
}


@pytest.mark.parametrize("body", UNUSED.values(), ids=UNUSED)
def test_an_unset_value_that_decides_nothing_and_is_seen_by_none_is_no_fault(body):
    """Compilers copy and compute with what is not needed."""
    assert unset_lines(body) == []


SET_BY_SOME = """
setp.lt.u32 %p1, %r1, LIMIT;
@%p1 mov.u32 %r3, 7;
bar.sync 0;
.loc 1 6 1
add.u32 %r2, %r1, %r3;
"""


def test_a_register_that_one_thread_does_not_set_is_told_of_that_thread():
    """A way that leads there is not enough: the thread must have gone it, before a barrier or after."""
    assert unset_lines(SET_BY_SOME.replace("LIMIT", "63")) == [6]
    assert unset_lines(SET_BY_SOME.replace("LIMIT", "64")) == []
    found = load(HEAD + SET_BY_SOME.replace("LIMIT", "63") + TAIL)["k"].launch(
        grid=(1,), block=(64,), args=[np.zeros(64, np.uint32)]
    )
    assert [(item.thread, item.count) for item in found.findings] == [((63, 0, 0), 1)]


def test_a_read_that_no_thread_comes_to_is_not_told():
    """Code may be there for values that never occur."""
    skipped = "setp.gt.u32 %p1, %r1, 999;\nmov.u32 %r2, 0;\n@!%p1 bra over;\nadd.u32 %r2, %r1, %r3;\nover:"
    assert unset_lines(skipped) == []


@pytest.mark.parametrize(
    ("body", "matters"), [("add.u32 %r2, %r1, %r3;", True), ("add.u32 %r2, %r1, 1;\nadd.u32 %r4, %r1, %r3;", False)]
)
def test_other_contents_show_whether_an_unset_register_matters(body, matters):
    """It is 0 as a rule, and what the launch says in a trial."""
    results = []
    for options in ({}, {"poison": 0x7E}, {"poison": 0xFE}):
        out = np.zeros(64, np.uint32)
        load(HEAD + body + TAIL)["k"].launch(grid=(1,), block=(64,), args=[out], **options)
        results.append(tuple(out.tolist()))
    assert len(set(results)) == (3 if matters else 1)
    assert results[0] == tuple(range(64)) or not matters


LOOPS = {
    "a flag says when": (
        "int where; bool have = false;"
        "for (int i = 0; i < n; ++i) if (p[i] == t) { where = i; have = true; }"
        "out[t] = have ? where * 2 + 1 : -1;"
    ),
    "set in each turn": (
        "bool later; int sum = 0; for (int i = 0; i < n; ++i) { later = t > i; if (later) sum += i; } out[t] = sum;"
    ),
    "handed on in a struct": (
        "struct { int a, b; } pair; auto copy = pair; for (int i = 0; i < n; ++i) { if (i) out[t] = copy.a;"
        "copy = pair; copy.a = i + p[i]; }"
    ),
}


@pytest.mark.parametrize("debug", [False, True], ids=["optimised", "not optimised"])
@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS)
def test_a_variable_that_is_set_before_each_use_is_not_accused(body, debug):
    """Copies of what it held before are no use, in code that is optimised or is not."""
    source = f"__global__ void k(int *out, const int *p, int n) {{ int t = threadIdx.x; {body} }}"
    made = compile_cuda(source, kernel="k", debug=debug)
    run = load(made.ptx)[made.kernel_name].launch(
        grid=(1,), block=(32,), args=[np.zeros(32, np.int32), np.arange(40, dtype=np.int32), 40]
    )
    assert run.findings == ()
