"""What a kernel needs of a GPU: ptxas's figures, launchability, occupancy, the lecture's numbers."""

import dataclasses

import pytest

from grader.compiling.compiled_kernel import launch_problem, promised_threads, shared_arrays
from grader.compiling.frontend import compile_cuda
from grader.hardware import GPUS, attainable_gflops, find_gpu, limits_of, naive_bound_gflops, occupancy_of, tile_table

LECTURE = find_gpu("lecture")
A100 = find_gpu("A100")


def test_the_lectures_numbers_are_reproduced():
    """1,000 GFLOP/s and 150 GB/s: naive 37.5 GFLOP/s, T = 16 600, T = 32 1,200 and so the peak; 8 and 2 blocks."""
    sixteen, thirty_two = tile_table(LECTURE, (16, 32))
    assert naive_bound_gflops(LECTURE) == 37.5
    assert (sixteen.bandwidth_bound_gflops, thirty_two.bandwidth_bound_gflops) == (600, 1200)
    assert (sixteen.attainable_gflops, thirty_two.attainable_gflops) == (600, 1000)
    assert (sixteen.occupancy.blocks, thirty_two.occupancy.blocks) == (8, 2)
    assert sixteen.pending_loads == thirty_two.pending_loads == 4096
    assert (sixteen.threads_per_block, sixteen.shared_bytes, sixteen.loads_per_phase) == (256, 2048, 512)
    assert (thirty_two.threads_per_block, thirty_two.shared_bytes, thirty_two.loads_per_phase) == (1024, 8192, 2048)
    assert (sixteen.flop_per_phase, thirty_two.flop_per_phase) == (8192, 65536)
    assert (sixteen.flop_per_load, thirty_two.flop_per_load) == (16, 32)


def test_the_roofline_bends_at_the_ridge():
    """Bandwidth rules left of peak / bandwidth, the peak right of it."""
    ridge = LECTURE.peak_gflops / LECTURE.bandwidth_gbs
    assert attainable_gflops(LECTURE, ridge / 2) == pytest.approx(500)
    assert attainable_gflops(LECTURE, ridge * 2) == 1000


@pytest.mark.parametrize(
    ("gpu", "threads", "registers", "shared", "blocks", "limited_by"),
    [
        ("A100", 256, 32, 2048, 8, "threads"),
        ("A100", 1024, 32, 8192, 2, "threads"),
        ("A100", 256, 64, 2048, 4, "registers"),
        ("A100", 256, 40, 2048, 6, "registers"),  # 40 registers a thread: 12 warps a scheduler, 48 warps, 6 blocks
        ("A100", 64, 16, 0, 32, "threads"),
        ("A100", 32, 16, 0, 32, "blocks"),
        ("A100", 256, 32, 48 * 1024, 3, "shared memory"),  # 49 KB each with the reserve, of 164 KB
        ("T4", 1024, 32, 8192, 1, "threads"),
        ("RTX 3060", 1024, 32, 8192, 1, "threads"),
        ("RTX 3060", 256, 32, 2048, 6, "threads"),
        ("V100", 256, 32, 32 * 1024, 3, "shared memory"),
    ],
)
def test_occupancy_agrees_with_nvidias_calculator(gpu, threads, registers, shared, blocks, limited_by):
    """Figures worked by hand from the formula that the docstring cites."""
    found = occupancy_of(find_gpu(gpu), threads_per_block=threads, registers=registers, shared_bytes=shared)
    assert found.blocks == blocks
    assert found.limits[limited_by] == blocks
    assert found.occupancy == blocks * -(-threads // 32) * 32 / find_gpu(gpu).threads_per_multiprocessor


def test_a_block_that_does_not_fit_has_no_occupancy():
    """Too many threads, registers or shared bytes: no block at all."""
    assert occupancy_of(A100, threads_per_block=2048).blocks == 0
    assert occupancy_of(A100, threads_per_block=1024, registers=70).blocks == 0
    assert occupancy_of(A100, threads_per_block=32, shared_bytes=200_000).blocks == 0


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("h200", "H200"),
        ("NVIDIA H200", "H200"),
        ("rtx3060", "GeForce RTX 3060"),
        ("NVIDIA GeForce RTX 4090", "GeForce RTX 4090"),
        ("NVIDIA A100-SXM4-80GB", "A100 80GB"),
        ("Tesla V100-SXM2-16GB", "Tesla V100"),
        ("t4", "Tesla T4"),
    ],
)
def test_a_gpu_is_found_by_any_usual_name(name, found):
    """As the driver says it, as the shop says it, in small letters."""
    assert find_gpu(name).name == found


def test_an_unknown_gpu_is_an_error_that_lists_the_known():
    """With the nearest name."""
    with pytest.raises(KeyError, match=r"no GPU named RTX 3061.*3060.*H200"):
        find_gpu("RTX 3061")


def test_limits_come_from_the_nearest_older_architecture():
    """A device that the table does not know still has limits."""
    assert limits_of((8, 7)).compute_capability == (8, 6)
    assert limits_of((5, 0)).compute_capability == (6, 0)
    assert limits_of((13, 0)).compute_capability == (12, 0)


def test_the_table_holds_plausible_gpus():
    """Every rate is positive and every limit within the architecture's range."""
    assert len({gpu.name for gpu in GPUS}) == len(GPUS) >= 12
    for gpu in GPUS:
        assert gpu.peak_gflops > gpu.bandwidth_gbs > 100
        assert gpu.threads_per_multiprocessor in (1024, 1536, 2048)
        assert gpu.shared_per_block <= gpu.shared_per_block_optin <= gpu.shared_per_multiprocessor


