"""Which shapes a sweep tries, and which numbers of a kernel's text it takes for sizes."""

from __future__ import annotations

import itertools

import pytest

from grader.assignment import load_assignment
from grader.edits.landmarks import LARGEST, MOST, Landmarks, landmarks_of
from grader.edits.syntax import SyntaxTree
from grader.grading.shapes import (
    NO_SWEEP,
    Effort,
    batch_effort,
    reference_effort,
    shapes_to_try,
    side_of,
    usual_effort,
)
from grader.labs import lab_of
from grader.labs.base import Space
from grader.results import Sizes
from tests.conftest import ROOT

NAMES = ("M", "K", "N")
NOTHING = Landmarks()


@pytest.fixture(scope="module")
def config():
    """The lab's own."""
    return load_assignment(ROOT).config


def space_at(config, width: int) -> Space:
    """The products at one tile width."""
    return lab_of(config).space(config, width)


def named(config, *, values: tuple[int, ...] = (), moduli: tuple[int, ...] = ()) -> list[Sizes]:
    """What the usual effort tries of a kernel with these numbers in its text."""
    return shapes_to_try(space_at(config, 16), Landmarks(values, moduli), usual_effort(config), [1])


@pytest.mark.parametrize("width", [16, 32])
def test_every_remainder_of_each_size_is_tried(config, width: int):
    """In one tile and in more."""
    shapes = shapes_to_try(space_at(config, width), NOTHING, usual_effort(config), [1])
    for name in NAMES:
        assert {shape[name] % width for shape in shapes} == set(range(width))
        assert min(shape[name] for shape in shapes) == 1
        assert max(shape[name] for shape in shapes) > 255 * width


@pytest.mark.parametrize("width", [16, 32])
def test_the_reference_is_tried_at_every_pair_of_remainders(config, width: int):
    """Of each two sizes."""
    shapes = shapes_to_try(space_at(config, width), NOTHING, reference_effort(config), [1])
    for one, other in itertools.combinations(NAMES, 2):
        assert len({(shape[one] % width, shape[other] % width) for shape in shapes}) == width * width


def test_the_same_seed_tries_the_same_shapes(config):
    """Another seed tries others, and no shape is tried twice; small work comes first."""
    space = space_at(config, 16)
    one, again, other = (shapes_to_try(space, NOTHING, usual_effort(config), [seed]) for seed in (1, 1, 2))
    assert one == again != other
    assert len({tuple(shape.values()) for shape in one}) == len(one)
    efforts = [space.effort(shape) for shape in one]
    assert efforts == sorted(efforts)


def test_more_work_tries_more_shapes(config):
    """A count that the work decides, and none without work."""
    space = space_at(config, 16)
    counts = [len(shapes_to_try(space, NOTHING, Effort(work), [1])) for work in (0, 10_000_000, 100_000_000)]
    assert counts[0] == 0 and 5 < counts[1] < counts[2] / 5
    assert shapes_to_try(space, NOTHING, NO_SWEEP, [1]) == []


def test_every_branch_on_a_size_is_taken_both_ways(config):
    """Each size is at, below and above each number of the text; a remainder is met, whatever divides."""
    shapes = named(config, values=(200, 77), moduli=(7,))
    for name, value, more in itertools.product(NAMES, (200, 77), (-1, 0, 1)):
        assert any(shape[name] == value + more for shape in shapes), (name, value + more)
    for name in NAMES:
        assert {shape[name] % 7 for shape in shapes} == set(range(7))


def test_numbers_of_the_text_are_tried_together(config):
    """As all sizes of one shape, as a product and as a sum of two sizes, and as tiles."""
    shapes = named(config, values=(40, 50, 60))
    assert {"M": 40, "K": 50, "N": 60} in shapes and {"M": 50, "K": 50, "N": 50} in shapes
    assert any(shape["M"] * shape["N"] == 60 and shape["M"] > 1 for shape in shapes)
    assert any(shape["M"] + shape["N"] == 50 for shape in shapes)
    assert any(shape["K"] == 40 * 16 + 1 for shape in shapes)


def test_what_an_assignment_does_not_ask_for_is_not_tried(config):
    """Squares alone, or whole tiles alone."""
    squares = config.model_copy(update={"square_only": True})
    whole = config.model_copy(update={"multiples_only": True})
    square = shapes_to_try(space_at(squares, 16), NOTHING, usual_effort(config), [1])
    assert len(square) > 20 and all(len(set(shape.values())) == 1 for shape in square)
    tiles = shapes_to_try(space_at(whole, 16), NOTHING, usual_effort(config), [1])
    assert len(tiles) > 20 and all(size % 16 == 0 for shape in tiles for size in shape.values())


