"""PTX registers as LLVM values, and special registers (PTX ISA, chapter 10).

A register that is written once and does not live across a barrier is one SSA value. All others are stack slots, which
LLVM turns into SSA itself. Those that live across a barrier are saved to the thread's frame there.

f32 arithmetic on a GPU makes only one NaN, 0x7fffffff. In registers that hold only results of arithmetic, NaNs are
replaced where an instruction other than f32 arithmetic reads them; in registers that also hold loaded or moved bits,
where they are computed.

A register that may be read before it is set is 0, as it mostly is on a GPU, unless a launch asks for other contents of
unwritten memory. It has a mark, and so have registers computed from it, or from local memory that was not written
(`passes/value_flow.py`). `unset_values` writes marks and reports by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.instructions import MAKES_NAN
from grader.emulator.isa.opcodes import apply
from grader.emulator.layout import POISON
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Ending, Graph, results, sources
from grader.emulator.passes.value_flow import follow
from grader.emulator.ptx.nodes import Address, Function, Immediate, Instruction, Register, reached
from grader.emulator.result import Unsupported

_CANONICAL_NAN = "0x7FFFFFFFE0000000"
# The mark of a register that is not set: all its bytes, and no place where it was used in a computation.
_UNSET = (records.UNSET_BYTES | 1) - (1 << 32)


class RegisterFile:
    """The registers of one function while `builder` writes its IR."""

    def __init__(
        self,
        function: Function,
        graph: Graph,
        builder: Builder,
        may_be_local: Callable[[Address], bool] | None = None,
    ) -> None:
        self.builder = builder
        self.types = _types(function)
        self.values: dict[str, str] = {}
        self.cached: dict[str, str] = {}
        self.kept = _kept(function, graph)
        self.unset = frozenset(graph.live_names(graph.blocks[0].live_in))
        self.followed = follow(function, self.unset, may_be_local)
        self.marked = self.followed.registers
        marks = {name: mark_of(name) for name in sorted(self.marked)}
        self.types |= dict.fromkeys(marks.values(), "i32")
        # The marks of the current instruction's results; other results are set.
        self.marks: dict[str, str] = {}
        self.kept |= set(marks.values())
        self.pure = _arithmetic_only(function, self.types)
        across = 0
        for block in graph.blocks:
            if block.ending.stops:
                across |= graph.blocks[block.targets[0]].live_in
            elif block.ending is Ending.CALL:
                for target in block.targets:
                    self.kept |= set(graph.live_names(graph.blocks[target].live_in))
        self.slots, self.frame_bytes = dict[str, int](), records.FRAME_BYTES
        for name in self.with_marks(graph.live_names(across)):
            self.slots[name] = self.frame_bytes
            self.frame_bytes += 16 * self.lanes(name)
        self.kept |= set(self.slots)
        self.current: Instruction | None = None

    def lanes(self, name: str) -> int:  # noqa: ARG002 - a row of threads has more than one
        """Return how many values are kept for a register."""
        return 1

    def held(self, name: str) -> str:
        """Return the type in which a register is kept."""
        with self.builder.wide(self.lanes(name)):
            return self.builder.widen(self.types[name])

    def declare(self) -> None:
        """Create stack slots for the registers that need one, at the function's entry."""
        for name in sorted(self.kept):
            self.builder.do(f'%"{name}" = alloca {self.held(name)}')
            self.builder.do(f'store {self.held(name)} zeroinitializer, ptr %"{name}"')
        if not self.unset:
            return
        # Registers that may be read before they are set hold zeros, or a trial's poison.
        b = self.builder
        poison = b.context("poison", "i8")
        usual = b.let(f"icmp eq i8 {poison}, {POISON - 256}")
        byte = b.let(f"select i1 {usual}, i8 0, i8 {poison}")
        for name in sorted(self.unset):
            kind = self.types[name]
            b.do(f'store i32 {_UNSET}, ptr %"{mark_of(name)}"')
            if kind == "i1":
                b.do(f'store i1 {b.let(f"xor i1 {usual}, true")}, ptr %"{name}"')
            else:
                b.do(f'call void @llvm.memset.p0.i64(ptr %"{name}", i8 {byte}, i64 {BITS[kind] // 8}, i1 false)')

    def mark_in(self, name: str) -> str:
        """Return the mark of a register of `marked`."""
        return self.builder.let(f'load i32, ptr %"{mark_of(name)}"')

    def set_mark(self, name: str, mark: str) -> None:
        """Change the mark of a register of `marked`."""
        self.builder.do(f'store i32 {mark}, ptr %"{mark_of(name)}"')
        self.cached.pop(mark_of(name), None)

    def with_marks(self, names: Iterable[str]) -> list[str]:
        """Return registers, and the marks that belong to them."""
        found = list(names)
        return [*found, *(mark_of(name) for name in found if name in self.marked)]

    def begin_block(self) -> None:
        """Forget what is only true in the block before."""
        self.cached.clear()

    def read(self, name: str) -> tuple[str, str]:
        """Return a register's value and its scalar LLVM type, with the GPU's NaN if another would show."""
        value, scalar = self.value(name), self.types[name]
        if name in self.pure and scalar == "float" and self.current and not self._hides_nan(self.current):
            with self.builder.wide(self.lanes(name)):
                value = self.canonical(value)
        return value, scalar

    def value(self, name: str) -> str:
        """Return a register's value as it is held."""
        if name in self.values:
            return self.values[name]
        if name not in self.cached:
            if name not in self.kept:
                return "zeroinitializer"
            self.cached[name] = self.builder.let(f'load {self.held(name)}, ptr %"{name}"')
        return self.cached[name]

    def _hides_nan(self, instruction: Instruction) -> bool:
        """Return whether its result does not depend on which NaN an f32 operand is, or goes where that is corrected."""
        kind = instruction.modifiers[-1] if instruction.modifiers else ""
        if instruction.opcode in MAKES_NAN or instruction.opcode in ("setp", "set", "testp"):
            return kind in ("f32", "f64")
        target = instruction.operands[0] if instruction.opcode == "mov" else None
        return isinstance(target, Register) and target.name in self.pure

    def write(self, name: str, value: str) -> None:
        """Set a register; `value` has the register's own type."""
        value = self.written(name, value)
        if name in self.marked:
            self.set_mark(name, self.marks.get(name, "0"))
        if name in self.kept:
            self.builder.do(f'store {self.held(name)} {value}, ptr %"{name}"')
            self.cached[name] = value
        else:
            self.values[name] = value

    def written(self, name: str, value: str) -> str:
        """Return the value a register will hold, with the GPU's NaN if it also holds other bits than results."""
        made = self.current is not None and self.current.opcode in MAKES_NAN
        return self.canonical(value) if made and self.types[name] == "float" and name not in self.pure else value

    def canonical(self, value: str) -> str:
        """Return a float with the GPU's one NaN in place of any other."""
        b = self.builder
        nan = b.let(f"fcmp uno {b.widen('float')} {value}, {value}")
        return b.select(nan, "float", b.splat("float", _CANONICAL_NAN), value)

    def save(self, names: list[str]) -> None:
        """Store registers to the thread's frame, before it waits."""
        for name in self.with_marks(names):
            value, place = self.value(name), self.builder.at("%frame", self.slots[name])
            self.builder.do(f"store {self.held(name)} {value}, ptr {place}, align 4")

    def restore(self, names: list[str]) -> None:
        """Load registers from the thread's frame, where it continues."""
        for name in self.with_marks(names):
            place = self.builder.at("%frame", self.slots[name])
            value = self.builder.let(f"load {self.held(name)}, ptr {place}, align 4")
            self.builder.do(f'store {self.held(name)} {value}, ptr %"{name}"')


