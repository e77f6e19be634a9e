"""Whole programs run as on a GPU, and what is wrong in them is told on its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.compiling.headers import is_cuda_header
from grader.programs.sources import read_program
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
    done = run_program(VECTOR_ADDITION, "300", fresh=True)
    assert (done.code, done.output, done.errors) == (0, "right: 300\n", "")


def test_the_exit_code_is_the_programs(run_program: RunProgram):
    """Scripts that grade by it go on working."""
    assert run_program(VECTOR_ADDITION, "300", "more").code == 7


def test_an_access_past_the_end_is_told_on_the_kernels_line(run_program: RunProgram):
    """The numbers are right; the program has a fault all the same."""
    done = run_program(VECTOR_ADDITION.replace("i < n)\n    C", "i <= n)\n    C"), "300", fresh=True)
    assert (done.code, done.output) == (1, "right: 300\n")
    assert done.lines("out-of-bounds") == [13, 13, 13]
    assert done.errors.count("program.cu:13") == 1, "what is alike is told once"
    assert "On the host B is d_b (1,200 bytes)" in " ".join(done.errors.split())


RIGHT = sorted((Path(__file__).parent / "right").glob("*.cu"))


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_program_of_a_course_gives_right_results_and_no_finding(path: Path, run_program: RunProgram):
    """Each checks its own results, and looks at every error."""
    if path.stem.startswith("curand") and not is_cuda_header("curand_kernel.h"):
        pytest.skip("cuRAND is not installed: pip install 'cuda-grader[curand]'")
    done = run_program(path.read_text(encoding="utf-8"))
    assert (done.code, done.output.splitlines()[-1:], done.errors) == (0, ["right"], "")


def test_what_a_kernel_prints_comes_where_the_host_waits(run_program: RunProgram):
    """Not before, and in the program's own output."""
    done = run_program((Path(__file__).parent / "right" / "printf_in_kernel.cu").read_text(encoding="utf-8"))
    assert done.output.splitlines() == [
        "before", "launched", "thread 0 of block 3.5", "thread 1 of block 3.5", "right",
    ]  # fmt: skip


def test_what_is_not_supported_is_said_with_its_line_and_nothing_runs(run_program: RunProgram):
    """An answer would be wrong."""
    shared = VECTOR_ADDITION.replace(
        "  CHECK(cudaGetLastError());", "  cudaIpcMemHandle_t handle; CHECK(cudaIpcGetMemHandle(&handle, da));"
    )
    done = run_program(shared, fresh=True)
    assert (done.code, done.output) == (2, "")
    assert "program.cu:28: cudaIpc" in done.errors and "not supported" in done.errors


def test_a_library_that_is_not_there_is_named(run_program: RunProgram):
    """With the line that includes it."""
    done = run_program("#include <stdio.h>\n#include <cufft.h>\n" + VECTOR_ADDITION)
    assert done.code == 2 and "program.cu:2: cufft.h" in done.errors


def test_a_name_that_only_begins_as_those_of_cuda_do_is_the_programs_own(run_program: RunProgram):
    """One that nothing declares is an error of the compiler's, and no function that is not supported."""
    done = run_program(VECTOR_ADDITION.replace("  int n =", "  int n = current +"))
    assert (done.code, done.lines("compile-error")) == (1, [17])


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        (("  int n =", "  int lost(const char *); int n = lost(argv[0]) +"), 17, "'lost(char const*)' is used here"),
        (
            ("int main(", "int helper() { return 2; }\nint main("),
            16,
            "defined here, and once more on line 1 of more.cpp",
        ),
        (("int main(", "int mine("), 0, "No file of the program defines 'main'"),
    ],
)
def test_what_the_linker_misses_is_told_on_the_line_of_the_program(
    change: tuple[str, str], line: int, told: str, run_program: RunProgram
):
    """As an error of the compiler is: a linker speaks of symbols and object files."""
    more = {"more.cpp": "int helper() { return 3; }\n"}
    done = run_program(VECTOR_ADDITION.replace(*change), options=("--with", "more.cpp"), **more)
    assert (done.code, done.lines("compile-error")) == (1, [line])
    assert told in " ".join(done.errors.split())


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("if (i == n) add<<<1, 1>>>(A, B, C, 0);", "program.cu:12: a kernel that launches a kernel is not supported"),
        ("cudaDeviceSynchronize();", "program.cu:12: cudaDeviceSynchronize in device code is not supported"),
    ],
)
def test_a_kernel_that_uses_the_runtime_itself_is_refused_with_its_line(
    statement: str, told: str, run_program: RunProgram
):
    """The program is right where there is a GPU; nothing of it is run."""
    done = run_program(VECTOR_ADDITION.replace("  if (i < n)\n", f"  {statement}\n  if (i < n)\n"))
    assert (done.code, done.output) == (2, "")
    assert told in done.errors