def test_an_assignment_may_say_which_sizes_it_asks_for(config):
    """By a comparison."""
    asked = config.model_copy(update={"sweep": config.sweep.model_copy(update={"where": "K <= 3 * T"})})
    shapes = shapes_to_try(space_at(asked, 16), NOTHING, usual_effort(config), [1])
    assert len(shapes) > 20 and max(shape["K"] for shape in shapes) == 48 < max(shape["M"] for shape in shapes)


def test_combinations_are_exhausted_up_to_a_size(config):
    """As many as there is room for."""
    assert [side_of(3, 50_000), side_of(2, 50_000), side_of(1, 50_000), side_of(3, 27)] == [36, 223, 50_000, 3]
    shapes = shapes_to_try(space_at(config, 16), NOTHING, Effort(1, 64), [1])
    assert sorted(tuple(shape.values()) for shape in shapes) == list(itertools.product(range(1, 5), repeat=3))


@pytest.mark.parametrize(
    ("folder", "periods"),
    [("transpose", [32, 16]), ("vector_addition", [64, 256]), ("reduction", [256, 64]), ("histogram", [256, 64])],
)
def test_the_launch_of_a_lab_says_how_its_sizes_go_into_blocks(folder: str, periods: list[int]):
    """Whatever its expressions are, and all around whole blocks is tried."""
    assignment = load_assignment(ROOT / "labs" / folder)
    for width, period in zip(assignment.widths, periods, strict=True):
        space = lab_of(assignment.config).space(assignment.config, width)
        assert set(space.periods.values()) == {period}
        shapes = shapes_to_try(space, NOTHING, usual_effort(assignment.config), [1])
        for name in space.periods:
            assert {period - 1, period, period + 1, 2 * period + 1} <= {shape[name] for shape in shapes}


def landmarks(body: str, before: str = "") -> Landmarks:
    """Of a kernel with this body, at a tile width of 16."""
    return landmarks_of(SyntaxTree(f"{before}\n__global__ void k(float *C, int M, int K, int N) {{ {body} }}", "k"), 16)


@pytest.mark.parametrize(
    ("body", "before", "value"),
    [
        ("if (M == 34) return;", "", 34),
        ("if (0x22 <= K) return;", "", 34),
        ("if (N > LIMIT) return;", "#define LIMIT (200)", 200),
        ("if (N > many) return;", "const int many = 3 * TILE_WIDTH + 1;", 49),
        ("if (N > NINE) return;", "enum { NINE = 9 };", 9),
        ("if (N > 5 * 7u) return;", "", 35),
        ("switch (M) { case 35: return; }", "", 35),
        ("__shared__ float all[9 * TILE_WIDTH][TILE_WIDTH];", "", 144),
        ("int sizes[] = {12, 123};", "", 123),
        ("if (TOO_MANY(N)) return;", "#define TOO_MANY(n) ((n) > 77)", 77),
    ],
)
def test_numbers_that_sizes_are_compared_with_are_read(body: str, before: str, value: int):
    """However they are written."""
    assert value in landmarks(body, before).values


def test_a_type_of_few_bits_is_tried_with_more_elements_than_it_holds(config):
    """In the least effort, too: by two sizes, as one alone would be too large."""
    values = landmarks("short at = K * N; C[at] = 0;").values
    assert values == (32768,)
    shapes = shapes_to_try(space_at(config, 16), Landmarks(values), batch_effort(config), [1])
    assert any(shape["K"] * shape["N"] > 32768 for shape in shapes)


@pytest.mark.parametrize(
    ("body", "modulus"), [("if (K % 7) return;", 7), ("if (K & 15) return;", 16), ("M >>= 0; N = M >> 3;", 8)]
)
def test_numbers_that_divide_sizes_are_read(body: str, modulus: int):
    """As a remainder, as bits, as a shift."""
    assert modulus in landmarks(body).moduli


def test_what_is_read_of_a_text_is_bounded():
    """Long tables and numbers beyond any size are no lists of sizes; other functions' numbers are not the kernel's."""
    table = ", ".join(map(str, range(1, 2000)))
    body = f"int t[] = {{{table}}}; if (M == 99999999999999999999999999) return;"
    found = landmarks(body, "int main() { return 4242; }")
    assert len(found.values) == MOST and found.bounded and 4242 not in found.values
    assert not Landmarks((LARGEST + 1,)).bounded and not Landmarks((), tuple(range(1, 99))).bounded
