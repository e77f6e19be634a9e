"""Copies of what nobody has written: no fault by themselves, and told where the copy is used."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load

SOURCE = """struct Cell { char tag; int value; };
extern "C" __global__ void k(int *out, int n)
{
    Cell cells[2];
    cells[0].tag = n;
    Cell copy = cells[n];
    Cell again = copy;
    out[threadIdx.x] = USED;
}
"""
BITS = """struct Fields { unsigned a : 3, b : 5; int rest; };
extern "C" __global__ void k(int *out, int n)
{
    Fields f;
    f.a = n;
    f.b = n + 1;
    out[threadIdx.x] = USED;
}
"""


def found(source: str, used: str, n: int) -> list[tuple[str, int, str | None]]:
    """Findings of the kernel as it stands in the source, not optimised."""
    made = compile_cuda(source.replace("USED", used), kernel="k", debug=True)
    out = np.zeros(4, dtype=np.int32)
    run = load(made.ptx)["k"].launch(grid=(1,), block=(4,), args=[out, n], names=["out", None])
    return [(each.kind, each.line, each.space) for each in run.findings]


@pytest.mark.parametrize("used", ["again.tag", "copy.tag", "cells[0].tag"])
def test_a_member_that_was_written_may_be_copied_with_holes_around_it(used):
    """The rest of the structure was never written, and nobody uses it."""
    assert found(SOURCE, used, 0) == []


@pytest.mark.parametrize(
    ("used", "n"), [("again.value", 0), ("copy.value", 0), ("again.tag", 1), ("cells[1].value", 0)]
)
def test_a_member_that_was_never_written_is_told_where_it_is_used(used, n):
    """However often it was copied in between."""
    assert found(SOURCE, used, n) == [("uninitialized-read", 8, "local")]


def test_setting_bit_fields_reads_nothing():
    """The word around a field is read to be written back."""
    assert found(BITS, "f.a + f.b", 2) == []


def test_what_stands_beside_bit_fields_is_still_watched():
    """Another member of the same structure that was never set."""
    assert found(BITS, "f.rest", 2) == [("uninitialized-read", 7, "local")]


def test_a_copy_into_an_array_of_the_launch_is_a_use():
    """What leaves the thread must have been written."""
    source = SOURCE.replace("out[threadIdx.x] = USED", "((Cell *)out)[0] = again")
    assert ("uninitialized-read", 8, "local") in found(source, "", 0)
