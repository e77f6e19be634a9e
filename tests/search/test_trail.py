"""Where an input is lost, of steps that are given: of several launches, and of arrays that each block has alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from grader.devices.base import KernelLaunch, Launch
from grader.emulator.result import Event
from grader.search.trail import Recordings, Step

BLOCK = (8, 1, 1)
ONCE = KernelLaunch(grid=(1, 1, 1), block=BLOCK, arguments=())
ASKED = Launch(
    steps=(KernelLaunch(grid=(2, 1, 1), block=BLOCK, arguments=()), ONCE, ONCE),
    arrays={name: np.zeros(4) for name in ("x", "sums", "y")},
)


def step(launch: int, line: int, op: str, array: str, index: int = 0) -> Step:
    """A step of the first thread of the first block."""
    return Step(launch, (0, 0, 0), Event(0, 0, line, op, array, index, 1.0))


SUMS = [step(0, 3, "load", "x"), step(0, 4, "store", "sums")]
IDLE = [step(1, 7, "load", "sums"), step(1, 8, "store", "buf")]
ADDED = [step(2, 11, "load", "sums", 1), step(2, 12, "store", "y")]


def test_a_launch_that_stores_nothing_for_a_later_one_is_told_first() -> None:
    """What it loads carries the input, and its result is in its blocks' own memory alone."""
    lost = Recordings([*SUMS, *IDLE, *ADDED], ASKED, ("y", 0), {"buf"}).lost(("x", 0), [*SUMS, *IDLE])
    assert lost is not None and lost.kind == "silent"
    assert lost.step is IDLE[0] and lost.others == (IDLE[0],)


def test_of_a_launch_that_stores_or_is_not_known_whole_nothing_of_that_kind_is_said() -> None:
    """Any store to a buffer, or to what is not known as shared, or more blocks than are recorded."""
    stores = step(1, 9, "store", "sums", 2)
    steps = [*SUMS, *IDLE, stores, *ADDED]
    many = replace(ASKED, steps=(ASKED.steps[0], replace(ONCE, grid=(100, 1, 1)), ONCE))
    for recordings in (
        Recordings(steps, ASKED, ("y", 0), {"buf"}),
        Recordings([*SUMS, *IDLE, *ADDED], ASKED, ("y", 0), set()),
        Recordings([*SUMS, *IDLE, *ADDED], many, ("y", 0), {"buf"}),
    ):
        lost = recordings.lost(("x", 0), [*SUMS, *IDLE])
        assert lost is None or lost.kind != "silent"


def test_a_shared_array_of_another_launch_is_other_memory() -> None:
    """Of one name in two kernels: what the first stores there is not what the second one reads."""
    put = [step(0, 3, "load", "x"), step(0, 4, "store", "buf"), step(0, 5, "load", "buf"), step(0, 6, "store", "sums")]
    later = [step(1, 8, "store", "buf"), step(1, 9, "load", "buf"), step(1, 10, "store", "y")]
    lost = Recordings([*put, *later], ASKED, ("y", 0), {"buf"}).lost(("x", 0), put[:3])
    assert lost is not None and lost.kind == "dropped"


def test_what_a_thread_stored_before_in_the_same_place_is_not_said_to_be_without_it() -> None:
    """The result took the input once, and another value has replaced it."""
    steps = [step(0, 3, "load", "x"), step(0, 4, "store", "y"), step(0, 3, "load", "x", 1), step(0, 4, "store", "y")]
    assert Recordings(steps, ASKED, ("y", 0), set()).lost(("x", 0), steps[:2]) is None


def test_what_several_blocks_of_an_earlier_launch_load_counts_for_each_of_them() -> None:
    """The last launch has one block, and adds up what all of them have left."""
    other = Step(0, (1, 0, 0), Event(0, 0, 3, "load", "x", 0, 1.0))
    often = Recordings([*SUMS, other, *ADDED], ASKED, ("y", 0), set()).often(("x", 0), [SUMS[0], other, ADDED[0]], 2)
    assert often is not None
    assert often.others == (SUMS[0], other)
