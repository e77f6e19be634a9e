"""What a source's text says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from grader.compiling.source_facts import SourceFacts
from tests.growth import grows_with_its_size


def in_loop(statements: str, condition: str = "p < n") -> SourceFacts:
    """A kernel whose statements stand on line 3, before a loop over the phases on line 4."""
    return SourceFacts(
        "#define T 16\n"
        "__global__ void k(float *A, float *B, float *C, int M, int K, int N) {\n"
        f"{statements}\n"
        f"for (int p = 0; {condition}; ++p) {{\n"
        "__syncthreads();\n"
        "for (int k = 0; k < T / 4; ++k) C[k] += A[k];\n"
        "}\n}\n"
    )


@pytest.mark.parametrize("condition", ["p < K / TILE_WIDTH", "p < K/T", "p < (int)(K / TILE_WIDTH)", "p * 4 < K / 16"])
def test_a_division_that_rounds_down_is_seen_in_the_loops_condition(condition: str) -> None:
    """By the macro, a name for it, or a number."""
    assert in_loop("int ty = K / TILE_WIDTH;", condition).phase_division == 4


@pytest.mark.parametrize("statement", ["int n = K / T;", "int m = K / T, n = m;", "const int n = (int)(K / T);"])
def test_a_division_that_rounds_down_is_seen_where_the_loops_limit_is_set(statement: str) -> None:
    """By way of names; a division on the way that steers nothing, `threadIdx.x / T`, is not named."""
    assert in_loop(f"int ty = threadIdx.x / T;{statement}").phase_division == 3


@pytest.mark.parametrize(
    "value",
    [
        "(K + TILE_WIDTH - 1) / TILE_WIDTH",
        "(K - 1) / TILE_WIDTH + 1",
        "ceil(K / (float)TILE_WIDTH)",
        "K / TILE_WIDTH + (K % TILE_WIDTH != 0)",
        "K / TILE_WIDTH; if (K & 15) n++",
        "5; // K / TILE_WIDTH would be wrong",
    ],
)
def test_divisions_that_round_up_are_not(value: str) -> None:
    """In the usual ways; and comments say nothing."""
    assert in_loop(f"int ty = threadIdx.x / T; int n = {value};").phase_division == 0
    assert in_loop("int ty = threadIdx.x / T;", "p * T < K").phase_division == 0


def test_a_macro_may_hold_the_division() -> None:
    """It is named where it is written."""
    text = "#define PHASES (K / 16)\n__global__ void k(int K) {\nwhile (p < PHASES) { __syncthreads(); }\n}\n"
    assert SourceFacts(text).phase_division == 1


def test_a_commented_barrier_is_none() -> None:
    """Neither is one in a string."""
    facts = SourceFacts(
        '// __syncthreads();\n/* __syncthreads();\n*/ const char *s = "__syncthreads()";\n__syncthreads();'
    )
    assert facts.barriers == (4,)


def test_only_the_graded_kernel_and_what_it_calls_are_looked_at() -> None:
    """A `main` that divides, returns early or synchronises says nothing of the kernel; a helper's barrier does."""
    text = (
        "int main() { if (bad) return; printf(); block.sync(); __syncthreads(); for (;i < K / T;) C[0] = 1; }\n"
        "#define WAIT __syncthreads()\n"
        "__device__ void wait() {\n__syncthreads();\n}\n"
        "__device__ void other() {\n__syncthreads();\n}\n"
        "__global__ void graded(int K) {\n"
        "if (K) return;\n"
        "wait();\n"
        "WAIT;\n"
        "C[1] = 2;\n"
        "}\n"
    )
    facts = SourceFacts(text, kernel_at=9)
    assert facts.barriers == (4, 11, 12)
    assert (facts.early_returns, facts.store_line("C"), facts.phase_division) == ((10,), 13, 0)


def test_a_barrier_is_one_however_it_is_written() -> None:
    """As a vote, as a group's, over a continued line."""
    text = "__global__ void k() {\n__syncthreads_or(1);\nblock.sync();\n__sync\\\nthreads();\n}"
    assert SourceFacts(text).barriers == (2, 3, 4)


def test_the_kernels_body_lies_between_its_braces() -> None:
    """Of the graded kernel where its line is known."""
    text = "__global__ void a()\n{\n  x;\n}\n__global__ void b() {\n  C[0] = 1;\n}\n"
    assert list(SourceFacts(text).body) == [3]
    second = SourceFacts(text, kernel_at=5)
    assert (list(second.body), second.store_line("C")) == ([6], 6)


