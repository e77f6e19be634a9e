"""The arrays of a recording as a page draws them: a matrix as it is, a vector in rows, more dimensions as layers.

Of a large array the part is drawn that the block touches.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.results import Recording
from grader.results.replay.story import Replay, Story, dims_of

WHOLE = 40
"""Rows and columns up to which all of them are drawn; of more, those that the block touches, up to as many rows."""
MOST_COLUMNS = 160
MOST_LAYERS = 8
FOLD = 16
"""Elements in a row of a vector, unless it is as long as a block of 8 to so many threads."""
WARP = 32


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


def drawings(played: Replay, story: Story) -> list[dict[str, Any]]:
    """Every array of the recording, those in global memory first, with what they hold before the launch."""
    recording = played.recording
    touched: dict[str, set[int]] = defaultdict(set)
    for _, _, _, op, name, index, _ in recording.events:
        if op in ("load", "store", "atomic") and index >= 0:
            touched[name].add(index)
    return [
        {
            "name": name,
            "kind": _kind(recording, story, name),
            "place": _place(story, name),
            "shared": name not in recording.buffers,
            "write": _write(played, story, name),
            "dims": dims_of(recording, name),
            "members": list(recording.members_of(name)),
            "layers": [
                _packed(recording, story, name, layer) for layer in layers(recording, story, name, touched[name])
            ],
        }
        for name in (*recording.buffers, *(array.name for array in recording.shared))
    ]


def thread_columns(block_dim: Sequence[int]) -> int:
    """In how many columns the threads are drawn: those of a block in one dimension in rows of a warp at most."""
    across, down, deep = block_dim
    return across if down * deep > 1 else min(across, WARP if across > 4 * FOLD else FOLD)


def fold(recording: Recording, story: Story, length: int) -> int:
    """In how many columns an array of one dimension is drawn: a flat tile in those of the tile."""
    width = recording.tile_width
    if story.crossed:
        return width if length > width and length % width == 0 else length
    across = recording.block_dim[0]
    return length if length <= FOLD else across if FOLD // 2 <= across <= FOLD else FOLD


def layers(recording: Recording, story: Story, name: str, touched: Collection[int]) -> list[Layer]:
    """What is drawn of an array."""
    dims = dims_of(recording, name)
    total = math.prod(dims)
    flat = len(dims) == 1
    columns = fold(recording, story, total) if flat else dims[-1]
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


def _kind(recording: Recording, story: Story, name: str) -> str:
    """The colour: of what is read, of a second array, of the output."""
    if name == recording.output:
        return "c"
    tiles = [array.name for array in recording.shared]
    if story.crossed:
        second = name == story.crossed[1] or tiles[1:2] == [name]
        return "b" if second else "a" if name in (*story.crossed, *tiles[:1]) else ""
    return "b" if name in tiles else "a"


def _place(story: Story, name: str) -> str:
    """Where it stands in a picture of three."""
    places = dict(zip(story.crossed or (), ("left", "above", "corner"), strict=False))
    return places.get(name, "")


def _write(played: Replay, story: Story, name: str) -> tuple[str, str]:
    """What it is called to store there, of one thread and of several."""
    recording = played.recording
    if name in played.sums:
        return "keeps the sum in shared memory", "keep the sum in shared memory"
    if name == recording.output and not recording.launch:
        return "stores the result", "store the result"
    if name in recording.buffers:
        return f"stores to {name}", f"store to {name}"
    return (
        ("writes into the tile", "write into the tile")
        if story.crossed
        else ("writes into shared memory", "write into shared memory")
    )


def _packed(recording: Recording, story: Story, name: str, layer: Layer) -> dict[str, Any]:
    held = recording.before.get(name) or (recording.buffers.get(name) if _is_known(recording, story, name) else None)
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


def _is_known(recording: Recording, story: Story, name: str) -> bool:
    """Whether a buffer holds before the launch what it holds afterwards."""
    return not (story.crossed and name == recording.output)
