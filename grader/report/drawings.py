"""What a page draws of arrays: those of a recording, and error maps of outputs.

A recorded matrix is drawn as it is, a vector in rows, more dimensions as layers; of a large array the part that the
block touches.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from grader.report.format import apart, count, joined, plural
from grader.results import Case, Cell, ErrorMap, Words
from grader.results.replay import Replay, Story, dims_of
from grader.results.replay.product import PRODUCT

WHOLE = 40
"""Rows and columns up to which all of them are drawn; of more, those that the block touches, up to as many rows."""
MOST_COLUMNS = 160
MOST_LAYERS = 8
FOLD = 16
"""Elements in a row of a vector, unless it is as long as a block of 8 to so many threads."""
WARP = 32
_PLACES = ("left", "above", "corner")
"""Where the arrays of a picture of three stand."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A drawn part of an array: rows of elements, from `first` on, each `stride` elements after the one before it.

    Nothing is drawn from element `end` on.
    """

    label: str
    first: int
    rows: int
    columns: int
    stride: int
    end: int

    def elements(self) -> Iterator[int]:
        """Row by row."""
        for row in range(self.rows):
            start = self.first + row * self.stride
            yield from range(start, min(start + self.columns, self.end))


def drawings(played: Replay) -> list[dict[str, Any]]:
    """Every array of the recording, those in global memory first, with what they hold before the launch."""
    recording, story = played.recording, played.story
    touched: dict[str, set[int]] = defaultdict(set)
    for _, _, _, op, name, index, _ in recording.events:
        if op in ("load", "store", "atomic") and index >= 0:
            touched[name].add(index)
    return [
        {
            "name": name,
            "kind": _kind(story, name),
            "place": dict(zip(story.crossed or (), _PLACES, strict=False)).get(name, ""),
            "shared": name not in recording.buffers,
            "write": _write(played, name),
            "dims": dims_of(recording, name),
            "members": list(recording.members_of(name)),
            "layers": [_packed(story, name, layer) for layer in layers(story, name, touched[name])],
        }
        for name in (*recording.buffers, *(array.name for array in recording.shared))
    ]


def thread_columns(block_dim: Sequence[int]) -> int:
    """In how many columns the threads are drawn: those of a block in one dimension in rows of a warp at most."""
    across, down, deep = block_dim
    return across if down * deep > 1 else min(across, WARP if across > 4 * FOLD else FOLD)


def fold(story: Story, length: int) -> int:
    """In how many columns an array of one dimension is drawn: a flat tile in those of the tile."""
    recording = story.recording
    width = recording.tile_width
    if story.crossed:
        return width if length > width and length % width == 0 else length
    across = recording.block_dim[0]
    return length if length <= FOLD else across if FOLD // 2 <= across <= FOLD else FOLD


def layers(story: Story, name: str, touched: Collection[int]) -> list[Layer]:
    """What is drawn of an array."""
    dims = dims_of(story.recording, name)
    total = math.prod(dims)
    flat = len(dims) == 1
    columns = fold(story, total) if flat else dims[-1]
    rows = -(-total // columns) if flat else dims[-2]
    planes = range(1 if flat else total // (rows * columns))
    down = _window(rows, {index // columns % rows for index in touched}, WHOLE)
    across = _window(columns, {index % columns for index in touched}, MOST_COLUMNS)
    if len(planes) > MOST_LAYERS:
        begin = min((index // (rows * columns) for index in touched), default=0)
        planes = planes[begin : begin + MOST_LAYERS]
    return [
        Layer(
            label=_label(name, dims, plane, down, across, whole=len(down) == rows and len(across) == columns),
            first=(plane * rows + down.start) * columns + across.start,
            rows=len(down),
            columns=len(across),
            stride=columns,
            end=total if flat else (plane + 1) * rows * columns,
        )
        for plane in planes
    ]


def _window(size: int, touched: Collection[int], most: int) -> range:
    """All of a few; else from the first that is touched to the last, as far as there is room."""
    if size <= WHOLE or not touched:
        return range(min(size, most))
    return range(min(touched), min(max(touched) + 1, min(touched) + most))


def _label(name: str, dims: Sequence[int], plane: int, down: range, across: range, *, whole: bool) -> str:
    if len(dims) == 1:
        elements = (down.start * len(across), down.stop * len(across) - 1)
        return name if whole else f"{name}, from element {elements[0]} to {min(elements[1], dims[0] - 1)}"
    outer: list[int] = []
    for size in reversed(dims[:-2]):
        outer.insert(0, plane % size)
        plane //= size
    own = name + "".join(f"[{place}]" for place in outer)
    return own if whole else f"{own}, rows {down.start}–{down.stop - 1}, columns {across.start}–{across.stop - 1}"


def _kind(story: Story, name: str) -> str:
    """The colour: of what is read, of a second array, of the output."""
    recording = story.recording
    if name == recording.output:
        return "c"
    tiles = [array.name for array in recording.shared]
    if story.crossed:
        second = name == story.crossed[1] or tiles[1:2] == [name]
        return "b" if second else "a" if name in (*story.crossed, *tiles[:1]) else ""
    return "b" if name in tiles else "a"


def _write(played: Replay, name: str) -> tuple[str, str]:
    """What it is called to store there, of one thread and of several."""
    recording = played.recording
    if name in played.sums:
        return "keeps the sum in shared memory", "keep the sum in shared memory"
    if name == recording.output and not recording.launch:
        return "stores the result", "store the result"
    if name in recording.buffers:
        return f"stores to {name}", f"store to {name}"
    place = "the tile" if played.story.crossed else "shared memory"
    return f"writes into {place}", f"write into {place}"


def _packed(story: Story, name: str, layer: Layer) -> dict[str, Any]:
    recording = story.recording
    stays = not (story.crossed and name == recording.output)  # what it holds before the launch is what it holds after
    held = recording.before.get(name) or (recording.buffers.get(name) if stays else None)
    row: dict[str, Any] = {
        "label": layer.label, "first": layer.first, "rows": layer.rows, "cols": layer.columns, "stride": layer.stride,
        "end": layer.end,
    }  # fmt: skip
    if held is not None:
        values = (held.values[element] for element in layer.elements())
        row["values"] = [None if name in recording.before and math.isnan(value) else value for value in values]
    if name == recording.output and recording.judged:
        expected = (recording.expected[element] for element in layer.elements())
        row["expected"] = [None if math.isnan(value) else value for value in expected]
    return row


# -- error maps: one path for each kind of cell, the tile grid on top --------------------------------------------------

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
    if sum(sign != "." for row in drawn for sign, _ in groupby(row)) > MAX_RUNS:
        per_tile = max(1, chart.tile_width // step)
        drawn, step = _by_tile(drawn, per_tile), step * per_tile
        scale = f"Each square stands for {step}×{step} cells and shows the worst of them."
    rows, cols = len(drawn), max((len(row) for row in drawn), default=0)
    # how many cells carry each sign: counted in the map where it shows every cell, else as the case says
    amounts = {"x": case.wrong_cells, "u": case.unwritten_cells, "n": case.nonfinite_cells}
    if chart.step == 1:
        amounts = {sign: sum(row.count(sign) for row in chart.cells) for sign in SIGNS}
    marks = [(SIGNS[sign], WORDS[sign], count(amount)) for sign, amount in amounts.items() if amount]
    told = [f"{amount} {word}" for _, word, amount in marks]
    summary = f"Of {plural(chart.size, 'cell')} of {words.output}, {joined(told) or 'none is wrong'}."
    if chart.samples:
        first = chart.samples[0]
        got, right = apart(first.got, first.expected)
        summary += f" The first is {words.cell(first.index)}: {got}{f' instead of {right}' if right else ''}."
    plane = chart.dims[-2] if chart.dims else 0  # the rows of a plane; 0 where there is one alone
    lines = max(1, tile // step) if step < tile else 0
    grid = "".join(f"M0 {y}h{cols}" for y in range(lines, rows, lines)) if lines else ""
    grid += "".join(f"M{x} 0v{rows}" for x in range(lines, cols, lines)) if lines else ""
    # a line below each plane, where they are told apart
    grid += "".join(f"M0 {at / step:g}h{cols}" for at in range(plane, rows * step, plane)) if plane > step else ""
    return MapView(
        rows=rows,
        cols=cols,
        paths={name: path for sign, name in SIGNS.items() if (path := cells_path(drawn, sign))},
        grid=grid,
        legend=(("right", WORDS["."], count(max(0, chart.size - sum(amounts.values())))), *marks),
        summary=summary,
        scale=scale,
        pattern=chart.pattern or "",
        words=words,
        samples=chart.samples[:8],
        data={
            "step": step,
            "tile": tile,
            "jump": max(1, (tile or plane or JUMP) // step),
            "dims": chart.dims,
            "rows": chart.rows,
            "cols": chart.cols,
            "cells": ["".join(f"{len(list(run))}{sign}" for sign, run in groupby(row)) for row in drawn],  # `2.1n31.`
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


def cells_path(rows: tuple[str, ...], sign: str) -> str:
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
