"""Other courses' kernels, by configuration alone: parameters, element types, layouts, axes, names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.assignment.loading import load_assignment
from grader.grading.pipeline import Session
from grader.results import Kind, Results, Status
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parents[1]
GradeWith = Callable[..., Results]

TILED = """
#define TS 16
__global__ void mm(PARAMETERS)
{
    __shared__ TYPE As[TS][TS], Bs[TS][TS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
    TYPE sum = 0;
    for (int p = 0; p < (k + TS - 1) / TS; ++p) {
        As[ty][tx] = (row < m && p * TS + tx < k) ? a[A_INDEX] : (TYPE)0;
        Bs[ty][tx] = (p * TS + ty < k && col < n) ? b[B_INDEX] : (TYPE)0;
        __syncthreads();
        for (int i = 0; i < TS; ++i)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[C_INDEX] = sum;
}
"""
ROW_MAJOR = {"A_INDEX": "row * k + p * TS + tx", "B_INDEX": "(p * TS + ty) * n + col", "C_INDEX": "row * n + col"}
NAIVE = """
__global__ void naive(PARAMETERS)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        TYPE sum = 0;
        for (int i = 0; i < k; ++i)
            sum += a[A_NAIVE] * b[B_NAIVE];
        c[C_INDEX] = sum;
    }
}
"""
ROW_NAIVE = {"A_NAIVE": "row * k + i", "B_NAIVE": "i * n + col", "C_INDEX": "row * n + col"}


def filled(text: str, **pieces: str) -> str:
    """The text with its capital words replaced."""
    for word, piece in pieces.items():
        text = text.replace(word, piece)
    return text


@pytest.fixture
def grade_with(tmp_path: Path) -> GradeWith:
    """Grade a source with the lab's cases and another configuration."""

    def grade(source: str, naive: str, cases: str = "*", **configuration: Any) -> Results:
        base = load_assignment(ROOT)
        (tmp_path / "naive.cu").write_text(naive)
        (tmp_path / "tiled.cu").write_text(source)
        defaults = {"kernel": "auto", "naive": "naive.cu", "reference": "tiled.cu", "oracle": None}
        tile = base.config.tile.model_copy(update={"widths": "auto", "macro": None})
        cases_alone = base.config.sweep.model_copy(update={"work": 0})
        config = base.config.model_copy(update={**defaults, "tile": tile, "sweep": cases_alone, **configuration})
        assignment = Assignment(tmp_path, config, base.families)
        with Session(assignment, device="cpu") as session:
            return session.grade(decode_submission(source.encode(), path=Path("mm.cu")), cases=cases).results

    return grade


@pytest.mark.parametrize(("element", "cpp"), [("float", "float"), ("double", "double"), ("int", "int")])
def test_element_types(grade_with: GradeWith, element: str, cpp: str) -> None:
    """Matrices of other types are made, passed and compared as such."""
    parameters = f"const {cpp} *a, const {cpp} *b, {cpp} *c, int m, int k, int n"
    results = grade_with(
        filled(TILED, PARAMETERS=parameters, TYPE=cpp, **ROW_MAJOR),
        filled(NAIVE, PARAMETERS=parameters, TYPE=cpp, **ROW_NAIVE),
        element=element,
    )
    assert (results.score, results.findings) == (100, ())


def test_half_precision(grade_with: GradeWith) -> None:
    """With the bound of half precision."""
    parameters = "const half *a, const half *b, half *c, int m, int k, int n"
    source = "#include <cuda_fp16.h>\n" + filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR)
    naive = "#include <cuda_fp16.h>\n" + filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE)
    source = source.replace("? a[", "? (float)a[").replace("? b[", "? (float)b[")
    naive = naive.replace("a[", "(float)a[").replace("* b[", "* (float)b[")
    results = grade_with(source, naive, element="half")
    assert (results.passed, results.findings) == (True, ())


@pytest.mark.parametrize(
    ("parameters", "roles"),
    [
        ("int n, int m, int k, float *c, float *a, float *b", ("N", "M", "K", "C", "A", "B")),
        ("float *a, float *b, float *c, size_t m, size_t k, size_t n", ("A", "B", "C", "M", "K", "N")),
        ("float *a, float *b, float *c, int m, int k, int k2, int n", ("A", "B", "C", "M", "K", "K", "N")),
        ("float *a, float *b, float *c, int m, int k, int n, int tile", ("A", "B", "C", "M", "K", "N", "T")),
        ("float *a, float *b, float *c, int m, int k, int n, int size", ("A", "B", "C", "M", "K", "N", "M * N")),
        ("float *a, float *b, float *c, int m, int k, int n, int one", ("A", "B", "C", "M", "K", "N", 1)),
    ],
)
def test_parameters_in_any_order_with_repeats_and_literals(
    grade_with: GradeWith, parameters: str, roles: tuple[Any, ...]
) -> None:
    """By position."""
    results = grade_with(
        filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR),
        filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE),
        cases="ragged-all",
        parameters=roles,
    )
    assert results.passed, results.findings


