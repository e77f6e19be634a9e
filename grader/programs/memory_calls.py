"""The runtime's calls for memory: allocate, free, and what a pointer is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from grader.emulator.unsupported import Unsupported
from grader.programs.calls import Code, Memory
from grader.programs.device import Allocation, Device, OutOfMemoryError
from grader.programs.history import History
from grader.programs.protocol import Action, Call, NotProvidedError, Reply


class MemoryCalls:
    """Answers them from the device, and tells the history. `calls` are those that are answered here."""

    def __init__(self, device: Device, history: History) -> None:
        self._device, self._history = device, history
        plain, managed, pinned = (
            partial(self._malloc, each) for each in (Memory.DEVICE, Memory.MANAGED, Memory.PINNED)
        )
        self.calls: Mapping[str, Callable[[Call], Reply]] = {
            "cudaMalloc": plain, "cudaMallocAsync": plain, "cudaMallocManaged": managed, "cudaMallocHost": pinned,
            "cudaHostAlloc": pinned, "cudaMallocPitch": self._malloc_pitch,
            "cudaHostGetDevicePointer": self._device_pointer,
            **dict.fromkeys(("cudaFree", "cudaFreeAsync", "cudaFreeHost"), self._free),
            "cudaMemGetInfo": self._memory_info, "cudaPointerGetAttributes": self._pointer,
            "texture": self._texture, "texture_gone": self._texture_gone,
        }  # fmt: skip

    def _malloc(self, kind: Memory, call: Call) -> Reply:
        size = call.numbers[0] & (1 << 64) - 1
        if size == 0:
            return Reply(numbers=(0,))
        return self._allocated(call, kind, size)

    def _allocated(self, call: Call, kind: Memory, size: int, rows: tuple[int, int] = (0, 0)) -> Reply:
        made = self._made(kind, size, self._history.memory.named(call.place) or "the array")
        if made is None:
            return Reply(code=2)
        made.rows = rows
        self._history.allocated(call.place, kind, made.address, size)
        action = Action.MAP if kind.on_both else Action.NOTHING
        return Reply(action=action, numbers=(made.address, rows[1] or size, made.offset))

    def _made(self, kind: Memory, size: int, name: str) -> Allocation | None:
        """Return new memory; None where there is none left."""
        if len(self._device.allocations) >= self._device.most_allocations:
            most = self._device.most_allocations
            raise NotProvidedError(f"holding more than {most} allocations at a time is not supported")
        try:
            return self._device.allocate(kind, size, name)
        except (OutOfMemoryError, MemoryError, Unsupported, OSError):
            return None

    def _malloc_pitch(self, call: Call) -> Reply:
        width, height, *_ = call.sizes(3)
        pitch = -(-width // 512) * 512
        return self._allocated(call, Memory.DEVICE, pitch * height, (width, pitch))

    def _texture(self, call: Call) -> Reply:
        """Put the description of a texture or surface where kernels find it; it is none of the program's memory."""
        made = self._made(Memory.DEVICE, len(call.data), "the texture")
        if made is None:
            return Reply(code=2)
        self._device.write(made.address, made.size, np.frombuffer(call.data, np.uint8))
        return Reply(numbers=(made.address,))

    def _texture_gone(self, call: Call) -> Reply:
        self._device.free(call.numbers[0])
        return Reply()

    def _device_pointer(self, call: Call) -> Reply:
        found = self._device.allocation(call.numbers[0])
        return Reply(numbers=(call.numbers[0],)) if found and found.kind.on_both else Reply(code=1)

    def _free(self, call: Call) -> Reply:
        code = self._history.freed(call.place, call.numbers[0], call.name.removesuffix("Async"))
        known = call.numbers[0] == 0 or call.numbers[0] in self._device.allocations
        if code == Code.SUCCESS and known:
            self._device.free(call.numbers[0])
        return Reply(code=code or (0 if known else Code.INVALID_VALUE))

    def _memory_info(self, _: Call) -> Reply:
        total = self._device.properties.fields["totalGlobalMem"]
        return Reply(numbers=(total - self._device.used, total))

    def _pointer(self, call: Call) -> Reply:
        found = self._device.allocation(call.numbers[0])
        if found is None:
            return Reply(numbers=(0, 0, 1))
        kind = {Memory.DEVICE: 2, Memory.MANAGED: 3, Memory.PINNED: 1}[found.kind]
        return Reply(numbers=(kind, 1, int(found.kind.on_both)))
