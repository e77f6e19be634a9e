"""What a source's text says."""

from __future__ import annotations

import pytest

from grader.checking.source_facts import SourceFacts


@pytest.mark.parametrize(
    "line",
    [
        "for (int p = 0; p < K / TILE_WIDTH; ++p)",
        "int n = K / T;",
        "int phases = (int)(K / TILE_WIDTH);",
        "for (int m = 0; m < (K - 1) / TILE_WIDTH; ++m)",
    ],
)
def test_divisions_that_round_down_are_seen(line: str) -> None:
    """By the macro or a name for it. The last one has lost its + 1 and looks rounded up to nobody."""
    facts = SourceFacts(f"#define T 16\n{line}\n")
    assert facts.floor_divisions == (() if "K - 1" in line else (2,))


@pytest.mark.parametrize(
    "line",
    [
        "int n = (K + TILE_WIDTH - 1) / TILE_WIDTH;",
        "int n = (K - 1) / TILE_WIDTH + 1;",
        "int n = ceil(K / (float)TILE_WIDTH);",
        "int n = K / TILE_WIDTH + (K % TILE_WIDTH != 0);",
        "// K / TILE_WIDTH would be wrong",
    ],
)
def test_divisions_that_round_up_are_not(line: str) -> None:
    """In the usual ways; and comments say nothing."""
    assert SourceFacts(line).floor_divisions == ()


def test_a_commented_barrier_is_none() -> None:
    """Neither is one in a string."""
    facts = SourceFacts(
        '// __syncthreads();\n/* __syncthreads();\n*/ const char *s = "__syncthreads()";\n__syncthreads();'
    )
    assert facts.barriers == (4,)


def test_the_kernels_body_lies_between_its_braces() -> None:
    """Of the graded kernel where its line is known."""
    text = "__global__ void a()\n{\n  x;\n}\n__global__ void b() {\n  C[0] = 1;\n}\n"
    assert list(SourceFacts(text).body) == [3]
    second = SourceFacts(text, kernel_at=5)
    assert (list(second.body), second.store_line) == ([6], 6)


def test_the_width_that_a_file_says_is_found() -> None:
    """As a macro or a constant, under any usual name."""
    assert SourceFacts("#define BLOCK_SIZE 16\n").defined_width == ("BLOCK_SIZE", 16)
    assert SourceFacts("const int TS = 32;\n").defined_width == ("TS", 32)
    assert SourceFacts("int x = 3;\n").defined_width is None