def test_parameters_by_name(grade_with: GradeWith) -> None:
    """Whatever their order."""
    roles = {"a": "A", "b": "B", "c": "C", "m": "M", "n": "N", "k": "K"}
    parameters = "int k, float *c, int n, float *b, int m, float *a"
    pieces = {"PARAMETERS": parameters, "TYPE": "float"}
    results = grade_with(
        filled(TILED, **pieces, **ROW_MAJOR), filled(NAIVE, **pieces, **ROW_NAIVE), "rectangular", parameters=roles
    )
    assert results.passed


def test_a_parameter_without_a_role_is_told(grade_with: GradeWith) -> None:
    """A wrong signature, with the name."""
    roles = {"a": "A", "b": "B", "c": "C", "m": "M", "n": "N", "k": "K"}
    source = filled(TILED, PARAMETERS="float *a, float *b, float *c, int m, int k, int n, int extra", TYPE="float",
                    **ROW_MAJOR)  # fmt: skip
    naive = filled(NAIVE, PARAMETERS="float *a, float *b, float *c, int m, int k, int n", TYPE="float", **ROW_NAIVE)
    results = grade_with(source, naive, "one-cell", parameters=roles)
    assert results.findings[0].kind is Kind.WRONG_SIGNATURE
    assert "extra has no role" in results.findings[0].message


@pytest.mark.parametrize(
    "parameters",
    [
        "const float *a, const float *b, float *c, int m, int k, int n",
        "float *c, const float *a, const float *b, int m, int n, int k",
        "float *a, float *b, float *c, int k, int n, int m",
    ],
)
def test_parameters_guessed(grade_with: GradeWith, parameters: str) -> None:
    """From types and usual names."""
    pieces = {"PARAMETERS": parameters, "TYPE": "float"}
    results = grade_with(
        filled(TILED, **pieces, **ROW_MAJOR), filled(NAIVE, **pieces, **ROW_NAIVE), "rectangular", parameters="auto"
    )
    assert results.passed, results.findings


def test_column_major_matrices(grade_with: GradeWith) -> None:
    """Each matrix in its own order; that x walks across the columns, a stride apart, is told and costs nothing."""
    base = load_assignment(ROOT).config
    indices = {"A_INDEX": "row + (p * TS + tx) * m", "B_INDEX": "(p * TS + ty) + col * k", "C_INDEX": "row + col * m"}
    naive = {"A_NAIVE": "row + i * m", "B_NAIVE": "i + col * k", "C_INDEX": "row + col * m"}
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    layout = base.layout.model_copy(update={"A": "column", "B": "column", "C": "column"})
    results = grade_with(
        filled(TILED, PARAMETERS=parameters, TYPE="float", **indices),
        filled(NAIVE, PARAMETERS=parameters, TYPE="float", **naive),
        layout=layout,
    )
    assert (results.score, results.passed) == (100, True)
    assert {finding.kind for finding in results.findings} == {Kind.UNCOALESCED_ACCESS}


@pytest.mark.parametrize("exchanged", [False, True])
def test_x_may_walk_rows_where_the_assignment_says_so(grade_with: GradeWith, exchanged: bool) -> None:
    """`axis: auto` tries both ways and says which fitted."""
    base = load_assignment(ROOT).config
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    source = filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR)
    if exchanged:
        source = source.replace("tx = threadIdx.x, ty = threadIdx.y", "ty = threadIdx.x, tx = threadIdx.y")
        source = source.replace("blockIdx.y * TS + ty, col = blockIdx.x", "blockIdx.x * TS + ty, col = blockIdx.y")
    launch = base.launch.model_copy(update={"axis": "auto"})
    naive = filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE)
    results = grade_with(source, naive, launch=launch)
    assert (results.score, results.passed) == (100, True)
    assert any("along the rows" in note for note in results.compile.notes) is exchanged