def test_headers_beside_the_file_and_macros_of_the_command_line_are_used(run_program: RunProgram):
    """As nvcc does."""
    text = '#include "mine.h"\n#include <cstdio>\nint main() { printf("%d\\n", twice(N)); }\n'
    done = run_program(text, options=("-D", "N=21"), mine_h="#pragma once\ninline int twice(int x) { return 2 * x; }\n")
    assert (done.code, done.output) == (0, "42\n")


def test_an_error_of_the_compiler_is_told_on_its_line(run_program: RunProgram):
    """It is the program's fault."""
    done = run_program(VECTOR_ADDITION.replace("int n = argc > 1", "int m = argc > 1"))
    assert done.code == 1 and done.lines("compile-error") == [18]


def test_an_error_in_a_kernel_is_told_on_its_line(run_program: RunProgram):
    """The host half compiles; the device half does not."""
    done = run_program(VECTOR_ADDITION.replace("plus(A[i], B[i])", "plus(A[i], B[j])"))
    assert done.code == 1 and done.lines("compile-error") == [13]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ('FILE *f = fopen("/etc/passwd", "r"); return f ? 9 : 5;', 5),
        ('FILE *f = fopen("made.txt", "w"); return f ? 9 : 5;', 5),
        ('FILE *f = fopen("beside.h", "r"); return f ? 5 : 9;', 5),
        ("return fork() < 0 ? 5 : 9;", 5),
        ("return socket(AF_INET, SOCK_STREAM, 0) < 0 ? 5 : 9;", 5),
        ('return execl("/bin/sh", "sh", "-c", "exit 9", (char *)0) < 0 ? 5 : 9;', 5),
        ("abort();", 134),
    ],
)
def test_a_program_reaches_nothing_but_its_own_folder(statement: str, code: int, run_program: RunProgram):
    """It reads files there, and writes none."""
    head = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/socket.h>\n"
    assert run_program(f"{head}int main() {{ {statement} }}\n", beside_h="").code == code


def test_a_program_that_writes_into_its_runtimes_connection_is_ended(run_program: RunProgram):
    """That is its own fault, and no one else's."""
    text = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main() {
  int channel, shared;
  char junk[4096];
  sscanf(getenv("GRADER_PROGRAM"), "%d,%d", &channel, &shared);
  write(channel, memset(junk, 0xff, sizeof junk), sizeof junk);
  read(channel, junk, 1);
}
"""
    done = run_program(text)
    assert done.code == 1 and done.results is not None
    assert [finding.kind.value for finding in done.results.findings] == ["tampering"]


def test_a_kernel_that_never_ends_is_stopped_on_its_line(run_program: RunProgram):
    """The program then sees the error that a GPU's driver gives."""
    text = """\
#include <stdio.h>
__global__ void spin(int *x) {
  while (*x >= 0) *x = (*x + 1) & 7;
}
int main() {
  int *d;
  if (cudaMalloc(&d, 4) || cudaMemset(d, 0, 4)) return 2;
  spin<<<1, 1>>>(d);
  printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return cudaFree(d) == cudaSuccess;
}
"""
    done = run_program(text, options=("--seconds", "5"))
    assert (done.code, done.output, done.lines("timeout")) == (1, "cudaErrorLaunchTimeout\n", [3])


def test_a_host_loop_that_never_ends_is_stopped(run_program: RunProgram):
    """After the processor seconds that it has."""
    done = run_program("int main() { for (volatile int i = 0; ; i = i + 1) ; }\n", options=("--seconds", "1"))
    assert done.code == 1 and done.lines("timeout") == [0]


def test_a_program_that_kills_itself_is_not_taken_for_a_loop(run_program: RunProgram):
    """The signal is that of a program which takes too long, and this one has taken no time."""
    done = run_program("#include <csignal>\n#include <unistd.h>\nint main() { kill(getpid(), SIGKILL); }\n")
    assert done.code == 137
    assert done.results is not None and not done.results.findings


