"""The reference interpreter against what is known by other means: NumPy, big integers, and kernels done by hand."""

from __future__ import annotations

import struct
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from grader.emulator.ptx.parser import parse
from tests.emulator.forms import BY_KEY
from tests.emulator.interpreter import EVALUATE, StepLimitError, UnknownInstructionError, interpret
from tests.emulator.interpreter.formats import F16, F32, F64, Finite, Format
from tests.emulator.vectors import operands

NUMPY = {"f16": (np.float16, np.uint16), "f32": (np.float32, np.uint32), "f64": (np.float64, np.uint64)}
OPERATIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}

KERNEL = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{{
.reg .pred %p<4>;
.reg .b32 %r<16>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4;
add.u64 %rd1, %rd1, %rd2;
{body}
ret;
}}
"""


def run(body: str, threads: int = 32, n: int = 0, **options) -> np.ndarray:
    """Launch one block of a kernel whose body may use %r2 (the thread) and [%rd1] (its word of the output)."""
    out = np.zeros(max(threads, 32), dtype=np.int32)
    outcome = interpret(parse(KERNEL.format(body=body)), "k", grid=(1,), block=(threads,), args=[out, n], **options)
    assert not outcome.faults
    return out


def floats(key: str, kind: str) -> list[np.ndarray]:
    """The operands of a form as NumPy floats."""
    real, word = NUMPY[kind]
    return [np.array(column, dtype=word).view(real) for column in zip(*operands(BY_KEY[key]), strict=True)]


@pytest.mark.parametrize(
    "key",
    [f"{name}.rn.{kind}" for name in OPERATIONS for kind in ("f32", "f64")] + ["add.rn.f16", "mul.rn.f16"],
)
def test_arithmetic_rounds_to_nearest_as_the_host_does(key):
    """The host's own IEEE arithmetic gives the same bits wherever the result is a number."""
    opcode, kind = key.split(".")[0], key.split(".")[-1]
    with np.errstate(all="ignore"):
        expected = OPERATIONS[opcode](*floats(key, kind))
    number = ~np.isnan(expected)
    form = BY_KEY[key]
    got = np.array([EVALUATE[opcode](form.modifiers, *each) for each in operands(form)], dtype=NUMPY[kind][1])
    assert number.sum() > 100
    assert (got[number] == expected.view(NUMPY[kind][1])[number]).all()
    assert np.isnan(got.view(NUMPY[kind][0])[~number]).all()


@pytest.mark.parametrize("number_format", [F16, F32, F64], ids=lambda each: each.name)
def test_directed_roundings_bracket_the_exact_value(number_format: Format):
    """Down is at most, up at least, towards zero the smaller of both; nearest is one of them."""
    random = Random(3)
    for _ in range(400):
        exact = Finite(bool(random.getrandbits(1)), random.getrandbits(90), random.randint(-115, -80))
        down, up, zero, near = (
            number_format.decode(number_format.encode(exact, mode)).fraction for mode in ("rm", "rp", "rz", "rn")
        )
        assert down <= exact.fraction <= up
        assert zero == (up if exact.negative else down)
        assert abs(near - exact.fraction) == min(exact.fraction - down, up - exact.fraction)


def test_fma_rounds_once():
    """The product is not rounded before the sum: 1 + 2⁻²³ squared, less its own rounding, leaves the error."""
    x = struct.unpack("<I", struct.pack("<f", 1 + 2**-23))[0]
    square = EVALUATE["mul"](("rn", "f32"), x, x)
    rest = EVALUATE["fma"](("rn", "f32"), x, x, square ^ 0x80000000)
    assert F32.decode(rest).fraction == Fraction(1, 2**46)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("div.s32", (-7 & 0xFFFFFFFF, 2), -3 & 0xFFFFFFFF),
        ("rem.s32", (-7 & 0xFFFFFFFF, 2), -1 & 0xFFFFFFFF),
        ("mul.hi.u32", (0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFE),
        ("mul.wide.s32", (0xFFFFFFFF, 2), 0xFFFFFFFFFFFFFFFE),
        ("shl.b32", (1, 32), 0),
        ("shr.s32", (0x80000000, 99), 0xFFFFFFFF),
        ("bfe.s32", (0xF0, 4, 4), 0xFFFFFFFF),
        ("bfi.b32", (0xF, 0, 8, 4), 0xF00),
        ("prmt.b32", (0x03020100, 0x07060504, 0x7531), 0x07050301),
        ("lop3.b32", (0xF0F0F0F0, 0xCCCCCCCC, 0xAAAAAAAA, 0x96), 0x96969696),
        ("dp4a.s32.s32", (0x01FF0203, 0x01010101, 10), 15),
        ("cvt.rzi.s32.f32", (0x4F800000,), 0x7FFFFFFF),
        ("cvt.rni.s32.f32", (0x40200000,), 2),
        ("cvt.sat.u8.s32", (300,), 255),
        ("cvt.rn.f16.f32", (0x477FF000,), 0x7C00),
        ("min.f32", (0x00000000, 0x80000000), 0x80000000),
        ("max.f32", (0x7FC00000, 0x3F800000), 0x3F800000),
        ("max.NaN.f32", (0x7FC00000, 0x3F800000), 0x7FFFFFFF),
        ("add.ftz.f32", (0x00000001, 0x00000001), 0),
        ("add.sat.f32", (0x40000000, 0x40000000), 0x3F800000),
    ],
)
def test_instructions_worked_out_by_hand(name, values, expected):
    """Results that follow from the manual's text."""
    opcode, *modifiers = name.split(".")
    assert EVALUATE[opcode](tuple(modifiers), *values) == expected