def test_dynamic_shared_memory(grade_with: GradeWith) -> None:
    """Its size is an expression of the tile width."""
    base = load_assignment(ROOT).config
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    source = filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR)
    source = source.replace(
        "__shared__ float As[TS][TS], Bs[TS][TS];",
        "extern __shared__ float tiles[]; float (*As)[TS] = (float (*)[TS])tiles, (*Bs)[TS] = As + TS;",
    )
    launch = base.launch.model_copy(update={"shared_bytes": "2 * T * T * 4"})
    results = grade_with(
        source, filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE), "ragged", launch=launch
    )
    assert (results.passed, results.findings) == (True, ())


def test_host_code_stays_in_the_file_and_lines_stay_true(grade_with: GradeWith) -> None:
    """main, launchers and std:: are blanked; the race is still on its own line."""
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    host = "#include <vector>\n#include <iostream>\nvoid report(std::vector<float> &v) { std::cout << v[0]; }\n"
    source = host + filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR)
    source = source.replace("        __syncthreads();\n    }", "    }")
    source += "int main() { mm<<<1, 1>>>(0, 0, 0, 1, 1, 1); std::vector<float> v(3); report(v); }\n"
    results = grade_with(source, filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE), "square_multiples")
    race = results.findings[0]
    lines = source.split("\n")
    assert race.kind is Kind.DATA_RACE
    assert race.other is not None
    texts = {lines[race.line - 1].strip(), lines[race.other.line - 1].strip()}
    assert any(text.startswith("sum +=") for text in texts)


def test_reads_outside_may_be_a_warning(grade_with: GradeWith) -> None:
    """Where the assignment says so, they are told and cost nothing."""
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    source = filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR).replace(
        "row < m && p * TS + tx < k", "p * TS + tx < k"
    )
    naive = filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE)
    strict = grade_with(source, naive, "ragged-M")
    lenient = grade_with(source, naive, "ragged-M", oob_read="warn")
    assert (strict.passed, lenient.passed) == (False, True)
    assert [finding.severity.value for finding in lenient.findings] == ["warning"]


@pytest.mark.parametrize("element", ["float", "int"])
def test_zero_padding_that_only_the_reads_outside_make_is_not_right(grade_with: GradeWith, element: str) -> None:
    """No guard on A and B, and a sum that ends at K: what lies outside must not act as the zeros that are missing."""
    parameters = f"{element} *a, {element} *b, {element} *c, int m, int k, int n"
    naive = filled(NAIVE, PARAMETERS=parameters, TYPE=element, **ROW_NAIVE)
    source = filled(TILED, PARAMETERS=parameters, TYPE=element, **ROW_MAJOR)
    source = source.replace("(row < m && p * TS + tx < k) ? ", "").replace("(p * TS + ty < k && col < n) ? ", "")
    source = source.replace(f" : ({element})0", "")
    for case in ("smaller-than-a-tile", "ragged-K"):
        results = grade_with(source, naive, case, element=element)
        assert [case.status.value for case in results.cases] == ["failed"], case


def test_accumulating_is_right_where_c_starts_at_zero(grade_with: GradeWith) -> None:
    """`initial_c: zero`."""
    parameters = "float *a, float *b, float *c, int m, int k, int n"
    source = filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR).replace("] = sum;", "] += sum;")
    naive = filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE)
    assert grade_with(source, naive, "tall", initial_c="zero").passed
    assert not grade_with(source, naive, "tall").passed


def test_cases_that_are_not_asked_for_cost_nothing(grade_with: GradeWith) -> None:
    """A square kernel without guards, in an assignment for squares and multiples only."""
    parameters = "float *a, float *b, float *c, int n"
    source = filled(TILED, PARAMETERS=parameters, TYPE="float", **ROW_MAJOR)
    source = source.replace("__shared__", "int m = n, k = n; __shared__", 1)
    naive = filled(NAIVE, PARAMETERS=parameters, TYPE="float", **ROW_NAIVE).replace(
        "int row", "int m = n, k = n; int row"
    )
    results = grade_with(source, naive, parameters=("A", "B", "C", "N"), square_only=True, multiples_only=True)
    assert (results.score, results.passed) == (100, True)
    assert {case.status.value for case in results.cases} == {"passed", "skipped"}


ROWS = ("tx = threadIdx.x, ty = threadIdx.y", "ty = threadIdx.x, tx = threadIdx.y")
ROW_BLOCKS = ("blockIdx.y * TS + ty, col = blockIdx.x", "blockIdx.x * TS + ty, col = blockIdx.y")
POINTERS = "float *a, float *b, float *c"


