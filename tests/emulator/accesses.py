"""Every form of address that PTX has, as a kernel that makes an access at each of some distances from an object.

A kernel makes one access a line, so that findings tell which of them were refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SIZE = 64
"""Bytes of the object that is accessed, in every space."""
NEAR = (0, 4, 16, SIZE - 16, SIZE - 4, -8, -4, -1, 2, SIZE - 2, SIZE - 1, SIZE, SIZE + 4, 4096, 100_000_000)
FAR = (-(1 << 31), (1 << 31) - 1, 1 << 31, 1 << 32, 5 << 38, 1 << 62, 1 << 63, -(5 << 38))

HEADER = f"""\
.version 8.4
.target sm_90
.address_size 64
.file 1 "k.cu"
.global .align 16 .b8 before[{SIZE}];
.global .align 16 .b8 module[{SIZE}];
.global .align 16 .b8 after[{SIZE}];
.const .align 16 .b8 fixed[{SIZE}];
.shared .align 16 .b8 left[{SIZE}];
.shared .align 16 .b8 shared[{SIZE}];
.shared .align 16 .b8 right[{SIZE}];
.visible .entry k(.param .u64 .ptr .global .align 16 array, .param .align 16 .b8 structure[{SIZE}])
{{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<12>;
.reg .b64 %rd<12>;
.local .align 16 .b8 low[{SIZE}];
.local .align 16 .b8 local[{SIZE}];
.local .align 16 .b8 high[{SIZE}];
"""
SHARED, LOCAL = "mov.u32 %r9, shared;\ncvt.u64.u32 %rd0, %r9;", "mov.u64 %rd0, local;"


@dataclass(frozen=True, slots=True)
class Form:
    """One way to reach an object: `setup` puts its address into %rd0, `access` has `{at}` in place of an address.

    `size` is what one access moves, and what its address must be a multiple of. A `symbol` form names the variable in
    the address, so distances are constants; the others take the distance from a register as well.
    """

    name: str
    setup: str
    access: str
    size: int = 4
    symbol: str = ""
    narrow: bool = False
    ends: bool = False
    interpreted: bool = True


def _forms() -> list[Form]:
    load, store = "ld.{s}.b32 %r1, {{at}};", "st.{s}.b32 {{at}}, %r1;"
    pair, quad = "ld.{s}.v2.b32 {{{{%r1, %r2}}}}, {{at}};", "st.{s}.v4.b32 {{at}}, {{{{%r1, %r2, %r3, %r4}}}};"
    update, reduce = "atom.{s}.add.u32 %r1, {{at}}, %r2;", "red.{s}.max.u32 {{at}}, %r2;"
    swap = "atom.{s}.cas.b64 %rd1, {{at}}, %rd2, %rd3;"
    generic = {
        "global": "mov.u64 %rd0, module;\ncvta.global.u64 %rd0, %rd0;",
        "shared": f"{SHARED}\ncvta.shared.u64 %rd0, %rd0;",
        "local": f"{LOCAL}\ncvta.local.u64 %rd0, %rd0;",
    }
    spaces = {
        "global": ("mov.u64 %rd0, module;", "module"), "shared": (SHARED, "shared"), "local": (LOCAL, "local"),
    }  # fmt: skip
    kinds = {"load": (load, 4), "store": (store, 4), "pair": (pair, 8), "quad": (quad, 16)}
    atomics = {"update": (update, 4), "reduce": (reduce, 4), "swap": (swap, 8)}
    made = []
    for space, (setup, symbol) in spaces.items():
        for kind, (text, size) in {**kinds, **(atomics if space != "local" else {})}.items():
            access = text.format(s=space)
            made.append(Form(f"{space} {kind}", setup, access, size, narrow=space == "shared"))
            made.append(Form(f"{space} {kind} by name", "", access, size, symbol=symbol))
            bare = access.replace(f".{space}", "", 1)
            made.append(Form(f"generic {space} {kind}", generic[space], bare, size))
    word = "ld.global.b32 %r1, {at};"
    made += [
        Form("array", "ld.param.u64 %rd0, [array];", word),
        Form("array stored", "ld.param.u64 %rd0, [array];", "st.global.v2.b64 {at}, {{%rd1, %rd2}};", 16),
        Form("array volatile", "ld.param.u64 %rd0, [array];", "ld.volatile.global.b32 %r1, {at};"),
        Form("array relaxed", "ld.param.u64 %rd0, [array];", "st.relaxed.gpu.global.b32 {at}, %r1;"),
        Form("array not coherent", "ld.param.u64 %rd0, [array];",
             "ld.global.nc.v4.b32 {{%r1, %r2, %r3, %r4}}, {at};", 16),
        Form("array byte", "ld.param.u64 %rd0, [array];", "st.global.b8 {at}, %r1;", 1),
        Form("constant", "mov.u64 %rd0, fixed;", "ld.const.b32 %r1, {at};"),
        Form("constant by name", "", "ld.const.b32 %r1, {at};", symbol="fixed"),
        Form("parameter by name", "", "ld.param.b32 %r1, {at};", symbol="structure", ends=True),
        Form("parameter pair by name", "", "ld.param.v2.b32 {{%r1, %r2}}, {at};", 8, symbol="structure", ends=True),
        Form("cluster", f"{SHARED}\nmapa.shared::cluster.u32 %r9, %r9, 0;\ncvt.u64.u32 %rd0, %r9;",
             "ld.shared::cluster.b32 %r1, {at};", narrow=True),
        Form("one of two", "mov.u64 %rd0, module;\nmov.u64 %rd1, after;\nsetp.eq.u32 %p1, %r0, 99;\n"
             "selp.b64 %rd0, %rd1, %rd0, %p1;", word),
        Form("copy to shared", f"ld.param.u64 %rd5, [array];\n{SHARED}",
             "cp.async.ca.shared.global {at}, [%rd5], 16;", 16, narrow=True),
        Form("copy from global", "mov.u32 %r9, shared;\nld.param.u64 %rd0, [array];",
             "cp.async.ca.shared.global [%r9], {at}, 8;", 8),
        Form("matrix rows", SHARED, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r1}}, {at};", 16, narrow=True),
        Form("barrier object", SHARED, "mbarrier.init.shared.b64 {at}, 32;", 8, narrow=True),
        Form("barrier object by name", "", "mbarrier.init.shared.b64 {at}, 32;", 8, symbol="shared"),
        Form("call parameter written", ".param .align 16 .b8 passed[64];", "st.param.b32 {at}, %r1;",
             symbol="passed", ends=True),
        Form("call parameter read", ".param .align 16 .b8 passed[64];", "ld.param.b32 %r1, {at};",
             symbol="passed", ends=True),
        Form("call parameter quad", ".param .align 16 .b8 passed[64];", "st.param.v4.b32 {at}, {{%r1, %r2, %r3, %r4}};",
             16, symbol="passed", ends=True),
    ]  # fmt: skip
    return made


FORMS = {form.name: form for form in _forms()}


@dataclass(frozen=True, slots=True)
class Case:
    """A kernel of accesses: the text of its PTX, the lines of its accesses, and those of them that are not inside."""

    ptx: str
    outside: frozenset[int]


def is_inside(form: Form, distance: int) -> bool:
    return 0 <= distance <= SIZE - form.size and distance % form.size == 0


def _address(form: Form, distance: int, line: int) -> tuple[str, str]:
    """Lines before an access, and its address in brackets."""
    if form.symbol:
        return "", f"[{form.symbol}{distance:+d}]"
    if (not form.narrow and not -(1 << 31) <= distance < 1 << 31) or line % 2:
        bits = distance & (1 << 64) - 1
        return f"mov.u64 %rd9, {bits:#x};\nadd.u64 %rd9, %rd0, %rd9;", "[%rd9]"
    return "", f"[%rd0{distance:+d}]"


def kernel(form: Form, distances: Sequence[int]) -> Case:
    """Accesses at these distances from the object's beginning, one a line from line 1 on."""
    text, outside = [HEADER, "mov.u32 %r0, %tid.x;", form.setup], set()
    for line, distance in enumerate(distances, 1):
        before, at = _address(form, distance, line)
        text += [f".loc 1 {line} 1", before, form.access.format(at=at)]
        if not is_inside(form, distance):
            outside.add(line)
    return Case("\n".join([*text, "ret;", "}"]), frozenset(outside))


def distances_of(form: Form) -> tuple[int, ...]:
    """The distances to try: as far as the form's addresses reach (a shared address has 32 bits)."""
    far = () if form.symbol or form.narrow else FAR
    return (*NEAR, *far, *((-(1 << 31) + 8, (1 << 31) - 8) if form.symbol else ()))
