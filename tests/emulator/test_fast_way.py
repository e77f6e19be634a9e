"""Rows of threads as vectors, or thread by thread: the way that a launch takes shows in nothing but its time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.native import machine_code

ROOT = Path(__file__).parents[2]
CORRECT = sorted((ROOT / "tests" / "kernels" / "correct").glob("*.cu"))
MISTAKES = sorted((ROOT / "reference" / "mistakes").glob("*.cu"))
NAIVE = (ROOT / "reference" / "naive.cu").read_text(encoding="utf-8").replace("matmul_naive", "matmul_tiled")
TILED = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")


def _kernel(source: str, *, hasty: bool = False):
    made = compile_cuda(source, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16}, hasty=hasty)
    assert made.ok, made.diagnostics
    return load(made.ptx)[made.kernel_name]


def _run(kernel, shape, *, fast, threads=1, checked=True, fuel=None, turns="forward"):
    m, k, n = shape
    rng = np.random.default_rng(7)
    a, b = rng.random((m, k), np.float32), rng.random((k, n), np.float32)
    c = np.full((m, n), np.nan, np.float32)
    run = kernel.launch(
        grid=(-(-n // 16), -(-m // 16)), block=(16, 16), args=[a, b, c, m, k, n],
        names=["A", "B", "C", None, None, None],
        uninitialized=["C"], fast=fast, threads=threads, checked=checked,
        fuel=fuel, turns=turns,
    )  # fmt: skip
    return c, run


def _same(one, other):
    (c, run), (d, sun) = one, other
    assert np.array_equal(c.view(np.uint32), d.view(np.uint32))
    assert run.findings == sun.findings
    assert run.counters == sun.counters
    assert run.finished == sun.finished
    assert {name: flags.tobytes() for name, flags in run.written.items()} == {
        name: flags.tobytes() for name, flags in sun.written.items()
    }


@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
def test_a_correct_kernel_runs_the_same_both_ways(path):
    """Output bits, findings, counts by line and written cells agree, at a shape that fits no tile."""
    kernel = _kernel(path.read_text(encoding="utf-8"))
    if "square" in path.stem:
        pytest.skip("for squares only")
    fast = _run(kernel, (203, 70, 187), fast=None)
    assert fast[1].findings == ()
    _same(fast, _run(kernel, (203, 70, 187), fast=False))


@pytest.mark.parametrize(
    ("what", "old", "new"),
    [
        ("no barrier after the loads", "        __syncthreads();", ""),
        ("no guard on the rows of A", "row < M && ", ""),
        ("the store adds up", "] = sum", "] += sum"),
    ],
)
def test_a_faulty_kernel_is_given_to_the_careful_way(what, old, new):
    """The same findings, with the same counts and first parties, whichever way was tried first."""
    source = TILED.replace(old, new, 1)
    assert source != TILED, what
    kernel = _kernel(source)
    tried = _run(kernel, (203, 70, 187), fast=None)
    assert tried[1].findings
    _same(tried, _run(kernel, (203, 70, 187), fast=False))


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_every_mistake_looks_the_same_both_ways(path):
    """Whatever is wrong with a kernel, the way that was tried first does not show in what is said of it."""
    made = compile_cuda(path.read_text(encoding="utf-8"), kernel="matmul_tiled", defines={"TILE_WIDTH": 16})
    if not made.ok or path.stem == "source-wrong-signature":
        pytest.skip("cannot be launched")
    kernel = load(made.ptx)[made.kernel_name]
    _same(_run(kernel, (37, 20, 40), fast=None, fuel=1 << 18), _run(kernel, (37, 20, 40), fast=False, fuel=1 << 18))


@pytest.mark.parametrize(
    ("source", "way"),
    [
        (NAIVE, "in rows of 16 on 1 host thread, 0 blocks given back"),
        (
            NAIVE.replace("sum += A", "if (sum > 2.0f) return; else sum += A"),
            "in rows of 16 on 1 host thread, 0 blocks given back",
        ),
        (
            TILED.replace("    float sum", "    if (row >= M || col >= N) return;\n    float sum"),
            "in rows of 16 on 1 host thread, 5 blocks given back",
        ),
    ],
    ids=["a guard around all", "a return from a loop", "a return before barriers"],
)
def test_a_row_goes_on_without_the_threads_that_have_left(source, way):
    """Results, findings and counts are those of single threads, and only who would have to wait for them gives up."""
    kernel = _kernel(source)
    fast = _run(kernel, (37, 20, 40), fast=None)
    assert fast[1].way == way
    _same(fast, _run(kernel, (37, 20, 40), fast=False))


def test_threads_that_have_left_store_nothing_in_lockstep():
    """Rows take turns around a store that others may load; who has left the kernel has none."""
    kernel = _kernel(NAIVE.replace("float sum = 0.0f;", "float sum = K < 0 ? C[0] : 0.0f;"))
    results = [_run(kernel, (37, 20, 40), fast=fast, checked=False, turns="lockstep") for fast in (None, False)]
    assert results[0][1].way.startswith("in rows of 16")
    _same(*results)


def test_better_code_takes_over_in_the_middle_of_a_launch(monkeypatch):
    """Quick code and optimised code share one launch, and nothing shows it."""
    expected = _run(_kernel(TILED), (203, 70, 187), fast=False)
    monkeypatch.setattr(machine_code, "PATIENCE_SECONDS", 0.0)
    improved = []
    improve = machine_code.MachineCode.improve
    monkeypatch.setattr(machine_code.MachineCode, "improve", lambda code: (improved.append(code), improve(code)))
    for fast in (None, False):
        _same(_run(_kernel(TILED), (203, 70, 187), fast=fast), expected)
    assert len(improved) == 2


def test_two_host_threads_change_nothing():
    """Blocks spread over host threads give the same bits and counts as on one."""
    kernel = _kernel(TILED)
    _same(_run(kernel, (256, 64, 256), fast=None, threads=2), _run(kernel, (256, 64, 256), fast=None))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_fault_in_a_large_grid_is_told_of_the_block_that_made_it(threads):
    """Blocks of large grids have their turns in panels; what one of them did wrong has its own index."""
    first, barrier = "        __syncthreads();", "        if (blockIdx.x != 9 || blockIdx.y != 3) __syncthreads();"
    kernel = _kernel(TILED.replace(first, barrier, 1))
    _, run = _run(kernel, (203, 70, 187), fast=None, threads=threads)
    assert {finding.kind for finding in run.findings} == {"data-race", "uninitialized-read"}
    assert {finding.block for finding in run.findings} == {(9, 3, 0)}
    assert {finding.other.block for finding in run.findings if finding.other is not None} == {(9, 3, 0)}


def test_a_race_between_blocks_on_different_host_threads_is_found():
    """Every block stores to one cell: no worker can see that alone, the launch is run again by one that can."""
    kernel = _kernel(TILED.replace("C[row * N + col] = sum", "C[ty * N + tx] = sum"))
    _, run = _run(kernel, (256, 32, 256), fast=None, threads=2)
    assert [finding.kind for finding in run.findings] == ["data-race"]
    assert run.findings[0].other is not None
    assert run.findings[0].other.block != run.findings[0].block


@pytest.mark.parametrize(
    ("deed", "new"),
    [
        ("stores to it too", "C[last ? 0 : row * N + col] = sum"),
        ("reads it", "C[row * N + col] = last ? sum + C[0] : sum"),
    ],
)
def test_a_word_that_two_host_threads_touch_makes_one_do_it_all(deed, new):
    """The first block stores to a word, a thread of the last one touches it: neither worker sees more than its own."""
    last = "bool last = blockIdx.x == 15 && blockIdx.y == 15 && tx == 0 && ty == 0;\n        "
    kernel = _kernel(TILED.replace("C[row * N + col] = sum", f"{{ {last}{new}; }}"))
    _, run = _run(kernel, (256, 32, 256), fast=None, threads=2)
    assert run.way.startswith("thread by thread, after workers met in a word in rows of 16 on 2 host threads"), deed
    assert {finding.kind for finding in run.findings} == {"data-race"}


@pytest.mark.parametrize("hasty", [False, True], ids=["as graded", "made in haste"])
def test_the_reference_takes_the_fast_way(hasty):
    """Not one block of the reference is given back, so the speed that the benchmark shows is the usual one."""
    _, run = _run(_kernel(TILED, hasty=hasty), (203, 70, 187), fast=None)
    assert run.way == "in rows of 16 on 1 host thread, 0 blocks given back"


@pytest.mark.parametrize(
    ("source", "fast", "way"),
    [
        (TILED, False, "thread by thread (so it was asked for)"),
        (
            TILED.replace("        __syncthreads();", ""),
            None,
            "in rows of 16 on 1 host thread, 9 blocks given back, and",
        ),
        (TILED.replace("C[row * N + col] = sum", "C[ty * N + tx] = sum"), None, "thread by thread, after workers met"),
        (TILED.replace("    float sum", "    __syncwarp();\n    float sum"), None, "thread by thread (not in rows: "),
    ],
)
def test_a_run_says_which_way_it_took_and_why(source, fast, way):
    """Whoever wonders why a launch was slow reads it there."""
    _, run = _run(_kernel(source), (203, 70, 187), fast=fast)
    assert run.way.startswith(way)
