"""Points: one cause charged once, nothing for the grader's own faults, never more for a kernel with one more fault."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.grading.rubric import charge, has_passed, safety_requirements, score_items, verdict
from grader.labs.findings import in_order
from grader.labs.matmul.config import ProductConfig, ProductPoints
from grader.results import Case, Finding, Kind, Performance, Requirement, RubricItem, Severity, Status
from grader.results.kinds import SAFETY

CONFIG = ProductConfig()
SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)
ROUNDING = 0.02
MEASURED = Performance(criterion="traffic", status=Status.PASSED, points=10, max_points=10)
TILED = (Requirement(name="shared memory", status=Status.PASSED, message=""),)


def case(number: int, status: Status, weight: float = 1.0) -> Case:
    """One case; points as assembling gives them."""
    return Case(
        name=f"case-{number}@16", family="f", sizes={"M": 1, "K": 1, "N": 1}, tile_width=16, status=status,
        points=weight if status is Status.PASSED else 0.0, max_points=weight,
    )  # fmt: skip


def fault(kind: Kind, access: str | None = "write", severity: Severity = Severity.ERROR) -> Finding:
    """A finding of this kind."""
    return Finding(kind=kind, severity=severity, line=3, access=access, message="m")


def items(cases: list[Case], findings: list[Finding], config: ProductConfig = CONFIG) -> tuple[RubricItem, ...]:
    """The rubric of a kernel that is tiled."""
    return score_items(cases, findings, safety_requirements(findings, config, ran=True), TILED, MEASURED, config)


def score(cases: list[Case], findings: list[Finding]) -> float:
    """The points of a kernel that is tiled."""
    return sum(item.points for item in items(cases, findings))


RIGHT = [case(n, Status.PASSED) for n in range(10)]
faults = st.builds(fault, st.sampled_from(list(Kind)), st.sampled_from(["read", "write", None]))
ran = st.sampled_from([Status.PASSED, Status.FAILED, Status.TIMEOUT])
graded = st.lists(st.tuples(ran, st.floats(0.1, 9)), min_size=1, max_size=12).map(
    lambda rows: [case(n, *row) for n, row in enumerate(rows)]
)


@pytest.mark.parametrize(
    ("finding", "cost"),
    [
        (fault(Kind.DATA_RACE, "read"), 20),
        (fault(Kind.OUT_OF_BOUNDS, "write"), 20),
        (fault(Kind.MISALIGNED_ACCESS, "write"), 20),
        (fault(Kind.BARRIER_DIVERGENCE, None), 20),
        (fault(Kind.EARLY_EXIT, None), 20),
        (fault(Kind.DEVICE_TRAP, None), 20),
        (fault(Kind.INPUT_MODIFIED, None), 20),
        (fault(Kind.OUT_OF_BOUNDS, "read"), 10),
        (fault(Kind.UNINITIALIZED_READ, "read"), 10),
        (fault(Kind.OUT_OF_BOUNDS, "read", Severity.WARNING), 0),
        (fault(Kind.BANK_CONFLICT, None, Severity.WARNING), 0),
    ],
)
def test_a_fault_costs_its_own_points_where_every_number_is_right(finding: Finding, cost: float) -> None:
    """A race, a write outside and a barrier not met cost the whole safety item, a bad read half of it."""
    assert score(RIGHT, [finding]) == pytest.approx(100 - cost)


@pytest.mark.parametrize("failed", range(11))
def test_one_cause_is_charged_once(failed: int) -> None:
    """What a thread that left makes wrong is charged as wrong results or as the broken rule, not as both."""
    cases = [case(n, Status.FAILED if n < failed else Status.PASSED) for n in range(10)]
    both = score(cases, [fault(Kind.EARLY_EXIT)])
    assert both == pytest.approx(min(score(cases, []), score(RIGHT, [fault(Kind.EARLY_EXIT)])), abs=ROUNDING)


def test_how_an_item_depends_on_right_results_is_said_with_a_number() -> None:
    """Half of the cases are right."""
    half = [case(n, Status.PASSED if n < 5 else Status.FAILED) for n in range(10)]
    message = next(item.message for item in items(half, []) if item.name == "safety")
    assert message.endswith("50% of the results are right, and so much of these points can be earned.")


def test_a_kernel_that_does_nothing_is_not_safe() -> None:
    """Rules that are kept count as far as the results are right."""
    wrong = [case(n, Status.FAILED) for n in range(10)]
    by_name = {item.name: item.points for item in items(wrong, [])}
    assert (by_name["correctness"], by_name["safety"]) == (0, 0)


@SETTINGS
@given(graded, st.lists(faults, max_size=4), faults)
def test_the_score_never_rises_when_a_fault_is_added(cases: list[Case], known: list[Finding], one: Finding) -> None:
    """Whatever was found before, and whatever is right."""
    assert score(cases, [*known, one]) <= score(cases, known) + ROUNDING


@SETTINGS
@given(graded, st.lists(faults, max_size=4), st.data())
def test_the_score_never_rises_when_a_case_goes_wrong(
    cases: list[Case], known: list[Finding], data: st.DataObject
) -> None:
    """With the same faults found."""
    number = data.draw(st.integers(0, len(cases) - 1))
    worse = [*cases]
    worse[number] = case(number, Status.FAILED, cases[number].max_points)
    assert score(worse, known) <= score(cases, known) + ROUNDING


@SETTINGS
@given(graded, st.lists(faults, max_size=4), st.data())
def test_no_point_is_lost_by_a_fault_of_the_graders(
    cases: list[Case], known: list[Finding], data: st.DataObject
) -> None:
    """A case that the grader could not judge costs nothing: it is never worse than one that is wrong, and where all
    others are right, all points are there.
    """
    lost = data.draw(st.sets(st.integers(0, len(cases) - 1), max_size=len(cases) - 1))
    unjudged = [case(n, Status.ERROR if n in lost else entry.status, entry.max_points) for n, entry in enumerate(cases)]
    wrong = [case(n, Status.FAILED if n in lost else entry.status, entry.max_points) for n, entry in enumerate(cases)]
    assert score(unjudged, known) >= score(wrong, known) - ROUNDING
    if all(entry.status in (Status.PASSED, Status.ERROR) for entry in unjudged):
        assert score(unjudged, known) == pytest.approx(score(RIGHT, known), abs=ROUNDING)


def test_what_the_grader_could_not_judge_at_all_is_not_in_the_maximum() -> None:
    """No item stands there with 0 points for the grader's fault."""
    broken = [case(n, Status.ERROR) for n in range(3)]
    assert score_items(broken, [], safety_requirements([], CONFIG, ran=False), (), None, CONFIG) == ()


