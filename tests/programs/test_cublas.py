"""Programs that call cuBLAS: what they compute, and mistakes in what they give it, on the line of the call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.programs.conftest import RunProgram

FUNCTIONS = (Path(__file__).parent / "right" / "cublas_functions.cu").read_text(encoding="utf-8")
IN_DOUBLE = re.sub(r"cublas(I?)(S|s)(?!et|tat)", lambda found: f"cublas{found[1]}{'dD'[found[2] == 'S']}", FUNCTIONS)

PRODUCT = """\
#include <cstdio>
#include <vector>
#include <cublas_v2.h>

int main() {
  const int m = 40, n = 50, k = 33;
  const float one = 1, zero = 0;
  std::vector<float> A(m * k, 1), B(k * n, 2), C(m * n);
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, A.size() * sizeof(float));
  cudaMalloc(&d_B, B.size() * sizeof(float));
  cudaMalloc(&d_C, C.size() * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetMatrix(m, k, sizeof(float), A.data(), m, d_A, m);
  cublasSetMatrix(k, n, sizeof(float), B.data(), k, d_B, k);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, d_A, m, d_B, k, &zero, d_C, m);
  cublasGetMatrix(m, n, sizeof(float), d_C, m, C.data(), m);
  cublasDestroy(handle);
  cudaFree(d_A), cudaFree(d_B), cudaFree(d_C);
  std::printf("%g\\n", C[m * n - 1]);
}
"""
GEMM, FILL = 17, 16
CALL = "m, n, k, &one, d_A, m, d_B, k, &zero, d_C, m);"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FUNCTIONS, id="float"),
        pytest.param(IN_DOUBLE.replace("typedef float", "typedef double"), id="double"),
    ],
)
def test_each_function_computes_what_the_host_does(run_program: RunProgram, text: str) -> None:
    """With transposed matrices, leading dimensions, steps that are negative, and numbers in device memory."""
    done = run_program(text)
    assert (done.code, done.output, done.errors) == (0, "right\n", "")


def test_lines_of_the_header_are_none_of_the_programs(run_program: RunProgram) -> None:
    """What its kernels do is counted, and not beside lines of the program that have the same number."""
    done = run_program(PRODUCT, fresh=True)
    assert (done.code, done.output, done.errors) == (0, "66\n", "")
    assert done.results is not None and done.results.check is not None
    assert (done.results.lines, done.results.check.threads) == ((), 4 * 256)


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        (CALL.replace("d_A, m", "d_A, 64"), "out-of-bounds", "cublasSgemm reads A past the end: with transa"),
        (CALL.replace("d_C, m", "d_C, n"), "out-of-bounds", "cublasSgemm writes to C past the end"),
        (CALL.replace("d_A, m", "d_A, k"), "wrong-call", "lda is 33, and A has 40 rows. Nothing in the program looks"),
        (CALL.replace("d_A, m", "A.data(), m"), "wrong-memory", "cublasSgemm is given a host pointer for A"),
        (CALL.replace("&zero", "&one"), "uninitialized-read", "cublasSgemm reads d_C (8,000 bytes), and nothing was"),
        (CALL.replace("d_B, k", "d_C, m").replace("&zero", "&one"), "uninitialized-read", "cublasSgemm reads d_C"),
    ],
)
def test_a_wrong_argument_is_told_on_the_line_of_the_call(
    run_program: RunProgram, given: str, kind: str, words: str
) -> None:
    """In words of the function's own parameters; no line of the header is named."""
    done = run_program(PRODUCT.replace(CALL, given))
    assert done.code == 1 and done.lines(kind) == [GEMM]
    assert words in " ".join(done.errors.replace("│", "").split()) and "grader_" not in done.errors


def test_a_result_that_is_an_input_too_is_a_race(run_program: RunProgram) -> None:
    """They must not overlap, and the library does not look."""
    text = PRODUCT.replace("m = 40, n = 50, k = 33", "m = 64, n = 64, k = 64").replace("&zero, d_C, m", "&zero, d_A, m")
    done = run_program(text)
    assert (done.code, done.lines("data-race")) == (1, [GEMM])


def test_a_matrix_of_which_a_part_is_set(run_program: RunProgram) -> None:
    """The copy is one column too short: told where the copy is made."""
    done = run_program(PRODUCT.replace("cublasSetMatrix(k, n,", "cublasSetMatrix(k, n - 1,"))
    assert done.code == 1
    assert done.lines("wrong-copy") + done.lines("uninitialized-read") in ([FILL], [GEMM])


def test_a_handle_that_is_never_destroyed_or_used_afterwards(run_program: RunProgram) -> None:
    """The first is odd, the second does nothing."""
    kept = PRODUCT.replace("  cublasDestroy(handle);\n", "")
    done = run_program(kept)
    assert (done.code, done.lines("leak")) == (0, [14])
    done = run_program(kept.replace("  cublasSgemm", "  cublasDestroy(handle), cublasSgemm"))
    assert done.code == 1 and GEMM in done.lines("wrong-call")
    assert "CUBLAS_STATUS_NOT_INITIALIZED" in done.errors


def test_numbers_that_libraries_know_are_there_for_the_host(run_program: RunProgram) -> None:
    """Complex ones and types by number: programs name them beside functions of real ones."""
    text = """#include <cstdio>
#include <cuComplex.h>
#include <cublas_api.h>
#include <library_types.h>
int main() {
  cuDoubleComplex z = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, -1));
  cuComplex w = cuCdivf(make_cuComplex(5, 5), make_cuFloatComplex(3, 4));
  std::printf("%g %g %g %g %g %d\\n", cuCreal(z), cuCimag(z), cuCabs(cuConj(z)), w.x, cuCimagf(w), CUDA_R_64F);
}
"""
    assert run_program(text).output == "5 5 7.07107 1.4 -0.2 1\n"


@pytest.mark.parametrize(
    ("call", "named"),
    [
        ("cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, ",
         "cublasStrsm is not supported"),
        ("cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, d_A, CUDA_R_16F, m, d_B, CUDA_R_16F, k, &zero,"
         " d_C, CUDA_R_16F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT); (", "cublasGemmEx with other types"),
    ],
)  # fmt: skip
def test_a_function_that_is_not_there_is_told_by_name(run_program: RunProgram, call: str, named: str) -> None:
    """Nothing is computed then, and no answer is wrong."""
    done = run_program(PRODUCT.replace("cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, ", call))
    assert (done.code, done.output) == (2, "")
    assert f"program.cu:{GEMM}: {named}" in done.errors


def test_a_program_in_two_files_of_which_one_is_plain_cpp(run_program: RunProgram) -> None:
    """The device half has the library's kernels, whichever file calls it."""
    main = "int product();\n__global__ void nothing() {}\nint main() { nothing<<<1, 1>>>(); return product(); }\n"
    other = PRODUCT.replace("int main() {", "int product() {").replace("\n}\n", "\n  return 0;\n}\n")
    done = run_program(main, options=("--with", "other.cpp"), **{"other.cpp": other})
    assert (done.code, done.output, done.errors) == (0, "66\n", "")
