"""Host code in a submission: blanked in place, with nothing that a kernel needs."""

import pytest

from grader.compiling.frontend import compile_cuda
from grader.compiling.hostcode import blank_host_code, device_ranges
from grader.compiling.lexer import lex

KERNEL = "__global__ void matmul_tiled(float *a) { *a = 1; }\n"


def blanked(source):
    """What was blanked, after checking that every other character stayed where it was."""
    made = blank_host_code(lex(source))
    assert len(made.source) == len(source)
    assert all(new in (old, " ") for old, new in zip(source, made.source, strict=True))
    assert made.source.count("\n") == source.count("\n")
    return [(item.name, item.first_line, item.last_line) for item in made.blanked]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("int main() { matmul_tiled<<<1, 2>>>(0); return 0; }", "main"),
        ("void launch(float *a);", "launch"),
        ('extern "C" void launch(float *a) { }', "launch"),
        ("template <typename T> T most(T a, T b) { return a > b ? a : b; }", "most"),
        ("static inline float *make(int n) { return (float *)malloc(n); }", "make"),
        ("struct timeval now() { struct timeval t; return t; }", "now"),
        ("__host__ float helper(float x) { return x; }", "helper"),
        ("constexpr int twice(int x) { return 2 * x; }", "twice"),
        ("Timer::Timer() : start{0}, stop{1} { begin(); }", "Timer"),
        ("int count = 5;", "count"),
        ("static float table[3] = {1, 2, 3};", "table"),
        ('const char *names[] = {"a", "}"};', "names"),
        ("dim3 block(16, 16);", "block"),
        ("std::vector<float> values;", "values"),
        ("struct Bench { std::vector<float> v; };", "Bench"),
        ("typedef std::vector<float> Row;", "Row"),
        ("using std::cout;", "cout"),
        ("using namespace helper;", "helper"),
    ],
)
def test_host_code_is_blanked(source, name):
    """Functions in every shape, variables, and types over the host's library."""
    assert blanked(source + "\n" + KERNEL) == [(name, 1, 1)]


@pytest.mark.parametrize(
    "source",
    [
        KERNEL,
        "__device__ float square(float x) { return x * x; }",
        "__host__ __device__ float square(float x) { return x * x; }",
        "#define HD __host__ __device__\nHD float square(float x) { return x * x; }",
        "__device__ float state[4];\n__constant__ float weights[4];",
        "const int N = 16;\nconstexpr float half_value = 0.5f;\nstatic const unsigned M = N * 2;",
        "constexpr int steps[] = {1, 2, 4};",
        "typedef float real;\nusing real2 = float;\nusing namespace std;",
        "typedef struct { int width; float *elements; } Matrix;",
        "struct Matrix { int width; float *elements; };\nenum { TILE = 16 };\nclass Later;",
        "#define KERNEL(name) __global__ void name(float *a) { }\nKERNEL(one)\nKERNEL(two)\n",
        "namespace cg = cooperative_groups;\nusing namespace cg;\nnamespace lab { }\nusing namespace lab;",
        "template <typename T> struct Pair { T a, b; };",
        'namespace lab { extern "C" { __global__ void k(float *a) { } } }',
    ],
)
def test_what_device_code_may_need_stays(source):
    """Device functions, annotated data, constants, plain types, macros that make kernels."""
    assert blanked(source) == []


def test_a_kernel_between_host_code_keeps_its_place():
    """Lines and columns of what remains are those of the file."""
    source = "int before() {\n  return 1;\n}  " + KERNEL + "int main() {\n}\n"
    assert blanked(source) == [("before", 1, 3), ("main", 4, 5)]
    assert blank_host_code(lex(source)).source.splitlines()[2] == "   " + KERNEL.strip()


def test_host_members_of_a_struct_are_blanked_alone():
    """Constructors and host methods go, data and device methods stay."""
    source = "struct P { float x; P() : x(0) {} __device__ float get() { return x; } int host() { return 1; } };\n"
    made = blank_host_code(lex(source))
    assert [item.name for item in made.blanked] == ["P", "host"]
    assert "__device__ float get() { return x; }" in made.source
    assert "host" not in made.source


