"""Lower an access in a kernel's own code: its address, the variable it must stay in, and one call."""

from __future__ import annotations

from grader.emulator.checkers import AccessKind
from grader.emulator.isa.builder import Builder
from grader.emulator.layout import MemoryLayout
from grader.emulator.lowering.checked_access import CheckedAccesses, local_end
from grader.emulator.native import records
from grader.emulator.passes.value_flow import of_address
from grader.emulator.ptx import Address, Immediate, Register, Symbol


class Memory:
    """Write the accesses in a kernel's own code."""

    def __init__(
        self, builder: Builder, layout: MemoryLayout, origins: dict[str, frozenset[str]], functions: CheckedAccesses
    ) -> None:
        self.b, self.layout, self.origins, self.functions = builder, layout, origins, functions

    def address(self, operand: Address) -> str:
        """Return the 64-bit virtual address of `[base+offset]`."""
        b = self.b
        if isinstance(operand.base, Register):
            value = b.src(operand.base, "u64")
        elif isinstance(operand.base, Immediate):
            return str(operand.base.bits + operand.offset)
        else:
            value = b.owner.symbol(operand.base)
        return b.let(f"add i64 {value}, {operand.offset}") if operand.offset else value

    def touch(self, kind: AccessKind, space: str, operand: Address, size: int, site: int) -> str:
        """Announce an access and return the host pointer to make it through."""
        named, space = space, self.space_of_access(space, operand)
        if space in ("global", "window") or (space == "shared" and named == "generic" and size > 1):
            # Only single bytes of shared memory may be holes between members.
            kind = kind.used()
        if space == "shared":
            return self._touch_shared(kind, operand, size, site, generic=named == "generic")
        if space == "local":
            return self._touch_local(kind, operand, size, site)
        function = self.functions.function(space, kind, size)
        return self._announced(function, f"i64 {self.address(operand)}, i64 {site}")

    def touch_address(self, kind: AccessKind, space: str, address: str, size: int, site: int) -> str:
        """Do the same for an address that is a 64-bit value."""
        return self._announced(self.function_for(kind, space, size), f"i64 {address}, i64 {site}")

    def _announced(self, function: str, where: str) -> str:
        return self.b.let(self.b.call("ptr", function, f"ptr %ctx, ptr %frame, {where}"))

    def function_for(self, kind: AccessKind, space: str, size: int) -> str:
        """Return the function `name(context, frame, address, site)` that announces an access in a space."""
        return self.functions.function("shared_somewhere" if space == "shared" else space, kind, size)

    def space_of_access(self, named: str, operand: Address) -> str:
        """Return the space that an access goes to, if its name or the code shows it; else one of `ASKED`.

        An address that began in shared or local memory must stay in its variable. All others are numbers: a constant's
        or a parameter's address may have become a global array's.
        """
        if named in ("param", "const"):
            return "window"
        name = of_address(operand, self.origins) if named == "generic" else None
        if name is None:
            return named
        if name in self.layout.shared:
            return "shared"
        return "local" if name in self.layout.locals or name in self.layout.activation else "window"

    def _touch_shared(self, kind: AccessKind, operand: Address, size: int, site: int, *, generic: bool) -> str:
        b = self.b
        name = of_address(operand, self.origins)
        variable = self.layout.shared.get(name) if name else None
        if variable is None:
            function = self.functions.function("shared_somewhere", kind, size)
            return self._announced(function, f"i64 {self.address(operand)}, i64 {site}")
        if generic and isinstance(operand.base, Register):
            first = records.SHARED_ID << records.ID_SHIFT | variable.address
            offset = b.let(f"sub i64 {self.address(operand)}, {first}")
        elif isinstance(operand.base, Register):
            offset = b.distance(operand.base, operand.offset - variable.address)
        else:
            offset = str(operand.offset)
        length = "%dynamic" if variable.dynamic else str(variable.size)
        function = self.functions.function("shared", kind, size)
        packed = site | variable.index << 32
        return self._announced(function, f"i64 {offset}, i64 {variable.place}, i64 {length}, i64 {packed}")

    def _touch_local(self, kind: AccessKind, operand: Address, size: int, site: int) -> str:
        b = self.b
        name = of_address(operand, self.origins)
        start, length = self._local_room(name)
        offset = b.let(f"sub i64 {b.let(f'sub i64 {self.address(operand)}, {records.LOCAL_BASE}')}, {start}")
        function = self.functions.function("local", kind, size)
        return self._announced(function, f"i64 {offset}, i64 {start}, i64 {length}, i64 {site}")

    def _local_room(self, name: str | None) -> tuple[str, str]:
        """Return where a variable begins in local memory and its size; all local memory for an unknown variable."""
        b = self.b
        if name in self.layout.locals:
            start, length = self.layout.locals[name]
            return str(start), str(length)
        if name in self.layout.activation:
            start, length = self.layout.activation[name]
            base = b.frame("base")
            return b.let(f"add i64 {base}, {start}"), str(length)
        return "0", local_end(b, self.layout)


def may_be_local(layout: MemoryLayout, origins: dict[str, frozenset[str]], operand: Address) -> bool:
    """Return whether an address may be in the thread's own memory, as far as the code shows.

    A pointer from a parameter, or one computed from it, is not.
    """
    own = {*layout.locals, *layout.activation}
    if isinstance(operand.base, Symbol):
        return operand.base.name in own
    origin = origins.get(operand.base.name, frozenset()) if isinstance(operand.base, Register) else frozenset()
    return not origin.isdisjoint(own) or origin.isdisjoint({*layout.params, *layout.shared, *layout.globals})