def test_lines_keep_their_places_without_comments_and_strings() -> None:
    """Directives too; a raw string is one string, whatever quotes it holds."""
    text = 'int a; /* b */ c;\n#define X 3 // four\nf(R"(" // not a comment\n)", 1);\n'
    assert SourceFacts(text).code == (
        "int a;         c;",
        "#define X 3        ",
        "f(                     ",
        "  , 1);",
        "",
    )


def test_the_width_that_a_file_says_is_found() -> None:
    """As a macro or a constant, under any usual name."""
    assert SourceFacts("#define BLOCK_SIZE 16\n").defined_width == ("BLOCK_SIZE", 16)
    assert SourceFacts("const int TS = 32;\n").defined_width == ("TS", 32)
    assert SourceFacts("int x = 3;\n").defined_width is None


NASTY: dict[str, Callable[[int], str]] = {
    "spaces": lambda n: "x = 1 /" + " " * n,
    "quotes in a raw string": lambda n: 'R"(' + '"\\' * (n // 2),
    "brackets that nobody closes": lambda n: "C[" * (n // 2),
    "parentheses that nobody closes": lambda n: "for(" * (n // 4),
    "braces that nobody closes": lambda n: "__global__ f(){" * (n // 15),
    "one long line": lambda n: "__global__ void k(){for(;a" + "+a/2" * (n // 4) + ";);}",
    "macros": lambda n: "#define A B C\n" * (n // 14),
    "macros that name each other": lambda n: (
        "__global__ void k(){for(;A0;){__syncthreads();}}\n"
        + "".join(f"#define A{i} A{i + 1} A{i + 1}\n" for i in range(n // 22))
    ),
    "names set to each other": lambda n: (
        "__global__ void k(){" + "".join(f"int a{i} = a{i + 1} + a{i + 1};" for i in range(n // 24)) + "for(;a0;){}}"
    ),
    "loops": lambda n: "__global__ void k(){" + "for(;i<n;){__syncthreads();" * (n // 27),
    "conditions": lambda n: "__global__ void k(){" + "if(a)" * (n // 5),
    "barriers in functions": lambda n: (
        "__device__ void f(){\n__syncthreads();\n}" * (n // 40) + "__global__ void k(){f();}"
    ),
    "calls": lambda n: "__device__ void f(){f();g();}" * (n // 29) + "__global__ void k(){f();}",
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_no_text_makes_reading_it_slow(text: Callable[[int], str]) -> None:
    """The steps grow with the text."""
    assert grows_with_its_size(lambda size: partial(_ask_everything, SourceFacts(text(size))), 20_000)


def _ask_everything(facts: SourceFacts) -> None:
    for name in (
        "code",
        "barriers",
        "defined_width",
        "phase_division",
        "early_returns",
        "body",
        "kernel_barriers",
    ):
        getattr(facts, name)
    facts.store_line("C"), facts.loop_end(1, 2), facts.is_conditional(1)


def test_a_source_longer_than_any_person_writes_is_read_in_part() -> None:
    """The first 100,000 characters; the rest is as if it were not there."""
    facts = SourceFacts("__global__ void k() {\n" + "x;\n" * 50_000 + "__syncthreads();\n}")
    assert facts.barriers == ()
    assert len(facts.code) < 40_000


HELPERS = """\
__device__ void fill(float *tile, const float *m) {
    tile[threadIdx.x] = m[threadIdx.x];
}
__device__ float add(const float *tile) {
    return tile[0];
}
__global__ void k(const float *m, float *out) {
    __shared__ float tile[16];
    float sum = 0;
    for (int p = 0; p < 4; ++p) {
        fill(tile, m);
        __syncthreads();
        sum += add(tile);
    }
    __syncthreads();
    if (sum > 0)
        out[0] = sum;
    else {
        out[1] = sum;
    }
}
"""


def test_a_line_of_a_function_is_known_by_the_line_of_the_kernel_that_calls_it() -> None:
    """So that what happens first in the kernel comes first, wherever its text stands."""
    facts = SourceFacts(HELPERS)
    assert [facts.in_kernel(line) for line in (2, 5, 12, 0)] == [11, 13, 12, 0]
    assert facts.kernel_barriers == (12, 15)


def test_the_innermost_loop_around_lines_has_an_end() -> None:
    """Without a loop it is the file's."""
    facts = SourceFacts(HELPERS)
    assert facts.loop_end(11, 13) == 14
    assert facts.loop_end(11, 15) > 20


def test_what_an_if_or_its_else_decides_about_is_conditional() -> None:
    """With braces and without; the line after it is not."""
    facts = SourceFacts(HELPERS)
    assert [line for line in range(1, 23) if facts.is_conditional(line)] == [17, 18, 19, 20]
