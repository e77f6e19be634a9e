"""The runtime's copies and fills: through the window that the program sees too, or inside device memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.programs.calls import NOWHERE, Block, Code, Direction, Memory, Place
from grader.programs.device import Device
from grader.programs.history import History
from grader.programs.protocol import WINDOW_BYTES, Action, Call, ProtocolError, Reply
from grader.programs.timeline import Timeline

_NO_HEAP = (0, 0, 0, 0)
MOST_TOUCHES = 4096
"""Ranges of one array that are told to the history."""


@dataclass(slots=True)
class _Transfer:
    """A copy through the window: a range of device memory, in rows, and whether it goes to the device."""

    address: int
    width: int
    rows: int
    pitch: int
    to_device: bool

    @property
    def total(self) -> int:
        return self.width * self.rows


class CopyCalls:
    """Answers them from the device, and tells the history. `calls` are those that are answered here.

    `placed` returns the place of addresses in the program's text.
    """

    def __init__(
        self, device: Device, history: History, timeline: Timeline, placed: Callable[[Sequence[int]], Place]
    ) -> None:
        self._device, self._history, self._timeline, self._placed = device, history, timeline, placed
        self._transfer: _Transfer | None = None
        self.calls: Mapping[str, Callable[[Call], Reply]] = {
            **dict.fromkeys(("cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpy2D", "cudaMemcpy2DAsync"), self._copy),
            **dict.fromkeys(("cudaMemset", "cudaMemsetAsync", "cudaMemset2D"), self._fill),
            "piece": self._piece, "grader_to_symbol": self._to_symbol, "grader_from_symbol": self._from_symbol,
            "grader_symbol_address": self._symbol_address, "grader_symbol_size": self._symbol_size,
        }  # fmt: skip

    def _copy(self, call: Call) -> Reply:
        to, source, width, _, _, rows, to_pitch, source_pitch, *heap = call.sizes(12)
        kind, stream = call.numbers[3:5]
        if width == 0 or rows == 0 or not 0 <= kind <= 4:
            return Reply(code=0 if width == 0 or rows == 0 else Code.INVALID_VALUE)
        if rows > 1 and min(to_pitch, source_pitch) < width:
            return Reply(code=Code.INVALID_PITCH)
        span = (rows - 1) * source_pitch + width
        code = self._history.copied(
            call.place, to, source, width, Direction(kind), stream=None if stream == -1 else stream, rows=rows,
            to_pitch=to_pitch, source_pitch=source_pitch, unset=self._unset(source, span),
            heap=(
                self._block(call, heap[:2], to + (rows - 1) * to_pitch + width, 0),
                self._block(call, heap[2:], source + span, 1),
            ),
        )  # fmt: skip
        if code:
            return Reply(code=code)
        in_memory = 2 * self._on_device(to, source)
        self._timeline.moved(stream, by_bus=width * rows * (not in_memory), in_memory=width * rows * in_memory)
        whole_to, whole_from = (rows - 1) * to_pitch + width, span
        inside_to, inside_from = self._device.holds(to, whole_to), self._device.holds(source, whole_from)
        host_to, host_from = (self._device.find(address) is None for address in (to, source))
        if inside_to and inside_from:
            self._inside(to, source, width, rows, to_pitch, source_pitch)
            return Reply()
        if (inside_to and not host_from) or (inside_from and not host_to):
            return Reply(code=Code.INVALID_VALUE)
        if (kind in (1, 3) and not inside_to) or (kind in (2, 3) and not inside_from):
            return Reply(code=Code.INVALID_VALUE)
        if inside_to:
            self._transfer = _Transfer(to, width, rows, to_pitch, True)
            return Reply(action=Action.SEND)
        if inside_from:
            self._transfer = _Transfer(source, width, rows, source_pitch, False)
            return Reply(action=Action.RECEIVE)
        if not (host_to and host_from):
            return Reply(code=Code.INVALID_VALUE)
        return Reply(action=Action.COPY_HERE)

    def _block(self, call: Call, block: Sequence[int], end: int, number: int) -> Block:
        """Return the block of the host's that an end of a copy is in; where it was made, if the copy is too long."""
        start, size = block
        places = call.addresses()[4 * number : 4 * number + 4] if end > start + size else ()
        return Block(start, size, self._placed(places) if size else NOWHERE)

    def _on_device(self, *addresses: int) -> bool:
        """True if all of these are in the memory of the device, and not the host's, pinned or not."""
        known = [(self._device.holds(address, 0), self._device.allocation(address)) for address in addresses]
        return all(there and not (each and each.kind is Memory.PINNED) for there, each in known)

    def _unset(self, address: int, size: int) -> list[tuple[int, int]]:
        """Return the ranges of device memory from an address on that nothing has written."""
        return self._device.unset(address, size)[:MOST_TOUCHES] if self._device.holds(address, size) else []

    def _inside(self, to: int, source: int, width: int, rows: int, to_pitch: int, source_pitch: int) -> None:
        """Copy inside device memory, with what is known to be written."""
        for row in range(rows):
            self._device.copy(to + row * to_pitch, source + row * source_pitch, width)

    def _piece(self, call: Call) -> Reply:
        """Move one piece of the copy that is under way."""
        transfer, (start, size) = self._transfer, call.take(2)
        if transfer is None or not (0 < size <= WINDOW_BYTES and start >= 0 and start + size <= transfer.total):
            raise ProtocolError("a piece of no copy")
        span = (transfer.rows - 1) * transfer.pitch + transfer.width
        if not self._device.holds(transfer.address, span):
            return Reply(code=Code.INVALID_VALUE)
        at = 0
        while at < size:
            row, column = divmod(start + at, transfer.width)
            piece = min(transfer.width - column, size - at)
            begin, window = transfer.address + row * transfer.pitch + column, self._device.window[at : at + piece]
            if transfer.to_device:
                self._device.write(begin, piece, window)
            else:
                window[:] = self._device.read(begin, piece)
            at += piece
        return Reply()

    def _to_symbol(self, call: Call) -> Reply:
        number, source, size, kind, stream, at = call.take(6)
        address = self._device.variable(number)
        if address is None:
            # A variable that no kernel uses: what is written there is never read.
            return Reply(code=0 if 0 <= number < len(self._device.variables) else 13)
        numbers = (address + at, source, size, kind, stream, 1, size, size, *_NO_HEAP)
        return self._copy(replace(call, numbers=numbers))

    def _from_symbol(self, call: Call) -> Reply:
        number, to, size, kind, stream, at = call.take(6)
        address = self._device.variable(number)
        if address is None:
            return Reply(code=13)
        numbers = (to, address + at, size, kind, stream, 1, size, size, *_NO_HEAP)
        return self._copy(replace(call, numbers=numbers))

    def _symbol_address(self, call: Call) -> Reply:
        address = self._device.variable(call.numbers[0])
        return Reply(code=13) if address is None else Reply(numbers=(address,))

    def _symbol_size(self, call: Call) -> Reply:
        address = self._device.variable(call.numbers[0])
        found = None if address is None else self._device.find(address)
        return Reply(code=13) if found is None else Reply(numbers=(found[1],))

    def _fill(self, call: Call) -> Reply:
        address, _, width, _, rows, pitch = call.sizes(6)
        value, stream = call.numbers[1], call.numbers[3]
        if width == 0 or rows == 0:
            return Reply()
        if rows > 1 and pitch < width:
            return Reply(code=Code.INVALID_PITCH)
        code = self._history.filled(
            call.place, address, value, width, stream=None if stream == -1 else stream, rows=rows, pitch=pitch
        )
        if code or not self._device.holds(address, (rows - 1) * pitch + width):
            return Reply(code=code or Code.INVALID_VALUE)
        self._timeline.moved(stream, in_memory=width * rows)
        for row in range(rows):
            self._device.write(address + row * pitch, width, value & 0xFF)
        return Reply()
