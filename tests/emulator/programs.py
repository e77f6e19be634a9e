"""Random kernels about values: any mix of instruction forms, branches, loops, predication, memory and barriers.

A kernel `k(data, out)` loads every register from `data`, computes, and stores every register to `out`, eight bytes
each, so that two machines that differ anywhere differ there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tests.emulator.called import DEEPEST, call, functions
from tests.emulator.forms import Form
from tests.emulator.vectors import WIDTHS, random_operand

POOLS = {"p": 3, "h": 4, "r": 6, "rd": 4, "f": 6, "d": 4}
"""How many registers of each class take part: predicates, 16, 32 and 64 bits, single and double precision."""

DECLARED = {"p": "pred", "h": "b16", "r": "b32", "rd": "b64", "f": "f32", "d": "f64"}
_LOADED_AS = {"h": "u16", "r": "s32", "rd": "s64", "f": "f32", "d": "f64"}
SLOTS = sum(POOLS.values())
THREADS = 32


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel's PTX and what it is to be run on: one block of THREADS threads."""

    ptx: str
    data: np.ndarray

    @property
    def is_double(self) -> np.ndarray:
        """Which words of the output are doubles; their NaNs are compared as NaN only."""
        classes = [name for name, count in POOLS.items() for _ in range(count)]
        return np.tile(np.array([name == "d" for name in classes]), THREADS)


def register_class(kind: str) -> str:
    """Which class of registers holds operands of type `kind`."""
    if kind in ("f32", "pred", "f64"):
        return {"f32": "f", "pred": "p", "f64": "d"}[kind]
    return {8: "h", 16: "h", 32: "r", 64: "rd"}[WIDTHS[kind]]


