"""Loads, stores and atomics: from an address to a host pointer that is safe, with the checkers' IR around it.

Safety does not depend on checkers: an access outside its array reads zero or writes to a scratch word. Then every
checker is asked its cheap question; only if one is suspicious, a function out of line (`judge`) looks closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.emulator import layout as at
from grader.emulator.checkers import Access, Checker
from grader.emulator.isa.builder import Builder, Unsupported
from grader.emulator.layout import MemoryLayout
from grader.emulator.provenance import of_address
from grader.emulator.ptx import Address, Immediate, Register, Symbol

CHECKED = ("shared", "global", "local")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an access goes: IR values of a safe host pointer and of what is known about it."""

    space: str
    pointer: str
    ok: str
    aligned: str
    offset: str
    object: str
    record: str
    fresh: str


@dataclass(frozen=True, slots=True)
class Shadow:
    """How shadow memory is laid out in one space: bytes a granule covers, bytes of its record, places of fields."""

    granule: int
    stride: int
    fields: Mapping[str, int]


def shadows(checkers: Sequence[Checker], granules: Mapping[str, int]) -> dict[str, Shadow]:
    """The shadow records that these checkers ask for; `write` always exists for global memory."""
    answer = {}
    for space in CHECKED:
        names = ["write"] if space == "global" and checkers else []
        for checker in checkers:
            names += [name for name in checker.fields.get(space, ()) if name not in names]
        fields = {name: 8 * n for n, name in enumerate(names)}
        answer[space] = Shadow(granules.get(space, 4), max(8, 8 * len(names)), fields)
    return answer


