"""Global memory that lasts from launch to launch, as a program's runtime gives it out."""

from __future__ import annotations

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load

SOURCE = """
__device__ int total;
__global__ void first(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void shift(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + blockDim.x) % n;
  x[i] = x[i] + x[next];
}
__global__ void last(int **rows, int n) { if (threadIdx.x < n) atomicAdd(&total, rows[1][threadIdx.x]); }
"""


def address(number: int) -> bytes:
    """A pointer as a launch passes it."""
    return number.to_bytes(8, "little")


def test_what_a_launch_stores_is_written_for_the_next_and_what_it_does_not_is_not():
    """Pointers in memory lead to other arrays, and a freed array is out of bounds."""
    module = load(compile_cuda(SOURCE, kernel="first").ptx)
    memory = module.memory
    x = memory.allocate("x", np.zeros(64 * 4, np.uint8))
    rows = memory.allocate("rows", np.array([0, x], np.uint64).view(np.uint8), fresh=False)
    first, last = (next(kernel for name, kernel in module.items() if word in name) for word in ("first", "last"))
    assert first.launch(grid=(1,), block=(32,), args=[address(x)], memory=memory).findings == ()
    assert last.launch(grid=(1,), block=(64,), args=[address(rows), 32], memory=memory).findings == ()
    assert memory.variables[0].data.view(np.int32)[0] == 31 * 32 // 2
    run = last.launch(grid=(1,), block=(64,), args=[address(rows), 33], memory=memory)
    assert [(item.kind, item.object, item.offset) for item in run.findings] == [("uninitialized-read", "x", 128)]
    memory.free(x)
    run = last.launch(grid=(1,), block=(64,), args=[address(rows), 1], memory=memory)
    assert [(item.kind, item.object, item.object_bytes) for item in run.findings] == [("out-of-bounds", "x", 0)]
    with pytest.raises(KeyError):
        memory.free(x + 4)


def test_a_launch_tells_which_words_it_touched():
    """Of the module's variables and of each array, in order."""
    module = load(compile_cuda(SOURCE, kernel="first").ptx)
    x = module.memory.allocate("x", np.zeros(64 * 4, np.uint8))
    kernel = next(kernel for name, kernel in module.items() if "first" in name)
    run = kernel.launch(grid=(1,), block=(32,), args=[address(x)], memory=module.memory)
    total, flags = run.touched()
    assert not total.any() and (flags[:32] == 2).all() and not flags[32:64].any()


@pytest.mark.parametrize("more", [0, 1 << 20], ids=["little memory", "much memory"])
def test_a_launch_that_gives_up_the_fast_way_begins_again_with_what_it_found(more: int):
    """Blocks that meet in a word make the launch run thread by thread; however much memory there is beside it."""
    module = load(compile_cuda(SOURCE, kernel="first").ptx)
    shift = next(kernel for name, kernel in module.items() if "shift" in name)
    content = np.arange(2048, dtype=np.int32)
    fast, careful = (module.memory.allocate("x", content.view(np.uint8).copy(), fresh=False) for _ in range(2))
    if more:
        module.memory.allocate("more", np.zeros(more, np.uint8))
    runs = [
        shift.launch(
            grid=(8,), block=(256,), args=[address(x), (2048).to_bytes(4, "little")], memory=module.memory, fast=way
        )
        for x, way in ((fast, None), (careful, False))
    ]
    assert "workers met" in runs[0].way and {item.kind for item in runs[0].findings} == {"data-race"}
    held = [found[0].data for found in map(module.memory.find, (fast, careful)) if found]
    assert (held[0] == held[1]).all()


def test_launches_again_and_again_find_what_the_first_one_found():
    """What they keep for one another changes no finding, no count and no output; new arrays are seen at once."""
    module = load(compile_cuda(SOURCE, kernel="first").ptx)
    memory, last = module.memory, next(kernel for name, kernel in module.items() if "last" in name)
    x = memory.allocate("x", np.ones(64, np.int32).view(np.uint8), fresh=False)
    rows = memory.allocate("rows", np.array([0, x], np.uint64).view(np.uint8), fresh=False)
    given = [address(rows), (65).to_bytes(4, "little")]
    runs = [last.launch(grid=(1,), block=(96,), args=given, memory=memory) for _ in range(3)]
    assert runs[0].findings == runs[1].findings == runs[2].findings != ()
    assert runs[0].counters == runs[1].counters == runs[2].counters
    memory.free(x)
    found = last.launch(grid=(1,), block=(96,), args=given, memory=memory).findings
    assert [item.object_bytes for item in found] == [0]
