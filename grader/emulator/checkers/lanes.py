"""Who touched a granule since the last barrier, lane by lane, for kernels whose warps have an order of their own.

Between two barriers of the block, warps are not ordered, and threads of a warp only by the warp's own barriers. Of one
kind of access (reads, or atomic updates) a granule keeps `near`, a stamp of the first warp that came, with the last
stamp of each of its lanes, and `far`, a stamp of any other warp. That is enough: with two warps there, everybody else
is in conflict with one of them; and of one lane only the last access matters, since what comes later is ordered later.
"""

from __future__ import annotations

from grader.emulator.checkers.base import Access

LANES = 32
FAMILY_FIELDS = {
    family: (f"{family}_near", f"{family}_far", *(f"{family}_lane{lane}" for lane in range(LANES)))
    for family in ("read", "atomic")
}


def _warp(access: Access, stamp: str) -> str:
    """The warp of a stamp's thread."""
    b = access.builder
    return b.let(f"and i64 {b.let(f'lshr i64 {stamp}, 21')}, 2047")


def note_family(access: Access, family: str, granule: int) -> None:
    """Write this access's stamp where it belongs."""
    b = access.builder
    near, far = access.load(f"{family}_near", granule), access.load(f"{family}_far", granule)
    stale = b.let(f"icmp ult i64 {near}, {access.epoch}")
    same = b.let(f"icmp eq i64 {_warp(access, near)}, {_warp(access, access.stamp)}")
    mine = b.let(f"or i1 {stale}, {same}")
    access.store(f"{family}_near", b.let(f"select i1 {mine}, i64 {access.stamp}, i64 {near}"), granule)
    access.store(f"{family}_far", b.let(f"select i1 {mine}, i64 {far}, i64 {access.stamp}"), granule)
    lane = b.let(f"and i64 {b.let(f'lshr i64 {access.stamp}, 16')}, 31")
    cell = b.let(f"getelementptr i64, ptr {access.field(f'{family}_lane0', granule)}, i64 {lane}")
    kept = b.let(f"load i64, ptr {cell}")
    b.do(f"store i64 {b.let(f'select i1 {mine}, i64 {access.stamp}, i64 {kept}')}, ptr {cell}")


def judge_family(access: Access, family: str, granule: int, extra: str) -> None:
    """Report the accesses of this kind that no barrier orders before this one."""
    names = [f"{family}_far", f"{family}_near", *(f"{family}_lane{lane}" for lane in range(LANES))]
    b = access.builder
    near_warp = _warp(access, access.load(f"{family}_near", granule))
    for name in names:
        other = access.load(name, granule)
        conflict = b.let(f"call i1 @unordered(ptr %ctx, ptr %frame, i64 {access.stamp}, i64 {other})")
        if "lane" in name:
            # Lanes of a warp that came first in an epoch long past are not cleared.
            current = b.let(f"icmp eq i64 {_warp(access, other)}, {near_warp}")
            conflict = b.let(f"and i1 {conflict}, {current}")
        elif name.endswith("near"):
            away = b.let(f"icmp ne i64 {near_warp}, {_warp(access, access.stamp)}")
            conflict = b.let(f"and i1 {conflict}, {away}")
        access.report("data-race", conflict, other, extra)
