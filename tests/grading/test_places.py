"""Where the wrong cells of a matrix are, in words that fit all of them."""

from __future__ import annotations

import numpy as np
import pytest

from grader.grading.compare import compare, explain_places
from grader.report.causes import in_words
from tests.grading.conftest import MakeProblem

WIDE = np.s_[:, 8:]
PLACES = {
    "last-tile-column": ((8, 10), WIDE, "(columns 8 to 9)"),
    "last-tile-row": ((10, 8), np.s_[8:], "(rows 8 to 9)"),
    "last-corner": ((10, 10), np.s_[8:, 8:], "in the last corner"),
    "first-tile-wrong": ((8, 8), np.s_[:4, :4], "Only the first tile of C is wrong."),
    "diagonal-tiles": (
        (8, 12), np.add.outer(np.arange(8) // 4, -(np.arange(12) // 4)) != 0, "where blockIdx.x equals blockIdx.y.",
    ),
    "only-first-tile": (
        (8, 12), np.add.outer(np.arange(8) // 4, np.arange(12) // 4) > 0, "every other block is wrong.",
    ),
    "whole-rows": ((8, 8), np.s_[[2, 3, 6]], "all others right: 2-3, 6."),
    "whole-columns": ((8, 8), np.s_[:, [5]], "all others right: 5."),
    "off-diagonal": ((8, 8), ~np.eye(8, dtype=bool), "Only the diagonal is right."),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_the_place_that_fits_all_wrong_cells_is_told(problem: MakeProblem, name: str) -> None:
    """And none of a case that is right, or of one in which another cell is wrong too."""
    (rows, cols), where, words = PLACES[name]
    case = problem(rows, 8, cols)
    got = case.expected.astype(np.float32)
    written = np.ones(got.shape, bool)
    assert explain_places(compare(got, written, case), "C", 4) == ()
    got[where] += 1
    told = explain_places(compare(got, written, case), "C", 4)
    assert [each.name for each in told] == [name]
    assert words in in_words(told)
    right = np.argwhere(got == case.expected.astype(np.float32))
    got[tuple(right[len(right) // 3])] += 1
    assert name not in [each.name for each in explain_places(compare(got, written, case), "C", 4)]


def test_one_row_of_tiles_does_not_tell_which_blocks_are_right(problem: MakeProblem) -> None:
    """The first tile alone is right there as well where all on the diagonal are."""
    case = problem(4, 8, 12)
    got = case.expected.astype(np.float32)
    got[:, 4:] += 1
    (told,) = explain_places(compare(got, np.ones(got.shape, bool), case), "C", 4)
    assert told.name == "whole-columns"


def test_a_lab_without_tiles_has_no_wrong_tiles(problem: MakeProblem) -> None:
    """Its wrong columns are told by their numbers."""
    case = problem(8, 8, 10)
    got = case.expected.astype(np.float32)
    got[WIDE] += 1
    (told,) = explain_places(compare(got, np.ones(got.shape, bool), case), "C", 0)
    assert told.name == "whole-columns"


@pytest.mark.parametrize(("value", "written", "name"), [(0, False, "never-written"), (np.nan, True, "all-nonfinite")])
def test_what_all_cells_have_in_common_is_told(problem: MakeProblem, value: float, written: bool, name: str) -> None:
    """Nothing where they are merely wrong."""
    case = problem(8, 8, 8)
    flags = np.full(case.expected.shape, written)
    (told,) = explain_places(compare(np.full(flags.shape, value, np.float32), flags, case), "C", 4)
    assert told.name == name
    wrong = (case.expected + 1).astype(np.float32)
    assert explain_places(compare(wrong, np.ones(wrong.shape, bool), case), "C", 4) == ()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (np.s_[:, 2], "wrong in every element: .z. All else"),
        (np.s_[3:5], "Whole elements are wrong, all others right: 3-4."),
    ],
)
def test_members_of_elements_are_told_by_their_names(problem: MakeProblem, where: object, said: str) -> None:
    """The last axis of an array of vectors is no axis of the student's."""
    case = problem(8, 8, 4)
    got = case.expected.astype(np.float32)
    got[where] += 1  # type: ignore[index]
    assert said in in_words(explain_places(compare(got, np.ones(got.shape, bool), case), "C", 0, "xyzw"))
