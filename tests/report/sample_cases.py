"""Cases as the grader would judge them, and the error maps of those that fail."""

from __future__ import annotations

import math

from grader.results import (
    Case,
    Cell,
    ErrorMap,
    Status,
)
from tests.products import ProductShape

SHAPES = (
    ("multiples", "square-1T", "16", "16", "16"),
    ("multiples", "square-2T", "32", "32", "32"),
    ("multiples", "square-4T", "64", "64", "64"),
    ("lesson", "ones-twos-34", "34", "34", "34"),
    ("lesson", "random-34", "34", "34", "34"),
    ("rectangular", "tall", "70", "20", "18"),
    ("rectangular", "wide", "20", "33", "90"),
    ("vectors", "row", "1", "40", "37"),
    ("vectors", "column", "37", "40", "1"),
    ("vectors", "k-1", "33", "1", "21"),
    ("edges", "below", "15", "15", "15"),
    ("edges", "above", "17", "17", "17"),
    ("primes", "prime", "29", "47", "31"),
)
REASONS = {
    "multiples": "Multiples of the tile width: no partial tile anywhere, so only the core algorithm counts.",
    "lesson": "The lesson's 34×34: three phases, a 3×3 grid that covers 48×48. Constant inputs hide swapped indices.",
    "rectangular": "M, K and N differ, so a dimension used for another shows.",
    "vectors": "One row, one column or one term: nearly every thread is outside.",
    "edges": "One below and one above the tile width.",
    "primes": "No dimension divides anything.",
}


def cases(failing: dict[str, ErrorMap] | None = None, status: Status | None = None) -> tuple[Case, ...]:
    """Every sample case at both tile widths; those named in `failing` fail with its map at T = 16."""
    rows = []
    for tile in (16, 32):
        for family, name, m, k, n in SHAPES:
            chart = (failing or {}).get(name) if tile == 16 else None
            state = status or (Status.FAILED if chart else Status.PASSED)
            shape = ProductShape(int(m), int(k), int(n))
            wrong = sum(row.count("x") for row in chart.cells) if chart else 0
            rows.append(
                Case(
                    name=f"{name}@{tile}",
                    family=family,
                    title=f"{shape.M}×{shape.K} by {shape.K}×{shape.N}",
                    reason=REASONS[family],
                    sizes=shape.sizes,
                    tile_width=tile,
                    grid=(-(-shape.N // tile), -(-shape.M // tile), 1),
                    block=(tile, tile, 1),
                    status=state,
                    points=2.0 if state is Status.PASSED else 0.0,
                    max_points=2.0,
                    message=f"{wrong} of {shape.M * shape.N} cells wrong" if chart else "",
                    wrong_cells=wrong,
                    worst=chart.samples[0] if chart and chart.samples else None,
                    map=chart,
                    seconds=0.004,
                    reproduce=f"python -m grader starter/matmul.cu --case '{name}@{tile}'",
                )
            )
    return tuple(rows)


def boundary_map(size: int = 34, tile: int = 16) -> ErrorMap:
    """What a missing guard on A leaves at 34×34: the last phase adds the next row's elements, in nearly all rows."""
    rows = ["x" * size if row < size - 1 else "." * size for row in range(size)]
    samples = tuple(
        Cell(index=(row, col), expected=68.0, got=96.0, error=28.0, bound=0.0001)
        for row in range(14)
        for col in range(34)
    )
    return ErrorMap(
        rows=size,
        cols=size,
        step=1,
        tile_width=tile,
        cells=tuple(rows),
        samples=samples,
        pattern="All rows but the last are wrong: the last phase adds elements of the next row of A.",
    )


def mixed_map() -> ErrorMap:
    """A map with every sign in it: right, wrong, never written, not finite."""
    rows = []
    for row in range(34):
        cells = ["."] * 34
        for col in range(34):
            if col >= 32:
                cells[col] = "u"
            elif row >= 32:
                cells[col] = "x"
            elif (row, col) in {(3, 4), (3, 5), (20, 9)}:
                cells[col] = "n"
        rows.append("".join(cells))
    samples = (
        Cell(index=(3, 4), expected=1.25, got=math.nan, error=math.inf, bound=1e-5),
        Cell(index=(32, 0), expected=2.5, got=3.5, error=1.0, bound=1e-5),
    )
    return ErrorMap(rows=34, cols=34, step=1, tile_width=16, cells=tuple(rows), samples=samples)
