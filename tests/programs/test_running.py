"""Whole programs run as on a GPU, and what is wrong in them is told on its line."""

from __future__ import annotations

from tests.programs.conftest import RunProgram

VECTOR_ADDITION = """\
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call) { cudaError_t e = (call); if (e != cudaSuccess) { \\
  fprintf(stderr, "%s %s:%d\\n", cudaGetErrorString(e), __FILE__, __LINE__); exit(3); } }

__device__ float plus(float a, float b) { return a + b; }

__global__ void add(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    C[i] = plus(A[i], B[i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  size_t bytes = n * sizeof(float);
  float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
  for (int i = 0; i < n; i++) { a[i] = i; b[i] = 2 * i; }
  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc((void **)&d_b, bytes));
  CHECK(cudaMalloc((void **)&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    if (c[i] != 3 * i) { printf("wrong at %d\\n", i); return 4; }
  printf("right: %d\\n", n);
  CHECK(cudaFree(d_a)); CHECK(cudaFree(d_b)); CHECK(cudaFree(d_c));
  free(a); free(b); free(c);
  return argc > 2 ? 7 : 0;
}
"""


def test_a_right_program_prints_what_it_prints_and_nothing_else(run_program: RunProgram):
    """Its exit code is its own."""
    done = run_program(VECTOR_ADDITION, "300")
    assert (done.code, done.output, done.errors) == (0, "right: 300\n", "")


def test_the_exit_code_is_the_programs(run_program: RunProgram):
    """Scripts that grade by it go on working."""
    assert run_program(VECTOR_ADDITION, "300", "more").code == 7


def test_an_access_past_the_end_is_told_on_the_kernels_line(run_program: RunProgram):
    """The numbers are right; the program has a fault all the same."""
    done = run_program(VECTOR_ADDITION.replace("i < n)\n    C", "i <= n)\n    C"), "300")
    assert (done.code, done.output) == (1, "right: 300\n")
    assert set(done.lines("out-of-bounds")) == {13}
    assert "program.cu:13" in done.errors
