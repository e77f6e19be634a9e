"""`cp.async`: copies from global to shared memory, on the machine code and the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret

KERNEL = """.version 7.8
.target sm_80
.address_size 64
.shared .align 16 .b8 tile[512];
.visible .entry k(.param .u64 from, .param .u64 to)
{
.reg .f32 %f<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [from];
ld.param.u64 %rd2, [to];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 4;
cvt.u64.u32 %rd3, %r2;
add.u64 %rd4, %rd1, %rd3;
add.u64 %rd5, %rd2, %rd3;
mov.u32 %r3, tile;
add.u32 %r4, %r3, %r2;
.loc 1 5 1
cp.async.cg.shared.global [%r4], [%rd4], 16, FILLED;
cp.async.commit_group;
cp.async.wait_group 0;
bar.sync 0;
sub.u32 %r5, 496, %r2;
add.u32 %r6, %r3, %r5;
.loc 1 9 1
ld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%r6];
st.global.v4.f32 [%rd5], {%f0, %f1, %f2, %f3};
ret;
}
.file 1 "k.cu"
"""


def source() -> np.ndarray:
    return np.arange(128, dtype=np.float32)


def test_a_copy_moves_sixteen_bytes_a_thread():
    """Both machines give the tile in reverse order of its quads, and the copy counts as loads and stores."""
    text = KERNEL.replace("FILLED", "16")
    out, expected = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out])
    interpret(parse(text), "k", grid=(1,), block=(32,), args=[source(), expected])
    assert not run.findings
    assert (out == source().reshape(32, 4)[::-1].reshape(-1)).all()
    assert (out == expected).all()
    total = run.counters.total
    assert (total.global_load_bytes, total.shared_store_bytes, total.global_loads) == (512, 512, 128)


def test_a_copy_of_nothing_fills_with_zeros():
    """A source size of 0 reads nothing and writes zeros."""
    text = KERNEL.replace("FILLED", "0")
    out = np.ones(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out])
    assert not run.findings
    assert not out.any()
    assert run.counters.total.global_load_bytes == 0


def partly(filled: str) -> str:
    """The kernel with copies that read so many bytes; `%r7` is the thread's number modulo 17."""
    return KERNEL.replace(".loc 1 5 1", "rem.u32 %r7, %r1, 17;\n.loc 1 5 1").replace("FILLED", filled)


@pytest.mark.parametrize("filled", ["%r7", "7", "12"])
def test_a_copy_of_a_part_fills_the_rest_with_zeros(filled):
    """However many bytes a register or a constant says, on both machines, and no byte beyond them is read."""
    out, expected = np.zeros(128, dtype=np.float32), np.zeros(128, dtype=np.float32)
    given = source()[: 31 * 4 + 4]
    run = load(partly(filled))["k"].launch(grid=(1,), block=(32,), args=[given, out], names=["from", "to"])
    interpret(parse(partly(filled)), "k", grid=(1,), block=(32,), args=[given, expected])
    wanted = given.view(np.uint8).reshape(32, 16).copy()
    sizes = np.arange(32) % 17 if filled == "%r7" else np.full(32, int(filled))
    wanted[np.arange(16) >= sizes[:, None]] = 0
    assert run.findings == ()
    assert out.tobytes() == wanted[::-1].tobytes()
    assert expected.tobytes() == out.tobytes()
    total = run.counters.total
    assert (total.global_load_bytes, total.shared_store_bytes) == (sizes.sum(), 512)


def test_a_copy_of_a_part_is_held_to_its_array():
    """The bytes that are read count, not those that are written: an array may end in between."""
    short = source()[: 127 * 4 // 4]
    run = load(partly("12"))["k"].launch(grid=(1,), block=(32,), args=[short, source()], names=["from", "to"])
    assert run.findings == ()
    run = load(partly("13"))["k"].launch(grid=(1,), block=(32,), args=[short, source()], names=["from", "to"])
    assert [(each.kind, each.object, each.count) for each in run.findings] == [("out-of-bounds", "from", 1)]


def test_a_copy_may_ignore_its_source():
    """A predicate says that nothing is read."""
    text = partly("%p1").replace(".reg .f32", ".reg .pred %p<2>;\n.reg .f32")
    text = text.replace("rem.u32 %r7, %r1, 17;", "setp.lt.u32 %p1, %r1, 16;")
    out, expected = np.ones(128, dtype=np.float32), np.ones(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out])
    interpret(parse(text), "k", grid=(1,), block=(32,), args=[source(), expected])
    assert run.findings == ()
    assert not out[64:].any()
    assert (out[:64].reshape(16, 4) == source()[64:].reshape(16, 4)[::-1]).all()
    assert (out == expected).all()


def test_a_copy_that_would_read_more_than_it_writes_ends_the_launch():
    """PTX leaves it undefined; nothing outside the tile is written."""
    run = load(partly("17"))["k"].launch(grid=(1,), block=(32,), args=[source(), source()])
    assert [(each.kind, each.line) for each in run.findings] == [("device-trap", 5)]
    assert not run.finished


def test_a_copy_without_a_barrier_is_a_race():
    """Another thread's copy is read without a barrier between."""
    text = KERNEL.replace("FILLED", "16").replace("bar.sync 0;", "")
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), np.zeros(128, dtype=np.float32)])
    races = [each for each in run.findings if each.kind == "data-race"]
    assert {frozenset((each.line, each.other.line)) for each in races} == {frozenset((5, 9))}