@SETTINGS
@given(faults)
def test_only_what_breaks_a_rule_is_charged(finding: Finding) -> None:
    """Wrong results and missing tiling have items of their own."""
    assert (charge(finding) > 0) == (finding.kind in SAFETY)


def test_an_item_worth_nothing_is_not_in_the_rubric() -> None:
    """Nor does it keep anybody from passing."""
    config = CONFIG.model_copy(update={"points": ProductPoints(correctness=70, performance=10)})
    rubric = score_items(RIGHT, [], (), (), MEASURED, config)
    assert [item.name for item in rubric] == ["correctness", "performance"]
    assert has_passed(RIGHT, [], rubric, config)


def test_passing_with_points_left_says_that_what_is_required_passes() -> None:
    """Where tiling is not required, a kernel without it passes, but not everything does."""
    words = verdict(RIGHT, [], passed=True, score=60, maximum=100, variant="tile width")
    assert words == "Everything required passes: 60 of 100 points."
    assert (
        verdict(RIGHT, [], passed=True, score=100, maximum=100, variant="tile width")
        == "Everything passes: 100 of 100 points."
    )


def test_cases_without_a_race_are_not_called_lucky() -> None:
    """Only those that showed one are."""
    race = fault(Kind.DATA_RACE).model_copy(update={"cases": ("case-1@16",)})
    words = verdict(
        [case(1, Status.PASSED), case(2, Status.PASSED)], [race], passed=False, score=80, maximum=100, variant="w"
    )
    assert words.endswith("but the kernel has a data race, so 1 of them is right by luck: 80 of 100 points.")


def test_a_limit_beside_wrong_results_is_no_headline() -> None:
    """It may be what the mistake costs, and stands behind the wrong results; alone it is why nothing could run."""
    wrong = [case(0, Status.FAILED)]
    faults = in_order([fault(Kind.RESOURCE_LIMIT), fault(Kind.WRONG_RESULT)])
    assert [item.kind for item in faults] == [Kind.WRONG_RESULT, Kind.RESOURCE_LIMIT]
    assert "no GPU" not in verdict(wrong, faults, passed=False, score=0, maximum=100, variant="tile width")
    assert "no GPU" in verdict(wrong, faults[1:], passed=False, score=0, maximum=100, variant="tile width")
