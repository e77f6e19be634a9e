"""The Clang front end: the same answers as NVRTC's, from a wheel that exists for every system."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from grader.compiling import clang as clang_module
from grader.compiling.clang import write_in_headers
from grader.compiling.compiled_kernel import shared_arrays
from grader.compiling.frontend import choose_compiler, compile_cuda
from grader.compiling.headers import STAND_INS
from grader.compiling.values import CompilerUnavailableError
from grader.emulator import load

EXPECTED = ("const float *A", "const float *B", "float *C", "int M", "int K", "int N")
EMPTY_KERNEL = "__global__ void matmul_tiled(float *a) { *a = 1; }\n"
ROOT = Path(__file__).parents[2]


def installed(name):
    try:
        choose_compiler(name)
    except CompilerUnavailableError:
        return False
    return True


pytestmark = pytest.mark.skipif(not installed("clang"), reason="the extra `clang` is not installed")
both = pytest.mark.skipif(not installed("nvrtc"), reason="NVRTC is not installed, so there is nothing to compare with")


def compile_clang(source, **options):
    return compile_cuda(source, compiler="clang", **options)


def test_a_right_kernel_gives_ptx_with_the_students_lines(tiled):
    """Line tables name the student's file alone, although thread indices come from a header."""
    made = compile_clang(tiled, defines={"TILE_WIDTH": 16}, expected=EXPECTED)
    assert made.ok, made.problems
    assert made.compiler == "clang"
    assert re.findall(r'\.file\s+\d+\s+"([^"]*)"', made.ptx) == ["matmul.cu"]
    assert "inlined_at" not in made.ptx
    lines = {int(line) for line in re.findall(r"\.loc\s+1\s+(\d+)", made.ptx)}
    assert {14, 15, 16, 17, 18, 20} <= lines <= set(range(22))
    assert set(shared_arrays(made.ptx)) == {("As", 1024), ("Bs", 1024)}


def test_the_ptx_does_not_depend_on_the_folder_or_the_environment(tiled, tmp_path, monkeypatch):
    """Nothing of the machine comes in: no working folder, no CPATH."""
    first = compile_clang(tiled)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CPATH", str(tmp_path))
    (tmp_path / "stdio.h").write_text("#error this file must not be read\n")
    assert compile_clang("#include <stdio.h>\n" + tiled).ok
    assert compile_clang(tiled).ptx == first.ptx


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ('extern "C" __global__ void matmul_tiled', "matmul_tiled"),
        ("static __global__ void matmul_tiled", "_ZL12matmul_tiledPKfS0_Pfiii"),
        ("__global__ void __launch_bounds__(1024) matmul_tiled", "_Z12matmul_tiledPKfS0_Pfiii"),
        ("template <int T> __global__ void matmul_tiled", "_Z12matmul_tiledILi16EEvPKfS1_Pfiii"),
        ("template <typename X, int T = 8> __global__ void matmul_tiled", "_Z12matmul_tiledIfLi16EEvPKfS1_Pfiii"),
        ("template <int TILE_WIDTH> __global__ void matmul_tiled", "_Z12matmul_tiledILi16EEvPKfS1_Pfiii"),
    ],
)
def test_the_kernel_is_found_however_it_is_declared(tiled, head, name):
    """Clang has no name expressions: templates are instantiated by text after the file."""
    source = tiled.replace("__global__ void matmul_tiled", head).split("#endif\n")[1]
    made = compile_clang(source, defines={"TILE_WIDTH": 16}, expected=EXPECTED)
    assert made.ok, made.problems
    assert made.kernel_name == name


def test_a_kernel_in_a_namespace_and_one_made_by_a_macro_are_found(tiled):
    """As with NVRTC."""
    made = compile_clang(tiled.replace("__global__", "namespace lab { __global__") + "}", expected=EXPECTED)
    assert made.kernel_name == "_ZN3lab12matmul_tiledEPKfS1_Pfiii"
    made = compile_clang("#define KERNEL(name) __global__ void name(float *a) { *a = 1; }\nKERNEL(matmul_tiled)\n")
    assert made.kernel_name == "_Z12matmul_tiledPf"