def mark_of(name: str) -> str:
    """Return the name of the mark that says whether a register is set. No PTX register has such a name."""
    return f"{name} is set"


def _types(function: Function) -> dict[str, str]:
    """Return LLVM types by declaration; `.b32` and `.b64` registers that f32 or f64 arithmetic writes are floats."""
    types = {name: LLVM_TYPES[kind] for name, kind in function.registers.items()}
    for instruction in function.instructions:
        if instruction.opcode in MAKES_NAN and instruction.modifiers[-1] in ("f32", "f64"):
            for name in results(instruction):
                if types.get(name) in ("i32", "i64"):
                    types[name] = LLVM_TYPES[instruction.modifiers[-1]]
    return types


def _kept(function: Function, graph: Graph) -> set[str]:
    """Return the registers that need a stack slot: written more than once, or perhaps read before they are written.

    Before also means further up in the text: code may stand above the code that leads to it, as in Clang's loops.
    """
    written: dict[str, int] = {}
    early: set[str] = set()
    for instruction in function.instructions:
        early |= {name for name in sources(instruction) if name not in written}
        for name in results(instruction):
            written[name] = written.get(name, 0) + (2 if instruction.guard else 1)
    kept = {name for name, count in written.items() if (count > 1 or name in early) and name in function.registers}
    return kept | set(graph.live_names(graph.blocks[0].live_in))


def _arithmetic_only(function: Function, types: dict[str, str]) -> frozenset[str]:
    """Return float registers that hold only results of f32 arithmetic, constants, or copies of such."""
    impure: set[str] = set()
    copies: dict[str, list[str]] = {}
    for instruction in function.instructions:
        for name in results(instruction):
            if types.get(name) != "float" or instruction.opcode in MAKES_NAN:
                continue
            source = instruction.operands[1] if len(instruction.operands) == 2 else None
            if instruction.opcode == "mov" and isinstance(source, Register):
                copies.setdefault(source.name, []).append(name)
            elif instruction.opcode != "mov" or not isinstance(source, Immediate):
                impure.add(name)
    impure |= {name for name in copies if types.get(name) != "float"}
    impure = reached(impure, lambda name: copies.get(name, ()))
    return frozenset(name for name, scalar in types.items() if scalar == "float" and name not in impure)