class _Writer:
    def __init__(self, random: Random, forms: Sequence[Form], *, even: bool, calls: bool) -> None:
        self.random, self.calls = random, calls
        self.even = even
        self.forms = forms
        self.lines: list[str] = []
        self.labels = 0
        self.loops = 0

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def label(self) -> str:
        self.labels += 1
        return f"$L{self.labels}"

    def register(self, name: str) -> str:
        return f"%{name}{self.random.randrange(POOLS[name])}"

    # ---- statements

    def body(self, count: int, depth: int) -> None:
        """`count` statements; inside branches and loops of threads' own, no barrier may stand."""
        for _ in range(count):
            statements: list[Callable[[int], None]] = [self.form, self.form, self.form, self.form, self.form]
            statements += [self.move, self.predicated, self.chain, self.even_memory if self.even else self.memory]
            if depth < 2:
                statements += [self.branch, self.loop]
            if depth == 0:
                statements += [self.exchange]
            if self.calls:
                statements += [self.call]
            self.random.choice(statements)(depth)

    def form(self, depth: int) -> None:
        """Any instruction form on any registers or, now and then, constants."""
        del depth
        self.emit(self._form_text())

    def _form_text(self) -> str:
        form = self.random.choice(self.forms)
        results = [self.register(register_class(kind)) for kind in form.results]
        if len(results) == 2 and results[0] == results[1]:
            results = results[:1]
        sources = [self._source(kind) for kind in form.sources]
        sources += [str(each) for each in form.constants]
        return f"{form.name} {'|'.join(results)}, {', '.join(sources)};"

    def _source(self, kind: str) -> str:
        if self.random.random() < 0.15 and kind not in ("pred",) and WIDTHS[kind] >= 32:
            value = random_operand(self.random, kind)
            if kind == "f32":
                return f"0f{value:08X}"
            if kind == "f64":
                return f"0d{value:016X}"
            if kind in ("place", "s32", "u32", "b32", "s64", "u64", "b64"):
                return str(value)
        return self.register(register_class(kind))

    def move(self, depth: int) -> None:
        """Bits from one class of registers to another, whole or in parts."""
        del depth
        r, rd, h, f = (self.register(name) for name in ("r", "rd", "h", "f"))
        self.emit(
            self.random.choice(
                (
                    f"mov.b32 {r}, {f};",
                    f"mov.b32 {f}, {r};",
                    f"mov.b64 {rd}, {{{r}, {self.register('r')}}};",
                    f"mov.b32 {r}, {{{h}, {self.register('h')}}};",
                    f"mov.b64 {{%x0, %x1}}, {rd};",
                    f"mov.f32 {f}, {self.register('f')};",
                    f"mov.pred {self.register('p')}, {self.register('p')};",
                )
            )
        )
        self.emit(f"mov.b32 {r}, %x1;")

    def predicated(self, depth: int) -> None:
        """One instruction under a guard."""
        del depth
        self.emit(f"@{self.random.choice(('', '!'))}{self.register('p')} {self._form_text()}")

    def chain(self, depth: int) -> None:
        """Words of a longer number, the carry from one to the next, with or without something between."""
        del depth
        for name in (self.random.choice(("add.cc", "sub.cc", "mad.lo.cc")), "addc.cc", "madc.hi.cc", "subc"):
            kind = self.random.choice(("r", "rd"))
            count = 4 if name.startswith("mad") else 3
            operands = ", ".join(self.register(kind) for _ in range(count))
            self.emit(f"{name}.{'u32' if kind == 'r' else 's64'} {operands};")

    def branch(self, depth: int) -> None:
        """If and else."""
        otherwise, end = self.label(), self.label()
        self.emit(f"@{self.random.choice(('', '!'))}{self.register('p')} bra {otherwise};")
        self.body(self.random.randrange(1, 4), depth + 1)
        self.emit(f"bra.uni {end};", f"{otherwise}:")
        self.body(self.random.randrange(0, 3), depth + 1)
        self.emit(f"{end}:")

    def loop(self, depth: int) -> None:
        """A loop whose count may differ from thread to thread, except in even programs."""
        start, counter = self.label(), f"%c{self.loops}"
        self.loops += 1
        count = self.random.choice((self.register("r"), "%me"))
        start_value = (
            f"mov.u32 {counter}, {self.random.randrange(4)};" if self.even else f"and.b32 {counter}, {count}, 3;"
        )
        self.emit(start_value, f"{start}:")
        self.body(self.random.randrange(1, 4), depth + 1)
        self.emit(f"setp.gt.s32 %q0, {counter}, 0;", f"sub.s32 {counter}, {counter}, 1;", f"@%q0 bra {start};")

    def memory(self, depth: int) -> None:
        """Out to the thread's own slots in shared or local memory and back, in another width."""
        del depth
        base = self.random.choice(("%own", "%near"))
        space = "shared" if base == "%own" else "local"
        name = self.random.choice(("r", "f", "rd", "d", "h"))
        kind = _LOADED_AS[name]
        self.emit(f"st.{space}.{kind} [{base}+{self.random.choice((0, 8))}], {self.register(name)};")
        back = self.random.choice(("u8", "s8", "s16", "u16", "s32", "u32", "f32", "s64", "v2.u32", "v2.f32", "v4.u16"))
        offset = self.random.choice((0, 8))
        self.emit(f"ld.{space}.{back} {self._target(back)}, [{base}+{offset}];")

    def call(self, depth: int) -> None:
        """A call of a function that may call itself, to a depth of the thread's own."""
        del depth
        self.emit(f"and.b32 %x2, {self.random.choice(('%me', self.register('r')))}, {DEEPEST};")
        self.emit(*call(self.random, "%x2", self.register("r"), self.register("r"), "%code"))

    def even_memory(self, depth: int) -> None:
        """Words only, in shared memory: what all threads of a row can do at once."""
        del depth
        name, back = self.random.choice("rf"), self.random.choice("rf")
        self.emit(
            f"st.shared.{_LOADED_AS[name]} [%own], {self.register(name)};",
            f"ld.shared.{_LOADED_AS[back]} {self.register(back)}, [%own];",
        )

    def _target(self, kind: str) -> str:
        if kind.startswith("v"):
            name = {"u32": "r", "f32": "f", "u16": "h"}[kind[3:]]
            picked = self.random.sample(range(POOLS[name]), int(kind[1]))
            return "{" + ", ".join(f"%{name}{number}" for number in picked) + "}"
        if kind in ("u8", "s8"):
            return self.register(self.random.choice(("h", "r")))
        return self.register({"s16": "h", "u16": "h", "s32": "r", "u32": "r", "f32": "f", "s64": "rd"}[kind])

    def exchange(self, depth: int) -> None:
        """A value goes to another thread through shared memory, between barriers."""
        del depth
        distance = self.random.randrange(1, THREADS)
        value, target = self.register("r"), self.register("r")
        self.emit(
            "bar.sync 0;",
            f"st.shared.u32 [%place], {value};",
            "bar.sync 0;",
            f"add.u32 %x2, %me, {distance};",
            f"and.b32 %x2, %x2, {THREADS - 1};",
            "shl.b32 %x2, %x2, 2;",
            "add.u32 %x2, %x2, %ring;",
            f"ld.shared.u32 {target}, [%x2];",
        )


