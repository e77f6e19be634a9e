"""Instructions that headers and other compilers use: mbarriers, elections, clusters of one block, hints, windows."""

from __future__ import annotations

import numpy as np
import pytest

from grader.emulator import Run, load
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret

KERNEL = """.version 8.6
.target sm_90
.address_size 64
.const .align 4 .b8 table[16] = {1, 2, 3, 4};
.global .align 4 .b8 store[16];
.shared .align 8 .b8 bar[8];
.shared .align 8 .b8 cells[512];
.visible .entry k(.param .u64 out, .param .u32 n)DIRECTIVES
{
.local .align 8 .b8 own[16];
.reg .pred %p<8>;
.reg .b32 %r<16>;
.reg .b64 %rd<16>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4;
add.u64 %rd1, %rd1, %rd2;
mov.u32 %r9, 0;
mov.u32 %r12, cells;
shl.b32 %r13, %r2, 2;
add.u32 %r12, %r12, %r13;
mov.u32 %r11, bar;
.loc 1 5 1
BODY
st.global.u32 [%rd1], %r9;
ret;
}
.file 1 "k.cu"
"""


def text(body: str, directives: str = "") -> str:
    return KERNEL.replace("BODY", body).replace("DIRECTIVES", directives)


def launch(ptx: str, *, threads: int = 64, n: int = 0) -> tuple[Run, np.ndarray]:
    out = np.zeros(threads, dtype=np.uint32)
    run = load(ptx)["k"].launch(grid=(1,), block=(threads,), args=[out, n], names=["out", None])
    return run, out


def agreed(body: str, *, threads: int = 64, n: int = 0, races: bool = False) -> list[int]:
    """The output, after the machine code gave no finding (or races alone) and the same as the interpreter."""
    run, out = launch(text(body), threads=threads, n=n)
    expected = np.zeros_like(out)
    outcome = interpret(parse(text(body)), "k", grid=(1,), block=(threads,), args=[expected, n], max_steps=10**7)
    assert {each.kind for each in run.findings} == ({"data-race"} if races else set())
    assert not outcome.faults
    assert not outcome.stuck
    assert out.tolist() == expected.tolist()
    return out.tolist()


def test_one_lane_is_elected():
    """The lowest lane of those that came, in either form of the answer."""
    body = """elect.sync %r3|%p1, -1; selp.u32 %r4, 100, 0, %p1; add.u32 %r9, %r3, %r4;
    and.b32 %r5, %r2, 31; setp.lt.u32 %p2, %r5, 7; @%p2 bra $END;
    elect.sync _|%p1, 0xFFFFFF80; selp.u32 %r4, 1000, 0, %p1; add.u32 %r9, %r9, %r4;
    elect.sync %r3|%p1, 0xFFFFFF80; add.u32 %r9, %r9, %r3; $END:"""
    assert agreed(body)[:9] == [100, 0, 0, 0, 0, 0, 0, 1007, 7]


MBARRIER = """setp.ne.u32 %p1, %r2, 0; @%p1 bra $READY; mbarrier.init.shared::cta.b64 [%r11], 64; $READY: bar.sync 0;
mov.u32 %r3, 0;
$ROUND:
.loc 1 7 1
st.shared.u32 [%r12], %r3;
ARRIVE
$HOLD: ASK
@!%p2 bra $HOLD;
xor.b32 %r4, %r13, 252; mov.u32 %r5, cells; add.u32 %r4, %r4, %r5;
.loc 1 9 1
ld.shared.u32 %r6, [%r4]; mad.lo.u32 %r9, %r9, 3, %r6;
bar.sync 0;
add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 4; @%p3 bra $ROUND;"""