_FRAME = {"%tid.x": "tid_x", "%tid.y": "tid_y", "%tid.z": "tid_z"}
_CONTEXT = {
    **{f"%{name}.{axis}": f"{name}_{axis}" for name in ("ntid", "ctaid", "nctaid") for axis in "xyz"},
    **{f"%clusterid.{axis}": f"ctaid_{axis}" for axis in "xyz"},
    **{f"%nclusterid.{axis}": f"nctaid_{axis}" for axis in "xyz"},
    "%envreg1": "workspace_high", "%envreg2": "workspace_low",
    "%dynamic_smem_size": "dynamic_bytes", "%total_smem_size": "shared_bytes", "%aggr_smem_size": "shared_bytes",
}  # fmt: skip
_CONSTANT = {
    # A cluster is one block.
    **{f"%cluster_ctaid.{axis}": 0 for axis in "xyz"}, **{f"%cluster_nctaid.{axis}": 1 for axis in "xyz"},
    # Shared memory that a GPU reserves: here none.
    **{f"%reserved_smem_offset_{name}": 0 for name in ("begin", "end", "cap", "0", "1")},
    "%cluster_ctarank": 0, "%cluster_nctarank": 1, "%is_explicit_cluster": 0,
}  # fmt: skip
# What differs between machines and between launches, and says nothing of the kernel's work: the value, and how much
# more it is in a launch whose turns are reversed, so that a kernel which goes by it gives itself away.
_INCIDENTAL = {"%smid": (0, 5), "%nsmid": (1, 107), "%gridid": (1, 9), "%nwarpid": (64, -16)}
_LANE_MASKS = frozenset(f"%lanemask_{which}" for which in ("eq", "lt", "le", "ge", "gt"))
_CLOCKS = frozenset({"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"})
_TICK, _OTHER_TICK = 64, 1 << 20
SPECIAL_TYPES = {"%clock64": "i64", "%globaltimer": "i64", "%gridid": "i64", "%is_explicit_cluster": "i1"}
WARP_SIZE = 32


def is_special(name: str) -> bool:
    """Return whether a name is a special register's, even of one that the emulator does not know."""
    known = name in _FRAME or name in _CONTEXT or name in _CONSTANT or is_incidental(name)
    return known or name.split("_")[0] in ("%laneid", "%lanemask", "%envreg")


def is_incidental(name: str) -> bool:
    """Return whether a special register shows when or where a thread runs: time, multiprocessor, warp slot."""
    return name in _INCIDENTAL or name in _CLOCKS or name == "%warpid"


def read_special(b: Builder, name: str) -> tuple[str, str]:
    """Return a special register's value and type.

    Raises:
        Unsupported: the emulator does not know the register.

    """
    if name in _FRAME:
        return b.frame(_FRAME[name], "i32"), "i32"
    if name in _CONTEXT:
        return b.context(_CONTEXT[name], "i32"), "i32"
    if name in _CONSTANT:
        return str(_CONSTANT[name]), SPECIAL_TYPES.get(name, "i32")
    if name in _INCIDENTAL:
        value, more = _INCIDENTAL[name]
        kind = SPECIAL_TYPES.get(name, "i32")
        added = b.let(f"mul {kind} {b.context('reversed', kind)}, {more}")
        return b.let(f"add {kind} {added}, {value}"), kind
    linear = b.frame("linear", "i32")
    if name == "%laneid":
        return b.let(f"and i32 {linear}, {WARP_SIZE - 1}"), "i32"
    if name == "%warpid":
        # A slot of the multiprocessor: the warp's number in its block, or any other number.
        warp = b.let(f"lshr i32 {linear}, 5")
        return b.let(f"add i32 {warp}, {b.context('reversed', 'i32')}"), "i32"
    if name in _LANE_MASKS:
        return apply(b, name.removeprefix("%"), linear), "i32"
    if name not in _CLOCKS:
        raise Unsupported(f"special register {name}")
    # The time is a count that grows with every read, so that runs repeat exactly; in reversed turns another one.
    ahead = b.let(f"mul i64 {b.context('reversed')}, {_OTHER_TICK}")
    now = b.let(f"add i64 {b.context('clock')}, {b.let(f'add i64 {ahead}, {_TICK}')}")
    b.set_context("clock", now)
    if name in SPECIAL_TYPES:
        return now, "i64"
    if name.endswith("_hi"):
        now = b.let(f"lshr i64 {now}, 32")
    return b.let(f"trunc i64 {now} to i32"), "i32"