def test_a_race_in_shared_memory_is_told_on_both_lines_with_the_element(run_program: RunProgram):
    """As where a kernel is graded alone."""
    text = """\
#include <stdio.h>
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  float h[64] = {0}, *a, *b;
  if (cudaMalloc(&a, sizeof h) || cudaMalloc(&b, sizeof h)) return 2;
  if (cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice)) return 2;
  turn<<<1, 64>>>(a, b);
  if (cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost)) return 2;
  return cudaFree(a) || cudaFree(b);
}
"""
    done = run_program(text)
    assert done.code == 1 and done.results is not None
    first = done.results.findings[0]
    assert (first.kind.value, first.line, first.other and first.other.line) == ("data-race", 4, 5)
    assert first.object is not None and first.object.startswith("tile[")


def test_a_fault_in_a_header_is_told_with_the_headers_line(run_program: RunProgram):
    """The kernel stands in a file of its own."""
    header = "__global__ void bad(int *x) {\n  x[threadIdx.x + 1] = 3;\n}\n"
    text = """\
#include "kernels.h"
int main() {
  int h[32], *d;
  if (cudaMalloc(&d, sizeof h)) return 2;
  bad<<<1, 32>>>(d);
  return cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost) || cudaFree(d);
}
"""
    done = run_program(text, kernels_h=header)
    assert done.code == 1 and "This is in kernels.h, line 2." in " ".join(done.errors.split())


def test_headers_are_found_beside_the_including_file_and_in_named_folders(run_program: RunProgram):
    """By both halves, also where a path goes up or names the program's own folder."""
    text = """\
#include <stdio.h>
#include "kernels/add.h"
#include <sizes.h>
#include "kernels/../own.h"
#include "own.h"
int main() {
  int h[N], *d;
  if (cudaMalloc(&d, sizeof h) || cudaMemset(d, 0, sizeof h)) return 2;
  add<<<1, N>>>(d);
  if (cudaGetLastError() || cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) || cudaFree(d)) return 3;
  printf("%d %d %s\\n", h[N - 1], own(), __FILE__);
}
"""
    files = {
        "kernels/add.h": '#include "../step.h"\n__global__ void add(int *x) { x[threadIdx.x] += STEP; }\n',
        "step.h": "#define STEP 7\n",
        "given/sizes.h": "#define N 32\n",
        "own.h": "#pragma once\nstatic int own() { return 5; }\n",
    }
    done = run_program(text, options=("-I", "given"), **files)
    assert (done.code, done.output, done.errors) == (0, "7 5 program.cu\n", "")


def test_headers_above_the_programs_folder_are_read_and_other_files_there_are_not(tmp_path: Path):
    """What the compiler says may quote a file's lines."""
    for name, text in {"common/errors.h": "// all", "secret.txt": "word", "lab/p.cu": ""}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    program = tmp_path / "lab" / "p.cu"
    program.write_text('#include "../common/errors.h"\n#include "../secret.txt"\n', encoding="utf-8")
    assert read_program(program, {}).files == {
        "p.cu": program.read_text(encoding="utf-8"),
        "../common/errors.h": "// all",
    }


def test_what_host_code_cannot_be_compiled_for_is_told_in_words(run_program: RunProgram):
    """As in kernels: the line to change, and what to write there."""
    text = """\
int main() {
  twice(3);
  int n = 3
}
void twice(int) {}
"""
    done = run_program(text)
    assert done.code == 1 and done.results is not None
    said = [(each.line, each.message) for each in done.results.findings]
    assert said == [
        (2, '"twice" is used here, but defined on line 5 only.'),
        (3, "Expected ';' at end of declaration."),
    ]


def test_an_editors_blanks_in_a_launch_are_none(run_program: RunProgram):
    """`k << <1, 2 >> > ()` is a launch, and shifts and nested templates stay what they are."""
    text = """\
#include <stdio.h>
#include <vector>
__global__ void put(int *x, int v) { x[threadIdx.x] = v >> 1; }
int main() {
  std::vector<std::vector<int> > rows(1, std::vector<int>(8));
  int *d;
  if (cudaMalloc(&d, 32)) return 2;
  put << <1, 8 >> > (d, 1 << 4);
  if (cudaGetLastError() || cudaMemcpy(rows[0].data(), d, 32, cudaMemcpyDeviceToHost) || cudaFree(d)) return 3;
  printf("%d k << <1, 8 >> >\\n", rows[0][7]);
}
"""
    done = run_program(text)
    assert (done.code, done.output, done.errors) == (0, "8 k << <1, 8 >> >\n", "")


