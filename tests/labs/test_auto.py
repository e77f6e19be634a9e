"""`--assignment auto`: a file of anybody's is launched as its own host code does it, or what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import load_assignment
from grader.assignment.loading import auto_folder
from grader.grading.pipeline import Session
from grader.results import Kind, Results, Status
from grader.submissions.submission import decode_submission

KERNEL = """
#define S 8
__global__ void product(PARAMETERS)
{
    __shared__ float left[S][S], right[S][S];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * S + ty, col = blockIdx.x * S + tx;
    float sum = 0;
    for (int p = 0; p < k; p += S) {
        left[ty][tx] = row < m && p + tx < k ? a[row * k + p + tx] : 0;
        right[ty][tx] = p + ty < k && col < n ? b[(p + ty) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < S; ++i)
            sum += left[ty][i] * right[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = STORED;
}
"""
FOUR_CELLS = """
#define S 16
#define EACH 4
__global__ void product(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float left[S][S], right[S][S];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * S + tx;
    float sum[EACH] = {};
    for (int p = 0; p < k; p += S) {
        for (int e = 0; e < EACH; ++e) {
            int y = ty * EACH + e, row = blockIdx.y * S + y;
            left[y][tx] = row < m && p + tx < k ? a[row * k + p + tx] : 0;
            right[y][tx] = p + y < k && col < n ? b[(p + y) * n + col] : 0;
        }
        __syncthreads();
        for (int i = 0; i < S; ++i)
            for (int e = 0; e < EACH; ++e)
                sum[e] += left[ty * EACH + e][i] * right[i][tx];
        __syncthreads();
    }
    for (int e = 0; e < EACH; ++e) {
        int row = blockIdx.y * S + ty * EACH + e;
        if (row < m && col < n)
            c[row * n + col] = sum[e];
    }
}
"""
POINTERS = "float *a, float *b, float *c"
HOST = "void host(float *x, float *y, float *z, int rows, int inner, int cols) { LAUNCH }\n"


def kernel(sizes: str, *, stored: str = "sum", **inside: str) -> str:
    """The kernel with these size parameters, m, k and n being `inside` what these say."""
    source = KERNEL.replace("PARAMETERS", f"{POINTERS}, {sizes}").replace("STORED", stored)
    named = ", ".join(f"{name} = {other}" for name, other in inside.items())
    return source.replace("    float sum = 0;", f"    int {named};\n    float sum = 0;") if inside else source


def graded(source: str, cases: str = "*", **configuration: object) -> Results:
    """By the shipped assignment, without a sweep."""
    assignment = load_assignment(auto_folder())
    sweep = assignment.config.sweep.model_copy(update={"work": 0})
    with Session(assignment.configured(sweep=sweep, **configuration), device="cpu") as session:
        return session.grade(decode_submission(source.encode(), path=Path("found.cu")), cases=cases).results


def test_a_thread_of_several_cells_is_launched_as_its_file_does_it() -> None:
    """In blocks of 16 by 4 threads: in square ones it would leave its arrays."""
    launch = "dim3 block(S, S / EACH); product<<<dim3((cols + S - 1) / S, (rows + S - 1) / S), block>>>"
    results = graded(FOUR_CELLS + HOST.replace("LAUNCH", launch + "(x, y, z, rows, inner, cols);"))
    assert (results.score, results.findings) == (100, ())
    assert any("blocks of 16 by 4 threads" in note for note in results.compile.notes)


@pytest.mark.parametrize(
    ("sizes", "inside"),
    [
        ("int q, int r, int s, int t, int u, int v", {"m": "q", "k": "r", "n": "v"}),  # M K K N M N
        ("int q, int r, int s, int t", {"m": "r", "k": "q", "n": "t"}),  # K M K N
    ],
)
def test_more_than_three_sizes_of_unknown_names_are_found_by_trying(sizes: str, inside: dict[str, str]) -> None:
    """Those of each matrix in turn, then any."""
    results = graded(kernel(sizes, **inside))
    assert (results.score, results.findings) == (100, ())


def test_the_hosts_allocations_tell_the_sizes_of_a_kernel_that_is_wrong() -> None:
    """No order gives a right result, and names say nothing: it is still its own mistake that is told."""
    wrong = kernel("int q, int r, int s", m="s", k="q", n="r").replace("left[ty][i] *", "left[i][ty] *")
    launch = (
        "cudaMalloc(&x, rows * inner * sizeof(float)); cudaMalloc(&y, inner * cols * 4);"
        "cudaMalloc(&z, rows * cols * 4);"
        "product<<<dim3((cols + 7) / 8, (rows + 7) / 8), dim3(8, 8)>>>(x, y, z, inner, cols, rows);"
    )
    results = graded(wrong + HOST.replace("LAUNCH", launch), "tall")
    assert {finding.kind for finding in results.findings} == {Kind.WRONG_RESULT}


def test_a_square_kernel_without_guards_is_right_where_whole_tiles_are() -> None:
    """And what is told of the others is what its loads and stores do there."""
    bare = kernel("int order", m="order", k="order", n="order")
    bare = bare.replace("row < m && p + tx < k ? ", "").replace("p + ty < k && col < n ? ", "").replace(" : 0;", ";")
    results = graded(bare.replace("    if (row < m && col < n)\n", ""))
    right = {case.name for case in results.cases if case.status is Status.PASSED}
    assert right == {"square-1T@8", "square-2T@8", "square-4T@8"}
    assert Kind.OUT_OF_BOUNDS in {finding.kind for finding in results.findings}
    assert not {Kind.NOT_UNDERSTOOD, Kind.WRONG_SIGNATURE} & {finding.kind for finding in results.findings}


@pytest.mark.parametrize("names", ["float alpha, float beta", "float s, float t"])
def test_a_kernel_that_takes_beta_finds_a_c_that_is_filled(names: str) -> None:
    """By their names, or as two numbers that are no whole ones."""
    alpha, beta = (text.split()[-1] for text in names.split(","))
    source = kernel(f"int m, int k, int n, {names}", stored=f"{alpha} * sum + {beta} * c[row * n + col]")
    results = graded(source)
    assert (results.score, results.findings) == (100, ())


def test_a_kernel_in_one_row_of_threads_is_launched_so() -> None:
    """Where the file does not launch it, and it asks for threadIdx.x alone."""
    source = kernel("int m, int k, int n").replace(
        "tx = threadIdx.x, ty = threadIdx.y", "tx = threadIdx.x % S, ty = threadIdx.x / S"
    )
    results = graded(source)
    assert (results.score, results.findings) == (100, ())


def test_a_kernel_that_adds_to_c_is_given_the_zeros_that_its_host_gives() -> None:
    """`cudaMemset` says that C holds zeros before."""
    launch = "cudaMemset(z, 0, 4 * rows * cols); product<<<dim3((cols + 7) / 8, (rows + 7) / 8), dim3(8, 8)>>>"
    source = kernel("int m, int k, int n", stored="c[row * n + col] + sum")
    results = graded(source + HOST.replace("LAUNCH", launch + "(x, y, z, rows, inner, cols);"))
    assert (results.score, results.findings) == (100, ())


def test_unsigned_numbers_are_given_whole_ones() -> None:
    """As int matrices are, which wrap alike."""
    results = graded(kernel("int m, int k, int n").replace("float", "unsigned"))
    assert (results.score, results.findings) == (100, ())


WRONG = kernel("int m, int k, int n", stored="-sum")
NOT_FOLLOWED = HOST.replace("LAUNCH", "product<<<G(rows), 64>>>(x, y, z, rows, 2, 3);")
IN_NUMBERS = HOST.replace("LAUNCH", "product<<<4, dim3(8, 8)>>>(x, y, z, rows, inner, cols);")
NO_SIZES = "".join(f"#define {size} 64\n" for size in "mkn") + KERNEL.replace("PARAMETERS", POINTERS)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            kernel("int foo, int bar", stored="-sum", m="foo", k="bar", n="bar"),
            "What the parameter foo means cannot be",
        ),
        (NO_SIZES.replace("STORED", "sum"), "The kernel takes no size"),
        (WRONG + NOT_FOLLOWED, "launches it by G(…), which cannot be followed"),
        (WRONG + IN_NUMBERS, "launches 4 by 1 blocks"),
    ],
)
def test_what_is_not_understood_is_said_and_held_against_nobody(source: str, said: str) -> None:
    """Nothing is launched but to try, and no reason is made up."""
    results = graded(source, "tall")
    [finding] = results.findings
    assert finding.kind is Kind.NOT_UNDERSTOOD
    assert said in finding.message
    assert "says nothing against it" in finding.message
    assert "no order of the sizes gives a right result" not in finding.message


def test_a_grid_that_is_rounded_down_or_written_with_a_comma_is_told() -> None:
    """It is launched so that it covers C, and the notes say what the file's own does."""
    launch = "product<<<(cols / 8, rows / 8), (8, 8)>>>(x, y, z, rows, inner, cols);"
    results = graded(kernel("int m, int k, int n") + HOST.replace("LAUNCH", launch))
    assert (results.score, results.findings) == (100, ())
    assert any("rounded down" in note for note in results.compile.notes)
    assert any("in C++ that is b alone" in note for note in results.compile.notes)


def test_a_grid_that_fits_squares_alone_is_turned() -> None:
    """The host has its blocks along the rows first, and only multiplies squares, where that is one."""
    launch = "product<<<dim3((rows + 7) / 8, (cols + 7) / 8), dim3(8, 8)>>>(x, y, z, rows, inner, cols);"
    results = graded(kernel("int m, int k, int n") + HOST.replace("LAUNCH", launch))
    assert (results.score, results.findings) == (100, ())
    assert any("threadIdx.x walks along the columns of C" in note for note in results.compile.notes)
