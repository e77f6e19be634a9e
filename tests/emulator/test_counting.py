"""Counts by source line: an access counts where its address leads, whatever its instruction calls the space."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import load
from grader.emulator.ptx.nodes import TYPE_BYTES
from grader.emulator.ptx.parser import parse
from grader.emulator.result import LineCounters
from tests.emulator.interpreter import Access, interpret
from tests.sampling import one_in

EXAMPLES = int(os.environ.get("GRADER_EXAMPLES", "60"))
THREADS = 32
SLOT = 32

_HEAD = f""".version 8.0
.target sm_80
.address_size 64
.const .align 4 .b8 fixed[128] = {{{", ".join(str(n) for n in range(128))}}};
.visible .entry k(.param .u64 data, .param .u64 out)
{{
.shared .align 16 .b8 tile[{SLOT * THREADS}];
.local .align 16 .b8 own[{SLOT}];
.reg .pred %p<6>;
.reg .b32 %r<12>;
.reg .b64 %rd<16>;
ld.param.u64 %rd0, [data];
ld.param.u64 %rd1, [out];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd2, %r0, {SLOT};
add.u64 %rd3, %rd0, %rd2;
mov.u64 %rd4, tile;
cvta.shared.u64 %rd5, %rd4;
add.u64 %rd5, %rd5, %rd2;
mov.u64 %rd6, own;
cvta.local.u64 %rd7, %rd6;
mov.u64 %rd8, fixed;
mul.wide.u32 %rd9, %r0, 4;
add.u64 %rd9, %rd8, %rd9;
st.shared.v4.u32 [%rd5], {{%r0, %r0, %r0, %r0}};
"""

_READS = ("ld.u32", "ld.volatile.u32", "ld.relaxed.gpu.u32", "ld.acquire.cta.u32", "ldu.u32", "ld.v2.u32", "ld.v4.u32",
          "ld.u8", "ld.u64")  # fmt: skip
_WRITES = ("st.u32", "st.volatile.u32", "st.relaxed.gpu.u32", "st.release.cta.u32", "st.v2.u32", "st.v4.u32")
_UPDATES = ("atom.add.u32", "atom.or.b32", "atom.relaxed.gpu.add.f32", "red.add.u32", "atom.exch.b32")
# Addresses by register, and under what names of spaces they may go.
_PLACES = {
    "%rd10": ("",), "%rd11": ("",), "%rd12": ("",), "%rd3": ("", ".global"), "%rd5": ("",), "%rd7": ("",),
    "%rd9": ("", ".const"),
}  # fmt: skip


def kernel(random: Random) -> str:
    """Accesses through addresses of which some are shared for one thread and global for the next."""
    lines = [_HEAD]
    for number, (yes, no) in enumerate((("%rd3", "%rd5"), ("%rd5", "%rd7"), ("%rd3", "%rd7"))):
        lines += [
            f"and.b32 %r1, %r0, {random.choice((1, 2, 4, 8, 31))};",
            f"setp.ne.u32 %p{number}, %r1, 0;",
            f"selp.b64 %rd{10 + number}, {yes}, {no}, %p{number};",
        ]
    lines += ["st.local.v4.u32 [own], {%r0, %r0, %r0, %r0};", "st.local.v4.u32 [own+16], {%r0, %r0, %r0, %r0};"]
    for number in range(random.randrange(2, 14)):
        lines += [f".loc 1 {number + 10} 0", _access(random)]
    return "\n".join(['.file 1 "k.cu"', *lines, "ret;", "}"])


def _access(random: Random) -> str:
    place = random.choice(list(_PLACES))
    space = random.choice(_PLACES[place])
    constant, private = place == "%rd9", place in ("%rd7", "%rd11", "%rd12")
    kinds = _READS[:1] if constant else (*_READS, *_WRITES, *(() if private else _UPDATES))
    kind = random.choice(kinds)
    opcode, *rest = kind.split(".")
    if space and rest[0] in ("volatile", "relaxed", "acquire", "release"):
        space = ""
    name = f"{opcode}{space}.{'.'.join(rest)}"
    lanes = {"v2": 2, "v4": 4}.get(rest[0], 1)
    registers = "%rd14" if kind.endswith("u64") else ", ".join(f"%r{2 + n}" for n in range(lanes))
    registers = f"{{{registers}}}" if lanes > 1 else registers
    guard = random.choice(("", "", "@%p0 ", "@!%p1 "))
    where = f"[{place}+{0 if constant else random.choice((0, 16))}]"
    if opcode in ("ld", "ldu"):
        return f"{guard}{name} {registers}, {where};"
    if opcode == "st":
        return f"{guard}{name} {where}, {registers};"
    return f"{guard}{name} {where}, %r0;" if opcode == "red" else f"{guard}{name} %r2, {where}, %r0;"


def by_interpreter(ptx: str, data: np.ndarray) -> dict[int, LineCounters]:
    """The counters of each line, from the accesses that the reference interpreter tells of."""
    rows: dict[int, LineCounters] = {}

    def note(access: Access) -> None:
        row = rows.setdefault(access.instruction.location.line, LineCounters(line=access.instruction.location.line))
        elements = access.size // TYPE_BYTES[access.instruction.modifiers[-1]]
        for deed in {"read": ("load",), "write": ("store",), "atomic": ("load", "store")}[access.kind]:
            for name, amount in ((f"{access.space}_{deed}s", elements), (f"{access.space}_{deed}_bytes", access.size)):
                setattr(row, name, getattr(row, name) + amount)
        if access.kind == "atomic":
            row.atomics += 1
            name = f"{access.space}_atomic_bytes"
            setattr(row, name, getattr(row, name) + access.size)

    interpret(parse(ptx), "k", grid=(1,), block=(THREADS,), args=[data, data.copy()], on_access=note)
    return rows


@pytest.mark.parametrize("first", one_in(3, range(0, EXAMPLES, 20)))
@pytest.mark.parametrize("options", [{}, {"checked": False}, {"turns": "lockstep"}], ids=["all", "none", "lockstep"])
def test_counts_of_random_accesses_through_any_address_equal_the_interpreters(first, options):
    """Generic, volatile, relaxed, acquired, uniform, atomic; shared for some threads, global or local for others."""
    for seed in range(first, first + 20):
        ptx = kernel(Random(seed))
        data = np.zeros(SLOT * THREADS, np.uint8)
        expected = by_interpreter(ptx, data.copy())
        run = load(ptx)["k"].launch(grid=(1,), block=(THREADS,), args=[data, data.copy()], **options)
        assert run.finished, run.findings
        got = {row.line: row for row in run.counters.lines}
        for line, row in expected.items():
            assert got[line] == row, (seed, line)
        silent = got.keys() - expected.keys()
        assert all(got[line] == LineCounters(line=line) for line in silent), seed


NAIVE = """
extern "C" __global__ void k(const float *A, const float *B, float *C, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += LOAD(A, threadIdx.y * n + i) * LOAD(B, i * n + threadIdx.x);
  C[threadIdx.y * n + threadIdx.x] = sum;
}
"""
_BY_ASM = 'asm volatile("{} %0, [%1];" : "=f"(v) : "l"(&p[i]));'
WAYS = {
    "plain": "p[i]",
    "add nothing": "atomicAdd((float *)&p[i], 0.0f)",
    "or nothing": "__int_as_float(atomicOr((int *)&p[i], 0))",
    "exchange": "({ float old = p[i]; atomicExch((float *)&p[i], old); })",
    **{word: f"({{ float v; {_BY_ASM.format(word)} v; }})" for word in (
        "ld.volatile.f32", "ld.relaxed.gpu.f32", "ld.acquire.gpu.f32", "ldu.f32", "ldu.global.f32", "ld.const.f32",
        "ld.param.f32", "ld.f32",
    )},
}  # fmt: skip


@pytest.mark.parametrize("fast", [None, False])
@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_read_global_memory_is_left_out(way, fast):
    """However the naive kernel reads A and B, two loads of four bytes a multiplication are counted."""
    n = 16
    source = NAIVE.replace("#include <cuda/atomic>\n", "").replace("HEAD", "")
    source = source.replace("LOAD(A, threadIdx.y * n + i)", _load("A", "threadIdx.y * n + i", way))
    source = source.replace("LOAD(B, i * n + threadIdx.x)", _load("B", "i * n + threadIdx.x", way))
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    a, b, c = (np.random.default_rng(seed).standard_normal((n, n)).astype(np.float32) for seed in (1, 2, 3))
    expected = a @ b
    run = load(made.ptx)["k"].launch(grid=(1,), block=(n, n), args=[a, b, c, n], fast=fast)
    assert np.allclose(c, expected, atol=1e-4)
    total = run.counters.total
    assert total.global_loads >= 2 * n**3
    assert total.global_load_bytes >= 8 * n**3
    assert total.shared_loads == 0


def _load(array: str, index: str, way: str) -> str:
    return f"[](const float *p, int i) -> float {{ {_body(WAYS[way])} }}({array}, {index})"


def _body(way: str) -> str:
    if way.startswith("({"):
        *statements, value = [part.strip() for part in way[2:-2].rstrip(" ;").split(";")]
        return "; ".join(statements) + f"; return {value};"
    return f"return {way};"


def test_a_tile_read_through_atomic_references_counts_as_shared_memory():
    """`ld.relaxed` and its like without a space, of a shared array."""
    source = """
    extern "C" __global__ void k(const float *in, float *out) {
      __shared__ float tile[64];
      tile[threadIdx.x] = in[threadIdx.x];
      __syncthreads();
      float v;
      asm volatile("ld.relaxed.cta.f32 %0, [%1];" : "=f"(v) : "l"(&tile[63 - threadIdx.x]));
      out[threadIdx.x] = v + atomicAdd(&tile[threadIdx.x], 0.0f);
    }
    """
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    total = (
        load(made.ptx)["k"]
        .launch(grid=(1,), block=(64,), args=[np.zeros(64, np.float32), np.zeros(64, np.float32)])
        .counters.total
    )
    assert (total.shared_loads, total.shared_stores, total.atomics) == (128, 128, 64)
    assert (total.global_loads, total.global_stores) == (64, 64)


def test_an_address_of_constant_memory_that_became_a_global_one_is_counted():
    """By arithmetic on its halves, of which the code does not tell where it leads."""
    source = """
    __constant__ float fixed[4];
    extern "C" __global__ void k(const float *A, float *out, long long step) {
      const float *p = fixed + (threadIdx.x >= 64 ? step / 4 : 0);
      float v;
      asm volatile("ld.const.f32 %0, [%1];" : "=f"(v) : "l"(p));
      out[threadIdx.x] = v;
    }
    """
    made = compile_cuda(source, kernel="k")
    assert made.ok, made.diagnostics
    kernel = load(made.ptx)["k"]
    apart = 1 << 36  # one buffer to the next: A comes after the constant
    for fast in (None, False):
        out = np.zeros(256, np.float32)
        run = kernel.launch(grid=(1,), block=(256,), args=[np.full(4, 7, np.float32), out, apart], fast=fast)
        assert out.tolist() == [0] * 64 + [7] * 192
        assert run.counters.total.global_loads == 192
