"""Wrong results as findings, and the hints that their own cases bear out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Compiled, Launch, Launched
from grader.emulator import result as emulator
from grader.grading.bench import Bench
from grader.grading.compare import compare, explain_places
from grader.grading.launching import Geometry
from grader.grading.running import CaseOutcome, run_case
from grader.grading.wrong_results import case_shown, wrong_results
from grader.labs.base import CaseProblem
from grader.labs.hints import CaseShown, apply_hints, product_hints
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.product import WORDS
from grader.report.add_sentences import worded_finding
from grader.results import Explanation, Finding, Kind, Occurrence, Severity, Status
from tests.grading.conftest import make_case, make_problem

FACTS = SourceFacts("__global__ void matmul_tiled(float *C)\n{\n    C[0] = 1;\n}\n")
HINTS = {rule.name: rule.hint for rule in product_hints()}
PLACE = Geometry(grid=(1, 1, 1), block=(4, 4, 1), shared_bytes=0)


def failed(name: str, got: np.ndarray | None, m: int, k: int, n: int, *, inputs: str = "random") -> CaseOutcome:
    """A case whose result is `got`, or right where that is None; a function of A and B may stand for `got`."""
    case = replace(make_case(m, k, n, inputs=inputs), name=name)
    problem = make_problem(case, ProductConfig(), seed=1)
    values = problem.expected if got is None else got(problem) if callable(got) else got
    values = np.asarray(values, np.float32)
    comparison = compare(values, np.ones(values.shape, bool), problem)
    return CaseOutcome(
        case=case, geometry=PLACE, status=Status.PASSED if comparison.right else Status.FAILED, problem=problem,
        comparison=comparison, got=values, patterns=explain_places(comparison, "C", case.tile_width),
    )  # fmt: skip


def found_in(outcomes: Sequence[CaseOutcome]) -> tuple[Finding, ...]:
    """The findings with hints and words."""
    found = wrong_results(outcomes, (), lambda output: 3)
    cases = [case_shown(outcome) for outcome in outcomes]
    return tuple(
        worded_finding(item, WORDS) for item in apply_hints(found, FACTS, cases, product_hints(), uses_shared=True)
    )


def noise(problem: CaseProblem) -> np.ndarray:
    """What nothing explains."""
    return np.random.default_rng(3).uniform(-50, 50, problem.expected.shape)


def wrong_at(*places: tuple[int, int, float]) -> Callable[[CaseProblem], np.ndarray]:
    """What is right but for these elements, each by a factor."""

    def result(problem: CaseProblem) -> np.ndarray:
        values = problem.expected.astype(np.float32)
        for row, col, factor in places:
            values[row, col] *= np.float32(factor)
        return values

    return result


def last_column(problem: CaseProblem) -> np.ndarray:
    """What is right but for the last column."""
    return np.asarray(np.concatenate([problem.expected[:, :-1], problem.expected[:, -1:] + 1], axis=1))


def test_a_finding_holds_what_each_case_showed() -> None:
    """Shape, the first wrong cell, which cells are wrong, how many; they make the sentence."""
    (found,) = found_in([failed("one", last_column, 9, 12, 9), failed("two", last_column, 8, 8, 8)])
    assert [(seen.case, seen.sizes["K"], seen.count) for seen in found.occurrences if seen.sizes] == [
        ("one@4", 12, 9), ("two@4", 8, 8),
    ]  # fmt: skip
    assert found.occurrences[0].explanations[0] == Explanation(name="last-tile-column", facts={"first": 8, "last": 8})
    first = found.occurrences[0].first
    assert first is not None
    assert first.index == (0, 8)
    assert (found.array, found.index, found.count, found.line) == ("C", first.index, 17, 3)
    assert found.message.startswith("C is wrong in one@4 (9×12 times 12×9) and 1 more case: C[0][8] is ")
    assert found.message.endswith("Only the last, partial tile column is wrong (columns 8 to 8).")


def test_the_sentence_names_the_first_wrong_element_and_not_the_worst() -> None:
    """The worst one is kept beside it."""
    (found,) = found_in([failed("one", wrong_at((2, 1, 1.5), (3, 0, 1e6)), 9, 12, 7)])
    assert "C[2][1] is " in found.message
    worst = found.occurrences[0].worst
    assert worst is not None
    assert worst.index == (3, 0)


def test_the_sentence_writes_enough_digits_to_tell_the_numbers_apart() -> None:
    """Six are too few where an element is off by a few units in the last place."""
    (found,) = found_in([failed("one", wrong_at((2, 1, 1 + 2e-6)), 9, 2, 7)])
    told = re.search(r"C\[2\]\[1\] is (\S+), expected (\S+)\.(?: |$)", found.message)
    assert told is not None
    assert f"{float(told[1].replace('−', '-')):.5g}" == f"{float(told[2].replace('−', '-')):.5g}"
    assert told[1] != told[2]


def test_a_case_with_random_inputs_is_told_before_one_of_ones_and_twos() -> None:
    """Of equal elements many mistakes look alike."""
    (found,) = found_in([failed("ones", noise, 8, 8, 8, inputs="ones_twos"), failed("two", noise, 8, 8, 8)])
    assert found.cases == ("two@4", "ones@4")


def shown(name: str, *, passed: bool, square: bool, multiple: bool, hidden: bool = False) -> CaseShown:
    """A case as hints see it."""
    return CaseShown(label=name, hidden=hidden, failed=not passed, is_square=square, is_multiple=multiple)


def hint_for(*cases: CaseShown) -> str | None:
    """The hint for a wrong result that all failed cases show."""
    labels = tuple(case.label for case in cases if case.failed)
    seen = tuple(Occurrence(case=label) for label in labels)
    finding = Finding(kind=Kind.WRONG_RESULT, severity=Severity.ERROR, cases=labels, occurrences=seen)
    (found,) = apply_hints([finding], FACTS, cases, product_hints(), uses_shared=True)
    return found.hint


def test_square_matrices_come_out_right_only_where_some_were_run() -> None:
    """And none of them failed."""
    tall = shown("tall", passed=False, square=False, multiple=True)
    square = shown("square", passed=True, square=True, multiple=True)
    ragged = shown("ragged", passed=True, square=False, multiple=False)
    assert hint_for(tall, square, ragged) == HINTS["rectangular"]
    assert hint_for(tall, ragged) != HINTS["rectangular"]
    assert hint_for(tall, ragged, shown("odd", passed=False, square=True, multiple=False)) != HINTS["rectangular"]


def test_the_hint_at_the_edges_says_nothing_of_ragged_cases_that_pass() -> None:
    """Where 15 of 17 pass it is still the edges, but not all others are wrong."""
    odd = shown("odd", passed=False, square=False, multiple=False)
    others = [shown(f"ragged-{number}", passed=True, square=False, multiple=False) for number in range(14)]
    assert hint_for(odd, shown("whole", passed=True, square=True, multiple=True), *others) == HINTS["boundary-values"]
    assert "all others" not in HINTS["boundary-values"]
    assert hint_for(odd, *others) != HINTS["boundary-values"]


def test_a_hint_looks_at_hidden_cases_only_for_what_they_alone_show() -> None:
    """So it says the same whatever they are."""
    tall = shown("tall", passed=False, square=False, multiple=True)
    square = shown("square", passed=True, square=True, multiple=True)
    hidden = shown("zebra", passed=False, square=True, multiple=False, hidden=True)
    assert hint_for(tall, square, hidden) == hint_for(tall, square) == HINTS["rectangular"]
    assert hint_for(hidden, square) == HINTS["boundary-values"]


class Refusing:
    """A device on which no launch begins."""

    def launch(self, _: Compiled, launch: Launch) -> Launched:
        """As the emulator answers a launch that no GPU would take."""
        refused = emulator.RunFinding(
            kind="resource-limit", line=0, column=0, file="", message="too much shared memory"
        )
        return Launched(
            arrays=dict(launch.arrays), findings=(refused,), finished=False,
            written={"C": np.zeros(launch.arrays["C"].nbytes, bool)},
        )  # fmt: skip


def test_a_kernel_that_was_never_launched_has_no_wrong_results() -> None:
    """Its C is nobody's: there is no cell to be nan, and the resource limit is the one finding."""
    config = ProductConfig(assignment="x", parameters=("A", "B", "C", "M", "K", "N"))
    kernel = Compiled(
        ok=True, kernel_name="k", parameters=tuple(("float*" if n in "ABC" else "int", n) for n in "ABCMKN")
    )
    outcome = run_case(Bench(config=config, kernel=kernel, device=Refusing(), seed=1), make_case(4, 4, 4))  # type: ignore[arg-type]
    assert (outcome.status, outcome.comparison, outcome.got) == (Status.FAILED, None, None)
    assert [found.kind for found in outcome.findings] == [Kind.RESOURCE_LIMIT]
    assert wrong_results([outcome], outcome.findings, lambda output: 3) == ()
    assert worded_finding(outcome.findings[0], WORDS).message == "Too much shared memory."