def test_what_a_graph_cannot_do_ends_the_program_by_name(run_program: RunProgram):
    """It is told with its line, and nothing that comes after it is printed."""
    text = """\
#include <stdio.h>
int main() {
  int *d;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaMemsetParams four = {};
  if (cudaMalloc(&d, 64) || cudaGraphCreate(&graph, 0)) return 3;
  four.dst = d, four.value = 0x01020304, four.elementSize = 4, four.width = 16, four.height = 1;
  if (cudaGraphAddMemsetNode(&node, graph, 0, 0, &four)) return 4;
  printf("goes on\\n");
}
"""
    done = run_program(text)
    assert (done.code, done.output) == (2, "")
    assert "program.cu:9: a graph's memset of elements whose bytes differ is not supported" in done.errors


def test_more_allocations_than_the_emulator_numbers_are_refused_by_name(run_program: RunProgram):
    """No program is told that a GPU's memory is full when it is not."""
    text = "int main() { int *d; for (int i = 0; i < 300; i++) if (cudaMalloc(&d, 4)) return 5; return 0; }\n"
    done = run_program(text)
    assert (
        done.code == 2 and "program.cu:1: holding more than 200 allocations at a time is not supported" in done.errors
    )


def test_rand_draws_the_numbers_of_the_gnu_c_library(run_program: RunProgram):
    """So that results computed from them are those of other machines; without a seed they are those of seed 1."""
    text = """\
#include <stdio.h>
#include <stdlib.h>
int main() {
  int first = rand(), second = rand();
  srand(42);
  int third = rand();
  srandom(0);
  printf("%d %d %d %ld\\n", first, second, third, random());
  return cudaDeviceSynchronize();
}
"""
    assert run_program(text).output == "1804289383 846930886 71876166 1804289383\n"


def test_files_that_arguments_name_can_be_read(run_program: RunProgram, tmp_path: Path):
    """A program that is given its input elsewhere reads that, and nothing beside it."""
    given = tmp_path.parent / f"{tmp_path.name}-given.txt"
    given.write_text("41\n", encoding="utf-8")
    (tmp_path.parent / f"{tmp_path.name}-other.txt").write_text("1\n", encoding="utf-8")
    text = """\
#include <fstream>
#include <string>
int main(int argc, char **argv) {
  std::string name = argv[1];
  int x = 0, y = 0;
  std::ifstream(name) >> x;
  std::ifstream(name.substr(0, name.size() - 9) + "other.txt") >> y;
  return x + y;
}
"""
    assert run_program(text, str(given)).code == 41


def test_a_kernels_fault_names_its_launch(run_program: RunProgram):
    """The mistake may stand there: sizes in another order, or no shared memory."""
    text = """#include <cstdio>
__global__ void reverse(int *data) {
  extern __shared__ int s[];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
int main() {
  int *d;
  if (cudaMalloc(&d, 256) || cudaMemset(d, 0, 256)) return 3;
  reverse<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
"""
    done = run_program(text)
    assert done.code == 1 and done.lines("wrong-call") == [11] and done.lines("out-of-bounds") == []
    given = text.replace("<<<1, 64>>>", "<<<1, 64, 256>>>").replace("blockDim.x - 1 -", "blockDim.x -")
    assert "reverse is launched here" in " ".join(run_program(given).errors.split())
    right = run_program(text.replace("<<<1, 64>>>", "<<<1, 64, 256>>>"))
    assert (right.code, "line 11" in right.errors) == (0, False)


def test_arrays_are_exchanged_in_the_text_only_if_the_other_one_held_something(run_program: RunProgram):
    """What a launch has written itself is no input of it."""
    text = """#include <cstdio>
__global__ void first(float *sums) { sums[threadIdx.x] = 1; }
__global__ void running(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i <= threadIdx.x && i < n; i++) sum += in[i];
  out[threadIdx.x] = sum;
}
int main() {
  float *d_sums, *d_scanned, scanned[3];
  if (cudaMalloc(&d_sums, 32 * sizeof(float)) || cudaMalloc(&d_scanned, 32 * sizeof(float))) return 3;
  first<<<1, 3>>>(d_sums);
  running<<<1, 32>>>(d_sums, d_scanned, 32);
  if (cudaMemcpy(scanned, d_scanned, sizeof scanned, cudaMemcpyDeviceToHost)) return 4;
  printf("%g\\n", scanned[2]);
  return cudaFree(d_sums) || cudaFree(d_scanned);
}
"""
    done = run_program(text)
    assert (done.output, done.lines("wrong-call"), done.lines("uninitialized-read")) == ("3\n", [], [5])
    exchanged = run_program(text.replace("(d_sums, d_scanned, 32)", "(d_scanned, d_sums, 32)"))
    assert exchanged.code == 1