def test_a_copy_past_the_array_is_out_of_bounds():
    """The global side of a copy is checked like a load."""
    text = KERNEL.replace("FILLED", "16")
    run = load(text)["k"].launch(
        grid=(1,), block=(32,), args=[source()[:100], np.zeros(128, dtype=np.float32)], names=["from", "to"]
    )
    found = [each for each in run.findings if each.kind == "out-of-bounds"]
    assert [(each.line, each.object, each.access) for each in found] == [(5, "from", "read")]


def copied(text: str) -> list[tuple[frozenset[int], str, str]]:
    """The races on a copy: both lines, the array, what is missing."""
    out = np.zeros(128, dtype=np.float32)
    run = load(text)["k"].launch(grid=(1,), block=(32,), args=[source(), out], names=["from", "to"])
    assert {each.kind for each in run.findings} <= {"data-race"}
    return [(frozenset((each.line, each.other.line)), each.object, each.missing) for each in run.findings]


WHOLE = KERNEL.replace("FILLED", "16")
OWN = WHOLE.replace("add.u32 %r6, %r3, %r5;", "mov.u32 %r6, %r4;").replace("bar.sync 0;", "")


@pytest.mark.parametrize(
    "waits",
    ["cp.async.commit_group;\ncp.async.wait_group 0;", "cp.async.wait_all;"],
)
def test_a_thread_that_has_waited_reads_its_own_copy(waits):
    """No barrier is needed for what the thread copied itself."""
    assert not copied(OWN.replace("cp.async.commit_group;\ncp.async.wait_group 0;", waits))


@pytest.mark.parametrize(
    "waits",
    ["", "cp.async.commit_group;", "cp.async.commit_group;\ncp.async.wait_group 1;", "cp.async.wait_group 0;"],
    ids=["nothing", "no wait", "all but the last group", "no group"],
)
@pytest.mark.parametrize("text", [OWN, WHOLE], ids=["by the thread itself", "by others after a barrier"])
def test_a_copy_that_nobody_waits_for_is_not_there_yet(text, waits):
    """The read is a race with the copy, and the finding says that a wait is missing."""
    text = text.replace("cp.async.commit_group;\ncp.async.wait_group 0;", waits)
    assert copied(text) == [(frozenset((5, 9)), "tile", "wait")]


def test_a_wait_after_the_barrier_is_too_late_for_others():
    """The barrier passes on what has been waited for before."""
    late = WHOLE.replace("cp.async.wait_group 0;\nbar.sync 0;", "bar.sync 0;\ncp.async.wait_group 0;")
    assert {(lines, name) for lines, name, _ in copied(late)} == {(frozenset((5, 9)), "tile")}


def test_the_source_of_a_copy_may_be_read_but_not_written():
    """Until the copy is complete it may still be reading."""
    text = WHOLE.replace("cp.async.commit_group;", ".loc 1 6 1\nACCESS\ncp.async.commit_group;")
    assert not copied(text.replace("ACCESS", "ld.global.u32 %r7, [%rd4];"))
    assert copied(text.replace("ACCESS", "st.global.u32 [%rd4], %r1;")) == [(frozenset((5, 6)), "from", "wait")]
    assert not copied(WHOLE.replace("bar.sync 0;", "st.global.u32 [%rd4], %r1;\nbar.sync 0;"))


def test_two_copies_to_one_place_race():
    """Nothing says which comes first."""
    twice = "cp.async.cg.shared.global [%r4], [%rd4], 16;\n"
    both = WHOLE.replace("cp.async.commit_group;", f".loc 1 6 1\n{twice}cp.async.commit_group;")
    assert copied(both) == [(frozenset((5, 6)), "tile", "wait")]
    between = f"cp.async.wait_all;\n.loc 1 6 1\n{twice}cp.async.commit_group;"
    assert not copied(WHOLE.replace("cp.async.commit_group;", between))


TWO_STAGES = """
#include <cuda_pipeline.h>
extern "C" __global__ void k(const float *in, float *out, int n) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][t], &in[t], 4);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) __pipeline_memcpy_async(&tile[(i + 1) & 1][t], &in[64 * (i + 1) + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[64 * i + t] = tile[i & 1][63 - t];
    __syncthreads();
  }
}
"""


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("", "", set()),
        ("wait_prior(1)", "wait_prior(2)", {"wait"}),
        ("    __pipeline_wait_prior(1);\n", "", {"wait"}),
        ("[63 - t];\n    __syncthreads();", "[63 - t];", {""}),
        # Some read before the others have waited, some after.
        ("wait_prior(1);\n    __syncthreads();", "wait_prior(1);", {"", "wait"}),
    ],
    ids=["right", "waits for one group too few", "does not wait", "no barrier after reading", "no barrier before"],
)
def test_a_pipeline_of_two_stages(old, new, missing):
    """The next tile is under way while this one is read: silent as it stands, found with one thing wrong."""
    made = compile_cuda(TWO_STAGES.replace(old, new) if old else TWO_STAGES, kernel="k")
    assert made.ok, made.diagnostics
    given = np.arange(6 * 64, dtype=np.float32)
    out = np.zeros_like(given)
    run = load(made.ptx)["k"].launch(grid=(1,), block=(64,), args=[given, out, 6])
    assert {each.missing for each in run.findings} == missing
    assert {each.object for each in run.findings} <= {"tile"}
    if not missing:
        assert (out.reshape(6, 64) == given.reshape(6, 64)[:, ::-1]).all()
