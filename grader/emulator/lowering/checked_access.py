"""Turn an address into a safe host pointer, with the checkers' IR around it: a function for each shape of access.

Safety does not depend on checkers: an access outside its array reads a mark or writes to a scratch word. Then every
checker is asked its cheap question. Only if one suspects the access, `judge` (`native/threads/judging.c`) decides.

An access in the kernel's own code is one call (of `touch_shared_load_4` and the like), which returns the pointer. That
costs half a nanosecond more than code in place, but a kernel of fifty accesses is ready in a third of the time, and
students wait for that, not for the small cases that grading runs. The functions are written for their shape: LLVM would
need 4 ms or more to fold the constants of a general one, a fifth of the time to the first result.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.emulator.checkers.checkers import Access, AccessKind, no_history, note, suspicions
from grader.emulator.isa.builder import Builder
from grader.emulator.layout import SPACES, MemoryLayout
from grader.emulator.lowering.traits import Shadow, Traits
from grader.emulator.native import records
from grader.emulator.passes.value_flow import of_address
from grader.emulator.ptx.nodes import Address, Register, Symbol


class Memory:
    """Write the accesses in a kernel's own code; `texts` are the functions that it calls, by name.

    `origins` are the variables that a register's address may be of. With `remember`, each access leaves its place.
    """

    def __init__(
        self,
        builder: Builder,
        layout: MemoryLayout,
        origins: dict[str, frozenset[str]],
        shadow: Mapping[str, Shadow],
        traits: Traits,
        *,
        remember: bool,
        checked: bool,
    ) -> None:
        self.b, self.layout, self.origins, self.shadow, self.traits = builder, layout, origins, shadow, traits
        self.remember, self.checked = remember, checked
        self.texts: dict[str, str] = {}

    # ---- in the kernel's own code

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
        return self.touch_address(kind, space, self.b.address(operand), size, site)

    def touch_address(self, kind: AccessKind, space: str, address: str, size: int, site: int) -> str:
        """Do the same for an address that is a 64-bit value."""
        return self._announced(self.function_for(kind, space, size), f"i64 {address}, i64 {site}")

    def _announced(self, function: str, where: str) -> str:
        return self.b.let(self.b.call("ptr", function, f"ptr %ctx, ptr %frame, {where}"))

    def function_for(self, kind: AccessKind, space: str, size: int) -> str:
        """Return the function `name(context, frame, address, site)` that announces an access in a space."""
        return self.function("shared_somewhere" if space == "shared" else space, kind, size)

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
            return self.touch_address(kind, "shared", self.b.address(operand), size, site)
        if generic and isinstance(operand.base, Register):
            first = records.SHARED_ID << records.ID_SHIFT | variable.address
            offset = b.let(f"sub i64 {self.b.address(operand)}, {first}")
        else:
            offset = b.offset_in(operand, variable.address)
        function = self.function("shared", kind, size)
        packed = site | variable.index << 32
        return self._announced(function, f"i64 {offset}, i64 {variable.place}, i64 {variable.length}, i64 {packed}")

    def _touch_local(self, kind: AccessKind, operand: Address, size: int, site: int) -> str:
        b, name = self.b, of_address(operand, self.origins)
        length: int | str
        if name in self.layout.locals:
            start, length = map(str, self.layout.locals[name])
        elif name in self.layout.activation:
            place, length = self.layout.activation[name]
            start = b.let(f"add i64 {b.frame('base')}, {place}")
        else:
            start, length = "0", self._local_end(b)
        offset = b.let(f"sub i64 {b.let(f'sub i64 {self.b.address(operand)}, {records.LOCAL_BASE}')}, {start}")
        function = self.function("local", kind, size)
        return self._announced(function, f"i64 {offset}, i64 {start}, i64 {length}, i64 {site}")

    # ---- functions for each shape of access

    def function(self, space: str, kind: AccessKind, size: int) -> str:
        """Return the name of the function for accesses of this shape; it announces one and returns a pointer for it."""
        name = f"touch_{space}_{kind}_{size}"
        if name not in self.texts:
            write = {
                "shared_somewhere": self._write_somewhere,
                "generic": self._write_generic,
                "window": self._write_window,
            }
            self.texts[name] = write.get(space, self._write_touch)(name, space, kind, size)
        return name

    def _write_touch(self, name: str, space: str, kind: AccessKind, size: int) -> str:
        """Write the function for one shape: resolve, ask the checkers, and return a safe pointer."""
        b = Builder()
        if space == "global":
            access = self._resolve_global(b, kind, size)
        else:
            b.do("%site = and i64 %packed, 4294967295")
            access = self._resolve_in_block(b, kind, space, size)
        if self.remember:
            for field, value in (("last_offset", access.offset), ("last_object", access.object)):
                b.set_context(field, value)
            b.set_context("last_space", SPACES.index(space))
        shape = ""
        if self.checked:
            self._check(access, f"@shape_{space}_{kind}_{size}")
            shape = self._shape(access, f"@shape_{space}_{kind}_{size}")
        harmless = b.context("stray" if kind.loads else "scratch", "ptr")
        if kind.atomic:
            # It reads first: the mark, not an earlier access's value.
            b.store(b.load(b.context("stray", "ptr"), 0), harmless, 0)
        b.do(f"ret ptr {b.let(f'select i1 {access.ok}, ptr {access.pointer}, ptr {harmless}')}")
        where = "%address, i64 %site" if space == "global" else "%offset, i64 %start, i64 %length, i64 %packed"
        return shape + b.defined(f"ptr @{name}(ptr %ctx, ptr %frame, i64 {where}) noinline")

    def _write_somewhere(self, name: str, space: str, kind: AccessKind, size: int) -> str:  # noqa: ARG002
        """Look up the variable of a shared address, if the code does not show it."""
        b = Builder()
        address = b.let("trunc i64 %address to i32")
        number = b.let(f"lshr i32 {address}, {records.SHARED_SHIFT}")
        known = b.let(f"icmp ult i32 {number}, {records.MOST_SHARED}")
        number = b.let(f"zext i32 {b.let(f'select i1 {known}, i32 {number}, i32 0')} to i64")
        symbols = b.context("symbols", "ptr")
        row = b.row(symbols, records.SYMBOL_BYTES, number)
        cut = b.let(f"and i32 {address}, {(1 << records.SHARED_SHIFT) - 1}")
        offset = b.let(f"sext i32 {b.let(f'sub i32 {cut}, {records.SHARED_BIAS}')} to i64")
        length, start = (b.load(row, records.SYMBOL[name]) for name in ("bytes", "place"))
        packed = b.let(f"shl i64 {b.let(f'sub i64 {number}, 1')}, 32")
        packed = b.let(f"or i64 {packed}, %site")
        pointer = b.let(
            f"call ptr @{self.function('shared', kind, size)}(ptr %ctx, ptr %frame, i64 {offset}, i64 {start}, "
            f"i64 {length}, i64 {packed})"
        )
        b.do(f"ret ptr {pointer}")
        return b.defined(_at_any_address(name))

    def _write_generic(self, name: str, space: str, kind: AccessKind, size: int) -> str:  # noqa: ARG002
        """Find out at run time which window a generic address points into."""
        b = Builder()
        number = b.let(f"lshr i64 %address, {records.ID_SHIFT}")
        b.switch(number, {records.SHARED_ID: "shared", records.LOCAL_ID: "local"}, "global")
        arguments = "ptr %ctx, ptr %frame, i64 %address, i64 %site"
        for label, function in (("global", "window"), ("shared", "shared_somewhere")):
            b.label(label)
            if label == "shared":
                self._count_reached(b, "shared_bytes", str(size))
                # An address beyond all shared addresses belongs to no array.
                beyond = b.let(f"and i64 %address, {records.OFFSET_MASK & ~0xFFFFFFFF}")
                near = b.let(f"icmp eq i64 {beyond}, 0")
                arguments = f"ptr %ctx, ptr %frame, i64 {b.let(f'select i1 {near}, i64 %address, i64 0')}, i64 %site"
            # A single byte may be a hole between members; of wider loads only those from local memory may be moved.
            plain = kind if size == 1 and label == "shared" else kind.used()
            b.do(f"ret ptr {b.let(f'call ptr @{self.function(function, plain, size)}({arguments})')}")
        b.label("local")
        offset = b.let(f"sub i64 %address, {records.LOCAL_BASE}")
        pointer = b.let(
            f"call ptr @{self.function('local', kind, size)}(ptr %ctx, ptr %frame, i64 {offset}, i64 0, "
            f"i64 {self._local_end(b)}, i64 %site)"
        )
        b.do(f"ret ptr {pointer}")
        return b.defined(_at_any_address(name))

    def _write_window(self, name: str, space: str, kind: AccessKind, size: int) -> str:  # noqa: ARG002
        """Access global memory, or constants and parameters in the same window, which are not counted."""
        b = Builder()
        number = b.let(f"lshr i64 %address, {records.ID_SHIFT}")
        others = (records.PARAM_ID, *self.layout.constants)
        other = b.any_of([b.let(f"icmp eq i64 {number}, {each}") for each in others])
        self._count_reached(b, "global_bytes", b.let(f"select i1 {other}, i64 0, i64 {size}"))
        function = self.function("global", kind, size)
        b.do(f"ret ptr {b.let(f'call ptr @{function}(ptr %ctx, ptr %frame, i64 %address, i64 %site)')}")
        return b.defined(_at_any_address(name))

    def _local_end(self, b: Builder) -> str:
        """Return the end of the used part of local memory."""
        return str(self.layout.local_bytes) if self.layout.stack_place is None else b.frame("top")

    def _count_reached(self, b: Builder, column: str, amount: str) -> None:
        row = b.row(b.context("reached", "ptr"), records.REACHED_BYTES, "%site")
        b.add_to(b.at(row, records.REACHED[column]), amount)

    # ---- resolving

    def _resolve_global(self, b: Builder, kind: AccessKind, size: int) -> Access:
        number = b.let(f"lshr i64 %address, {records.ID_SHIFT}")
        known = b.let(f"icmp ult i64 {number}, {records.MOST_BUFFERS}")
        safe = b.let(f"select i1 {known}, i64 {number}, i64 0")
        buffers = b.context("buffers", "ptr")
        row = b.row(buffers, records.BUFFER_BYTES, safe)
        cut = b.let(f"and i64 %address, {records.OFFSET_MASK}")
        offset = b.let(f"sub i64 {cut}, {records.BIAS}")
        length, fresh = (b.load(row, records.BUFFER[name]) for name in ("bytes", "fresh"))
        host, shadow = (b.load(row, records.BUFFER[name], "ptr") for name in ("data", "shadow"))
        return self._access(b, kind, "global", host, shadow, offset, offset, length, size, number, fresh)

    def _resolve_in_block(self, b: Builder, kind: AccessKind, space: str, size: int) -> Access:
        """Resolve shared and local memory: the caller knows the variable."""
        if space == "shared":
            host, shadow = b.context("shared", "ptr"), b.context("shared_shadow", "ptr")
        else:
            host, shadow = b.frame("local", "ptr"), b.frame("local_shadow", "ptr")
        place = b.let("add i64 %start, %offset")
        number = b.let("lshr i64 %packed, 32")
        return self._access(b, kind, space, host, shadow, "%offset", place, "%length", size, number, "0")

    def _access(
        self, b: Builder, kind: AccessKind, space: str, host: str, stamps: str, offset: str, place: str, length: str,
        size: int, number: str, fresh: str,
    ) -> Access:  # fmt: skip
        shadow = self.shadow[space]
        room = b.let(f"sub i64 {b.let(f'sub i64 {length}, {offset}')}, {size}")
        inside = b.let(f"icmp sge i64 {b.let(f'or i64 {room}, {offset}')}, 0")
        aligned, ok = "true", inside
        if size > 1:
            low = b.let(f"and i64 {place}, {size - 1}")
            aligned = b.let(f"icmp eq i64 {low}, 0")
            ok = b.let(f"and i1 {inside}, {aligned}")
        pointer = b.at(host, place)
        record = stamp = epoch = begin = ""
        if self.checked:
            safe = b.let(f"select i1 {ok}, i64 {place}, i64 0")
            index = b.let(f"lshr i64 {safe}, {shadow.granule.bit_length() - 1}") if shadow.granule > 1 else safe
            record = b.row(stamps, shadow.stride, index)
            thread = b.let(f"shl i64 {b.frame('linear')}, {records.THREAD_SHIFT}")
            own = b.let(f"or i64 {b.context('epoch')}, {thread}")
            stamp, epoch, begin = b.let(f"or i64 {own}, %site"), b.context("interval"), b.context("begin")
        return Access(
            builder=b, kind=kind, space=space, granules=max(1, size // shadow.granule), stride=shadow.stride,
            fields=shadow.fields, interleaved=self.traits.interleaved, pointer=pointer, ok=ok, aligned=aligned,
            offset=offset, object=number, record=record, stamp=stamp, epoch=epoch, begin=begin, fresh=fresh,
        )  # fmt: skip

    # ---- checks

    def _check(self, access: Access, shape: str) -> None:
        """Write the checkers' questions and books for an access that is about to happen."""
        b, kind = access.builder, access.kind
        truths = [b.let(f"xor i1 {access.ok}, true")]
        if "history" in self.shadow["global"].fields and (kind.strong or kind.atomic):
            # Outside its array: a place for the flag which no other access reads.
            flag = b.at(no_history(b), records.HISTORY["told"])
            if "history" in access.fields:
                told = b.at(access.field("history"), records.HISTORY["told"])
                flag = b.let(f"select i1 {access.ok}, ptr {told}, ptr {flag}")
            b.set_context("flag", flag, "ptr")
        truths += ["true"] if kind.atomic else suspicions(access)
        b.do(f"br i1 {b.any_of(truths)}, label %close, label %quick, !prof !0")
        b.label("close")
        b.do(
            f"call void @judge(ptr %ctx, ptr %frame, i64 %site, i1 {access.ok}, i1 {access.aligned}, "
            f"i64 {access.offset}, i64 {access.object}, ptr {access.record}, i64 {access.fresh}, ptr {shape})"
        )
        b.do("br label %done")
        b.label("quick")
        note(access)
        b.do("br label %done")
        b.label("done")

    def _shape(self, access: Access, name: str) -> str:
        """Return what the judge has to know of all accesses of this shape, as a constant."""
        kind = access.kind
        known = {
            "space": SPACES.index(access.space) << records.SPACE_SHIFT,
            "deed": kind.plain_class,
            "granules": access.granules,
            "stride": access.stride,
            "class": kind.class_,
            "content": int(not kind.moved),
        }
        words = ", ".join(f"i64 {known.get(field, access.fields.get(field, -1))}" for field in records.SHAPE)
        return f"{name} = internal constant [{len(records.SHAPE)} x i64] [{words}]\n"


def _at_any_address(name: str) -> str:
    return f"ptr @{name}(ptr %ctx, ptr %frame, i64 %address, i64 %site) noinline"


def may_be_local(layout: MemoryLayout, origins: dict[str, frozenset[str]], operand: Address) -> bool:
    """Return whether an address may be in the thread's own memory, as far as the code shows.

    A pointer from a parameter, or one computed from it, is not.
    """
    own = {*layout.locals, *layout.activation}
    if isinstance(operand.base, Symbol):
        return operand.base.name in own
    origin = origins.get(operand.base.name, frozenset()) if isinstance(operand.base, Register) else frozenset()
    return not origin.isdisjoint(own) or origin.isdisjoint({*layout.params, *layout.shared, *layout.globals})