def test_every_stand_in_and_own_header_compiles():
    """Habitual includes, and the headers of CUDA that have a counterpart here."""
    own = ["cuda_fp16.h", "cooperative_groups.h", "math_constants.h"]
    made = compile_clang("".join(f"#include <{name}>\n" for name in [*STAND_INS, *own]) + EMPTY_KERNEL)
    assert made.ok, made.log


def test_a_header_that_only_nvrtc_can_use_is_not_the_students_fault():
    """Tensor-core intrinsics have no counterpart: the grader says where to grade such a file."""
    with pytest.raises(CompilerUnavailableError, match=r"mma\.h .* NVRTC"):
        compile_clang("#include <mma.h>\n" + EMPTY_KERNEL)


def test_errors_have_the_same_form():
    """File, line and column of the student's file, behind includes and tabs too."""
    source = '#include <stdio.h>\n#include "lab.h"\n'
    source += "__global__ void matmul_tiled(float *a) {\n\ta[0] = LAB + speed;\n}\n"
    made = compile_clang(source, headers={"lab.h": "#pragma once\n#define LAB 3\n"})
    [problem] = made.problems
    assert (problem.kind, problem.line, problem.column) == ("compile-error", 4, 15)
    assert [(item.severity, item.file, item.line) for item in made.diagnostics] == [("error", "matmul.cu", 4)]


def test_double_mathematics_is_refused_rather_than_approximated():
    """A float's precision must not pass for a double's."""
    made = compile_clang("__global__ void matmul_tiled(double *a) { *a = exp(*a); }")
    assert made.problems[0].kind == "compile-error"


def test_debug_keeps_every_access():
    """Both stores stay, the one that is overwritten too."""
    source = "__global__ void matmul_tiled(float *a) { __shared__ float s[2]; s[0] = 1; s[0] = 2; *a = s[0]; }"
    stores = [compile_clang(source, debug=flag).ptx.count("st.") for flag in (False, True)]
    assert stores[1] > stores[0]


def test_a_missing_wheel_says_what_to_install(monkeypatch):
    """And `auto` names both compilers when there is none."""

    def missing():
        raise CompilerUnavailableError("Clang is not installed. `pip install 'cuda-grader[clang]'` brings it.")

    monkeypatch.setattr(clang_module, "clang_program", missing)
    with pytest.raises(CompilerUnavailableError, match=r"grader\[clang\]"):
        compile_clang(EMPTY_KERNEL)
    monkeypatch.setattr("grader.compiling.nvrtc.Nvrtc.version", lambda _: missing())
    with pytest.raises(CompilerUnavailableError):
        compile_cuda(EMPTY_KERNEL)


def test_auto_takes_clang_where_nvrtc_is_missing(monkeypatch):
    """What a student on a Mac gets without any option."""

    def missing(_):
        raise CompilerUnavailableError("no NVRTC")

    monkeypatch.setattr("grader.compiling.nvrtc.Nvrtc.version", missing)
    assert compile_cuda(EMPTY_KERNEL).compiler == "clang"


def test_a_crash_of_clang_is_a_grader_fault(monkeypatch):
    """An exit code without an error message says nothing about the student."""
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 139, b"", b"PLEASE submit a bug report")
    )
    from grader.compiling.values import CompilerFaultError

    with pytest.raises(CompilerFaultError, match="139"):
        compile_clang(EMPTY_KERNEL)


def test_headers_written_in_keep_lines_and_count_once():
    """Each header stands under its own name, behind a guard; an unknown include stays."""
    text = '#line 1 "a.cu"\n#include "x.h"\nint a;\n#include "x.h"\n#include <unknown.h>\n'
    made = write_in_headers(text, {"x.h": '#include "y.h"\nint x;', "y.h": "int y;"}, name="a.cu")
    assert made.count("#ifndef GRADER_HEADER_x_46_h") == 2
    assert '#line 1 "x.h"' in made
    assert '#line 1 "y.h"' in made
    assert '#line 1 "a.cu"\n\nint a;' in made
    assert "#include <unknown.h>" in made


# ---- both front ends

