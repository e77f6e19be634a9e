"""The state that all threads of a launch share: reading and writing registers, where an address leads."""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.layout import WORKSPACE, WORKSPACE_BYTES
from grader.emulator.ptx.nodes import Address, Immediate, Instruction, Module, Operand, Register, Symbol, Vector
from grader.emulator.result import Dim3
from tests.emulator.interpreter.arithmetic import UnknownInstructionError
from tests.emulator.interpreter.faults import Fault
from tests.emulator.interpreter.formats import F32, F64
from tests.emulator.interpreter.memory import (
    GlobalMemory,
    MemoryFaultError,
    MemoryObject,
    from_generic,
    space_named,
    space_of,
)
from tests.emulator.interpreter.observing import Access, Fence
from tests.emulator.interpreter.scalars import WIDTH, is_signed, mask, signed
from tests.emulator.interpreter.threads import Code, Frame, Thread, flatten, special_register


class Machine:
    """The state that all threads of a launch share."""

    def __init__(
        self,
        module: Module,
        memory: GlobalMemory,
        grid: Dim3,
        block: Dim3,
        shared_addresses: dict[str, int],
        on_access: Callable[[Access], None] | None,
        on_fence: Callable[[Fence], None] | None,
        max_steps: int,
    ) -> None:
        """Prepare the module's code."""
        self.module = module
        self.memory = memory
        self.workspace = memory.place("the grid's workspace", "global", bytearray(WORKSPACE_BYTES)).address
        self.grid = grid
        self.block = block
        self.shared_addresses = shared_addresses
        self.on_access, self.on_fence = on_access, on_fence
        self.steps_left = max_steps
        self.steps = 0
        self.output = bytearray()
        self.faults: list[Fault] = []
        self.code: dict[str, Code] = {
            name: flatten(function) for name, function in module.functions.items() if function.defined
        }

    # ---- registers

    def read(self, thread: Thread, frame: Frame, operand: Operand, kind: str = "") -> int:
        """The bits of a register, a constant, an address; a vector's items are packed, the first lowest."""
        if isinstance(operand, Register):
            value = frame.registers.get(operand.name)
            if value is None and operand.name in WORKSPACE:
                value = self.workspace >> (32 if operand.name == WORKSPACE[0] else 0) & 0xFFFFFFFF
            if value is None:
                value = special_register(operand.name, thread, self.grid, self.block, self.steps)
            return value or 0
        if isinstance(operand, Immediate):
            return _constant(operand, kind)
        if isinstance(operand, Symbol):
            return self.address_of(frame, operand.name) + operand.offset
        if isinstance(operand, Vector):
            width = WIDTH[kind] // len(operand.items)
            parts = [mask(self.read(thread, frame, each), width) for each in operand.items]
            return sum(part << width * place for place, part in enumerate(parts))
        raise UnknownInstructionError(f"operand {operand}")

    def write(self, frame: Frame, operand: Operand, bits: int, kind: str) -> None:
        """Set a register, extended to its width by the sign of `kind`; a vector takes its items from the low end."""
        if isinstance(operand, Register):
            width = WIDTH[frame.function.registers[operand.name]]
            value = signed(bits, WIDTH[kind]) if is_signed(kind) and width > WIDTH[kind] else bits
            frame.registers[operand.name] = mask(value, width)
            frame.unset.pop(operand.name, None)
        elif isinstance(operand, Vector):
            width = WIDTH[kind] // len(operand.items)
            for place, item in enumerate(operand.items):
                self.write(frame, item, mask(bits >> width * place, width), f"b{width}")

    # ---- memory

    def address_of(self, frame: Frame, symbol: str) -> int:
        """The address of a variable in its own space, or of a function."""
        if symbol in frame.variables:
            return frame.variables[symbol].address
        if symbol in self.shared_addresses:
            return self.shared_addresses[symbol]
        return self.memory.address_of(symbol)

    def locate(self, thread: Thread, space: str, address: int, size: int) -> tuple[MemoryObject, int]:
        """The object and offset of an access. Raises MemoryFaultError when it is not inside one, or not aligned."""
        if space == "generic":
            address = mask(address, 64)
            space = space_of(address)
            address = from_generic(space, address)
        elif space == "shared":
            address = mask(address, 32)
        windows = {"shared": thread.block.shared, "local": thread.local, "param": thread.params}
        window = windows.get(space, self.memory)
        found, offset = window.find(mask(address, 64))
        if offset + size > len(found.data):
            raise MemoryFaultError(f"{size} bytes at {offset} of {found.name}, which has {len(found.data)}")
        if offset % size:
            raise MemoryFaultError(f"{size} bytes at {offset} of {found.name}: not aligned")
        return found, offset

    def find_access(
        self,
        thread: Thread,
        frame: Frame,
        instruction: Instruction,
        operand: Operand,
        size: int,
        kind: str,
        space: str = "",
    ) -> tuple[MemoryObject, int] | None:
        """Where an instruction's access goes, reported to the observer; None (and a fault kept) for a bad one.

        Who makes an atomic access reports it: only then is it known whether it wrote. `space` is the one that the
        instruction names, unless given.
        """
        assert isinstance(operand, Address)
        address = self.read(thread, frame, operand.base) + operand.offset
        try:
            found, offset = self.locate(thread, space or space_named(instruction.modifiers), address, size)
        except MemoryFaultError as fault:
            self.faults.append(Fault("memory", str(fault), instruction, thread))
            return None
        if kind != "atomic":
            self.report_access(thread, instruction, (found, offset), size, kind)
        return found, offset

    def report_access(
        self,
        thread: Thread,
        instruction: Instruction,
        place: tuple[MemoryObject, int],
        size: int,
        kind: str,
        *,
        wrote: bool = True,
    ) -> None:
        """Tell the observer."""
        found, offset = place
        if self.on_access and found.space in ("global", "shared"):
            self.on_access(
                Access(
                    block=thread.block.index,
                    thread=thread.linear,
                    space=found.space,
                    object=found.name,
                    offset=offset,
                    size=size,
                    kind=kind,
                    instruction=instruction,
                    wrote=wrote,
                )
            )

    def read_bytes(self, thread: Thread, address: int, size: int) -> bytes:
        """Bytes at a generic address, for the host's side of `printf`."""
        found, offset = self.locate(thread, "generic", address, 1)
        return bytes(found.data[offset : offset + size])

    def read_string(self, thread: Thread, address: int) -> bytes:
        """A zero-terminated string at a generic address."""
        found, offset = self.locate(thread, "generic", address, 1)
        return bytes(found.data[offset:]).split(b"\0")[0]


def _constant(operand: Immediate, kind: str) -> int:
    if operand.float_bits == 32 and kind == "f64":
        return F64.encode(F32.decode(operand.bits))
    if operand.float_bits == 64 and kind == "f32":
        return F32.encode(F64.decode(operand.bits))
    return mask(operand.bits, 64)
