"""Memory as named objects: an address is an object and an offset, so a stray one never lands in a neighbour.

Addresses are numbers, as programs do arithmetic on them: the high bits name the object, the low bits are the offset.
Generic addresses of the shared, local and parameter windows carry a tag above.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.emulator.ptx.nodes import Function, Instruction, Module, Variable
from tests.emulator.interpreter.scalars import mask

GLOBAL_SHIFT = 40
WINDOW_SHIFT = 20
TAG_SHIFT = 60
TAGS = {"shared": 1, "local": 2, "param": 3}
_FUNCTIONS = 0xF << 56
_SPACES = ("global", "shared", "local", "param", "const")


class MemoryFaultError(Exception):
    """An access outside every object, or not aligned to its size; the message says which."""


@dataclass(frozen=True, slots=True)
class Unset:
    """Which bytes of a value are unset, and the load that gave it, or what first computed with it."""

    bytes: int
    where: Instruction | None = None
    computed: bool = False


@dataclass(slots=True, eq=False)
class MemoryObject:
    """Bytes with a name: an array argument, a variable, the dynamic shared memory, a frame's variable.

    Of a thread's own memory it is known which bytes are `unset`, with what computed their values where something did.
    """

    name: str
    space: str
    data: bytearray | memoryview
    address: int = 0
    unset: dict[int, Instruction | None] | None = None


class Window:
    """The objects of one thread's local or parameter space, or of one block's shared space."""

    def __init__(self, space: str) -> None:
        """Make an empty window; object 0 stays unused so that address 0 is nobody's."""
        self.space = space
        self.objects: list[MemoryObject | None] = [None]

    def place(self, name: str, data: bytearray) -> MemoryObject:
        """Give `data` an address."""
        unset = dict.fromkeys(range(len(data))) if self.space in ("local", "param") else None
        placed = MemoryObject(name, self.space, data, len(self.objects) << WINDOW_SHIFT, unset)
        self.objects.append(placed)
        return placed

    @property
    def end(self) -> int:
        """The address that the next object will have."""
        return len(self.objects) << WINDOW_SHIFT

    def cut(self, end: int) -> None:
        """Forget the objects from address `end` on, if there are any."""
        del self.objects[max(1, end >> WINDOW_SHIFT) :]

    def find(self, address: int) -> tuple[MemoryObject, int]:
        """The object and the offset that `address` means."""
        number = address >> WINDOW_SHIFT
        found = self.objects[number] if 0 <= number < len(self.objects) else None
        if found is None:
            raise MemoryFaultError(f"{self.space} address {address:#x} belongs to no object")
        return found, mask(address, WINDOW_SHIFT)


class GlobalMemory:
    """Array arguments, `.global` and `.const` variables, and the addresses of functions."""

    def __init__(self, module: Module) -> None:
        """Place the module's variables and fill in their initial values."""
        self.objects: list[MemoryObject] = []
        self.by_name: dict[str, MemoryObject] = {}
        self.functions = {_FUNCTIONS + number * 16: name for number, name in enumerate(module.functions)}
        self.function_addresses = {name: address for address, name in self.functions.items()}
        variables = [*_variables(module, ("global", "const"))]
        for variable in variables:
            placed = self.place(variable.name, variable.space, bytearray(variable.initial.ljust(variable.size, b"\0")))
            self.by_name[variable.name] = placed
        for variable in variables:
            for offset, symbol, addend in variable.pointers:
                value = self.address_of(symbol) + addend
                self.by_name[variable.name].data[offset : offset + 8] = value.to_bytes(8, "little")

    def place(self, name: str, space: str, data: bytearray | memoryview) -> MemoryObject:
        """Give `data` an address."""
        placed = MemoryObject(name, space, data, (len(self.objects) + 1) << GLOBAL_SHIFT)
        self.objects.append(placed)
        return placed

    def address_of(self, symbol: str) -> int:
        """The address of a variable or a function."""
        if symbol in self.function_addresses:
            return self.function_addresses[symbol]
        return self.by_name[symbol].address

    def space_at(self, address: int) -> str:
        """`global` or `const`; nothing where there is no object."""
        number = (address >> GLOBAL_SHIFT) - 1
        return self.objects[number].space if 0 <= number < len(self.objects) else ""

    def find(self, address: int) -> tuple[MemoryObject, int]:
        """The object and the offset that `address` means."""
        number = (address >> GLOBAL_SHIFT) - 1
        if not 0 <= number < len(self.objects):
            raise MemoryFaultError(f"global address {address:#x} belongs to no object")
        return self.objects[number], mask(address, GLOBAL_SHIFT)


def copy_variable(source: MemoryObject, target: MemoryObject) -> None:
    """Hand a parameter over, or a result back, with what is unset of it."""
    target.data[: len(source.data)] = source.data
    target.unset = {**(source.unset or {})}


def _variables(module: Module, spaces: Iterable[str]) -> Iterable[Variable]:
    yield from (each for each in module.variables.values() if each.space in spaces)
    for function in module.functions.values():
        yield from (each for each in function.variables if each.space in spaces)


def shared_window(module: Module, dynamic_bytes: int) -> tuple[Window, dict[str, int]]:
    """One block's shared memory and the addresses of its arrays; all `extern` arrays are the dynamic memory."""
    window = Window("shared")
    dynamic = window.place("dynamic shared memory", bytearray(dynamic_bytes))
    addresses = {}
    for variable in _variables(module, ("shared",)):
        placed = dynamic if variable.extern else window.place(variable.name, bytearray(variable.size))
        addresses[variable.name] = placed.address
    return window, addresses


def local_variables(function: Function, space: str) -> list[Variable]:
    """The variables of `space` that each call of `function` gets anew."""
    return [each for each in function.variables if each.space == space]


def to_generic(space: str, address: int) -> int:
    """The generic address of `address` in `space`."""
    return address | TAGS[space] << TAG_SHIFT if space in TAGS else address


def from_generic(space: str, address: int) -> int:
    """The address in `space` of a generic address."""
    return mask(address, TAG_SHIFT) if space in TAGS else address


def space_of(generic: int) -> str:
    """The window that a generic address lies in; constants count as global."""
    tag = generic >> TAG_SHIFT
    return next((space for space, number in TAGS.items() if number == tag), "global")


def space_named(modifiers: tuple[str, ...]) -> str:
    """The state space that an access names; `generic` when none."""
    for each in modifiers:
        base = each.split("::")[0]
        if base in _SPACES:
            return base
    return "generic"
