"""Translates a kernel into `step` for a row of threads at once."""

from __future__ import annotations

from grader.emulator import layout as at
from grader.emulator.cfg import Block, Graph, build, results
from grader.emulator.flags import FENCES
from grader.emulator.isa import ISA, Builder, Unsupported
from grader.emulator.isa.builder import LLVM_TYPES
from grader.emulator.layout import MemoryLayout, SharedVariable
from grader.emulator.memory import space_of
from grader.emulator.provenance import of_address, provenance
from grader.emulator.ptx import Address, Function, Instruction, Operand, Register, Symbol, Vector
from grader.emulator.ptx.nodes import TYPE_BYTES
from grader.emulator.rows.classes import Stride, classify, may_wrap
from grader.emulator.rows.registers import RowRegisters
from grader.emulator.rows.sentinels import BAIL, GIVE_UP, any_lane
from grader.emulator.special import is_special, read_special
from grader.emulator.stepping import NOTHING_TO_DO
from grader.emulator.waiting import is_plain_barrier, suspender

_WORDS = frozenset({"b32", "u32", "s32", "f32"})
_ROW_SPECIAL = ("%tid.", "%ntid.", "%ctaid.", "%nctaid.", "%laneid", "%warpid", "%smid", "%nsmid", "%dynamic_smem")


def special_stride(name: str) -> Stride:
    """How a special register varies along a row; unknown names are registers that are never written."""
    return 1 if name in ("%tid.x", "%laneid") else 0


def triangles(graph: Graph) -> dict[int, int]:
    """Blocks that a branch may skip and that do nothing but compute, load and store: block → where both ways join."""
    entered: dict[int, int] = {}
    for block in graph.blocks:
        for target in block.targets:
            entered[target] = entered.get(target, 0) + 1
    found = {}
    for block in graph.blocks:
        if block.ending != "branch":
            continue
        join, inner = block.targets
        body = graph.blocks[inner]
        if entered[inner] == 1 and body.ending in ("fall", "jump") and body.targets == (join,) and join > inner:
            found[inner] = join
    return found