def probed(grade_with: GradeWith, source: str, sizes: str, cases: str = "ragged-*", **sizes_by_name: str) -> Results:
    """A kernel with these size parameters, everything about its launch `auto`; m, k and n by other names inside."""
    base = load_assignment(ROOT).config
    naive = filled(NAIVE, PARAMETERS=f"{POINTERS}, int m, int k, int n", TYPE="float", **ROW_NAIVE)
    inside = ", ".join(f"{name} = {other}" for name, other in sizes_by_name.items())
    if inside:
        source = source.replace("int tx =", f"int {inside};\n    int tx =")
    source = filled(source, PARAMETERS=f"{POINTERS}, {sizes}", TYPE="float")
    launch = base.launch.model_copy(update={"axis": "auto"})
    return grade_with(source, naive, cases, parameters="auto", launch=launch)


def tried(results: Results) -> list[str]:
    """What was found by trying."""
    return [note for note in results.compile.notes if "by trying" in note]


@pytest.mark.parametrize(
    ("sizes", "inside", "told"),
    [
        ("int foo, int bar, int baz", ("foo", "bar", "baz"), "foo is M, bar is K, baz is N"),
        ("int baz, int foo, int bar", ("foo", "bar", "baz"), "baz is N, foo is M, bar is K"),
        ("int N, int M, int K", ("N", "M", "K"), "N is M, M is K, K is N"),
        ("int M, int K, int N", ("M", "K", "N"), ""),
    ],
)
def test_the_order_of_the_sizes_is_found_by_trying(
    grade_with: GradeWith, sizes: str, inside: tuple[str, ...], told: str
) -> None:
    """Where names say nothing, or something wrong; where they are right nothing is tried or told."""
    source = filled(TILED, **ROW_MAJOR)
    results = probed(grade_with, source, sizes, **dict(zip("mkn", inside, strict=True)))
    assert all(case.status is Status.PASSED for case in results.cases), results.findings
    assert [told in note for note in tried(results)] == ([True] if told else [])


def test_layout_and_axis_are_found_by_trying(grade_with: GradeWith) -> None:
    """B column by column, x along the rows: both at once."""
    source = filled(TILED, **{**ROW_MAJOR, "B_INDEX": "p * TS + ty + col * k"})
    results = probed(grade_with, source.replace(*ROWS).replace(*ROW_BLOCKS), "int m, int k, int n")
    assert all(case.status is Status.PASSED for case in results.cases)
    [note] = tried(results)
    assert "B lies column by column" in note
    assert "threadIdx.x walks along the rows of C" in note


def test_a_faulty_kernel_is_launched_the_usual_way(grade_with: GradeWith) -> None:
    """Fewer wrong cells another way round are no reason: no way is right, and its mistake is its own."""
    source = filled(TILED, **ROW_MAJOR).replace("As[ty][i] * Bs[i][tx]", "As[ty][i] * Bs[tx][i]")
    results = probed(grade_with, source, "int m, int k, int n")
    assert tried(results) == []
    assert Kind.WRONG_RESULT in {finding.kind for finding in results.findings}


def test_sizes_that_no_order_explains_are_not_understood(grade_with: GradeWith) -> None:
    """Nothing is launched on a guess that nothing supports, and nothing is said against the kernel."""
    source = filled(TILED, **ROW_MAJOR).replace("sum += ", "sum -= ")
    results = probed(grade_with, source, "int foo, int bar, int baz", m="foo", k="bar", n="baz")
    assert {finding.kind for finding in results.findings} == {Kind.NOT_UNDERSTOOD}


def test_a_kernel_of_one_size_is_held_to_square_cases(grade_with: GradeWith) -> None:
    """Rectangular ones are left out and cost nothing; it says so."""
    results = probed(grade_with, filled(TILED, **ROW_MAJOR), "int size", "*", m="size", k="size", n="size")
    assert (results.score, results.passed) == (100, True)
    left_out = [case for case in results.cases if case.status is Status.SKIPPED]
    assert left_out
    assert all(case.max_points == 0 for case in left_out)
    assert any("one size" in note for note in results.compile.notes)


def test_matrices_hold_what_the_pointers_point_to(grade_with: GradeWith) -> None:
    """An int kernel is not fed the bits of floats."""
    parameters = f"{POINTERS}, int m, int k, int n".replace("float", "int")
    source = filled(TILED, **ROW_MAJOR, TYPE="int", PARAMETERS=parameters)
    results = probed(grade_with, source, "")
    assert all(case.status is Status.PASSED for case in results.cases)
    assert any("hold int" in note for note in results.compile.notes)