def test_a_length_is_not_blamed_for_an_array_of_too_few_bytes(run_program: RunProgram):
    """The number of another array's elements is right where the array's own size is that of its elements, in bytes."""
    text = """#include <cstdio>
__global__ void parts(const float *in, float *sums, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) atomicAdd(&sums[blockIdx.x], in[i]);
}
int main() {
  float *d_in, *d_sums;
  int n = 320, blocks = 5;
  if (cudaMalloc(&d_in, n * sizeof(float)) || cudaMemset(d_in, 0, n * sizeof(float))) return 3;
  if (cudaMalloc(&d_sums, blocks) || cudaMemset(d_sums, 0, blocks)) return 3;
  parts<<<blocks, 64>>>(d_in, d_sums, n);
  cudaDeviceSynchronize();
  return cudaFree(d_in) || cudaFree(d_sums);
}
"""
    done = run_program(text)
    assert (done.lines("wrong-call"), done.lines("out-of-bounds")) == ([10], [])
    told = " ".join(done.errors.split())
    assert "This allocates 5 bytes for d_sums: room for 1 of type float. parts needs 5, one for each block." in told
    assert "Sizes are in bytes: is `* sizeof(float)` missing?" in told


def test_shared_memory_that_a_program_asks_for_is_given(run_program: RunProgram):
    """More than 48 KiB a block, as `cudaFuncSetAttribute` allows."""
    text = """#include <cstdio>
__global__ void count(int *out) {
  extern __shared__ int s[];
  s[16000 + threadIdx.x] = 1;
  out[threadIdx.x] = s[16000 + threadIdx.x];
}
int main() {
  int *d, out[64];
  cudaMalloc(&d, sizeof(out));
  cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  count<<<1, 64, 65536>>>(d);
  if (cudaGetLastError()) return 3;
  cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%d\\n", out[63]);
  return cudaFree(d) ? 4 : 0;
}
"""
    done = run_program(text)
    assert (done.code, done.output) == (0, "1\n")


def test_a_program_of_several_source_files_runs_whole(run_program: RunProgram, tmp_path: Path):
    """As nvcc takes them: `main()` in one, kernels in others, with functions of the same name that each keeps."""
    both = "#pragma once\nvoid twice(int *x, int n);\nint sum(const int *x, int n);\nvoid more(int *x, int n);\n"
    (tmp_path / "sum.cpp").write_text(
        '#include "both.h"\nstatic int start() { return 0; }\n'
        "int sum(const int *x, int n) { int s = start(); for (int i = 0; i < n; i++) s += x[i]; return s; }\n"
    )
    kernel = "__global__ void {0}_kernel(int *x) {{ x[threadIdx.x] {1}; }}\n"
    launch = '#include "both.h"\nvoid {0}(int *x, int n) {{ {0}_kernel<<<1, n>>>(x); }}\n'
    for name, change in (("twice", "*= 2"), ("more", "+= 1")):
        (tmp_path / f"{name}.cu").write_text(kernel.format(name, change) + launch.format(name))
    main = (
        '#include <cstdio>\n#include "both.h"\nstatic int start() { return 5; }\n'
        "int main() { int x[32], *d; for (int i = 0; i < 32; i++) x[i] = start(); cudaMalloc(&d, sizeof x);\n"
        "cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice); twice(d, 32); more(d, 32);\n"
        'cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost); cudaFree(d); printf("%d\\n", sum(x, 32)); }\n'
    )
    options = tuple(word for name in ("sum.cpp", "twice.cu", "more.cu") for word in ("--with", name))
    done = run_program(main, options=options, both_h=both)
    assert (done.code, done.errors, done.output) == (0, "", "352\n")
    (tmp_path / "more.cu").write_text((tmp_path / "more.cu").read_text().replace("threadIdx.x]", "threadIdx.x + 1]"))
    done = run_program(main, options=options, both_h=both)
    assert "more_kernel" not in done.output and "This is in more.cu, line 1." in " ".join(done.errors.split())