SOURCES = {
    "no kernel": "__device__ int x;\n",
    "another name": EMPTY_KERNEL.replace("matmul_tiled", "matmulTiled"),
    "another signature": EMPTY_KERNEL,
    "fixed width": "#define TILE_WIDTH 8\n" + EMPTY_KERNEL,
    "declared width": "const int TILE_WIDTH = 8;\n" + EMPTY_KERNEL,
    "undefined name": EMPTY_KERNEL.replace("1", "speed"),
    "misspelt barrier": EMPTY_KERNEL.replace("*a = 1", "__syncthread()"),
    "helper of the host": "float f(float x) { return x; }\n" + EMPTY_KERNEL.replace("1", "f(2)"),
    "tampering": '#include "/etc/passwd"\n' + EMPTY_KERNEL,
    "too much shared memory": f"__global__ void matmul_tiled({', '.join(EXPECTED)}) "
    "{ __shared__ float s[20000]; s[threadIdx.x] = *A; __syncthreads(); *C = s[threadIdx.x ^ 1]; }",
}


@both
@pytest.mark.parametrize("name", SOURCES)
def test_both_front_ends_find_the_same_problem(name):
    """Kind, line and, where it is the grader's own, the words."""
    made = [
        compile_cuda(SOURCES[name], compiler=compiler, defines={"TILE_WIDTH": 16}, expected=EXPECTED)
        for compiler in ("nvrtc", "clang")
    ]
    kinds = [[(problem.kind, problem.line, problem.hint) for problem in one.problems] for one in made]
    assert kinds[0] == kinds[1] != []


