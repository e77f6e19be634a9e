"""Who gets how many points, and what is not in a teacher's order."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.cli.selfcheck import html, print_check, verdict
from grader.labs.matmul.config import ProductConfig, ProductPoints, Tiling
from grader.results import RubricItem, Status
from grader.selfcheck.check import SelfCheck, StandingsTable
from grader.selfcheck.standings import LessonPlace, Remark, Standing, in_order, order_remarks

CONFIG = ProductConfig()


def entry(name: str, place: LessonPlace, *points: float, charged: float = 0.0) -> Standing:
    """A kernel with points for correctness, safety, tiling and performance."""
    items = tuple(
        RubricItem(name=item, title=item, status=Status.PASSED, points=value, max_points=most)
        for item, value, most in zip(
            ("correctness", "safety", "tiling", "performance"), points, (40, 20, 30, 10), strict=True
        )
    )
    return Standing(
        name=name, place=place, score=sum(points), max_score=100, items=items, right=1, cases=2, charged=charged
    )


SOLUTION = entry("tiled.cu", LessonPlace.SOLUTION, 40, 20, 30, 10)
NAIVE = entry("naive.cu", LessonPlace.NAIVE, 40, 20, 0, 0)
SKELETON = entry("matmul.cu", LessonPlace.SKELETON, 0, 0, 0, 0)
RACE = entry("race", LessonPlace.BARRIER, 40, 0, 30, 10, charged=1.0)


def remarks(*more: Standing, config: ProductConfig = CONFIG) -> list[str]:
    """What is said of these beside the solution, the naive kernel and the skeleton."""
    found = list(order_remarks([SOLUTION, NAIVE, SKELETON, *more], config))
    assert all(remark.grave for remark in found)
    return [remark.text for remark in found]


def test_a_teachers_order_needs_no_remark() -> None:
    """Wrong < naive < a line missing < the solution."""
    assert (
        remarks(RACE, entry("wrong", LessonPlace.WRONG, 10, 5, 0, 0), entry("untiled", LessonPlace.UNMET, 40, 20, 0, 0))
        == []
    )


@pytest.mark.parametrize(
    ("worse", "words"),
    [
        (entry("race", LessonPlace.BARRIER, 17, 0, 30, 0, charged=1.0), "race (a barrier missing) gets 47 points"),
        (entry("guard", LessonPlace.GUARD, 20, 10, 30, 0), "it should get more"),
        (entry("wrong", LessonPlace.WRONG, 40, 20, 0, 0), "naive.cu 60: it should get less"),
        (entry("untiled", LessonPlace.UNMET, 40, 20, 0, 5), "it should get no more"),
        (entry("guard", LessonPlace.GUARD, 40, 20, 30, 10), "tiled.cu 100: it should get less"),
        (entry("race", LessonPlace.BARRIER, 40, 12.5, 30, 10, charged=1.0), "race loses 7.5% of the points"),
        (entry("read", LessonPlace.GUARD, 40, 12.5, 30, 10, charged=0.5), "must cost at least 10%"),
    ],
)  # fmt: skip
def test_what_is_out_of_order_or_too_cheap_is_grave(worse: Standing, words: str) -> None:
    """With both kernels' points, and what would be right."""
    assert any(words in text for text in remarks(worse)), remarks(worse)


def test_a_naive_kernel_with_points_for_speed_is_grave() -> None:
    """It shows nothing of what they are for."""
    fast = entry("naive.cu", LessonPlace.NAIVE, 40, 20, 0, 7.5)
    found = [remark.text for remark in order_remarks([SOLUTION, fast, SKELETON], CONFIG)]
    assert found == ["naive.cu gets 7.5 points for 'performance', which it shows nothing of"]


@pytest.mark.parametrize(
    "update", [{"tiling": Tiling(required=False)}, {"points": ProductPoints(correctness=80, safety=20)}], ids=str
)
def test_where_tiling_is_not_asked_for_the_naive_kernel_may_stand_anywhere(update: dict[str, object]) -> None:
    """It has learned all that is taught."""
    assert remarks(entry("guard", LessonPlace.GUARD, 20, 10, 0, 0), config=CONFIG.model_copy(update=update)) == []


def test_half_of_the_points_for_what_is_demanded_keep_the_order_whatever_a_mistake_breaks() -> None:
    """With less, a kernel that has learned the lesson may fall behind the naive one."""
    naive, learned = entry("naive.cu", LessonPlace.NAIVE, 30, 20, 0, 0), entry("guard", LessonPlace.GUARD, 1, 0, 50, 0)
    assert list(order_remarks([SOLUTION, naive, learned], CONFIG)) == []
    naive, learned = entry("naive.cu", LessonPlace.NAIVE, 40, 20, 0, 0), entry("guard", LessonPlace.GUARD, 1, 0, 40, 0)
    assert any("should get more" in remark.text for remark in order_remarks([SOLUTION, naive, learned], CONFIG))


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (0, "Sound: 0 mistakes are caught as expected."),
        (1, "Not sound: 1 fault of the assignment."),
        (2, "Not sound: 2 faults of the assignment."),
    ],
)
def test_the_verdict_counts_one_fault_and_several(faults: int, words: str) -> None:
    """In singular and plural."""
    check = SelfCheck(
        assignment="a", cases=(), remarks=(Remark(True, "a fault"),) * faults, tables=(), caught=(), mutants=(),
        reference_source="",
    )  # fmt: skip
    assert verdict(check) == words


def test_the_table_is_ordered_and_shows_every_item_on_terminal_and_page() -> None:
    """Nothing is cut at 80 columns, whatever the names are; the cases' names are told."""
    cases = tuple(f"case-{number}@{width}" for number in range(60) for width in (16, 32))
    standings = tuple(in_order([NAIVE, SKELETON, RACE, SOLUTION]))
    check = SelfCheck(
        assignment="a",
        cases=cases,
        remarks=(),
        tables=(StandingsTable("", standings),),
        caught=(),
        mutants=(),
        reference_source="",
    )
    console = Console(file=io.StringIO(), width=80, soft_wrap=True)
    print_check(check, console)
    told = console.file.getvalue()
    rows = [line.split() for line in told.splitlines()]
    assert ["points", "correctness", "safety", "tiling", "performance", "right", "kernel", "what", "it", "is"] in rows
    names = [row[8] for row in rows if len(row) > 8 and row[6] == "of"]
    assert names == ["tiled.cu", "race", "naive.cu", "matmul.cu"]
    assert all(f" case-{number}" in told for number in range(60))
    assert "found as" in told
    assert "…" not in told
    page = html(check)
    places = [page.index(f"<td>{name}</td>") for name in names]
    assert places == sorted(places)