def test_a_host_method_without_a_body_is_blanked():
    """The compiler for devices rejects a virtual one; one that is for the device stays."""
    source = "class P { virtual void go() = 0; virtual __device__ void on() = 0; int x; };\n"
    made = blank_host_code(lex(source))
    assert [item.name for item in made.blanked] == ["go"]
    assert "virtual __device__ void on() = 0;" in made.source and "go" not in made.source


def test_directives_inside_host_code_stay():
    """A macro that is defined in `main` counts for what follows it; a pragma for a loop does not."""
    source = "int main() {\n#define WIDTH 8\n#pragma unroll\n}\n__global__ void matmul_tiled(int *a) { *a = WIDTH; }\n"
    assert compile_cuda(source).ok
    assert "pragma" not in blank_host_code(lex(source)).source


def test_unbalanced_branches_do_not_swallow_the_kernel():
    """Both branches open a brace and one closes: the kernel after them is still there."""
    source = "int main() {\n#ifdef A\n  if (1) {\n#else\n  if (2) {\n#endif\n  }\n}\n" + KERNEL
    made = compile_cuda(source)
    assert made.ok, made.problems


@pytest.mark.parametrize("other", ["#else\n  }\n", "#elif B\n#ifdef C\n#endif\n  }\n#else\n  }\n"])
def test_branches_that_close_one_brace_do_not_end_the_function(other):
    """Each closes the loop that begins before them; what follows is still main's."""
    source = f"{KERNEL}int main() {{\n  while (1) {{\n#ifdef A\n    f();\n  }}\n{other}#endif\n  return 0;\n}}\n"
    made = compile_cuda(source)
    assert made.ok, made.problems
    assert [item[0] for item in blanked(source)] == ["main"]


def test_a_course_file_compiles_as_it_is():
    """Includes, check macros, host code with launches and a main around one kernel; the report can show what went."""
    source = """\
#include <wb.h>
#include <iostream>
#define wbCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { return -1; } } while (0)
using namespace std;
float *hostA;
__global__ void matrixMultiplyShared(float *A, float *B, float *C, int numARows, int numAColumns) {
  __shared__ float As[16][16];
  As[threadIdx.y][threadIdx.x] = A[ceil(numARows / 2) > 3 ? 1 : 0];
  __syncthreads();
  C[0] = As[threadIdx.x][threadIdx.y];
}
int main(int argc, char **argv) {
  wbArg_t args = wbArg_read(argc, argv);
  matrixMultiplyShared<<<dim3(1), dim3(16, 16)>>>(hostA, hostA, hostA, 1, 2);
  cout << "done" << endl;
}
"""
    source = source.replace("A[ceil(numARows / 2) > 3 ? 1 : 0]", "A[(int)ceil(numARows / 2)]")
    made = compile_cuda(source, kernel="auto")
    assert made.ok, made.problems
    assert made.kernel == "matrixMultiplyShared"
    assert [(item.name, item.why) for item in made.blanked] == [
        ("hostA", "host variable"),
        ("main", "host function"),
    ]
    assert "main (lines 12 to 16)" in made.notes[-1]


def test_a_helper_without_device_stays_the_students_error():
    """The kernel calls a function that nvcc would refuse too; the message names it and its line."""
    source = "float square(float x) { return x * x; }\n" + KERNEL.replace("1;", "square(2);")
    [problem] = compile_cuda(source).problems
    assert problem.line == 2
    assert '"square" (line 1) is host code' in problem.message
    assert problem.hint == "Put __device__ before square."


def test_strange_characters_in_host_code_do_not_matter():
    """Only what is compiled must be C++."""
    assert compile_cuda("int main() { return 1 – 1; }\n" + KERNEL).ok


def test_a_template_is_instantiated_as_the_file_launches_it():
    """Arguments that cannot be guessed come from `<<<…>>>`, constants resolved."""
    source = """
const int BM = 64;
#define BK 8
template <const int A, const int B, typename T> __global__ void matmul_tiled(T *a) { *a = A + B; }
int main() { matmul_tiled<BM, BK * 2, double><<<1, 1>>>(0); }
"""
    made = compile_cuda(source)
    assert made.ok, made.problems
    assert made.kernel_name == "_Z12matmul_tiledILi64ELi16EdEvPT1_"


