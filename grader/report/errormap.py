"""The error map of C as a drawing: one path for each kind of cell, the tile grid on top."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from grader.report.format import apart, count, joined, plural
from grader.results import Case, Cell, ErrorMap, Words
from grader.results.replay.product import PRODUCT

SIGNS = {"x": "wrong", "u": "unwritten", "n": "nonfinite"}
"""Signs of `ErrorMap.cells` and the class that draws each; `.` is the ground they stand on."""

WORDS = {"x": "wrong", "u": "never written", "n": "not finite", ".": "right"}
JUMP = 8
"""Cells that the Shift key goes on where nothing is in tiles."""
MAX_RUNS = 6_000
"""Runs of equal cells drawn exactly; a map with more is drawn a tile at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """A drawn map: sizes in squares, `paths` from class to SVG path, `data` for the cell under the pointer."""

    rows: int
    cols: int
    paths: dict[str, str]
    grid: str
    legend: tuple[tuple[str, str, str], ...]
    summary: str
    scale: str
    pattern: str
    words: Words
    samples: tuple[Cell, ...]
    data: dict[str, Any]
    width_px: int


def map_view(case: Case, chart: ErrorMap, words: Words) -> MapView:
    """The drawing of `chart`, which is one of the case's."""
    words = words.about(chart.array)
    drawn, step = chart.cells, chart.step
    tile = chart.tile_width if words.lab == PRODUCT else 0
    scale = f"Each square stands for {step}×{step} cells and shows the worst of them." if step > 1 else ""
    if sum(_runs(row) for row in drawn) > MAX_RUNS:
        per_tile = max(1, chart.tile_width // step)
        drawn, step = _by_tile(drawn, per_tile), step * per_tile
        scale = f"Each square stands for {step}×{step} cells and shows the worst of them."
    rows, cols = len(drawn), max((len(row) for row in drawn), default=0)
    return MapView(
        rows=rows,
        cols=cols,
        paths={name: path for sign, name in SIGNS.items() if (path := _path(drawn, sign))},
        grid=_tile_lines(rows, cols, max(1, tile // step) if step < tile else 0) + _planes(rows, cols, chart, step),
        legend=_legend(case, chart),
        summary=_summary(case, chart, words),
        scale=scale,
        pattern=chart.pattern or "",
        words=words,
        samples=chart.samples[:8],
        data={
            "step": step,
            "tile": tile,
            "jump": max(1, (tile or _plane(chart) or JUMP) // step),
            "dims": chart.dims,
            "rows": chart.rows,
            "cols": chart.cols,
            "cells": [_packed(row) for row in drawn],
            "name": words.output,
            "members": list(words.members_of(words.output)),
            "fold": chart.fold,
            "elements": chart.elements,
            "samples": [[*_place(c, chart), *apart(c.got, c.expected)] for c in chart.samples[:200]],
        },
        width_px=max(120, min(560, cols * max(2, min(14, 420 // max(1, max(rows, cols)))))),
    )


def _place(cell: Cell, chart: ErrorMap) -> tuple[int, int]:
    """Row and column in the drawing; those of a vector's element are where its rows are broken, and the planes of more
    dimensions stand below each other.
    """
    row, size = 0, 1
    for place, extent in zip(cell.index[-2::-1], chart.dims[-2::-1] or (1,), strict=False):
        row, size = row + place * size, size * extent
    return (row, cell.index[-1]) if len(cell.index) > 1 else divmod(cell.index[0], chart.fold or chart.cols)


def _plane(chart: ErrorMap) -> int:
    """The rows of a plane; 0 where there is one alone."""
    return chart.dims[-2] if chart.dims else 0


def _planes(rows: int, cols: int, chart: ErrorMap, step: int) -> str:
    """A line below each plane, where they are told apart."""
    plane = _plane(chart)
    return "".join(f"M0 {at / step:g}h{cols}" for at in range(plane, rows * step, plane)) if plane > step else ""


def _runs(row: str) -> int:
    return sum(1 for sign, _ in groupby(row) if sign != ".")


def _path(rows: tuple[str, ...], sign: str) -> str:
    """Rectangles of equal cells; equal neighbouring rows become one rectangle."""
    parts: list[str] = []
    y = 0
    for text, same in groupby(rows):
        height = len(list(same))
        x = 0
        for char, run in groupby(text):
            width = len(list(run))
            if char == sign:
                parts.append(f"M{x} {y}h{width}v{height}h-{width}z")
            x += width
        y += height
    return "".join(parts)


def _tile_lines(rows: int, cols: int, tile: int) -> str:
    if not tile:
        return ""
    across = "".join(f"M0 {y}h{cols}" for y in range(tile, rows, tile))
    return across + "".join(f"M{x} 0v{rows}" for x in range(tile, cols, tile))


def _by_tile(rows: tuple[str, ...], tile: int) -> tuple[str, ...]:
    """Each tile×tile group of cells as its worst cell."""
    order = ".xun"
    grouped = []
    for top in range(0, len(rows), tile):
        band = rows[top : top + tile]
        width = len(band[0])
        grouped.append(
            "".join(
                max((char for row in band for char in row[left : left + tile]), key=order.index)
                for left in range(0, width, tile)
            )
        )
    return tuple(grouped)


def _packed(row: str) -> str:
    """A row as run lengths: `34x`, `2.1n31.`."""
    return "".join(f"{len(list(run))}{sign}" for sign, run in groupby(row))


def _counts(case: Case, chart: ErrorMap) -> dict[str, int]:
    """How many cells carry each sign: counted in the map where it shows every cell, else as the case says."""
    if chart.step == 1:
        return {sign: sum(row.count(sign) for row in chart.cells) for sign in SIGNS}
    return {"x": case.wrong_cells, "u": case.unwritten_cells, "n": case.nonfinite_cells}


def _legend(case: Case, chart: ErrorMap) -> tuple[tuple[str, str, str], ...]:
    amounts = _counts(case, chart)
    right = chart.size - sum(amounts.values())
    marks = [(SIGNS[sign], WORDS[sign], count(amount)) for sign, amount in amounts.items() if amount]
    return (("right", WORDS["."], count(max(0, right))), *marks)


def _summary(case: Case, chart: ErrorMap, words: Words) -> str:
    """The map in one sentence, for those who do not see it."""
    parts = [f"{count(amount)} {WORDS[sign]}" for sign, amount in _counts(case, chart).items() if amount]
    first = next(iter(chart.samples), None)
    text = f"Of {plural(chart.size, 'cell')} of {words.output}, {joined(parts) or 'none is wrong'}."
    if first:
        got, right = apart(first.got, first.expected)
        text += f" The first is {words.cell(first.index)}: {got}{f' instead of {right}' if right else ''}."
    return text
