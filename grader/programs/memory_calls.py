"""The runtime's calls for memory: allocate and free, copy and fill, and what a pointer or a symbol is.

What goes between host and device goes through the window that the program sees too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from grader.programs.allocations import Allocation
from grader.programs.calls import NOWHERE, CallError, Code, Direction, Memory, Place, Rows
from grader.programs.device import Device
from grader.programs.history import History
from grader.programs.protocol import WINDOW_BYTES, Action, Call, ProtocolError, Reply, by_name

_NO_HEAP = (0, 0, 0, 0)
MOST_TOUCHES = 4096
"""Ranges of one array that are told to the history."""


class MemoryCalls:
    """Answers them from the device, and tells the history. `calls` are those that are answered here.

    `placed` returns the place of addresses in the program's text.
    """

    def __init__(self, device: Device, history: History, placed: Callable[[Sequence[int]], Place]) -> None:
        self._device, self._history, self._placed = device, history, placed
        self._transfer: tuple[Rows, bool] | None = None
        """The device's side of the copy that is under way through the window, and whether it goes there."""
        self.calls = by_name({
            "cudaMalloc cudaMallocAsync": partial(self._malloc, Memory.DEVICE),
            "cudaMallocManaged": partial(self._malloc, Memory.MANAGED),
            "cudaMallocHost cudaHostAlloc": partial(self._malloc, Memory.PINNED),
            "cudaMallocPitch": self._malloc_pitch,
            "cudaHostGetDevicePointer": self._device_pointer,
            "cudaFree cudaFreeAsync cudaFreeHost": self._free,
            "cudaMemGetInfo": self._memory_info,
            "cudaPointerGetAttributes": self._pointer,
            "texture": self._texture,
            "texture_gone": self._texture_gone,
            "cudaMemcpy cudaMemcpyAsync cudaMemcpy2D cudaMemcpy2DAsync": self._copy,
            "cudaMemset cudaMemsetAsync cudaMemset2D": self._fill,
            "piece": self._piece,
            "cudaMemcpyToSymbol cudaMemcpyFromSymbol": self._copy_symbol,
            "cudaGetSymbolAddress cudaGetSymbolSize": self._symbol,
        })  # fmt: skip

    # --- allocate and free

    def _malloc(self, kind: Memory, call: Call) -> Reply:
        return self._allocated(call, kind, call.numbers[0] & (1 << 64) - 1)

    def _allocated(self, call: Call, kind: Memory, size: int, rows: tuple[int, int] = (0, 0)) -> Reply:
        if not size:
            return Reply(numbers=(0, rows[1]))
        made = self._device.allocate(kind, size, call.place, rows=rows)
        action = Action.MAP if kind.on_both else Action.NOTHING
        return Reply(action=action, numbers=(made.address, rows[1] or size, made.offset))

    def _malloc_pitch(self, call: Call) -> Reply:
        width, height, *_ = call.sizes(3)
        pitch = -(-width // 512) * 512
        return self._allocated(call, Memory.DEVICE, pitch * height, (width, pitch))

    def _texture(self, call: Call) -> Reply:
        """Put the description of a texture or surface where kernels find it; no call of the program frees it."""
        made = self._device.allocate(Memory.SYMBOL, len(call.data), call.place, name="the texture")
        self._device.write(made.address, made.size, np.frombuffer(call.data, np.uint8))
        return Reply(numbers=(made.address,))

    def _texture_gone(self, call: Call) -> None:
        if found := self._device.allocations.find(call.numbers[0]):
            self._device.free(found)
            self._device.allocations.free(found, call.place)

    def _free(self, call: Call) -> None:
        found = self._device.allocations.find(call.numbers[0])
        self._history.freed(call.place, call.numbers[0], call.name)
        if found:
            self._device.free(found)

    def _memory_info(self, _: Call) -> Reply:
        total = self._device.properties.fields["totalGlobalMem"]
        return Reply(numbers=(total - self._device.used, total))

    # --- what a pointer or a symbol is

    def _device_pointer(self, call: Call) -> Reply:
        found = self._device.allocations.find(call.numbers[0])
        return Reply(numbers=(call.numbers[0],)) if found and found.kind.on_both else Reply(code=Code.INVALID_VALUE)

    def _pointer(self, call: Call) -> Reply:
        found = self._device.allocations.find(call.numbers[0])
        if found is None:
            return Reply(numbers=(0, 0, 1))
        kind = {Memory.MANAGED: 3, Memory.PINNED: 1}.get(found.kind, 2)
        return Reply(numbers=(kind, 1, int(found.kind.on_both)))

    def _symbol(self, call: Call) -> Reply:
        found = self._device.variable(call.numbers[0])
        if found is None:
            raise CallError(Code.INVALID_SYMBOL)
        return Reply(numbers=(found.address if call.name == "cudaGetSymbolAddress" else found.size,))

    # --- copy and fill

    def _copy(self, call: Call) -> Reply | None:
        at, origin, width, _, _, count, pitch, origin_pitch, *heap = call.sizes(12)
        kind, stream = call.numbers[3:5]
        to, source = Rows(at, width, count, pitch), Rows(origin, width, count, origin_pitch)
        if not to.size:
            return None
        if not 0 <= kind <= 4:
            raise CallError(Code.INVALID_VALUE)
        from_device = self._device.holds(source)
        self._history.copies.copied(
            call.place, to, source, Direction(kind), stream=self._asked_for(stream, to, source),
            unset=self._device.unset(source)[:MOST_TOUCHES] if from_device else [],
            heap=(self._block(call, heap[:2], to.end, 0), self._block(call, heap[2:], source.end, 1)),
        )  # fmt: skip
        # each end is in device memory as a whole now, or the host's
        to_device = self._device.holds(to)
        if to_device and from_device:
            for start, begin in zip(to.starts(), source.starts(), strict=True):
                self._device.copy(start, begin, width)
            return None
        if not (to_device or from_device):
            return Reply(action=Action.COPY_HERE)
        self._transfer = (to if to_device else source), to_device
        return Reply(action=Action.SEND if to_device else Action.RECEIVE)

    def _asked_for(self, stream: int, *ends: Rows) -> int | None:
        """Return the stream of a copy or a fill, None for one that waits. Refuse rows that overlap, and no stream."""
        if any(rows.amount > 1 and rows.pitch < rows.width for rows in ends):
            raise CallError(Code.INVALID_PITCH)
        return None if stream == -1 else self._history.order.stream(stream)

    def _block(self, call: Call, block: Sequence[int], end: int, number: int) -> Allocation | None:
        """Return the block of the host's that an end of a copy is in; where it was made, if the copy is too long."""
        start, size = block
        too_long = end > start + size
        made = self._placed(call.addresses()[4 * number : 4 * number + 4]) if size and too_long else NOWHERE
        return self._history.memory.of_heap(start, size, made) if size else None

    def _piece(self, call: Call) -> None:
        """Move one piece of the copy that is under way."""
        (rows, to_device), (start, size) = self._transfer or (Rows(0, 0), False), call.take(2)
        if not (0 < size <= WINDOW_BYTES and 0 <= start <= rows.size - size):
            raise ProtocolError("a piece of no copy")
        if not self._device.holds(rows):
            raise CallError(Code.INVALID_VALUE)
        at = 0
        while at < size:
            row, column = divmod(start + at, rows.width)
            piece = min(rows.width - column, size - at)
            begin, window = rows.start + row * rows.pitch + column, self._device.window[at : at + piece]
            if to_device:
                self._device.write(begin, piece, window)
            else:
                window[:] = self._device.read(begin, piece)
            at += piece

    def _copy_symbol(self, call: Call) -> Reply | None:
        number, host, size, kind, stream, at = call.take(6)
        found, to_symbol = self._device.variable(number), call.name == "cudaMemcpyToSymbol"
        if found is None:
            if to_symbol and 0 <= number < len(self._device.variables):
                return None  # no kernel uses it: what is written there is never read
            raise CallError(Code.INVALID_SYMBOL)
        ends = (found.address + at, host) if to_symbol else (host, found.address + at)
        return self._copy(replace(call, numbers=(*ends, size, kind, stream, 1, size, size, *_NO_HEAP)))

    def _fill(self, call: Call) -> None:
        address, _, width, _, count, pitch = call.sizes(6)
        value, stream, to = call.numbers[1], call.numbers[3], Rows(address, width, count, pitch)
        if to.size:
            self._history.copies.filled(call.place, to, value, stream=self._asked_for(stream, to))
            for start in to.starts():
                self._device.write(start, width, value & 0xFF)
