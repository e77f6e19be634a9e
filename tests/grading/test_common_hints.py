"""Hints that are true of any kernel: the text or the access itself tells the cause."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.compiling.source_facts import SourceFacts
from grader.labs.hints import HintRow, apply_hints, data_hints, product_hints
from grader.results import Finding, Kind, Occurrence, OtherParty, Severity

TABLE = data_hints()
LAST_WARP = "__global__ void k(int *x) {{\n  __shared__ int parts[64];\n  {};\n  parts[0] += parts[32];\n}}\n"


def hint(finding: Finding, source: str) -> str:
    """What is said of it."""
    (found,) = apply_hints([finding], SourceFacts(source), (), TABLE, uses_shared=True)
    return found.hint or ""


@pytest.mark.parametrize(
    ("before", "told"),
    [("volatile int *p = parts", True), ('asm volatile ("")', False), ("int volatility = 1 // volatile", False)],
)
def test_volatile_is_told_to_be_no_barrier(before: str, told: bool) -> None:
    """The last warp of many a course's reduction relies on it."""
    race = Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, line=4, space="shared", array="parts")
    assert ("volatile makes no thread wait" in hint(race, LAST_WARP.format(before))) == told


@pytest.mark.parametrize(("declared", "told"), [("volatile int space[2]", True), ("int space[2]", False)])
def test_a_hand_over_by_volatile_alone_is_told_to_need_a_syncwarp(declared: str, told: bool) -> None:
    """Who reads before the other thread has written reads what was never written: the array says that it was meant."""
    unset = Finding(kind=Kind.UNINITIALIZED_READ, severity=Severity.ERROR, line=4, space="shared", array="space")
    assert ("__syncwarp() between" in hint(unset, LAST_WARP.format(f"__shared__ {declared}"))) == told


@pytest.mark.parametrize(("size", "told"), [(16, True), (4, False)])
def test_an_access_to_several_elements_is_told_as_such(size: int, told: bool) -> None:
    """A float4 that begins inside an array of 63 floats."""
    seen = Occurrence(case="c", index=(60,), offset=240, extent=(63,), array_bytes=252, size=size)
    beyond = Finding(
        kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=3, space="global", array="x", occurrences=(seen,)
    )
    assert seen.at_once == size // 4
    assert ("takes several elements" in hint(beyond, LAST_WARP.format("x[0] = 1"))) == told


@pytest.mark.parametrize(("index", "told"), [(-6, True), (64, False)])
def test_of_an_index_below_0_nothing_says_that_the_array_is_too_small(index: int, told: bool) -> None:
    """Then no declaration would help."""
    seen = Occurrence(case="c", index=(index,), offset=4 * index, declared=(64,), declared_on=2)
    outside = Finding(
        kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=3, space="shared", array="parts", occurrences=(seen,)
    )
    words = hint(outside, LAST_WARP.format("parts[i] = 0"))
    assert (words.startswith("No element of an array has an index below 0."), "too small" in words) == (told, not told)


@pytest.mark.parametrize(
    ("line", "other", "told"),
    [("parts[x[i]] += 1", 4, True), ("parts[x[i]]++", 4, True), ("parts[i] += 1", 3, False),
     ("parts[i] += parts[i + 8]", 4, False), ("parts[i] = x[i] + 1", 4, False)],
)  # fmt: skip
def test_an_atomic_operation_is_named_where_threads_add_to_one_element(line: str, other: int, told: bool) -> None:
    """Not where the line reads another element of the array, or one of the two is elsewhere."""
    text = f"__global__ void k(int *x, int i) {{\n  __shared__ int parts[64];\n  parts[i] = 0;\n  {line};\n}}\n"
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=4, space="shared", array="parts", access="read",
        other=OtherParty(line=other, access="write", thread=(1, 0, 0), block=(0, 0, 0)),
        occurrences=(Occurrence(case="c", declared=(64,), declared_on=2),),
    )  # fmt: skip
    assert ("atomicAdd(&element, what)" in hint(race, text)) == told


@pytest.mark.parametrize(
    ("macro", "used", "told"),
    [("a[i * 8 + j]", "AT(x + 1, 0)", True), ("a[8 * i + j]", "AT(f(x) - y[2], 0)", True),
     ("a[i * 8 + j]", "AT(0, x + 1)", False), ("a[(i) * 8 + j]", "AT(x + 1, 0)", False),
     ("a[i * 8 + j]", "AT((x + 1), 0)", False), ("a[i * 8 + j]", "AT(-x, 0)", False),
     ("a[i * 8 + j]", "AT", False)],
)  # fmt: skip
def test_a_macro_that_takes_an_argument_apart_is_named(macro: str, used: str, told: bool) -> None:
    """`x + 1` in `i * 8`: the index is not what stands there."""
    text = f"#define AT(i, j) {macro}\n__global__ void k(int *a, int x) {{\n  {used} = 1;\n}}\n"
    beyond = Finding(kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=3, space="global", array="a")
    assert ("A macro puts its arguments in as they stand" in hint(beyond, text)) == told