def test_threads_meet_at_a_barrier():
    """A value written before the barrier by one thread is read after it by another, in any order of execution."""
    body = """mov.u32 %r3, cells; shl.b32 %r4, %r2, 2; add.u32 %r4, %r4, %r3; st.shared.u32 [%r4], %r2;
    bar.sync 0; xor.b32 %r5, %r2, 63; shl.b32 %r5, %r5, 2; add.u32 %r5, %r5, %r3; ld.shared.u32 %r6, [%r5];
    st.global.u32 [%rd1], %r6;"""
    text = KERNEL.format(body=body).replace(".visible", ".shared .align 4 .b8 cells[256];\n.visible")
    for order in (None, Random(1)):
        out = np.zeros(64, dtype=np.int32)
        interpret(parse(text), "k", grid=(1,), block=(64,), args=[out, 0], order=order)
        assert (out == 63 - np.arange(64)).all()


def test_a_divergent_barrier_is_told():
    """A block whose threads wait at different barriers stands still, and the outcome says where."""
    body = "setp.lt.u32 %p1, %r2, 3; @%p1 bra $L; bar.sync 1; bra.uni $M; $L: bar.sync 2; $M:"
    out = np.zeros(32, dtype=np.int32)
    outcome = interpret(parse(KERNEL.format(body=body)), "k", grid=(1,), block=(8,), args=[out, 0])
    assert sorted(set(outcome.stuck)) == ["bar.sync 1", "bar.sync 2"]


def test_exited_threads_do_not_hold_a_barrier():
    """A barrier waits for the threads that are still there."""
    body = "setp.lt.u32 %p1, %r2, 3; @%p1 ret; bar.sync 0; st.global.u32 [%rd1], 1;"
    assert run(body, threads=8).sum() == 5


def test_a_warp_reduces_by_shuffles():
    """Five butterfly steps add up all lanes."""
    steps = "".join(
        f"shfl.sync.bfly.b32 %r4|%p1, %r3, {step}, 31, -1; add.s32 %r3, %r3, %r4;" for step in (16, 8, 4, 2, 1)
    )
    assert (run(f"mov.u32 %r3, %r2; {steps} st.global.u32 [%rd1], %r3;") == 496).all()


def test_a_spinning_thread_lets_the_other_go_on():
    """A thread that waits for a flag in a loop sees it set by a thread that comes later."""
    body = """ld.param.u64 %rd3, [out]; setp.ne.u32 %p1, %r2, 0; @%p1 bra $SET;
    $WAIT: ld.volatile.global.u32 %r3, [%rd3+4]; setp.eq.u32 %p2, %r3, 0; @%p2 bra $WAIT;
    st.global.u32 [%rd3], 5; ret;
    $SET: st.volatile.global.u32 [%rd3+4], 9;"""
    assert run(body, threads=2)[:2].tolist() == [5, 9]


def test_an_access_outside_is_a_fault_and_touches_nothing():
    """The load gives the mark, the store is dropped, and both are told."""
    body = "ld.global.u32 %r3, [%rd1+4096]; st.global.u32 [%rd1+4096], 7; st.global.u32 [%rd1], %r3;"
    out = np.full(32, 3, dtype=np.int32)
    outcome = interpret(parse(KERNEL.format(body=body)), "k", grid=(1,), block=(1,), args=[out, 0])
    assert out[0] == 0xFFF1FFF1 - 2**32
    assert [fault.kind for fault in outcome.faults] == ["memory", "memory"]


def test_an_indexed_branch_takes_its_target():
    """`brx.idx` picks from the list of labels."""
    body = """$list: .branchtargets $A, $B, $C; brx.idx %r1, $list;
    $A: mov.u32 %r3, 10; bra $D; $B: mov.u32 %r3, 20; bra $D; $C: mov.u32 %r3, 30; $D: st.global.u32 [%rd1], %r3;"""
    assert [run(body, threads=1, n=n)[0] for n in range(3)] == [10, 20, 30]


def test_carry_chains_make_wide_sums():
    """`add.cc` and `addc` add 64-bit numbers in halves."""
    body = """mov.u32 %r3, 0xFFFFFFFF; add.cc.u32 %r4, %r3, 1; addc.u32 %r5, 5, 6; sub.cc.u32 %r6, 0, 1;
    subc.u32 %r7, 9, 2; st.global.u32 [%rd1], %r5; st.global.u32 [%rd1+4], %r7;"""
    assert run(body, threads=1)[:2].tolist() == [12, 6]


def test_an_endless_loop_ends_with_an_error():
    """The number of instructions is limited."""
    with pytest.raises(StepLimitError):
        run("$L: bra $L;", threads=1, max_steps=1000)


def test_an_unknown_instruction_is_refused():
    """What has no definition is never guessed."""
    with pytest.raises(UnknownInstructionError):
        run("frobnicate.u32 %r3, %r2;", threads=1)