def test_ptxas_figures_come_with_a_real_architecture(tiled):
    """Registers and shared bytes of the kernel, a cubin, and the same PTX as for the virtual architecture."""
    made = compile_cuda(tiled, arch="sm_80", defines={"TILE_WIDTH": 32})
    assert made.ok, made.problems
    assert made.resources.target == "sm_80"
    assert 16 <= made.resources.registers <= 64
    assert made.resources.shared_bytes == 2 * 32 * 32 * 4
    assert made.resources.spill_stores_bytes == made.resources.stack_bytes == 0
    assert made.cubin.startswith(b"\x7fELF")
    assert made.ptx == compile_cuda(tiled, defines={"TILE_WIDTH": 32}).ptx


def test_spills_are_reported():
    """A kernel forced below its needs spills registers to local memory."""
    lines = "".join(f"float x{i} = a[{i}] * a[{i + 90}];" for i in range(90))
    sums = "".join(f"a[{i}] = x{i} + x{89 - i};" for i in range(90))
    source = f"__global__ void __launch_bounds__(1024, 2) matmul_tiled(volatile float *a) {{ {lines} {sums} }}"
    made = compile_cuda(source, arch="sm_80")
    assert made.ok, made.problems
    assert made.resources.registers <= 32
    assert made.resources.spill_stores_bytes > 0
    assert made.resources.spill_loads_bytes > 0


@pytest.mark.parametrize("arch", ["compute_80", "sm_80"])
def test_too_much_static_shared_memory_is_a_resource_limit(arch):
    """NVRTC says nothing of 80,000 bytes, ptxas refuses them; both give the same problem."""
    source = "__global__ void matmul_tiled(float *a) {\n  __shared__ float s[20000];\n  s[threadIdx.x] = *a;\n"
    made = compile_cuda(source + "  __syncthreads();\n  *a = s[threadIdx.x ^ 1];\n}", arch=arch)
    assert not made.ok
    [problem] = made.problems
    assert problem.kind == "resource-limit"
    assert "80,000 > 49,152" in problem.message
    assert problem.line == 2


def test_shared_arrays_of_other_kernels_do_not_count():
    """Only what the wanted kernel uses is added up."""
    body = "{ __shared__ float s[20000]; s[threadIdx.x] = *a; __syncthreads(); *a = s[1]; }"
    assert compile_cuda(
        f"__global__ void other(float *a) {body}" + "\n__global__ void matmul_tiled(float *a) { *a = 1; }"
    ).ok


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"block": (64, 32, 1)}, "64 × 32 × 1 = 2,048 threads is launched; a block may have at most 1,024"),
        ({"block": (1, 1, 65)}, "z dimension is 65; at most 64"),
        (
            {"block": (32, 32, 1), "registers": 70},
            "in a block of 1,024 threads each may have 64 at most, as A100 has 65,536",
        ),
        ({"block": (32, 32, 1), "max_threads": 256}, "promises at most 256 with __launch_bounds__"),
        ({"block": (16, 16, 1), "static_shared": 80_000}, "80,000 > 49,152"),
        ({"block": (16, 16, 1), "static_shared": 4096, "dynamic_shared": 200_000}, "4,096 + 200,000 = 204,096 bytes"),
    ],
)
def test_a_launch_that_no_gpu_makes_is_explained_with_the_arithmetic(options, words):
    """Each limit has its own message."""
    problem = launch_problem(A100, "matmul_tiled", **options)
    assert problem.kind == "resource-limit"
    assert words in problem.message


def test_an_ordinary_launch_is_no_problem():
    """The reference at both tile widths."""
    for width in (16, 32):
        assert launch_problem(A100, "k", block=(width, width, 1), registers=32, static_shared=width * width * 8) is None


def test_the_register_hint_is_right():
    """At the suggested number of registers the launch works, one unit above it does not."""
    assert launch_problem(A100, "k", block=(32, 32, 1), registers=64) is None
    problem = launch_problem(A100, "k", block=(32, 32, 1), registers=65)
    assert "keep to 64 registers" in problem.hint


def test_launch_bounds_are_read_from_the_ptx():
    """`__launch_bounds__(256)` is a promise that a launch must keep."""
    made = compile_cuda("__global__ void __launch_bounds__(256) matmul_tiled(float *a) { *a = 1; }")
    assert promised_threads(made.ptx, made.kernel_name) == 256
    made = compile_cuda("__global__ void matmul_tiled(float *a) { *a = 1; }")
    assert promised_threads(made.ptx, made.kernel_name) is None


def test_shared_arrays_have_their_names_of_the_source():
    """Whatever the mangling: namespaces, templates, a name that looks like mangling, equal names in two scopes."""
    source = """
    __shared__ float whole[8];
    namespace lab {
    template <class T, int W> __global__ void matmul_tiled(T *a) {
      __shared__ float As[W][W + 1];
      __shared__ int E2[3];
      extern __shared__ float dynamic[];
      As[threadIdx.x][0] = a[0]; E2[threadIdx.x] = 2; dynamic[threadIdx.x] = 3; whole[threadIdx.x] = 4;
      __syncthreads();
      a[1] = As[1][threadIdx.y] + E2[threadIdx.y] + dynamic[threadIdx.y] + whole[threadIdx.y];
      { __shared__ float As[5]; As[threadIdx.x] = 1; __syncthreads(); a[2] = As[threadIdx.y]; }
    }
    }"""
    made = compile_cuda(source, defines={"TILE_WIDTH": 4})
    found = set(shared_arrays(made.ptx, made.kernel_name))
    assert found == {("whole", 32), ("As", 80), ("E2", 12), ("dynamic", 0), ("As", 20)}


def test_resources_are_values():
    """Immutable and comparable, as every value here."""
    assert dataclasses.replace(A100) == A100
