"""What device code uses of C++'s library, as nvcc would give it."""

from __future__ import annotations

import pytest

from grader.compiling.frontend import compile_cuda
from grader.compiling.headers import _STD, std_forwarded

TRAITS = """\
#include <cmath>
#include <type_traits>
template <typename T> __device__ typename std::enable_if<sizeof(T) == 4, T>::type half_of(T x) { return x / 2; }
template <bool Up> __device__ float shifted(float x, std::bool_constant<Up>) { return Up ? x + 1 : x - 1; }
__global__ void k(float *x)
{
    static_assert(std::is_same_v<std::remove_reference_t<float &>, float>);
    typename std::common_type<float, int>::type y = half_of(x[threadIdx.x]);
    if (!std::isnan(y) && !std::isinf(std::tanh(y)))
        x[threadIdx.x] = shifted(y, std::true_type{}) + std::numeric_limits<float>::max();
}
"""


@pytest.mark.parametrize("debug", [False, True])
def test_types_and_constants_of_std_can_be_used(debug: bool) -> None:
    """Those that nvcc takes in device code without a flag."""
    made = compile_cuda(TRAITS, kernel="k", debug=debug)
    assert made.ok, made.problems
    bare = TRAITS.replace("std::", "").replace("template <typename", "using namespace std;\ntemplate <typename", 1)
    assert compile_cuda(bare.replace("numeric_limits<float>::max()", "1"), kernel="k", debug=debug).ok


def test_a_type_that_uses_such_names_is_no_host_code() -> None:
    """A functor whose result is of a type that `std` computes; one that keeps a host's container is left out."""
    functor = """\
#include <type_traits>
struct Most
{
    template <typename T, typename U>
    __device__ typename std::common_type<T, U>::type operator()(T t, U u) const { return t > u ? t : u; }
};
struct Names { std::vector<std::string> all; };
__global__ void k(float *x) { x[threadIdx.x] = Most()(x[threadIdx.x], 1); }
"""
    made = compile_cuda(functor, kernel="k")
    assert made.ok, made.problems


def test_tuples_and_pairs_of_thrust_can_be_used() -> None:
    """From its own headers; what runs on the host alone is named as not provided."""
    tuples = """\
#include <thrust/tuple.h>
#include <thrust/pair.h>
#include <thrust/device_vector.h>
__device__ thrust::tuple<float, int> both(float x) { return thrust::make_tuple(x, 2); }
__global__ void k(float *x) { x[0] = thrust::get<1>(both(x[0])) + thrust::make_pair(1, 2).second; }
int main() { thrust::device_vector<float> all(4); }
"""
    made = compile_cuda(tuples, kernel="k")
    assert made.ok, made.problems


def test_every_name_of_std_that_is_given_is_there() -> None:
    """Each with its header, whatever else the file uses."""
    text = "".join(f"using std::{name};\n" for name in sorted(_STD))
    made = compile_cuda(
        f"namespace mine {{\n{text}}}\n__global__ void k(float *x) {{ }}", kernel="k", blank_host_code=False
    )
    assert made.ok, made.problems


def test_a_file_that_names_nothing_of_std_gets_nothing() -> None:
    """Reading the headers would take time; a file that makes the names itself keeps its own."""
    assert std_forwarded({"min", "max", "matmul"}) == ""
    own = "namespace std { template <class A, class B> struct is_same { enum { value = 5 }; }; }\n"
    made = compile_cuda(own + "__global__ void k(int *x) { *x = std::is_same<int, int>::value; }", kernel="k")
    assert made.ok, made.problems
    assert "5;" in made.ptx


BOUND = """\
constexpr int half(int n) { return n / 2; }
struct Config { static constexpr int width() { return half(32); } int n; };
template <int N> __device__ int get() { return N; }
__global__ void k(int *x)
{
    __shared__ int tile[Config::width()];
    tile[threadIdx.x % 16] = x[0];
    x[1] = get<half(8)>() + tile[0];
}
int main() { nothing(); }
"""


@pytest.mark.parametrize("compiler", ["nvrtc", "clang"])
def test_a_constexpr_function_of_the_host_computes_constants(compiler: str) -> None:
    """Nvcc takes it as an array's bound and as a template's argument, and refuses it where it would have to run."""
    made = compile_cuda(BOUND, kernel="k", compiler=compiler)
    assert made.ok, made.problems
    assert [item.name for item in made.blanked] == ["main"]
    (problem,) = compile_cuda(BOUND.replace("= x[0]", "= half(x[0])"), kernel="k", compiler=compiler).problems
    assert (problem.line, problem.hint) == (7, "Put __device__ before half.")
    assert '"half" is host code' in problem.message


def test_a_line_is_continued_by_a_backslash_with_blanks_behind_it() -> None:
    """Nvcc takes it, as GCC does; columns stay what they are."""
    source = '#define N 3 \\  \n + 1\n__global__ void k(int *x) { static_assert(N == 4, ""); *x = UNKNOWN; } // \\ \t\n'
    (problem,) = compile_cuda(source, kernel="k").problems
    assert ("UNKNOWN" in problem.message, problem.line, problem.column) == (True, 3, 61)
    assert compile_cuda(source.replace("UNKNOWN", "N"), kernel="k").ok


@pytest.mark.parametrize("compiler", ["nvrtc", "clang"])
def test_vectors_can_be_computed_with_where_the_samples_header_is_included(compiler: str) -> None:
    """`helper_math.h` is no part of CUDA: without it, there are no such operators."""
    source = (
        "#include <helper_math.h>\n__global__ void k(float3 *x) {\n"
        "  x[0] += normalize(cross(x[1], -x[2])) * dot(x[1], x[2]) + lerp(x[0], make_float3(2.0f), 0.5f);\n}"
    )
    made = compile_cuda(source, kernel="k", compiler=compiler)
    assert made.ok, made.problems
    assert not compile_cuda(source.partition("\n")[2], kernel="k", compiler=compiler).ok


def test_register_is_ignored() -> None:
    """As nvcc does, in the C++17 that it compiles by default."""
    made = compile_cuda("__global__ void k(float *x) { register float sum[2] = {0}; x[0] = sum[0]; }", kernel="k")
    assert made.ok, made.problems
