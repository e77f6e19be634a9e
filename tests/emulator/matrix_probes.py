"""Accesses of matrix instructions on and off their alignment: what a GPU refuses, and what is reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tests.emulator.matrix_cases import PTX_VERSION, form_of

_TEXT = """.version {version}
.target sm_80
.address_size 64
.shared .align 128 .b8 cells[16384];
.visible .entry k(.param .u64 input, .param .u32 offset, .param .u32 stride)
{{
.reg .b32 %r<40>;
.reg .b64 %rd<40>;
ld.param.u64 %rd0, [input];
ld.param.u32 %r0, [offset];
ld.param.u32 %r1, [stride];
mov.u32 %r2, %tid.x;
mov.u64 %rd1, cells;
cvt.u64.u32 %rd2, %r0;
add.u64 %rd3, %rd{base}, %rd2;
{before}
{instruction}
{after}
ret;
}}
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """One warp's access, `offset` bytes from an aligned place, with `stride` elements from row to row."""

    instruction: str
    offset: int
    stride: int

    @property
    def name(self) -> str:
        """The instruction and its numbers."""
        return f"{self.instruction} at {self.offset} by {self.stride}"

    @property
    def ptx(self) -> str:
        """A kernel that makes the access; every register counts, else an assembler drops parts of it."""
        form = form_of(self.instruction)
        wide = form.kind in ("load", "store") and form.held.register_bits == 64
        count = form.held.registers if form.kind in ("load", "store") else form.count
        width, letter = (64, "rd") if wide else (32, "r")
        names = [f"%{letter}{n}" for n in range(10, 10 + count)]
        braced, stride = "{" + ", ".join(names) + "}", ", %r1" if self.stride else ""
        if form.kind == "store":
            before = [f"cvt.u64.u32 {each}, %r2;" if wide else f"add.u32 {each}, %r2, {each[2:]};" for each in names]
            line, after = f"{self.instruction} [%rd3], {braced}{stride};", ["bar.warp.sync -1;"]
            after += ["ld.shared.b32 %r3, [%rd1+64];", "st.global.b32 [%rd0+16384], %r3;"] * (form.space == "shared")
        else:
            before = ["st.shared.b32 [%rd1], %r2;"]
            line = f"{self.instruction} {braced}, [%rd3]{stride};"
            after = [f"xor.b{width} {names[0]}, {names[0]}, {each};" for each in names[1:]]
            after.append(f"st.global.b{width} [%rd0+16384], {names[0]};")
        return _TEXT.format(
            version=PTX_VERSION, base=int(form.space == "shared"), instruction=line,
            before="\n".join(before), after="\n".join(after),
        )  # fmt: skip


def _probes() -> Iterator[Probe]:
    for part, order, space in product("ab", ("row", "col"), ("global", "shared")):
        head = f"wmma.load.{part}.sync.aligned.{order}"
        for offset, stride in ((2, 16), (4, 16), (8, 16), (16, 16), (0, 17), (0, 18), (0, 20), (0, 24)):
            yield Probe(f"{head}.m16n16k16.{space}.f16", offset, stride)
        for offset, stride in ((1, 16), (4, 16), (8, 16), (16, 16), (0, 20), (0, 24)):
            yield Probe(f"{head}.m16n16k16.{space}.s8", offset, stride)
        for offset, stride in ((4, 16), (0, 9)):
            yield Probe(f"{head}.m16n16k8.{space}.tf32", offset, stride)
    for kind, order, space in product(("load.c", "store.d"), ("row", "col"), ("global", "shared")):
        head = f"wmma.{kind}.sync.aligned.{order}.m16n16k16.{space}"
        for offset, stride in ((4, 16), (8, 16), (0, 17), (0, 18)):
            yield Probe(f"{head}.f32", offset, stride)
        for offset, stride in ((2, 16), (4, 16), (0, 17), (0, 18)):
            yield Probe(f"{head}.f16", offset, stride)
    for offset in (4, 8, 16):
        yield Probe("ldmatrix.sync.aligned.m8n8.x1.shared.b16", offset, 0)


PROBES = {probe.name: probe for probe in _probes()}
