"""What comes after tiling, from counts: halves and quarters where the formulas say so, and what is there already."""

from __future__ import annotations

import pytest

from grader.labs.matmul.lab import LAB
from grader.results import Beyond, Demand, Recording, Resources, Technique, Traffic

NEEDS = Resources(
    tile_width=16, registers=32, shared_bytes=2048, threads_per_block=256, blocks_per_multiprocessor=8, occupancy=1.0,
    limited_by="threads", target="sm_80", launchable=True,
)  # fmt: skip
SIDE = 128
PLAIN = [(16, 16), (16, 16)]


def counted(**other: int) -> Traffic:
    """The textbook's kernel at 128³ with T = 16: 2·128³/16 loads, two reads of shared memory a multiply-add."""
    counts = {
        "global_loads": 2 * SIDE**3 // 16, "global_load_bytes": 8 * SIDE**3 // 16, "global_stores": SIDE**2,
        "global_store_bytes": 4 * SIDE**2, "shared_loads": 2 * SIDE**3, "shared_stores": 2 * SIDE**3 // 16,
        "flop": 2 * SIDE**3, "barriers": 0, "shared_wavefronts": 139_264, "bank_conflict_wavefronts": 0,
    }  # fmt: skip
    sizes = dict.fromkeys("MKN", SIDE)
    return Traffic(
        kernel="student", sizes=sizes, tile_width=16, loads_per_output=16, flop_per_byte=4, **{**counts, **other}
    )


def recorded(barriers: int = 4) -> Recording:
    """A block that fills its tiles twice, and in which thread 0 waits so often."""
    fills = [(0, phase, 7, "store", "As", 0, 1.0) for phase in (0, 1)]
    waits = [(0, phase, 9, "barrier", "", 0, 0.0) for phase in range(barriers)]
    return Recording(
        case="walk-through@2", sizes=dict.fromkeys("MKN", 4), tile_width=2, grid=(2, 2, 1), block_dim=(2, 2, 1),
        block=(0, 0, 0), shared=(), buffers={}, output="C", expected=(), events=(*fills, *waits),
    )  # fmt: skip


def technique(found: Beyond, name: str) -> Technique:
    """By its name."""
    return next(each for each in found.techniques if each.name == name)


def then(found: Beyond, name: str) -> Demand:
    """What a technique that is not there yet would ask."""
    demand = technique(found, name).then
    assert demand is not None
    return demand


def test_each_technique_says_what_it_would_ask_of_a_gpu():
    """Wider tiles halve the loads, 2×2 cells a thread the reads too; float4 quarters instructions, not bytes."""
    found = LAB.beyond(counted(), NEEDS, PLAIN, recorded())
    now = found.now
    assert (now.global_loads, now.shared_loads, now.barriers) == (262_144, 4_194_304, 2.0)
    wider, blocked, wide = (then(found, name) for name in ("wider-tiles", "register-blocking", "vector-loads"))
    assert (wider.global_loads, wider.threads, wider.shared_bytes) == (131_072, 1024, 8192)
    assert (blocked.global_loads, blocked.shared_loads, blocked.bank_passes) == (131_072, 2_097_152, 69_632)
    assert (wide.global_loads, wide.global_load_bytes) == (65_536, now.global_load_bytes)
    double = then(found, "double-buffering")
    assert (double.barriers, double.shared_bytes, double.global_loads) == (1.0, 4096, now.global_loads)


def test_padding_saves_the_conflicts_and_costs_a_column_of_each_tile():
    """16 rows of 4 bytes more, twice."""
    padded = then(LAB.beyond(counted(bank_conflict_wavefronts=9_000), NEEDS, PLAIN, recorded()), "padding")
    assert (padded.bank_passes, padded.shared_bytes) == (130_264, 2048 + 128)


@pytest.mark.parametrize(
    ("name", "traffic", "declared", "barriers"),
    [
        ("padding", counted(), [(16, 17), (16, 17)], 4),
        ("padding", counted(), [(8, 64), (8, 68)], 4),
        ("register-blocking", counted(shared_loads=SIDE**3), [(32, 16), (16, 32)], 4),
        ("vector-loads", counted(global_loads=SIDE**3 // 32), [(16, 16)], 4),
        ("double-buffering", counted(), [(2, 16, 16), (2, 16, 16)], 3),
        ("double-buffering", counted(), [(32, 16)], 2),
    ],
)
def test_what_a_kernel_has_already_is_not_proposed(
    name: str, traffic: Traffic, declared: list[tuple[int, ...]], barriers: int
):
    """It shows in the declarations, or in the counts."""
    found = LAB.beyond(traffic, NEEDS, declared, recorded(barriers))
    assert technique(found, name) == Technique(name=name, present=True)
    assert [each.name for each in found.techniques if each.present] == [name]


def test_what_was_not_counted_is_not_proposed():
    """Without counts of warps there are no conflicts to tell of, without a recording no barriers."""
    found = LAB.beyond(counted(shared_wavefronts=None, bank_conflict_wavefronts=None), NEEDS, PLAIN, None)
    assert [each.name for each in found.techniques] == ["wider-tiles", "register-blocking", "vector-loads"]
    assert LAB.beyond(None, None, PLAIN, recorded()) == Beyond()
