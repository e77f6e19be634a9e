"""The drawn map is the map of the results, cell for cell."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from grader.labs.matmul.product import WORDS
from grader.report.drawings import MAX_RUNS, SIGNS, map_view
from grader.results import Case, Cell, ErrorMap, Status, Words

ROWS = st.integers(1, 12).flatmap(
    lambda width: st.lists(st.text(".xun", min_size=width, max_size=width), min_size=1, max_size=12)
)


def case_of(rows: list[str], step: int = 1, tile: int = 4, **fields: object) -> tuple[Case, ErrorMap]:
    chart = ErrorMap(rows=len(rows) * step, cols=len(rows[0]) * step, step=step, tile_width=tile, cells=tuple(rows))
    case = Case(
        name="c",
        family="f",
        sizes={"M": chart.rows, "K": 1, "N": chart.cols},
        tile_width=tile,
        status=Status.FAILED,
        points=0,
        max_points=1,
        map=chart,
        **fields,
    )
    return case, chart


def rasterised(paths: dict[str, str], rows: int, cols: int) -> list[str]:
    """The squares that the paths cover, as signs."""
    grid = [["."] * cols for _ in range(rows)]
    for sign, name in SIGNS.items():
        for x, y, width, height in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", paths.get(name, "")):
            for row in range(int(y), int(y) + int(height)):
                for col in range(int(x), int(x) + int(width)):
                    assert grid[row][col] == ".", "two rectangles cover one cell"
                    grid[row][col] = sign
    return ["".join(row) for row in grid]


def unpacked(row: str) -> str:
    return "".join(sign * int(length) for length, sign in re.findall(r"(\d+)(\D)", row))


@given(ROWS)
def test_paths_and_packed_rows_give_the_map_back(rows):
    """Drawing and data of any map hold exactly its cells."""
    view = map_view(*case_of(rows), WORDS)
    assert rasterised(view.paths, view.rows, view.cols) == rows
    assert [unpacked(row) for row in view.data["cells"]] == rows


def test_the_legend_counts_the_cells_that_are_drawn():
    """Six cells: two wrong, one never written, one not finite, two right."""
    view = map_view(*case_of(["xx.", "un."]), WORDS)
    assert {name: amount for name, _, amount in view.legend} == {
        "right": "2",
        "wrong": "2",
        "unwritten": "1",
        "nonfinite": "1",
    }


def test_a_map_of_noise_is_summarised_by_tile():
    """With more runs than a page should carry, each square is a tile and shows its worst cell."""
    rows = ["".join("x" if (row + col) % 2 else "." for col in range(160)) for row in range(160)]
    rows[0] = "n" + rows[0][1:]
    assert MAX_RUNS < 160 * 80
    view = map_view(*case_of(rows, tile=16), WORDS)
    assert (view.rows, view.cols, view.data["step"]) == (10, 10, 16)
    drawn = rasterised(view.paths, 10, 10)
    assert drawn[0] == "n" + "x" * 9
    assert set("".join(drawn[1:])) == {"x"}
    assert "16×16" in view.scale


def test_a_map_of_coarse_squares_takes_its_counts_from_the_case():
    """Squares of several cells cannot be counted; the case knows."""
    view = map_view(*case_of(["x."], step=8, wrong_cells=17), WORDS)
    assert ("wrong", "wrong", "17") in view.legend
    assert "8×8" in view.scale


def test_tile_lines_stand_at_multiples_of_the_tile_width():
    """34 columns at T = 16 have lines at 16 and 32."""
    view = map_view(*case_of(["." * 34] * 34, tile=16), WORDS)
    assert [int(x) for x in re.findall(r"M(\d+) 0v", view.grid)] == [16, 32]


def test_the_summary_names_the_first_wrong_cell():
    """Who does not see the map hears the counts and the first cell."""
    case, chart = case_of([".x"])
    sample = Cell(index=(0, 1), expected=2.0, got=3.0, error=1.0, bound=0.0)
    view = map_view(case, chart.model_copy(update={"samples": (sample,)}), WORDS)
    assert view.summary == "Of 2 cells of C, 1 wrong. The first is C[0][1]: 3 instead of 2."


def test_the_planes_of_a_box_stand_below_each_other():
    """A cell of three subscripts is found in its plane, with a line between planes; the case's other maps follow."""
    case, chart = case_of(["...", "..x", "...", "x.."])
    sample = Cell(index=(1, 1, 0), expected=2.0, got=3.0, error=1.0, bound=0.0)
    update = {"fold": 3, "elements": 12, "dims": (2, 2, 3), "samples": (sample,)}
    view = map_view(case, chart.model_copy(update=update), Words(lab="generic", output="after"))
    assert view.data["samples"] == [[3, 0, "3", "2"]]
    assert view.grid == "M0 2h3"
    assert view.data["jump"] == 2
    assert "after[1][1][0]: 3 instead of 2" in view.summary


def test_an_element_of_a_vector_is_found_in_its_row():
    """Rows are as long as the map says."""
    case, chart = case_of(["....", "..x."])
    sample = Cell(index=(6,), expected=2.0, got=3.0, error=1.0, bound=0.0)
    view = map_view(case, chart.model_copy(update={"fold": 4, "elements": 8, "samples": (sample,)}), WORDS)
    assert view.data["samples"][0][:2] == [1, 2]
