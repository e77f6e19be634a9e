"""Counted traffic: what is tiled, what earns points, and at which shapes it is counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.assignment import Assignment
from grader.grading.measuring import is_measured, traffic_performance
from grader.grading.timed import Timed, time_performance
from grader.labs.matmul.config import ProductConfig, ProductPoints, SizesOf
from grader.labs.matmul.lab import LAB
from grader.labs.traffic import Measured
from grader.results import Finding, Kind, Severity, Status, Threshold, Timing, Traffic

CONFIG = ProductConfig()
PLACE = "TILE_WIDTH = 16 (128×128 times 128×128)"
SHAPE = {"M": 128, "K": 128, "N": 128}


def traffic(kernel: str, load_bytes: int, *, tile_width: int = 16, shared: int = 40_000) -> Traffic:
    """A row of counts."""
    return Traffic(
        kernel=kernel, sizes=SHAPE, tile_width=tile_width, global_loads=load_bytes // 4, global_load_bytes=load_bytes,
        global_stores=1, global_store_bytes=4, shared_loads=shared, shared_stores=shared, flop=1, barriers=1,
        loads_per_output=1.0, flop_per_byte=1.0,
    )  # fmt: skip


def measured(ratio: float, *, right: bool = True, drawn: bool = False, **more: int) -> Measured:
    """A kernel that loads `ratio` times fewer bytes than the naive one."""
    student = traffic("student", int(160_000 / ratio), **more)
    naive = traffic("naive", 160_000, tile_width=student.tile_width)
    return Measured(naive=naive, student=student, reference=None, right=right, drawn=drawn, place=PLACE)


def tiled(*entries: Measured) -> bool:
    """Whether all requirements are met."""
    return all(item.status is Status.PASSED for item in LAB.requirements(entries, CONFIG))


def test_a_kernel_is_tiled_when_it_uses_shared_memory_and_cuts_loads() -> None:
    """By half the tile width at least, wherever that was counted."""
    assert tiled(measured(16), measured(8))
    assert not tiled(measured(16), measured(7.9))
    assert not tiled(measured(16, shared=0))
    assert not tiled(measured(16, right=False))
    assert not tiled()


def test_a_token_in_shared_memory_is_no_tiling() -> None:
    """Loads can be cut in registers, too; operands that do not go through shared memory are not tiled by it."""
    loads = measured(16).student.global_loads
    assert tiled(measured(16, shared=loads // 2))
    assert not tiled(measured(16, shared=loads // 8))
    message = LAB.requirements((measured(16, shared=1),), CONFIG)[0].message
    assert message.startswith("Hardly anything that the kernel loads goes through shared memory")


def test_tiling_at_the_published_shape_alone_is_no_tiling() -> None:
    """The drawn shape decides like the published one, and is named."""
    entries = (measured(16), measured(1, drawn=True))
    assert not tiled(*entries)
    message = LAB.requirements(entries, CONFIG)[1].message
    assert "(128×128 times 128×128)" in message
    assert traffic_performance(entries, CONFIG).points == 0
    assert traffic_performance((measured(16), measured(16, drawn=True)), CONFIG).points == 10


@pytest.mark.parametrize("tile_width", [2, 4, 16])
def test_the_naive_kernel_earns_nothing_for_traffic_at_any_tile_width(tile_width: int) -> None:
    """Not even where half the tile width is 1, and a threshold that asks for one time fewer is met."""
    entry = measured(1.0, tile_width=tile_width)
    assert traffic_performance((entry,), CONFIG).points == 0
    assert not tiled(entry)


@settings(derandomize=True, deadline=None)
@given(st.floats(0.5, 40), st.floats(1.0, 3.0))
def test_fewer_loads_never_earn_less(ratio: float, more: float) -> None:
    """The thresholds are steps upwards."""
    points = [traffic_performance((measured(value),), CONFIG).points for value in (ratio, ratio * more)]
    assert points[0] <= points[1]


def timing(ratio: float) -> Timing:
    """A row of timing in which nothing is in doubt."""
    return Timing(
        sizes=SHAPE, tile_width=16, naive_ms=1.0, student_ms=1.0, ratio=ratio, ratio_low=ratio, ratio_high=ratio,
        confidence=0.95, pairs=9, gflops=1.0,
    )  # fmt: skip


STEPS = (Threshold(ratio=0.9, share=0.5), Threshold(ratio=1.0, share=0.75), Threshold(ratio=1.1, share=1.0))


def test_the_naive_kernel_earns_nothing_for_being_as_fast_as_itself() -> None:
    """On a GPU as on none; the times stay in the report."""
    by_traffic = traffic_performance((measured(1.0),), CONFIG)
    performance = time_performance(Timed(rows=(timing(1.0), timing(1.02)), thresholds=STEPS), by_traffic)
    assert (performance.points, performance.status) == (0, Status.FAILED)
    assert len(performance.timing) == 2


def test_a_tiled_kernel_earns_by_its_time() -> None:
    """Each size an equal part."""
    by_traffic = traffic_performance((measured(16),), CONFIG)
    performance = time_performance(Timed(rows=(timing(1.5), timing(0.95)), thresholds=STEPS), by_traffic)
    assert (performance.criterion, performance.points) == ("time", 7.5)


def test_a_spoilt_timing_earns_nothing_and_no_timing_leaves_it_to_traffic() -> None:
    """A wrong timed launch is the submission's fault; a size that could not be timed is nobody's."""
    by_traffic = traffic_performance((measured(16),), CONFIG)
    wrong = Finding(kind=Kind.WRONG_RESULT, severity=Severity.ERROR, message="wrong")
    assert time_performance(Timed(findings=(wrong,), thresholds=STEPS), by_traffic).points == 0
    assert time_performance(Timed(thresholds=STEPS), by_traffic) == by_traffic


def with_shape(assignment: Assignment, m: int, k: int, n: int, **more: object) -> Assignment:
    """The assignment with another traffic shape."""
    config = assignment.config
    criteria = config.performance
    published = criteria.traffic.model_copy(update={"shape": SizesOf(M=m, K=k, N=n)})
    update = {"performance": criteria.model_copy(update={"traffic": published}), **more}
    return replace(assignment, config=config.model_copy(update=update))


@settings(derandomize=True, deadline=None)
@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 300), st.sampled_from([2, 16, 32]), st.integers(0, 9))
def test_the_drawn_shape_is_another_one_with_the_same_rests(
    assignment: Assignment, m: int, k: int, n: int, width: int, seed: int
) -> None:
    """So that loads are cut as much as at the published shape, and no one knows where."""
    changed = with_shape(assignment, m, k, n)
    known, drawn = LAB.traffic_case(changed.config, width).sizes, LAB.drawn_case(changed.config, width, seed).sizes
    assert drawn == LAB.drawn_case(changed.config, width, seed).sizes
    assert all(drawn[name] % width == known[name] % width for name in "MKN")
    assert all(drawn[name] != known[name] for name in "MKN")
    assert drawn["K"] > known["K"]
    assert min(drawn["M"], drawn["N"]) >= 1


def test_the_drawn_shape_depends_on_the_seed(assignment: Assignment) -> None:
    """A random seed makes it unknown."""
    shapes = {str(LAB.drawn_case(assignment.config, 16, seed).sizes) for seed in range(20)}
    assert len(shapes) > 4


def test_an_assignment_of_squares_draws_a_square(assignment: Assignment) -> None:
    """Rectangles are held against nobody there."""
    squares = with_shape(assignment, 64, 64, 64, square_only=True)
    drawn = LAB.drawn_case(squares.config, 16, 3).sizes
    assert drawn["M"] == drawn["K"] == drawn["N"] != 64


def test_traffic_is_not_counted_where_no_points_depend_on_it() -> None:
    """Neither for tiling nor for performance."""
    assert is_measured(CONFIG)
    assert not is_measured(CONFIG.model_copy(update={"points": ProductPoints(correctness=80, safety=20)}))
