"""Shared arrays as the source declares them, and constants evaluated without a compiler."""

import pytest

from grader.compiling.compiled_kernel import shared_arrays
from grader.compiling.frontend import compile_cuda
from grader.compiling.kernels import declared_tile_width, shared_declarations
from grader.compiling.lexer import lex
from grader.compiling.source_values import Constants

SOURCE = """\
#define TILE 8
#define TWICE (TILE * 2)
const int PADDED = TWICE + 1;
enum { Q = 4, R };
__shared__ int whole[3];
__global__ void first(float *a) {
  __shared__ float As[TWICE][PADDED], Bs[2][TWICE][TWICE];
  __shared__ __align__(16) double q[Q << 2];
  extern __shared__ float dynamic[];
  volatile __shared__ float one;
}
__global__ void second(float *a) {
  __shared__ float flat[TILE * TILE], odd[blockDim.x];
}
"""


def test_dimensions_are_evaluated():
    """Macros in macros, constants, enumerators, several arrays in one declaration."""
    found = {item.name: (item.dtype, item.dims, item.line) for item in shared_declarations(SOURCE)}
    assert found == {
        "whole": ("int", (3,), 5),
        "As": ("float", (16, 17), 7),
        "Bs": ("float", (2, 16, 16), 7),
        "q": ("double", (16,), 8),
        "dynamic": ("float", (None,), 9),
        "one": ("float", (), 10),
        "flat": ("float", (64,), 13),
        "odd": ("float", (None,), 13),
    }


def test_the_graders_macros_win():
    """With TILE from outside the arrays are other ones."""
    assert shared_declarations(SOURCE, {"TILE": 16})[1].dims == (32, 33)


@pytest.mark.parametrize("later", ["0", "-5", "sizeof(int) - 4", "9" * 30, f"{'9' * 400} % 3"])
@pytest.mark.parametrize("dims", ["[X]", "[4][X]"])
def test_a_macro_that_means_something_else_later_makes_no_size(dims: str, later: str):
    """What no compiler takes is not known, and nobody divides by it: the file compiles with the macro as it was."""
    source = f"#define X 16\n__global__ void k() {{ __shared__ float z{dims}; }}\n#undef X\n#define X {later}\n"
    (declared,) = shared_declarations(source)
    assert declared.dims[-1] is None
    assert declared_tile_width([declared]) is None


def test_only_one_kernels_arrays_are_wanted():
    """Those of other kernels are left out, global ones stay."""
    assert [item.name for item in shared_declarations(SOURCE, kernel="second")] == ["whole", "flat", "odd"]


def test_the_count_is_the_product_where_it_is_known():
    """The number of elements, None for dynamic arrays."""
    counts = {item.name: item.count for item in shared_declarations(SOURCE)}
    assert (counts["As"], counts["Bs"], counts["one"], counts["dynamic"]) == (16 * 17, 512, 1, None)


@pytest.mark.parametrize(
    ("arrays", "width"),
    [
        ("float As[16][16], Bs[16][16];", 16),
        ("float As[32][33], Bs[32][33];", 32),
        ("float As[256], Bs[256];", 16),
        ("float As[2][8][8], Bs[2][8][8];", 8),
        ("float As[64][8], Bs[8][64];", None),
        ("float s[100]; __shared__ float t[16][16]; __shared__ float u[16][16];", 16),
        ("float s[7];", None),
    ],
)
def test_the_tile_width_shows_in_the_arrays(arrays, width):
    """Square, padded, flat, double-buffered; none where the tiles are not square."""
    source = f"__global__ void k(float *a) {{ __shared__ {arrays} }}"
    assert declared_tile_width(shared_declarations(source)) == width


def test_declared_sizes_are_those_of_the_ptx(tiled):
    """What is read from the source agrees with what the compiler made."""
    made = compile_cuda(tiled, defines={"TILE_WIDTH": 32})
    declared = {item.name: item.count * 4 for item in shared_declarations(tiled, made.defines)}
    assert declared == dict(shared_arrays(made.ptx)) == {"As": 4096, "Bs": 4096}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("0x10 + 010 + 1'000u", 1024),
        ("1 << 4 >> 1", 8),
        ("sizeof(float) * 4", 16),
        ("A", 12),
        ("B + 1", 13),
        ("SIDE * SIDE", 16 + 2 * 2 * 16 + 2 * 2),
        ("C", None),
        ("D", None),
        ("1 / 0", None),
        ("1 +", None),
        ("2 2", None),
        ("blockDim.x", None),
        ("", None),
    ],
)
def test_constant_expressions(text, value):
    """C's rules for division and precedence; what is no constant is None, circles included; macros are pasted."""
    lexed = lex("#define A 12\nconst int B = A;\n#define C D\n#define D C\n#define SIDE 16 + 2 * 2\n")
    assert Constants(lexed).evaluate(text) == value