def _prologue(functions: Sequence[str]) -> list[str]:
    """Declarations, addresses, and a load of every register."""
    lines = [".version 7.8", ".target sm_80", ".address_size 64"]
    lines += [f".shared .align 16 .b8 slots[{16 * THREADS}];", f".shared .align 16 .b8 ring[{4 * THREADS}];"]
    lines += functions
    lines += [".visible .entry k(.param .u64 data, .param .u64 out)", "{"]
    lines += [f".reg .{DECLARED[name]} %{name}<{count}>;" for name, count in POOLS.items()]
    lines += [".reg .b32 %c<64>;", ".reg .b32 %x<4>;", ".reg .b32 %me, %own, %ring, %place;", ".reg .b64 %near;"]
    lines += [".reg .pred %q<2>;", ".reg .b64 %at, %to, %step, %code;"]
    lines += ["ld.param.u64 %at, [data];", "ld.param.u64 %to, [out];", "mov.u32 %me, %tid.x;"]
    lines += [f"mul.wide.u32 %step, %me, {8 * SLOTS};", "add.s64 %at, %at, %step;", "add.s64 %to, %to, %step;"]
    lines += ["mov.u32 %own, slots;", "shl.b32 %x1, %me, 4;", "add.u32 %own, %own, %x1;", "mov.u32 %ring, ring;"]
    lines += ["shl.b32 %x1, %me, 2;", "add.u32 %place, %ring, %x1;", "mov.u32 %x1, 7;"]
    return lines


def _slots() -> list[str]:
    """Write the thread's own slots, so that whatever is loaded from them was stored before."""
    near = [".local .align 16 .b8 depot[16];", "mov.u64 %near, depot;"]
    return near + [f"st.{space}.v4.u32 [{base}], {{%me, %x1, %x1, %me}};" for space, base in _SLOTS_OF.items()]


_SLOTS_OF = {"shared": "%own", "local": "%near"}


def _all_registers(direction: str) -> list[str]:
    lines = []
    slot = 0
    for name, count in POOLS.items():
        for number in range(count):
            lines += _one_register(direction, name, f"%{name}{number}", 8 * slot)
            slot += 1
    return lines


def _one_register(direction: str, name: str, register: str, offset: int) -> list[str]:
    """Memory is accessed by 32-bit words alone, which every way of running threads knows."""
    words = (
        (f"[%at+{offset}]", f"[%at+{offset + 4}]")
        if direction == "load"
        else (f"[%to+{offset}]", f"[%to+{offset + 4}]")
    )
    if name == "f":
        return [
            f"ld.global.f32 {register}, {words[0]};"
            if direction == "load"
            else f"st.global.f32 {words[0]}, {register};"
        ]
    if direction == "load":
        fill = {
            "p": f"setp.ne.u32 {register}, %x2, 0;",
            "h": f"cvt.u16.u32 {register}, %x2;",
            "r": f"mov.b32 {register}, %x2;",
        }.get(name, f"mov.b64 {register}, {{%x2, %x3}};")
        return [f"ld.global.u32 %x2, {words[0]};", f"ld.global.u32 %x3, {words[1]};", fill]
    spill = {
        "p": f"selp.u32 %x2, 1, 0, {register};",
        "h": f"cvt.u32.u16 %x2, {register};",
        "r": f"mov.b32 %x2, {register};",
    }.get(name, f"mov.b64 {{%x2, %x3}}, {register};")
    return ["mov.u32 %x3, 0;", spill, f"st.global.u32 {words[0]}, %x2;", f"st.global.u32 {words[1]}, %x3;"]


def program(
    random: Random, forms: Sequence[Form], statements: int, *, even: bool = False, calls: bool = False
) -> Program:
    """A kernel of about `statements` statements over `forms`, with operands for every thread.

    `even` programs keep to what threads can do in step: loops of one count for all, 32-bit accesses, no local memory.
    Those with `calls` call functions that call one another.
    """
    writer = _Writer(random, forms, even=even, calls=calls)
    writer.body(statements, 0)
    ready = [] if even else _slots()
    lines = [
        *_prologue(functions(random, forms) if calls else ()),
        *ready,
        *_all_registers("load"),
        *writer.lines,
        *_all_registers("store"),
        "ret;",
        "}",
    ]
    kinds = {"p": "pred", "h": "f16", "r": "s32", "rd": "s64", "f": "f32", "d": "f64"}
    row = [kinds[name] for name, count in POOLS.items() for _ in range(count)]
    words = [random_operand(random, kind) for _ in range(THREADS) for kind in row]
    return Program("\n".join(lines), np.array(words, dtype=np.uint64))