@pytest.mark.parametrize(
    ("names", "found"),
    [(["nothing", "matMul"], "matMul"), (["matMul<4>"], "matMul"), ("auto", "matMul")],
)
def test_the_kernel_may_be_one_of_several_names(names, found):
    """A list of accepted names, a template-id, or the one that uses shared memory."""
    template = "template <int T> " if names == ["matMul<4>"] else ""
    width = "T" if template else "4"
    source = (
        "__global__ void naive(float *a, float *b, float *c) { *c = *a * *b; }\n"
        f"{template}__global__ void matMul(float *a, float *b, float *c) {{ __shared__ float s[{width}];"
        " s[threadIdx.x] = *a; __syncthreads(); *c = s[threadIdx.y]; }\n"
    )
    made = compile_cuda(source, kernel=names)
    assert made.ok, made.problems
    assert made.kernel == found


def test_of_several_tiled_kernels_the_one_with_three_arrays_is_meant():
    """A transpose uses shared memory too."""
    body = "{ __shared__ float s[4]; s[threadIdx.x] = *a; __syncthreads(); *b = s[threadIdx.y]; }\n"
    source = f"__global__ void transpose(float *a, float *b) {body}"
    source += f"__global__ void multiply(float *a, float *c, float *b) {body}"
    assert compile_cuda(source, kernel="auto").kernel == "multiply"


def test_integer_arguments_of_math_functions_mean_double():
    """`ceil(n / 16)` compiles under nvcc, where the host's library is there; so it does here."""
    source = (
        "__global__ void matmul_tiled(float *a, int n) { *a = ceil(n / 16) + sqrt(n) + pow(2, n) + std::min(n, 3); }"
    )
    made = compile_cuda(source)
    assert made.ok, made.problems


def test_brackets_of_two_signs_are_brackets():
    """`<%` is `{`, `<:` is `[`: a kernel in them is one; `<::name` begins a template's arguments."""
    source = "__global__ void k(int *x) <% __shared__ int s<:4:>; s<:0:> = 1; x<:0:> = s<:0:>; %>\nint main() <% %>\n"
    plain = source.replace("<%", "{").replace("%>", "}").replace("<:", "[").replace(":>", "]")
    assert [token.text for token in lex(source).tokens] == [token.text for token in lex(plain).tokens]
    assert [blanked.name for blanked in blank_host_code(lex(source)).blanked] == ["main"]
    assert [token.text for token in lex("vector<::T> a").tokens] == ["vector", "<", "::", "T", ">", "a"]


def test_a_template_with_defaults_hides_no_error_of_its_kernel() -> None:
    """Nor does one whose list ends in `>>`, or compares in a default."""
    for defaults in ("int N = 256", "int N, typename T = Pair<Pair<int>>", "int N, bool B = (N > 4), typename T = int"):
        source = (
            f"template <class T> struct Pair {{ }};\ntemplate <{defaults}>\n"
            "__global__ void k(float *a) { a[thraedIdx.x] = N; }\nint main() { read_my_input(); }\n"
        )
        made = compile_cuda(source, kernel="k<32>")
        assert [(problem.kind, problem.line) for problem in made.problems] == [("compile-error", 3)]
        assert "thraedIdx" in made.problems[0].message
        assert compile_cuda(source.replace("thraed", "thread"), kernel="k<32>").ok


def test_host_functions_beside_a_template_with_defaults_are_blanked() -> None:
    """`template <int T = 16>` gives the kernel no value: what stands behind it is not part of it."""
    source = (
        "template <int T = 16>\n__global__ void k(float *a) { a[threadIdx.x] = T; }\n"
        "template <int T = 4>\nvoid run(float *a) { k<T><<<1, T>>>(a); }\nint main() { run<8>(nullptr); }\n"
    )
    made = compile_cuda(source, kernel="k<8>")
    assert made.ok, made.problems
    assert [item.name for item in made.blanked] == ["run", "main"]


def test_where_code_for_the_device_alone_stands():
    """A kernel's body, of which the host has the head, and all of a function that the host does not have."""
    source = (
        "#define N 4\n__device__ int one() { return 1; }\n__host__ __device__ int two() { return 2; }\n"
        "__global__ void fill(int *a) {\n    a[0] = one();\n}\nint main() { fill<<<1, N>>>(0); }\n"
    )
    ranges = device_ranges(lex(source))
    assert [source[each.start : each.stop].strip() for each in ranges] == [
        "__device__ int one() { return 1; }", "a[0] = one();"
    ]  # fmt: skip
