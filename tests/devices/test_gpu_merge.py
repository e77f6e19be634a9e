"""What a GPU gave and what the emulator saw of the same launch, made one."""

from __future__ import annotations

import numpy as np
import pytest

from grader.devices.base import Argument, Launch, Launched
from grader.devices.gpu import GpuFailure, describe, merge, merge_failure
from grader.devices.gpu_tools import FRACTIONS, fills_of, forward_bound, is_exact
from grader.emulator import Finding

ON_GPU = {"C": np.full(4, 2, np.float32)}
EMULATED = {"C": np.full(4, 1, np.float32)}


def finding(kind: str) -> Finding:
    return Finding(kind=kind, line=7, column=1, file="kernel.cu")


def launched(*kinds: str) -> Launched:
    return Launched(arrays=EMULATED, written={}, findings=tuple(finding(kind) for kind in kinds))


def launch() -> Launch:
    arguments: tuple[Argument, ...] = ()
    return Launch(grid=(1, 1, 1), block=(1, 1, 1), arguments=arguments, arrays={"C": np.zeros(4, np.float32)})


def test_the_numbers_of_a_sound_kernel_are_the_gpus():
    """Nothing was found: what the GPU computed is graded."""
    assert merge(launched(), ON_GPU, {}, 0.5).arrays is ON_GPU


@pytest.mark.parametrize("kind", ["data-race", "early-exit", "uninitialized-read", "out-of-bounds"])
def test_the_numbers_of_a_faulty_kernel_are_the_emulators(kind):
    """What a race gives on a GPU changes from run to run; a grade must not."""
    merged = merge(launched(kind), ON_GPU, {}, 0.5)
    assert merged.arrays is EMULATED
    assert [each.kind for each in merged.findings] == [kind]


def test_a_broken_guard_zone_is_a_finding_unless_the_emulator_has_it_with_its_line():
    """A write outside C that only the GPU showed is told; one that the emulator explains is told once."""
    (only,) = merge(launched(), ON_GPU, {"C": 12}, 0.5).findings
    assert (only.kind, only.object, only.line) == ("out-of-bounds", "C", 0)
    assert "12 words outside C" in only.message
    (explained,) = merge(launched("out-of-bounds"), ON_GPU, {"C": 12}, 0.5).findings
    assert explained.line == 7


def test_what_stopped_the_gpu_is_explained_by_the_emulator_where_it_can():
    """An illegal address that the emulator found with its line is not told twice."""
    emulated = launched("out-of-bounds")
    assert merge_failure(emulated, launch(), GpuFailure(700, "illegal address")) is emulated


@pytest.mark.parametrize("code", [700, 702, 716, 719, 999])
def test_what_stopped_the_gpu_alone_is_a_trap_without_a_result(code):
    """There is no thread and no address to tell; the output stays as it was, and the launch has not finished."""
    merged = merge_failure(launched(), launch(), GpuFailure(code, "something"))
    assert [each.kind for each in merged.findings] == ["device-trap"]
    assert not merged.finished
    assert np.array_equal(merged.arrays["C"], np.zeros(4))


def test_an_error_that_is_not_known_is_told_in_the_drivers_words():
    """A number that CUDA will have tomorrow does not become a wrong explanation."""
    assert describe(12345, "a new kind of error") == (
        "device-trap",
        "The GPU stopped the kernel: a new kind of error.",
    )


@pytest.mark.parametrize("element", ["float", "double", "int", "half"])
def test_the_bound_of_the_check_grows_with_the_sum_and_never_vanishes(element):
    """γ(n) holds for one term as for very many, where it is everything."""
    bounds = [forward_bound(terms, element) for terms in (1, 32, 1024, 10**9)]
    assert all(bound > 0 for bound in bounds)
    assert bounds == sorted(bounds)


def test_inputs_whose_product_is_not_exact_are_never_checked_without_tolerance():
    """Fractions, or a scale that is not whole, leave the right result inexact."""
    for pair in range(6):
        fills = fills_of(pair, "float")
        assert is_exact(fills, 1.0, 0.0) == (FRACTIONS not in fills)
        assert not is_exact(fills, 0.3, 0.0)