class RowStepper:
    """Writes `step` for rows of `width` threads; raises `Unsupported` for kernels that must go the careful way."""

    def __init__(self, kernel: Function, layout: MemoryLayout, width: int, watch: bool) -> None:
        self.layout, self.width, self.watch = layout, width, watch
        self.graph = build(kernel, suspender(kernel))
        self.masked = triangles(self.graph)
        self.strides = classify(kernel, self.graph, self.masked, special_stride)
        self.b = Builder(1)
        self.registers = RowRegisters(kernel, self.graph, self.b, self.strides, width)
        self.b.read, self.b.write = self._read, self.registers.write
        self.b.register_type = lambda name: self.registers.types[name]
        self.b.symbol = self._symbol
        names = set(layout.shared) | set(layout.locals) | set(layout.globals) | set(layout.params)
        self.origins = provenance(kernel, names)
        self.masks: dict[int, tuple[str, str]] = {}
        self.odd: str | None = None
        self.odd_lanes: str | None = None
        self.suspension_of: dict[int, int] = {}
        self.mask_bits = str((1 << width) - 1)

    # ---- operands

    def _read(self, name: str) -> tuple[str, str]:
        if name in self.registers.types:
            return self.registers.read(name)
        if not is_special(name) or not name.startswith(_ROW_SPECIAL):
            raise Unsupported(f"register {name} in rows")
        lanes, self.b.lanes = self.b.lanes, 1
        value, scalar = read_special(self.b, name)
        self.b.lanes = lanes
        if lanes == 1:
            return value, scalar
        return self.registers.spread(value, scalar, special_stride(name) or 0), scalar

    def _symbol(self, operand: Operand) -> str:
        assert isinstance(operand, Symbol)
        address = self.layout.symbol_address(operand.name)
        if address is None or operand.name in self.layout.locals:
            raise Unsupported(f"address of {operand.name} in rows")
        return self.b.splat("i64", str(address + operand.offset))

    def _stride(self, operand: Operand) -> Stride:
        if not isinstance(operand, Register):
            return 0
        return self.strides[operand.name] if operand.name in self.strides else special_stride(operand.name)

    # ---- the function

    def lower(self) -> str:
        """The IR of `step`."""
        b = self.b
        b.lines.append("define internal i64 @step(ptr noalias %ctx, ptr noalias %frame, i64 %resume) {")
        b.label("entry")
        self._prologue()
        self.registers.declare()
        self._resume_switch()
        for block in self.graph.blocks:
            self._lower_block(block)
        b.label("leave")
        left = b.let("load i32, ptr %code")
        given_up = b.let(f"icmp eq i32 {left}, 2")
        b.do(f"ret i64 {b.let(f'select i1 {given_up}, i64 {GIVE_UP}, i64 {BAIL}')}")
        b.label("bail")
        b.do(f"ret i64 {BAIL}")
        b.lines.append("}")
        return "\n".join(b.lines)

    def _prologue(self) -> None:
        b = self.b
        fields = (("params", "ptr"), ("counters", "ptr"), ("buffers", "ptr"), ("shared", "ptr"), ("wrote", "ptr"),
                  ("read", "ptr"), ("epoch", "i32"), ("begin", "i32"), ("dynamic_bytes", "i64"))  # fmt: skip
        for name, kind in fields:
            place = b.let(f"getelementptr i8, ptr %ctx, i64 {at.CONTEXT_OFFSET[name]}")
            shown = {"dynamic_bytes": "dynamic", "epoch": "now"}.get(name, name)
            b.lines.append(f"  %{shown} = load {kind}, ptr {place}")
        b.lines.append("  %span = sub i32 %now, %begin")
        b.lines.append("  %code = alloca i32")
        b.lines.append(f"  %data = alloca <{self.width} x i32>, align 64")
        b.lines.append(f"  %places = alloca <{self.width} x i64>, align 64")
        if self.watch:
            for name in ("now", "begin", "span"):
                wide = self.registers.spread(f"%{name}", "i32", 0)
                b.lines.append(f"  %{name}_row = bitcast <{self.width} x i32> {wide} to <{self.width} x i32>")

    def _resume_switch(self) -> None:
        stops = [block for block in self.graph.blocks if block.ending == "suspend"]
        self.suspension_of = {block.index: number for number, block in enumerate(stops, start=1)}
        rows = " ".join(f"i64 {number}, label %resume{number}" for number in self.suspension_of.values())
        self.b.do(f"switch i64 %resume, label %block0 [ {rows} ]")
        for block in stops:
            after = self.graph.blocks[block.targets[0]]
            self.b.label(f"resume{self.suspension_of[block.index]}")
            self.registers.begin_block()
            self.registers.restore(self.graph.live_names(after.live_in))
            self.b.do(f"br label %block{after.index}")

    def _lower_block(self, block: Block) -> None:
        b = self.b
        b.label(f"block{block.index}")
        self.registers.begin_block()
        self.odd = self.odd_lanes = None
        self.block_checks = _shared_extents(block)
        self.block_versions: dict[str, int] = {}
        self.checked: set[object] = set()
        mask = self.masks.get(block.index)
        full = (1 << self.width) - 1
        self.mask_bits = mask[1] if mask else str(full)
        self.registers.mask = mask[0] if mask else None
        if mask:
            join = self.graph.blocks[self.masked[block.index]]
            self.registers.blended = set(self.graph.live_names(join.live_in))
        self._count(block, mask)
        for instruction in block.instructions:
            self._lower(instruction)
        self._settle()
        self.registers.mask = None
        self._end(block)

    def _count(self, block: Block, mask: tuple[str, str] | None) -> None:
        b = self.b
        place = b.let(f"getelementptr i64, ptr %counters, i64 {block.index}")
        before = b.let(f"load i64, ptr {place}")
        amount = str(self.width)
        if mask:
            b.declarations.add("declare i64 @llvm.ctpop.i64(i64)")
            amount = b.let(f"call i64 @llvm.ctpop.i64(i64 {mask[1]})")
        b.do(f"store i64 {b.let(f'add i64 {before}, {amount}')}, ptr {place}")

    def _suspect(self, truth: str) -> None:
        self.odd = self.b.let(f"or i1 {self.odd}, {truth}") if self.odd else truth

    def _suspect_lanes(self, truths: str) -> None:
        kind = f"<{self.width} x i1>"
        self.odd_lanes = self.b.let(f"or {kind} {self.odd_lanes}, {truths}") if self.odd_lanes else truths

    def _settle(self) -> None:
        """Leave the block if a sentinel tripped since the last time of asking."""
        b = self.b
        if self.odd_lanes:
            bits = any_lane(b, self.odd_lanes, self.width)
            self._suspect(b.let(f"icmp ne i64 {bits}, 0"))
        if self.odd:
            go_on = b.name("settled")
            b.do(f"br i1 {self.odd}, label %bail, label %{go_on}, !prof !0")
            b.label(go_on)
        self.odd = self.odd_lanes = None

    # ---- instructions

    def _lower(self, i: Instruction) -> None:
        b = self.b
        self.registers.current = i
        row = ISA.get(i.opcode)
        if row is not None:
            targets = [operand for operand in (i.operands[0], i.pair) if isinstance(operand, Register)]
            if isinstance(i.operands[0], Vector):
                targets = [item for item in i.operands[0].items if isinstance(item, Register)]
            scalar = all(self.registers.is_scalar(target.name) for target in targets)
            b.lanes = 1 if scalar else self.width
            if scalar:
                self._guard_widening(i)
            row.lower(b, i)
            b.lanes = 1
        elif i.opcode == "ld":
            self._load(i)
        elif i.opcode == "st":
            self._store(i)
        elif i.opcode == "cvta":
            if "shared" in i.modifiers or "local" in i.modifiers:
                raise Unsupported("generic addresses in rows")
            b.lanes = 1 if self.registers.is_scalar(getattr(i.operands[0], "name", "")) else self.width
            b.dst(i.operands[0], b.src(i.operands[1], "u64"), "u64")
            b.lanes = 1
        elif i.opcode not in NOTHING_TO_DO | FENCES:
            raise Unsupported(f"{i.name} in rows")
        for name in results(i):
            self.block_versions[name] = self.block_versions.get(name, 0) + 1

    def _guard_widening(self, i: Instruction) -> None:
        """An affine 32-bit value may be widened as base and stride only if no lane wraps."""
        if not may_wrap(i):
            return
        b = self.b
        for operand in i.operands[1:3]:
            stride = self._stride(operand)
            if stride:
                ptx = i.modifiers[-1]
                base = b.src(operand, ptx)
                last = b.let(f"add i32 {base}, {stride * (self.width - 1)}")
                word = ("s" if ptx[0] == "s" else "u") + ("lt" if stride > 0 else "gt")
                self._suspect(b.let(f"icmp {word} i32 {last}, {base}"))

    # ---- ways out of a block

    def _end(self, block: Block) -> None:
        b = self.b
        if block.ending == "return":
            b.do("ret i64 -1")
        elif block.ending == "suspend":
            last = block.last
            assert last is not None
            if not is_plain_barrier(last):
                raise Unsupported(f"{last.name} in rows")
            self.registers.save(self.graph.live_names(self.graph.blocks[block.targets[0]].live_in))
            b.do(f"ret i64 {self.suspension_of[block.index]}")
        elif block.ending == "branch":
            self._branch(block)
        elif block.ending in ("fall", "jump"):
            b.do(f"br label %{self._edge(block, block.targets[0])}")
            self._edges(block)
        else:
            b.do("br label %bail")

    def _branch(self, block: Block) -> None:
        b = self.b
        assert block.last is not None
        assert block.last.guard is not None
        taken, other = block.targets
        guard = block.last.guard.name
        if self.registers.is_scalar(guard):
            condition = self.registers.raw(guard)
            ways = (taken, other) if not block.last.guard_negated else (other, taken)
            b.do(f"br i1 {condition}, label %{self._edge(block, ways[0])}, label %{self._edge(block, ways[1])}")
        else:
            self._branch_on_lanes(block, self.registers.raw(guard))
        self._edges(block)

    def _branch_on_lanes(self, block: Block, lanes: str) -> None:
        b = self.b
        assert block.last is not None
        taken, other = block.targets
        full = (1 << self.width) - 1
        if other in self.masked and self.masked[other] == taken:
            if not block.last.guard_negated:
                ones = "<" + ", ".join(["i1 true"] * self.width) + ">"
                lanes = b.let(f"xor <{self.width} x i1> {lanes}, {ones}")
            bits = any_lane(b, lanes, self.width)
            self.masks[other] = (lanes, bits)
            b.do(f"br i1 {b.let(f'icmp eq i64 {bits}, 0')}, label %block{taken}, label %block{other}")
            return
        if block.last.guard_negated:
            taken, other = other, taken
        bits = any_lane(b, lanes, self.width)
        rows = f"i64 0, label %{self._edge(block, other)} i64 {full}, label %{self._edge(block, taken)}"
        b.do(f"switch i64 {bits}, label %bail [ {rows} ]")

    def _edge(self, block: Block, target: int) -> str:
        return f"block{target}" if target > block.index else f"back{block.index}_{target}"

    def _edges(self, block: Block) -> None:
        b = self.b
        for target in sorted({target for target in block.targets if target <= block.index}):
            b.label(f"back{block.index}_{target}")
            place = b.let(f"getelementptr i8, ptr %ctx, i64 {at.CONTEXT_OFFSET['fuel']}")
            left = b.let(f"sub i64 {b.let(f'load i64, ptr {place}')}, {self.width}")
            b.do(f"store i64 {left}, ptr {place}")
            b.do(f"br i1 {b.let(f'icmp slt i64 {left}, 0')}, label %bail, label %block{target}, !prof !0")

    # ---- memory

    def _load(self, i: Instruction) -> None:
        b = self.b
        ptx = i.modifiers[-1]
        space = space_of(i.modifiers)
        address = i.operands[1]
        assert isinstance(address, Address)
        if space == "param":
            self._load_parameter(i, address, ptx)
            return
        registers = self._words(i, i.operands[0], ptx)
        self._aligned(i, address)
        for n, register in enumerate(registers):
            value = self._load_word(space, address, 4 * n, register)
            kind = LLVM_TYPES[ptx]
            scalar = self.registers.is_scalar(register.name)
            b.lanes = 1 if scalar else self.width
            b.dst(register, b.reinterpret(value, "i32", kind), ptx)
            b.lanes = 1

    def _words(self, i: Instruction, operand: Operand, ptx: str) -> list[Register]:
        if ptx not in _WORDS or "volatile" in i.modifiers or {"acquire", "relaxed", "release"} & set(i.modifiers):
            raise Unsupported(f"{i.name} in rows")
        items = operand.items if isinstance(operand, Vector) else (operand,)
        return [item for item in items if isinstance(item, Register)]

    def _load_parameter(self, i: Instruction, address: Address, ptx: str) -> None:
        b = self.b
        if not isinstance(address.base, Symbol) or address.base.name not in self.layout.params:
            raise Unsupported("parameters by address in rows")
        place, size = self.layout.params[address.base.name]
        targets = i.operands[0].items if isinstance(i.operands[0], Vector) else (i.operands[0],)
        for n, target in enumerate(targets):
            shift = address.offset + n * TYPE_BYTES[ptx]
            if not 0 <= shift <= size - TYPE_BYTES[ptx]:
                raise Unsupported("a parameter read past its end")
            pointer = b.let(f"getelementptr i8, ptr %params, i64 {place + shift}")
            b.dst(target, b.let(f"load {LLVM_TYPES[ptx]}, ptr {pointer}, align 4"), ptx)

    def _aligned(self, i: Instruction, address: Address) -> None:
        """Vector accesses must be at multiples of their whole size."""
        lanes = next((int(word[1:]) for word in i.modifiers if word in ("v2", "v4")), 1)
        if lanes == 1:
            return
        b = self.b
        size = 4 * lanes
        if isinstance(address.base, Symbol):
            return
        assert isinstance(address.base, Register)
        stride = self._stride(address.base)
        if stride is None or stride % size:
            raise Unsupported("uneven vector accesses in rows")
        base = b.let(f"add i64 {b.src(address.base, 'u64')}, {address.offset}")
        low = b.let(f"and i64 {base}, {size - 1}")
        self._suspect(b.let(f"icmp ne i64 {low}, 0"))

    def _load_word(self, space: str, address: Address, shift: int, register: Register) -> str:
        """The word at an address for every lane: a scalar when the register is one, else a vector (of i32)."""
        stride = self._stride(address.base) if isinstance(address.base, Register) else 0
        if space == "shared":
            value, even = self._load_shared(address, shift, stride)
        elif space in ("global", "const"):
            value, even = self._load_global(address, shift, stride)
        else:
            raise Unsupported(f"{space} memory in rows")
        if even and not self.registers.is_scalar(register.name):
            return self.registers.spread(value, "i32", 0)
        return value

    def _store(self, i: Instruction) -> None:
        b = self.b
        ptx = i.modifiers[-1]
        space = space_of(i.modifiers)
        address, source = i.operands
        assert isinstance(address, Address)
        if ptx not in _WORDS or space not in ("shared", "global") or "volatile" in i.modifiers:
            raise Unsupported(f"{i.name} in rows")
        self._aligned(i, address)
        stride = self._stride(address.base) if isinstance(address.base, Register) else 0
        items = source.items if isinstance(source, Vector) else (source,)
        for n, item in enumerate(items):
            b.lanes = self.width
            value = b.src(item, ptx)
            value = b.reinterpret(value, LLVM_TYPES[ptx], "i32")
            b.lanes = 1
            if stride == 0:
                # All lanes write one word: that is a race, or a program that only looks like one.
                self._suspect("true")
            elif space == "shared":
                self._store_shared(address, 4 * n, stride, value)
            else:
                self._store_global(address, 4 * n, stride, value)

    # ---- shared memory

    def _variable(self, address: Address) -> SharedVariable:
        name = of_address(address, self.origins)
        if name is None or name not in self.layout.shared:
            raise Unsupported("a shared address of unknown origin in rows")
        return self.layout.shared[name]

    def _shared_offset(self, address: Address, variable: SharedVariable, shift: int) -> str:
        b = self.b
        if isinstance(address.base, Symbol):
            return str(address.offset + shift)
        assert isinstance(address.base, Register)
        less = (address.offset + shift - variable.address) & 0xFFFFFFFF
        less -= (less >> 31) << 32
        narrow = b.let(f"add i32 {b.src(address.base, 'u32')}, {less}")
        return b.let(f"sext i32 {narrow} to i64")

    def _check_extent(self, address: Address, variable: SharedVariable, stride: int) -> None:
        """One question for all accesses of this block through one register: is the whole stretch inside?"""
        b = self.b
        if isinstance(address.base, Symbol):
            low, high = address.offset, address.offset + 16
            key: object = (variable.name, low)
        else:
            assert isinstance(address.base, Register)
            version = self.block_versions.get(address.base.name, 0)
            key = (variable.name, address.base.name, version)
            low, high = self.block_checks[address.base.name, version]
        if key in self.checked:
            return
        self.checked.add(key)
        spread = (self.width - 1) * stride
        low, high = low + min(0, spread), high + max(0, spread)
        if isinstance(address.base, Symbol):
            first = str(low)
        else:
            first = self._shared_offset(Address(address.base, low), variable, 0)
        length = "%dynamic" if variable.dynamic else str(variable.size)
        room = b.let(f"sub i64 {b.let(f'sub i64 {length}, {first}')}, {high - low}")
        outside = b.let(f"icmp slt i64 {b.let(f'or i64 {room}, {first}')}, 0")
        low_bits = b.let(f"and i64 {first}, 3")
        crooked = b.let(f"icmp ne i64 {low_bits}, 0")
        go_on = b.name("inside")
        b.do(f"br i1 {b.let(f'or i1 {outside}, {crooked}')}, label %bail, label %{go_on}, !prof !0")
        b.label(go_on)

    def _whole(self) -> bool:
        return self.registers.mask is None

    def _load_shared(self, address: Address, shift: int, stride: Stride) -> tuple[str, bool]:
        b = self.b
        variable = self._variable(address)
        if stride not in (0, 4) or not self._whole():
            value = self._shared_apart(address, variable, shift, None, together=stride == 0)
            return value, stride == 0
        self._check_extent(address, variable, stride)
        offset = self._shared_offset(address, variable, shift)
        place = b.let(f"add i64 {offset}, {variable.place}")
        pointer = b.let(f"getelementptr i8, ptr %shared, i64 {place}")
        kind = "i32" if stride == 0 else f"<{self.width} x i32>"
        if self.watch:
            wrote, read = (b.let(f"getelementptr i8, ptr %{name}, i64 {place}") for name in ("wrote", "read"))
            stamp = b.let(f"load {kind}, ptr {wrote}, align 4")
            suffix = "" if stride == 0 else "_row"
            since = b.let(f"sub {kind} {stamp}, %begin{suffix}")
            odd = b.let(f"icmp uge {kind} {since}, %span{suffix}")
            b.do(f"store {kind} %now{suffix}, ptr {read}, align 4")
            if stride == 0:
                self._suspect(odd)
            else:
                self._suspect_lanes(odd)
        return b.let(f"load {kind}, ptr {pointer}, align 4"), stride == 0

    def _store_shared(self, address: Address, shift: int, stride: Stride, value: str) -> None:
        b = self.b
        variable = self._variable(address)
        if stride != 4 or not self._whole():
            self._shared_apart(address, variable, shift, value)
            return
        self._check_extent(address, variable, stride)
        offset = self._shared_offset(address, variable, shift)
        place = b.let(f"add i64 {offset}, {variable.place}")
        kind = f"<{self.width} x i32>"
        if self.watch:
            for name in ("wrote", "read"):
                pointer = b.let(f"getelementptr i8, ptr %{name}, i64 {place}")
                stamp = b.let(f"load {kind}, ptr {pointer}, align 4")
                self._suspect_lanes(b.let(f"icmp uge {kind} {stamp}, %now_row"))
                if name == "wrote":
                    b.do(f"store {kind} %now_row, ptr {pointer}, align 4")
        b.do(f"store {kind} {value}, ptr {b.let(f'getelementptr i8, ptr %shared, i64 {place}')}, align 4")

    def _shared_apart(
        self, address: Address, variable: SharedVariable, shift: int, value: str | None, *, together: bool = False
    ) -> str:
        """Lanes that are not next to each other, or not all there: one by one, in a function.

        `together` is a load by all lanes from one word: one lane does it for those that are there, and gives a scalar.
        """
        b = self.b
        if isinstance(address.base, Symbol):
            offsets = self.registers.spread(str(address.offset + shift), "i64", 0)
        else:
            b.lanes = self.width
            less = (address.offset + shift - variable.address) & 0xFFFFFFFF
            narrow = b.let(f"add {b.type('u32')} {b.src(address.base, 'u32')}, {b.const('u32', less)}")
            offsets = b.let(f"sext {b.type('u32')} {narrow} to {b.type('u64')}")
            b.lanes = 1
        b.do(f"store <{self.width} x i64> {offsets}, ptr %places, align 64")
        if value is not None:
            b.do(f"store <{self.width} x i32> {value}, ptr %data, align 64")
        length = "%dynamic" if variable.dynamic else str(variable.size)
        storing = "true" if value is not None else "false"
        self._suspect(
            b.let(
                f"call i1 @row_shared(ptr %shared, ptr %wrote, ptr %read, i32 %now, i32 %begin, ptr %places, "
                f"i64 {variable.place}, i64 {length}, i64 {1 if together else self.mask_bits}, i1 {storing}, ptr %data)"
            )
        )
        if together:
            return b.let("load i32, ptr %data, align 64")
        return b.let(f"load <{self.width} x i32>, ptr %data, align 64") if value is None else ""

    # ---- global memory

    def _global_call(self, address: Address, shift: int, stride: Stride, storing: bool) -> None:
        b = self.b
        moved = Address(address.base, address.offset + shift)
        word = "true" if storing else "false"
        if stride == 4:
            where = self._scalar_address(moved)
            code = b.let(
                f"call i32 @row_global_even(ptr %ctx, ptr %buffers, i64 {where}, i64 {self.mask_bits}, i1 {word}, "
                "ptr %data)"
            )
        else:
            mask = self.mask_bits
            if stride == 0:
                b.do(f"store i64 {self._scalar_address(moved)}, ptr %places, align 64")
                mask = "1"
            else:
                b.lanes = self.width
                base = b.src(moved.base, "u64")
                where = b.let(f"add {b.type('u64')} {base}, {b.const('u64', moved.offset & (1 << 64) - 1)}")
                b.lanes = 1
                b.do(f"store <{self.width} x i64> {where}, ptr %places, align 64")
            code = b.let(f"call i32 @row_global(ptr %ctx, ptr %buffers, ptr %places, i64 {mask}, i1 {word}, ptr %data)")
        b.do(f"store i32 {code}, ptr %code")
        go_on = b.name("fine")
        b.do(f"br i1 {b.let(f'icmp eq i32 {code}, 0')}, label %{go_on}, label %leave, !prof !1")
        b.label(go_on)

    def _scalar_address(self, address: Address) -> str:
        b = self.b
        if isinstance(address.base, Symbol):
            return str(int(self._symbol(address.base)) + address.offset)
        value = b.src(address.base, "u64")
        return b.let(f"add i64 {value}, {address.offset}") if address.offset else value

    def _load_global(self, address: Address, shift: int, stride: Stride) -> tuple[str, bool]:
        b = self.b
        self._global_call(address, shift, stride, storing=False)
        if stride == 0:
            return b.let("load i32, ptr %data, align 64"), True
        return b.let(f"load <{self.width} x i32>, ptr %data, align 64"), False

    def _store_global(self, address: Address, shift: int, stride: Stride, value: str) -> None:
        # A block may be given back only before its stores are seen by others, so ask before each.
        self._settle()
        self.b.do(f"store <{self.width} x i32> {value}, ptr %data, align 64")
        self._global_call(address, shift, stride, storing=True)


def _shared_extents(block: Block) -> dict[tuple[str, int], tuple[int, int]]:
    """For each base register of shared accesses in a block, and each value it takes, the stretch of offsets used."""
    versions: dict[str, int] = {}
    extents: dict[tuple[str, int], tuple[int, int]] = {}
    for i in block.instructions:
        address = next((operand for operand in i.operands if isinstance(operand, Address)), None)
        if i.opcode in ("ld", "st") and address is not None and isinstance(address.base, Register):
            lanes = next((int(word[1:]) for word in i.modifiers if word in ("v2", "v4")), 1)
            key = address.base.name, versions.get(address.base.name, 0)
            low, high = extents.get(key, (address.offset, address.offset))
            extents[key] = min(low, address.offset), max(high, address.offset + 4 * lanes)
        for name in results(i):
            versions[name] = versions.get(name, 0) + 1
    return extents