def outcome(source, compiler, shape, width=16):
    """What the emulator sees of a file: findings by kind and line, the bits of C."""
    names = ["matmul_tiled", "matmul_naive"]
    made = compile_cuda(source, compiler=compiler, defines={"TILE_WIDTH": width}, kernel=names, expected=EXPECTED)
    if not made.ok:
        return [(problem.kind, problem.line) for problem in made.problems], b""
    m, k, n = shape
    random = np.random.default_rng(1)
    a, b = (random.standard_normal(size).astype(np.float32) for size in ((m, k), (k, n)))
    c = np.full((m, n), np.nan, np.float32)
    grid = (-(-n // width), -(-m // width))
    kernel = load(made.ptx)[made.kernel_name]
    run = kernel.launch(grid=grid, block=(width, width), args=[a, b, c, m, k, n], fuel=3_000_000, threads=1)
    found = sorted({(item.kind, item.line) for item in run.findings})
    # What a race computes is nobody's to say; nor is a loop that was cut short.
    settled = run.finished and not any(kind in ("data-race", "uninitialized-read") for kind, _ in found)
    return found, c.tobytes() if settled else b""


# Files on which the front ends differ, with the reason; docs/compilers.md lists the same.
DIFFERENT = {
    "resources-endless-loop.cu": "an endless loop is reported at its head by one and in its body by the other",
    "source-syntax-error.cu": "Clang reports a missing semicolon on the line that lacks it, NVRTC on the next",
}
FILES = sorted([*ROOT.glob("reference/mistakes/*.cu"), *ROOT.glob("reference/*.cu"), *ROOT.glob("starter/*.cu")])


def files():
    """Every file of the assignment; in the default run, each third mistake and all on which the front ends differ."""
    mistakes = [path for path in FILES if path.parent.name == "mistakes" and path.name not in DIFFERENT]
    rest = {path for number, path in enumerate(mistakes) if number % 3}
    return [pytest.param(path, marks=[pytest.mark.slow] * (path in rest), id=path.stem) for path in FILES]


@both
@pytest.mark.parametrize("path", files())
def test_both_front_ends_give_the_same_findings_lines_and_bits(path):
    """Every file of the assignment, at the lesson's size, where no tile is full at the edge."""
    source = path.read_text(encoding="utf-8")
    nvrtc, clang = (outcome(source, compiler, (34, 34, 34)) for compiler in ("nvrtc", "clang"))
    if path.name in DIFFERENT:
        assert [kind for kind, _ in nvrtc[0]] == [kind for kind, _ in clang[0]], DIFFERENT[path.name]
    else:
        assert nvrtc == clang


LIBRARY = """
#include <cuda_fp16.h>
__global__ void library(float *out, int *ints, int n) {
  float4 v = *reinterpret_cast<float4 *>(out + 4 * threadIdx.x);
  dim3 size = blockDim;
  uint3 me = threadIdx;
  float x = fminf(v.x, v.y) + fmaxf(v.z, v.w) + sqrtf(fabsf(v.x)) + floorf(v.y) + ceilf(v.z) + truncf(v.w);
  x += rintf(v.x) + fmaf(v.x, v.y, v.z) + __fmul_rn(v.x, v.y) + v.x / v.y + copysignf(v.x, v.y);
  x += min(n, 3) + max(2u, 7u) + abs(-n) + size.x + me.x + ceil(n / 4) + std::min(n, 5) + __int_as_float(n << 20);
  __half h = __float2half(v.x);
  x += __half2float(__hfma(h, h, __float2half(0.5f))) + (float)(h * h);
  ints[threadIdx.x] = __popc(n + me.x) + __clz(me.x) + __ffs(n) + (int)__brev(me.x) + __umulhi(me.x << 20, 1u << 20);
  ints[threadIdx.x] += __mul24(n, 3);
  out[4 * threadIdx.x] = x;
}
"""
WARP = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void library(float *out, int *ints, int n) {
  unsigned me = threadIdx.x;
  float v = out[me], x = 0;
  x += __shfl_down_sync(~0u, v, 3) + __shfl_xor_sync(~0u, v, 1) + __shfl_sync(~0u, v, 5) + __shfl_up_sync(~0u, n, 2);
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  x += tile.shfl_down(v, 4) + tile.thread_rank() + block.thread_rank();
  ints[me] = (int)__ballot_sync(~0u, me % 3 == 0) + __syncthreads_count(me > 4) + __any_sync(~0u, me == 9);
  atomicAdd(&ints[32], n); atomicMax(&ints[33], (int)me); atomicCAS(&ints[34], 0, 7); atomicExch(&ints[35], 4);
  __syncwarp();
  block.sync();
  out[me] = x;
}
"""


def library_outcomes(source):
    """The findings and the arrays after running `library` as both front ends compile it."""
    results = []
    for compiler in ("nvrtc", "clang"):
        made = compile_cuda(source, compiler=compiler, kernel="library")
        assert made.ok, made.problems
        out = np.random.default_rng(3).uniform(-4, 4, 128).astype(np.float32)
        ints = np.zeros(40, np.int32)
        run = load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(32,), args=[out, ints, 11])
        results.append(([item.message for item in run.findings], out.tobytes(), ints.tobytes()))
    return results


@both
def test_the_own_headers_mean_what_cudas_mean():
    """Vector types, exact mathematics, half, bit functions: bit for bit NVRTC's results."""
    nvrtc, clang = library_outcomes(LIBRARY)
    assert nvrtc[0] == []
    assert nvrtc == clang


@both
def test_collective_functions_mean_what_cudas_mean():
    """Shuffles, votes, atomics, counting barriers, tiles of a cooperative group."""
    nvrtc, clang = library_outcomes(WARP)
    if nvrtc[0] and "does not know" in nvrtc[0][0]:
        pytest.skip(nvrtc[0][0])
    assert nvrtc[0] == []
    assert nvrtc == clang


@both
def test_printf_and_assert_say_the_same():
    """Formats, values and the failed condition."""
    source = '__global__ void k(int n) {\n  printf("%d %s %.2f\\n", n, "text", n * 0.5);\n  assert(n == 4);\n}\n'
    seen = []
    for compiler in ("nvrtc", "clang"):
        made = compile_cuda(source, compiler=compiler, kernel="k")
        run = load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(1,), args=[3])
        seen.append((run.output, [(item.kind, item.line) for item in run.findings]))
    assert seen[0] == seen[1] == ("3 text 1.50\n", [("device-assert", 3)])


def test_a_mac_without_clang_is_told_the_one_thing_to_install(monkeypatch):
    """There is no NVRTC for macOS: nothing is said about it."""

    def missing():
        raise CompilerUnavailableError("Clang is not installed. `pip install 'cuda-grader[clang]'` brings it.")

    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(clang_module, "clang_program", missing)
    with pytest.raises(CompilerUnavailableError) as error:
        compile_cuda(EMPTY_KERNEL)
    assert "cuda-grader[clang]" in str(error.value)
    assert "NVRTC" not in str(error.value)
