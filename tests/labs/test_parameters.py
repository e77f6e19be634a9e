"""What a kernel's parameters mean, and what is passed for them."""

from __future__ import annotations

import pytest

from grader.devices.base import BufferArgument, Compiled, StructArgument
from grader.labs.base import ParameterError
from grader.labs.matmul.config import Layout, ProductConfig, StructParameter
from grader.labs.matmul.lab import LAB
from tests.grading.conftest import make_case, make_problem
from tests.labs.vectors import arguments_of


def kernel(*names: str) -> Compiled:
    """A compiled kernel with parameters of these names."""
    return Compiled(ok=True, display_name="mm", parameters=tuple(("int", name) for name in names))


def test_arguments_are_passed_by_position() -> None:
    """Roles, numbers and expressions in the order of the configuration."""
    config = ProductConfig().model_copy(update={"parameters": ("C", "A", "B", "K", "ldb", "2 * M + T", 7, "alpha")})
    problem = make_problem(make_case(4, 5, 6, tile_width=2, alpha=1.5), config, seed=1)
    passed = arguments_of(LAB, problem, kernel(*"abcdefgh"))
    assert passed == (BufferArgument("C"), BufferArgument("A"), BufferArgument("B"), 5, 6, 10, 7, 1.5)


def test_arguments_are_passed_by_name_in_the_kernels_own_order() -> None:
    """The order is the student's affair; a name without a role is told with those that are known."""
    config = ProductConfig().model_copy(update={"parameters": {"a": "A", "b": "B", "c": "C", "n": "N"}})
    assert LAB.passed(config, kernel("n", "c", "a", "b"), 0) == ("N", "C", "A", "B")
    with pytest.raises(ParameterError, match="width has no role: this assignment knows a, b, c, n"):
        LAB.passed(config, kernel("a", "b", "c", "width"), 0)


def test_a_kernel_with_another_number_of_parameters_is_told_what_is_passed() -> None:
    """With the roles in words."""
    with pytest.raises(ParameterError, match="mm takes 2 parameters; this assignment passes 6: A, B, C, M, K, N"):
        LAB.passed(ProductConfig(), kernel("A", "B"), 0)


def test_a_struct_is_passed_with_its_fields() -> None:
    """By value, in their order."""
    config = ProductConfig().model_copy(
        update={"parameters": (StructParameter(struct=("M", "K", "A")), StructParameter(struct=("K", "N", "B")), "C")}
    )
    problem = make_problem(make_case(4, 5, 6), config, seed=1)
    assert arguments_of(LAB, problem, kernel("a", "b", "c"))[0] == StructArgument((4, 5, BufferArgument("A")))


@pytest.mark.parametrize(("order", "elements"), [("row", 9), ("column", 40)])
def test_a_leading_dimension_goes_from_one_row_or_column_to_the_next(order: str, elements: int) -> None:
    """As the matrix lies in memory."""
    config = ProductConfig(layout=Layout.model_validate({"A": order}))
    assert config.passed_values({"M": 40, "K": 9, "N": 70}, 16)["lda"] == elements
