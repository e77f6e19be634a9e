"""Roles guessed from names as course files write them."""

from __future__ import annotations

import pytest

from grader.labs.matmul.readings import guess_roles


def roles(*parameters: str) -> list[object]:
    """The roles of parameters written as `type name`."""
    return list(guess_roles([tuple(text.rsplit(" ", 1)) for text in parameters]))  # type: ignore[misc]


POINTERS = ("float const* A", "float const* B", "float* C")


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        (("int M", "int N", "int K"), ["M", "N", "K"]),
        (("int m", "int n", "int p"), ["M", "K", "N"]),
        (("int i", "int j", "int k"), ["M", "K", "N"]),
        (("int width",), ["N"]),
        (("int wA", "int wB"), ["K", "N"]),
        (("int numARows", "int numAColumns", "int numBRows", "int numBColumns", "int numCRows", "int numCColumns"),
         ["M", "K", "K", "N", "M", "N"]),
        (("int lda", "int N", "int TILE_WIDTH", "float alpha", "float beta"), ["lda", "N", "T", "alpha", "beta"]),
    ],
)  # fmt: skip
def test_sizes_by_their_usual_names(sizes: tuple[str, ...], expected: list[str]) -> None:
    """After A, B and C."""
    assert roles(*POINTERS, *sizes) == ["A", "B", "C", *expected]


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        (("float* C", "float const* A", "float const* B"), ["C", "A", "B"]),
        (("float* d_P", "float* d_M", "float* d_N"), ["C", "A", "B"]),
        (("float* x", "float* y", "float* out"), ["A", "B", "C"]),
        (("float* x", "float* y", "float* z"), ["A", "B", "C"]),
    ],
)
def test_the_output_is_the_one_that_is_not_const_or_named_so_or_last(
    pointers: tuple[str, ...], expected: list[str]
) -> None:
    """In that order."""
    assert roles(*pointers, "int n")[:3] == expected


@pytest.mark.parametrize("parameters", [("float* a", "float* b", "int n"), (*POINTERS, "int frobnication")])
def test_what_cannot_be_guessed_is_an_error(parameters: tuple[str, ...]) -> None:
    """Never a wrong launch."""
    with pytest.raises(ValueError, match=r"needed|cannot be told from its name"):
        roles(*parameters)
