"""Files of other courses: what nvcc takes is taken, whatever host code and headers stand beside the kernel."""

import pytest

from grader.compiling.frontend import compile_cuda

BODY = "{ __shared__ float s[4]; s[0] = A[0]; C[0] = s[0]%s; }\n"
KERNEL = "__global__ void k(const float *A, const float *B, float *C, int M, int K, int N) " + BODY


def made_of(text, **options):
    """Whatever kernel the file holds, host code blanked."""
    return compile_cuda(text, kernel="auto", **options)


@pytest.mark.parametrize("include", ["#include <cstdio>\n", "#include <vector>\n", "#include <algorithm>\n"])
@pytest.mark.parametrize("name", ["uint32_t(1)", "(int64_t)2", "INT_MAX", "M_SQRT2", "__FLT_MAX__", "UINT32_MAX"])
def test_names_that_come_along_with_any_header_are_known(include, name):
    """With nvcc the CUDA runtime's header and nearly every header of the C++ library bring them."""
    made = made_of(include + KERNEL % f" + {name}")
    assert made.ok, made.problems


def test_a_name_of_the_files_own_wins_over_one_that_comes_along():
    """A type that is defined again as the same, a constant under a guard."""
    own = "typedef unsigned int uint32_t;\n#ifndef M_PI\n#define M_PI 3.0f\n#endif\n"
    made = made_of(own + KERNEL % " + uint32_t(1) + M_PI")
    assert made.ok, made.problems


@pytest.mark.parametrize("written", ["../course.h", "../../lib/course.h", "lib/course.h", "./course.h", "..\\course.h"])
def test_a_header_elsewhere_is_taken_by_its_base_name(written):
    """The assignment's own text stands for it; a folder is never looked into."""
    text = f'#include "{written}"\n' + KERNEL % " + WIDTH"
    made = made_of(text, headers={"course.h": "#define WIDTH 3\n"})
    assert made.ok, made.problems


@pytest.mark.parametrize("written", ["../cuda_fp16.h", "../../math.h", "../stdio.h"])
def test_a_known_header_elsewhere_is_the_known_one(written):
    """CUDA's own and stand-ins alike."""
    made = made_of(f'#include "{written}"\n' + KERNEL % "")
    assert made.ok, made.problems


def test_an_unknown_header_elsewhere_is_an_error_or_an_empty_file_and_no_tampering():
    """As one without a folder is; `/etc/passwd` stays what it is (test_directives)."""
    text = '#include "../secret.csv"\n' + KERNEL % ""
    assert [problem.kind for problem in made_of(text).problems] == ["compile-error"]
    empty = made_of(text, unknown_headers="empty")
    assert empty.ok, empty.problems
    assert "../secret.csv is not available and was taken as an empty file." in empty.notes


GIVEN = """\
#include <cuda_fp16.h>
#include "other.h"
#include <iostream>
struct Matrix { std::vector<float> v; Matrix(int n) : v(n) {} };
void print(Matrix m) { std::cout << m.v[0]; }
__device__ float half_of(float x) { return __half2float(__float2half(x)) / 2; }
const int WIDTH = 3;
"""


def test_a_given_header_is_freed_of_host_code_and_has_its_own_headers():
    """CUDA's are found, unknown ones are empty files."""
    made = made_of('#include "course.h"\n' + KERNEL % " + half_of(A[1]) + WIDTH", headers={"course.h": GIVEN})
    assert made.ok, made.problems


def test_an_error_in_a_given_header_is_not_told_on_a_line_of_the_students():
    """The message names the header; the place is the include."""
    made = made_of('\n\n#include "course.h"\n' + KERNEL % "", headers={"course.h": "\n\n\n\n\n__device__ fl0at x;\n"})
    [problem] = made.problems
    assert problem.line == 3
    assert "in course.h, line 6" in problem.message


@pytest.mark.parametrize(
    "host",
    [
        "struct Matrix : public Base { int n; Matrix() : Base(1) {} };",
        "struct Row { string name; Row(string n) : name(n) {} };",
        "struct Random { int w = rand(); };",
        "struct Count { static int n; };\nint Count::n = 3;",
        "#define MAKE(n) void n() { std::cout << 1; }\nMAKE(foo)",
        '#define TEST(n) int test_##n()\nTEST(a) { return printf("x"); }',
        "#include <chrono>\nusing namespace std::chrono;\ntypedef high_resolution_clock c;",
        "const std_string name = make();",
    ],
)
def test_host_code_that_only_a_host_compiler_knows_is_left_out(host):
    """What no device code names is none of the device compiler's business."""
    made = made_of(f"{host}\n" + KERNEL % "")
    assert made.ok, made.problems
    assert "Host code is not compiled" in made.notes[-1]


def test_what_device_code_needs_is_not_left_out():
    """A type that the kernel names stays an error, and so does a mistake in a helper that nobody calls."""
    used = made_of("struct Pair { string name; };\n" + KERNEL % " + sizeof(Pair)")
    assert (used.ok, used.problems[0].line) == (False, 1)
    helper = made_of("__device__ int helper() { return missing; }\n" + KERNEL % "")
    assert (helper.ok, helper.problems[0].line) == (False, 1)


@pytest.mark.parametrize("declared", ["typedef float Real;\nconst Real", "#define Real float\nstatic const Real"])
def test_a_constant_of_a_named_type_is_device_code(declared):
    """Of a typedef, of a macro."""
    made = made_of(f"{declared} w = 0.9f;\n" + KERNEL % " * w")
    assert made.ok, made.problems


def test_a_macro_that_makes_a_kernel_keeps_its_body():
    """Though a macro that makes a host function loses its own."""
    made = compile_cuda("#define KERNEL(n) __global__ void n\nKERNEL(k)(float *C) { C[0] = 1; }\n", kernel="k")
    assert made.ok, made.problems


@pytest.mark.parametrize(
    "declared", ["int TILE_WIDTH = 16;", "unsigned n = 3, TILE_WIDTH = 16;", "int TILE_WIDTH{16};"]
)
def test_a_host_variable_does_not_leave_its_name_to_the_graders_macro(declared):
    """No kernel can read it, nvcc refuses the file; blanked, the macro would stand in and all would pass."""
    made = made_of(f"{declared}\n" + KERNEL % " + TILE_WIDTH", defines={"TILE_WIDTH": 16})
    [problem] = made.problems
    assert (problem.kind, problem.line) == ("compile-error", 1)
    assert "variable of the host" in problem.message
    unused = made_of(f"{declared}\n" + KERNEL % "", defines={"TILE_WIDTH": 16})
    assert unused.ok, unused.problems


def test_a_template_with_an_unknown_type_is_told_on_its_line():
    """NVRTC 12.9 crashes where such a kernel is asked for by name; it is parsed without the name first."""
    text = "template <int T>\n__global__ void k(fl0at *Q) { Q[0] = T; }\n"
    made = compile_cuda(text, kernel="k<4>")
    assert made.problems[0].line == 2
    assert 'identifier "fl0at" is undefined' in made.problems[0].message
    assert made.problems[0].hint == "Did you mean float?"