WAYS = {
    "state": ("mbarrier.arrive.shared::cta.b64 %rd3, [%r11];", "mbarrier.test_wait.shared::cta.b64 %p2, [%r11], %rd3;"),
    "try": ("mbarrier.arrive.release.cta.shared.b64 %rd3, [%r11];", "mbarrier.try_wait.shared.b64 %p2, [%r11], %rd3;"),
    "parity": (
        "mbarrier.arrive.shared::cta.b64 _, [%r11]; and.b32 %r7, %r3, 1;",
        "mbarrier.test_wait.parity.shared::cta.b64 %p2, [%r11], %r7;",
    ),
    "bytes": (
        "mbarrier.arrive.expect_tx.shared::cta.b64 %rd3, [%r11], 16;mbarrier.complete_tx.shared::cta.b64 [%r11], 16;",
        "mbarrier.test_wait.shared::cta.b64 %p2, [%r11], %rd3;",
    ),
    "count": (
        "and.b32 %r7, %r2, 1; shl.b32 %r7, %r7, 1; setp.eq.u32 %p4, %r7, 0; mov.u64 %rd3, 0;"
        "mbarrier.test_wait.parity.shared::cta.b64 %p5, [%r11], 1; and.b32 %r8, %r3, 1; shl.b64 %rd3, %rd3, 1;"
        "@%p4 bra $SKIP; mbarrier.arrive.shared::cta.b64 %rd4, [%r11], 2; $SKIP:",
        "mbarrier.test_wait.parity.shared::cta.b64 %p2, [%r11], %r8;",
    ),
    "copies": (
        "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r11]; and.b32 %r7, %r3, 1;",
        "mbarrier.test_wait.parity.shared::cta.b64 %p2, [%r11], %r7;",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_mbarrier_holds_threads_until_all_have_arrived(way):
    """Each way to arrive and to wait; what was written before is there, and no race is told.

    But where every other thread arrives for two: nothing orders what the threads that do not arrive have written.
    """
    arrive, wait = WAYS[way]
    assert agreed(MBARRIER.replace("ARRIVE", arrive).replace("ASK", wait), races=way == "count") == [18] * 64


def test_without_the_mbarrier_there_is_a_race():
    """The same kernel whose threads do not wait."""
    body = MBARRIER.replace("ARRIVE", "").replace("ASK", "setp.eq.u32 %p2, 0, 0;")
    run, _ = launch(text(body))
    races = [each for each in run.findings if each.kind == "data-race"]
    assert {frozenset((each.line, each.other.line)) for each in races} == {frozenset((7, 9))}


def test_a_thread_that_drops_out_is_not_waited_for_again():
    """`arrive_drop` takes the thread out of later phases, and `pending_count` tells who is missing."""
    body = """setp.ne.u32 %p1, %r2, 0; @%p1 bra $END; mbarrier.init.shared::cta.b64 [%r11], 3;
    mbarrier.arrive_drop.shared::cta.b64 %rd3, [%r11]; mbarrier.arrive.shared::cta.b64 %rd4, [%r11];
    mbarrier.pending_count.b64 %r3, %rd4; mbarrier.arrive.shared::cta.b64 %rd4, [%r11];
    mbarrier.arrive.shared::cta.b64 %rd5, [%r11]; mbarrier.pending_count.b64 %r4, %rd5;
    mbarrier.test_wait.shared::cta.b64 %p2, [%r11], %rd4; mbarrier.test_wait.shared::cta.b64 %p3, [%r11], %rd5;
    selp.u32 %r5, 100, 0, %p2; selp.u32 %r6, 1000, 0, %p3; mad.lo.u32 %r9, %r3, 10, %r4;
    add.u32 %r9, %r9, %r5; add.u32 %r9, %r9, %r6; mbarrier.inval.shared::cta.b64 [%r11]; $END:"""
    assert agreed(body)[0] == 122


def test_an_mbarrier_outside_its_variable_is_out_of_bounds():
    """Its address is checked as any other."""
    run, _ = launch(text("mbarrier.arrive.shared::cta.b64 %rd3, [%r11+8];"), threads=1)
    assert [(each.kind, each.line, each.object) for each in run.findings] == [("out-of-bounds", 5, "bar")]


def test_a_cluster_is_one_block():
    """Its registers say so, its barrier is the block's, and its other blocks' memory is one's own."""
    body = """mov.u32 %r3, %cluster_ctarank; mov.u32 %r4, %cluster_nctarank; mov.u32 %r5, %clusterid.x;
    mov.u32 %r6, %cluster_nctaid.x; mad.lo.u32 %r9, %r3, 10, %r4; add.u32 %r9, %r9, %r5; add.u32 %r9, %r9, %r6;
    st.shared.u32 [%r12], %r2; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    xor.b32 %r13, %r13, 252; mov.u32 %r14, cells; add.u32 %r14, %r14, %r13;
    mapa.shared::cluster.u32 %r14, %r14, 0; ld.shared::cluster.u32 %r7, [%r14]; add.u32 %r9, %r9, %r7;
    getctarank.shared::cluster.u32 %r8, %r14; add.u32 %r9, %r9, %r8;"""
    assert agreed(body) == [2 + 63 - t for t in range(64)]


def test_clusters_of_several_blocks_are_unsupported():
    """They are refused with a line, and nothing runs."""
    run, out = launch(text("mov.u32 %r9, 1;", "\n.explicitcluster\n.reqnctapercluster 2, 1, 1"))
    assert [(each.kind, each.line) for each in run.findings] == [("unsupported", 0)]
    assert not run.finished
    assert not out.any()


def test_a_predicate_may_be_negated_where_it_is_read():
    """`!p` as an operand, in a comparison and in a vote."""
    body = """setp.gt.u32 %p1, %r2, 8; setp.lt.and.u32 %p2, %r2, 40, !%p1; selp.u32 %r9, 1, 0, %p2;
    vote.sync.ballot.b32 %r3, !%p1, -1; add.u32 %r9, %r9, %r3;"""
    assert agreed(body)[:10] == [0x1FF + 1] * 9 + [0x1FF]


def test_hints_change_nothing():
    """Prefetches, policies and priorities are accepted with every operand that they take."""
    body = """createpolicy.fractional.L2::evict_last.b64 %rd3, 0f3F800000; prefetch.global.L2 [%rd1];
    prefetchu.L1 [%rd1]; applypriority.global.L2::evict_normal [%rd1], 128; griddepcontrol.wait; nanosleep.u32 20;
    st.global.L2::cache_hint.u32 [%rd1], %r2, %rd3; ld.global.L2::cache_hint.u32 %r9, [%rd1], %rd3;
    griddepcontrol.launch_dependents; setmaxnreg.inc.sync.aligned.u32 64;"""
    assert agreed(body) == list(range(64))


@pytest.mark.parametrize(
    ("address", "space"),
    [
        ("mov.u64 %rd3, store; cvta.global.u64 %rd3, %rd3;", "global"),
        ("mov.u64 %rd3, %rd1;", "global"),
        ("mov.u64 %rd3, cells; cvta.shared.u64 %rd3, %rd3;", "shared"),
        ("mov.u64 %rd3, own; cvta.local.u64 %rd3, %rd3;", "local"),
        ("mov.u64 %rd3, table; cvta.const.u64 %rd3, %rd3;", "const"),
    ],
)
def test_a_generic_address_tells_its_window(address, space):
    """`isspacep` is true for one space alone, and the address works."""
    spaces = ("global", "shared", "local", "const")
    asked = "".join(
        f"isspacep.{each} %p1, %rd3; selp.u32 %r3, {1 << place}, 0, %p1; or.b32 %r9, %r9, %r3;"
        for place, each in enumerate(spaces)
    )
    assert agreed(f"{address} {asked}", threads=1) == [1 << spaces.index(space)]


@pytest.mark.parametrize(
    ("name", "shown"), [("eq", 1 << 5), ("lt", 31), ("le", 63), ("gt", 0xFFFFFFC0), ("ge", 0xFFFFFFE0)]
)
def test_lane_masks_tell_the_lanes_around(name, shown):
    """Each of the five, for lane 5 of the second warp."""
    assert agreed(f"mov.u32 %r9, %lanemask_{name};")[37] == shown


@pytest.mark.parametrize(
    "instruction",
    [
        "tex.1d.v4.f32.s32 {%r3, %r4, %r5, %r6}, [%rd1, {%r2}];",
        "cp.async.bulk.commit_group;",
        "suld.b.1d.b32.trap %r3, [%rd1, {%r2}];",
        "frobnicate.u32 %r3, %r2;",
    ],
)
def test_what_is_not_known_is_told_with_its_line(instruction):
    """Textures, surfaces and bulk copies are `unsupported` findings."""
    run, _ = launch(text(instruction))
    assert [(each.kind, each.line) for each in run.findings] == [("unsupported", 5)]