def test_cells_that_are_wrong_and_cells_that_nothing_stores_are_two_findings_where_both_are_common() -> None:
    """One case in which nothing was stored says little beside many that are wrong."""

    def unwritten(name: str) -> CaseOutcome:
        outcome = failed(name, None, 8, 8, 8)
        assert outcome.problem is not None and outcome.got is not None
        nothing = compare(outcome.got, np.zeros(outcome.got.shape, bool), outcome.problem)
        return replace(outcome, status=Status.FAILED, comparison=nothing)

    wrong = [failed(f"a{number}", noise, 8, 8, 8) for number in range(6)]
    both = found_in([*wrong[:2], unwritten("b")])
    assert [item.kind for item in both] == [Kind.WRONG_RESULT, Kind.UNWRITTEN_OUTPUT]
    assert [item.kind for item in found_in([*wrong, unwritten("b")])] == [Kind.WRONG_RESULT]


def test_a_hint_about_an_explanation_is_told_with_it() -> None:
    """And not without."""
    told = Explanation(name="only-first-phase", facts={})
    for explanations, hint in (((told,), HINTS["only-first-phase"]), ((), None)):
        seen = Occurrence(case="one@4", explanations=explanations)
        finding = Finding(kind=Kind.WRONG_RESULT, severity=Severity.ERROR, occurrences=(seen,))
        (found,) = apply_hints([finding], FACTS, [shown("a", passed=True, square=True, multiple=True)], product_hints(),
                               uses_shared=True)  # fmt: skip
        assert found.hint == hint