@pytest.mark.parametrize("barrier", ["cg::sync(block)", "block.sync()", "bar.arrive_and_wait()", "wait(block)"])
def test_a_kernel_with_a_barrier_of_an_object_is_not_told_to_have_none(barrier: str) -> None:
    """`__syncthreads()` is one spelling among several, in a function that the kernel calls too."""
    helper = "__device__ void wait(cg::thread_block b) { b.sync(); }\n"
    race = Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, line=5, space="shared", array="parts")
    assert "at all" not in hint(race, helper + LAST_WARP.format(barrier))
    assert "no __syncthreads() at all" in hint(race, helper + LAST_WARP.format("x[0] = 1"))


@pytest.mark.parametrize("barrier", ["", "__syncthreads();", "if (s > 32) __syncthreads();"])
def test_a_step_that_waits_is_not_said_to_take_what_another_step_stored(barrier: str) -> None:
    """With a barrier in each turn two threads meet in one and the same step."""
    loop = f"for (int s = 32; s; s /= 2) {{\n  parts[0] += parts[s];\n  {barrier}\n  }}"
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=4, space="shared", array="parts",
        other=OtherParty(line=4, thread=(0, 0, 0), block=(0, 0, 0), access="write"),
    )  # fmt: skip
    row = HintRow(name="own", kinds=(Kind.DATA_RACE,), when=("in one step",), hint="In one step.")
    (found,) = apply_hints([race], SourceFacts(LAST_WARP.format(loop)), (), (row,), uses_shared=True)
    assert (found.hint == "In one step.") == (barrier == "__syncthreads();")


@pytest.mark.parametrize(("line", "told"), [("init(&bar, 32)", True), ("parts[0] = init", False)])
def test_a_barrier_that_several_threads_set_up_is_told_as_such(line: str, told: bool) -> None:
    """Neither an element for each thread nor an atomic operation would mend it."""
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=3, space="shared", array="bar", access="write",
        other=OtherParty(line=3, thread=(0, 0, 0), block=(0, 0, 0), access="write"),
    )  # fmt: skip
    said = hint(race, LAST_WARP.format(f"{line}; __syncthreads()"))
    assert ("One thread sets a barrier up" in said, "atomic" in said) == (told, not told)


@pytest.mark.parametrize("hints", [TABLE, product_hints()])
def test_a_barrier_that_a_block_never_comes_to_is_told_as_the_grids(hints: Sequence[HintRow]) -> None:
    """Neither the threads of a block nor `__syncthreads()` are at fault."""
    seen = Occurrence(case="c", block=(0, 0, 0), thread=(0, 0, 0), missing="block")
    apart = Finding(kind=Kind.BARRIER_DIVERGENCE, severity=Severity.ERROR, line=3, occurrences=(seen,))
    source = LAST_WARP.format("if (blockIdx.x == 2) return; grid.sync()")
    (found,) = apply_hints([apart], SourceFacts(source), (), hints, uses_shared=True)
    assert found.hint is not None
    assert "grid.sync()" in found.hint
    assert "__syncthreads" not in found.hint


@pytest.mark.parametrize("hints", [TABLE, product_hints()])
@pytest.mark.parametrize(
    ("line", "told"), [("bar.arrive_and_wait()", True), ("bar->wait(token)", True), ("while (parts[0]) { }", False)]
)
def test_a_thread_that_waits_for_too_many_others_is_not_asked_about_a_loop(
    hints: Sequence[HintRow], line: str, told: bool
) -> None:
    """The loop that ran too often is the barrier's own, and no line of the file's."""
    seen = Occurrence(case="c", block=(0, 0, 0), thread=(0, 0, 0))
    endless = Finding(kind=Kind.TIMEOUT, severity=Severity.ERROR, line=3, occurrences=(seen,))
    (found,) = apply_hints([endless], SourceFacts(LAST_WARP.format(line)), (), hints, uses_shared=True)
    said = found.hint or ""
    assert ("waits here until as many threads" in said, "loop's variable" in said) == (told, not told)