class Memory:
    """Writes the IR of accesses for one kernel."""

    def __init__(
        self,
        builder: Builder,
        layout: MemoryLayout,
        origins: Mapping[str, frozenset[str]],
        checkers: Sequence[Checker],
        shadow: Mapping[str, Shadow],
        report_base: Mapping[str, int],
    ) -> None:
        self.b = builder
        self.layout = layout
        self.origins = dict(origins)
        self.checkers = checkers
        self.shadow = shadow
        self.report_base = report_base
        self.judges: dict[tuple[str, str, int], str] = {}

    # ---- addresses

    def address(self, operand: Address) -> str:
        """The 64-bit virtual address of `[base+offset]`."""
        b = self.b
        if isinstance(operand.base, Register):
            value = b.src(operand.base, "u64")
        elif isinstance(operand.base, Immediate):
            return str(operand.base.bits + operand.offset)
        else:
            value = b.symbol(operand.base)
        return b.let(f"add i64 {value}, {operand.offset}") if operand.offset else value

    def generic_space(self, operand: Address) -> str | None:
        """The space of a generic address where the code alone tells it."""
        name = of_address(operand, self.origins)
        if name is None:
            return None
        if name in self.layout.shared:
            return "shared"
        return "local" if name in self.layout.locals else "global"

    def place(self, space: str, operand: Address, size: int) -> Place:
        """Resolve an address in a space."""
        if space == "shared":
            return self._shared(operand, size)
        if space == "local":
            return self._local(self.address(operand), size, operand)
        return self._global(self.address(operand), size)

    def place_generic(self, space: str, address: str, size: int) -> Place:
        """Resolve a generic address that at run time turned out to be of a space."""
        if space == "shared":
            return self._shared_looked_up(self.b.let(f"trunc i64 {address} to i32"), size)
        if space == "local":
            return self._local(address, size, None)
        return self._global(address, size)

    def _global(self, address: str, size: int) -> Place:
        b = self.b
        number = b.let(f"lshr i64 {address}, {at.ID_SHIFT}")
        known = b.let(f"icmp ult i64 {number}, {at.MOST_BUFFERS}")
        number = b.let(f"select i1 {known}, i64 {number}, i64 0")
        row = b.let(f"getelementptr [{at.BUFFER_ROW} x i8], ptr %buffers, i64 {number}")
        cut = b.let(f"and i64 {address}, {at.OFFSET_MASK}")
        offset = b.let(f"sub i64 {cut}, {at.BIAS}")
        length = b.let(f"load i64, ptr {b.let(f'getelementptr i8, ptr {row}, i64 8')}")
        room = b.let(f"sub i64 {b.let(f'sub i64 {length}, {offset}')}, {size}")
        inside = b.let(f"icmp sge i64 {b.let(f'or i64 {room}, {offset}')}, 0")
        host = b.let(f"load ptr, ptr {row}")
        shadow_row = b.let(f"getelementptr i8, ptr {row}, i64 16")
        shadow = b.let(f"load ptr, ptr {shadow_row}")
        fresh = b.let(f"load i64, ptr {b.let(f'getelementptr i8, ptr {row}, i64 24')}")
        return self._finish("global", host, shadow, offset, offset, inside, size, number, fresh)

    def _shared(self, operand: Address, size: int) -> Place:
        b = self.b
        name = of_address(operand, self.origins)
        variable = self.layout.shared.get(name) if name else None
        if isinstance(operand.base, Symbol) and variable is not None:
            offset, plain = str(operand.offset), True
        elif isinstance(operand.base, Register) and variable is not None:
            value = b.src(operand.base, "u32")
            offset, plain = b.let(f"add i32 {value}, {_signed32(operand.offset - variable.address)}"), False
        else:
            address = self.address(operand)
            return self._shared_looked_up(b.let(f"trunc i64 {address} to i32"), size)
        length = b.let("trunc i64 %dynamic to i32") if variable.dynamic else str(variable.size)
        room = b.let(f"sub i32 {length}, {size}") if variable.dynamic else str(variable.size - size)
        if variable.dynamic or variable.size < size:
            fits = b.let(f"icmp sge i32 {room}, 0")
            below = b.let(f"icmp ule i32 {offset}, {room}")
            inside = b.let(f"and i1 {fits}, {below}")
        else:
            inside = b.let(f"icmp ule i32 {offset}, {room}")
        wide = offset if plain else b.let(f"sext i32 {offset} to i64")
        place = b.let(f"add i64 {wide}, {variable.place}") if variable.place else wide
        return self._finish("shared", "%shared", "%shared_shadow", wide, place, inside, size, str(variable.index), "0")

    def _shared_looked_up(self, address: str, size: int) -> Place:
        b = self.b
        number = b.let(f"lshr i32 {address}, {at.SHARED_SHIFT}")
        known = b.let(f"icmp ult i32 {number}, {at.MOST_SHARED}")
        number = b.let(f"zext i32 {b.let(f'select i1 {known}, i32 {number}, i32 0')} to i64")
        row = b.let(f"getelementptr [{at.SYMBOL_ROW} x i8], ptr %symbols, i64 {number}")
        cut = b.let(f"and i32 {address}, {(1 << at.SHARED_SHIFT) - 1}")
        offset = b.let(f"sext i32 {b.let(f'sub i32 {cut}, {at.SHARED_BIAS}')} to i64")
        length = b.let(f"load i64, ptr {row}")
        start = b.let(f"load i64, ptr {b.let(f'getelementptr i8, ptr {row}, i64 8')}")
        room = b.let(f"sub i64 {b.let(f'sub i64 {length}, {offset}')}, {size}")
        inside = b.let(f"icmp sge i64 {b.let(f'or i64 {room}, {offset}')}, 0")
        place = b.let(f"add i64 {start}, {offset}")
        index = b.let(f"sub i64 {number}, 1")
        return self._finish("shared", "%shared", "%shared_shadow", offset, place, inside, size, index, "0")

    def _local(self, address: str, size: int, operand: Address | None) -> Place:
        b = self.b
        name = of_address(operand, self.origins) if operand else None
        start, length = self.layout.locals.get(name or "", (0, self.layout.local_bytes))
        offset = b.let(f"sub i64 {address}, {(at.LOCAL_ID << at.ID_SHIFT | at.BIAS) + start}")
        room = b.let(f"sub i64 {length - size}, {offset}")
        inside = b.let(f"icmp sge i64 {b.let(f'or i64 {room}, {offset}')}, 0")
        place = b.let(f"add i64 {offset}, {start}")
        return self._finish("local", "%local", "%local_shadow", offset, place, inside, size, "0", "0")

    def _finish(
        self,
        space: str,
        host: str,
        shadow: str,
        offset: str,
        place: str,
        inside: str,
        size: int,
        number: str,
        fresh: str,
    ) -> Place:
        b = self.b
        if size > 1:
            low = b.let(f"and i64 {place if space == 'shared' else offset}, {size - 1}")
            aligned = b.let(f"icmp eq i64 {low}, 0")
            ok = b.let(f"and i1 {inside}, {aligned}")
        else:
            aligned, ok = "true", inside
        pointer = b.let(f"getelementptr i8, ptr {host}, i64 {place}")
        record = "null"
        if self.shadow[space].fields:
            safe = b.let(f"select i1 {ok}, i64 {place}, i64 0")
            granule = self.shadow[space].granule
            index = b.let(f"lshr i64 {safe}, {granule.bit_length() - 1}") if granule > 1 else safe
            record = b.let(f"getelementptr [{self.shadow[space].stride} x i8], ptr {shadow}, i64 {index}")
        return Place(space, pointer, ok, aligned, offset, number, record, fresh)

    # ---- checks

    def check(self, kind: str, place: Place, size: int, site: int) -> None:
        """Write the checkers' questions and books for an access that is about to happen."""
        if not self.checkers or place.space not in CHECKED:
            return
        b = self.b
        access = self._access(b, kind, place, size, str(site), b.let(f"or i64 %me, {site}"))
        truths = [b.let(f"xor i1 {place.ok}, true")]
        if kind == "atomic":
            truths.append("true")
        else:
            asked = (c.suspects_load(access) if kind == "load" else c.suspects_store(access) for c in self.checkers)
            truths += [truth for truth in asked if truth is not None]
        total = truths[0]
        for truth in truths[1:]:
            total = b.let(f"or i1 {total}, {truth}")
        close, quick, done = b.name("close"), b.name("quick"), b.name("done")
        b.do(f"br i1 {total}, label %{close}, label %{quick}, !prof !0")
        b.label(close)
        b.do(
            f"call void @{self._judge(place.space, kind, size)}(ptr %ctx, ptr %frame, i64 {site}, i1 {place.ok}, "
            f"i1 {place.aligned}, i64 {place.offset}, i64 {place.object}, ptr {place.record}, i64 {place.fresh})"
        )
        b.do(f"br label %{done}")
        b.label(quick)
        if kind == "load":
            for checker in self.checkers:
                checker.notes_load(access)
        else:
            for checker in self.checkers:
                checker.notes_store(access)
            self._stamp_write(access)
        b.do(f"br label %{done}")
        b.label(done)

    def _access(self, b: Builder, kind: str, place: Place, size: int, site: str, stamp: str) -> Access:
        shadow = self.shadow[place.space]
        return Access(
            builder=b, kind=kind, space=place.space, size=size, granules=max(1, size // shadow.granule),
            stride=shadow.stride, fields=shadow.fields, report_base=self.report_base, ok=place.ok,
            aligned=place.aligned, offset=place.offset, object=place.object, record=place.record, stamp=stamp, epoch="%epoch", begin="%begin",
            site=site, fresh=place.fresh,
        )  # fmt: skip

    def _stamp_write(self, access: Access) -> None:
        if "write" in access.fields:
            for granule in range(access.granules):
                access.store("write", access.stamp, granule)

    def _judge(self, space: str, kind: str, size: int) -> str:
        """The name of the function that decides exactly on accesses of this shape."""
        name = f"judge_{space}_{kind}_{size}"
        if (space, kind, size) in self.judges:
            return name
        b = Builder()
        b.lines.append(
            f"define internal void @{name}(ptr %ctx, ptr %frame, i64 %site, i1 %ok, i1 %aligned, i64 %offset, "
            "i64 %object, ptr %record, i64 %fresh) cold noinline {"
        )
        for field in ("epoch", "begin"):
            pointer = b.let(f"getelementptr i8, ptr %ctx, i64 {at.CONTEXT_OFFSET[field]}")
            b.lines.append(f"  %{field} = load i64, ptr {pointer}")
        linear_at = b.let(f"getelementptr i8, ptr %frame, i64 {at.FRAME_OFFSET['linear']}")
        linear = b.let(f"load i64, ptr {linear_at}")
        thread = b.let(f"or i64 %epoch, {b.let(f'shl i64 {linear}, {at.THREAD_SHIFT}')}")
        stamp = b.let(f"or i64 {thread}, %site")
        place = Place(space, "null", "%ok", "%aligned", "%offset", "%object", "%record", "%fresh")
        access = self._access(b, kind, place, size, "%site", stamp)
        for checker in self.checkers:
            if checker.judges_stray:
                getattr(checker, f"on_{kind}")(access)
        # A stray access went nowhere: there is no shadow to read and it leaves no stamp.
        b.do("br i1 %ok, label %inside, label %done")
        b.label("inside")
        for checker in self.checkers:
            if not checker.judges_stray:
                getattr(checker, f"on_{kind}")(access)
        if kind != "load":
            self._stamp_write(access)
        b.do("br label %done")
        b.label("done")
        b.do("ret void")
        b.lines.append("}")
        self.judges[space, kind, size] = "\n".join(b.lines)
        return name

    # ---- reading and writing

    def safe(self, place: Place, to_write: bool) -> str:
        """The access's host pointer, or that of a harmless word when the access is bad."""
        elsewhere = "%scratch" if to_write else "%zeros"
        return self.b.let(f"select i1 {place.ok}, ptr {place.pointer}, ptr {elsewhere}")


def _signed32(value: int) -> int:
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def space_of(modifiers: Sequence[str]) -> str:
    """The state space that an access names; `generic` when it names none."""
    for word in modifiers:
        name = word.split("::")[0]
        if name in ("global", "shared", "local", "param", "const"):
            if word == "shared::cluster":
                raise Unsupported("shared memory of another block")
            return name
    return "generic"