def test_names_that_two_device_files_define_stay_each_files_own(run_program: RunProgram, tmp_path: Path):
    """Functions, constants, types and templates, as where each file is compiled by itself; kernels have one name."""
    file = """\
struct Pair {{ int a[{0}]; }};
const int LENGTH = {0};
enum Kind {{ kind = {0} }};
static inline __host__ __device__ int own(int x) {{ return x + {0}; }}
template <typename T> __device__ T of(T x) {{ return x * {0}; }}
namespace {{ __device__ int hidden() {{ return {0}; }} }}
__global__ void kernel{0}(int *x) {{ x[0] = own(LENGTH) + of(int(kind)) + hidden() + sizeof(Pair) / sizeof(int); }}
int run{0}() {{ int h, *d; cudaMalloc(&d, 4); kernel{0}<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); return h; }}
"""
    (tmp_path / "more.cu").write_text(file.format(3))
    main = "#include <cstdio>\n" + file.format(2) + 'int run3(); int main() { printf("%d %d\\n", run2(), run3()); }\n'
    done = run_program(main, options=("--with", "more.cu"))
    assert (done.code, done.errors, done.output) == (0, "", "12 21\n")


@pytest.mark.parametrize("macro", ["T=float", "size=5", "x=3"])
def test_a_macro_of_the_command_line_that_changes_a_header_of_cuda_is_told(run_program: RunProgram, macro: str):
    """By its name, in the place of what a compiler says of the header."""
    done = run_program("#include <vector>\nint main() { return 0; }\n", options=("-D", macro))
    name = macro.partition("=")[0]
    assert done.results is not None and done.code == 1
    assert [each.kind.value for each in done.results.findings] == ["compile-error"]
    said = done.results.findings[0].message
    assert f"-D {macro} replaces {name} in " in said and "needs another name" in said


def test_a_macro_of_the_command_line_that_changes_a_line_of_the_program_is_a_hint(run_program: RunProgram):
    """The compiler's words stay: the macro may be meant."""
    text = '#include "box.h"\nint main() { return 0; }\n'
    done = run_program(text, options=("-D", "N=4"), box_h="template <int N> struct Box { int x[N]; };\n")
    assert done.results is not None
    first = done.results.findings[0]
    assert "box.h:1" in first.message
    assert first.hint == "-D N=4 replaces N on this line, too."


def test_options_may_stand_behind_the_file(run_program: RunProgram):
    """As in all other commands; what follows `--` belongs to the program, options of the same names too."""
    text = "#include <cstdio>\nint main(int argc, char **argv) { for (int i = 1; i < argc; ++i) puts(argv[i]); }\n"
    assert run_program(text, "7", "--out", "--", "x", behind=("--seconds", "20")).output == "7\n--out\n--\nx\n"


def test_what_the_compiler_moves_ahead_is_told_on_its_own_line(run_program: RunProgram):
    """The first turn's load stands in front of the loop, behind the call that was inlined there."""
    text = """\
#include <cmath>
#include <cstdio>
void check(cudaError_t e) {
  if (e != cudaSuccess) std::printf("error: %s\\n", cudaGetErrorString(e));
}
__global__ void add(int n, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += 1;
}
int main() {
  int n = 1000;
  float *y, most = 0;
  check(cudaMallocManaged(&y, n * sizeof(float)));
  for (int i = 0; i < n; i++) y[i] = 2;
  add<<<4, 256>>>(n, y);
  check(cudaGetLastError());
  for (int i = 0; i < n; i++)
    most = std::fmax(most, std::fabs(y[i] - 3.0f));
  std::printf("%g\\n", most);
  check(cudaDeviceSynchronize());
  check(cudaFree(y));
}
"""
    assert run_program(text).lines("not-ordered") == [18]


def test_a_member_that_the_host_sets_while_a_kernel_works_on_the_others_is_told(run_program: RunProgram):
    """Of an array of structs thousands of places are written, and all of it is read."""
    text = """\
#include <cstdio>
struct Cell { int rain, water; };
__global__ void absorb(Cell *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i].water += c[i].rain;
}
int main() {
  const int n = 4096;
  Cell *c;
  if (cudaMallocManaged(&c, n * sizeof(Cell))) return 2;
  for (int i = 0; i < n; ++i) c[i].water = 0;
  for (int day = 1; day <= 5; ++day) {
    for (int i = 0; i < n; ++i)
      c[i].rain = day * (i % 4);
    absorb<<<n / 128, 128>>>(c, n);
    if (cudaGetLastError()) return 2;
  }
  if (cudaDeviceSynchronize()) return 2;
  std::printf("%d\\n", c[5].water);
  if (cudaFree(c)) return 2;
}
"""
    assert run_program(text).lines("not-ordered") == [14]
