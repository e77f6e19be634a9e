"""Wrong results as findings, and the hints that their own cases bear out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from grader.compiling.source_facts import SourceFacts
from grader.devices.base import Compiled, Launch, Launched
from grader.emulator import result as emulator
from grader.grading.bench import Bench
from grader.grading.compare import compare
from grader.grading.launching import Geometry
from grader.grading.running import CaseOutcome, run_case
from grader.grading.wrong_results import case_shown, wrong_results
from grader.labs.hints import CaseShown, apply_hints, product_hints
from grader.labs.matmul.cases import WORDS
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.lab import LAB as MATMUL
from grader.labs.matmul.patterns import diagnose
from grader.labs.matmul.product import Product
from grader.labs.traffic import NO_LINES
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
        comparison=comparison, got=values, patterns=diagnose(values, comparison, problem),
    )  # fmt: skip


def found_in(outcomes: Sequence[CaseOutcome]) -> tuple[Finding, ...]:
    """The findings with hints and words."""
    found = wrong_results(MATMUL, outcomes, (), NO_LINES, FACTS)
    cases = [case_shown(outcome, found) for outcome in outcomes]
    return tuple(
        worded_finding(item, WORDS) for item in apply_hints(found, FACTS, cases, product_hints(), uses_shared=True)
    )


def first_phase(problem: Product) -> np.ndarray:
    """The sum over the first tile alone."""
    return np.asarray(problem.a[:, :4] @ problem.b[:4, :])


def noise(problem: Product) -> np.ndarray:
    """What nothing explains."""
    return np.random.default_rng(3).uniform(-50, 50, problem.expected.shape)


def zeros(problem: Product) -> np.ndarray:
    """Nothing added up."""
    return np.zeros(problem.expected.shape)


def test_a_finding_holds_what_each_case_showed() -> None:
    """Shape, the first wrong cell, the explanations with their numbers, how many cells; they make the sentence."""
    (found,) = found_in([failed("one", first_phase, 9, 12, 7), failed("two", first_phase, 8, 8, 8)])
    assert [(seen.case, seen.sizes["K"], seen.count) for seen in found.occurrences if seen.sizes] == [
        ("one@4", 12, 63), ("two@4", 8, 64),
    ]  # fmt: skip
    assert found.occurrences[0].explanations[0] == Explanation(name="only-first-phase", facts={"tile": 4})
    first = found.occurrences[0].first
    assert first is not None
    assert first.index == (0, 0)
    assert (found.array, found.index, found.count) == ("C", first.index, 127)
    assert found.message.startswith("C is wrong in one@4 (9×12 times 12×7) and 1 more case: C[0][0] is ")
    assert found.message.endswith("The wrong cells hold the first phase alone (k < 4).")


def wrong_at(*places: tuple[int, int, float]) -> Callable[[Product], np.ndarray]:
    """What is right but for these elements, each by a factor."""

    def result(problem: Product) -> np.ndarray:
        values = problem.expected.astype(np.float32)
        for row, col, factor in places:
            values[row, col] *= np.float32(factor)
        return values

    return result


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


def test_a_case_of_ones_and_twos_joins_what_random_cases_explain() -> None:
    """It explains nothing by itself, and makes no finding of its own beside an explained one."""
    (found,) = found_in([failed("ones", first_phase, 8, 8, 8, inputs="ones_twos"), failed("two", first_phase, 8, 8, 8)])
    assert found.cases == ("two@4", "ones@4")
    assert found.occurrences[1].explanations == ()
    (alone,) = found_in([failed("ones", first_phase, 8, 8, 8, inputs="ones_twos")])
    assert "phase" not in alone.message
    assert alone.hint != HINTS["only-first-phase"]


def test_that_every_result_is_0_is_said_where_it_is() -> None:
    """Not under a cell that is not 0, though a tiny case beside it is."""
    mixed = [failed("large", noise, 9, 12, 7), *(failed(name, zeros, 1, 1, 1) for name in ("a", "b"))]
    large = next(found for found in found_in(mixed) if "large@4" in found.cases)
    assert large.hint != HINTS["nothing-added"]
    small = [failed(name, zeros, 2, 2, 2) for name in ("a", "b", "c")]
    (joined,) = found_in([*small, failed("large", first_phase, 9, 12, 7)])
    assert joined.cases == ("large@4", "a@4", "b@4", "c@4")
    assert joined.hint == HINTS["only-first-phase"]
    (all_zero,) = found_in([failed("a", zeros, 9, 12, 7), failed("b", zeros, 8, 8, 8)])
    assert all_zero.hint == HINTS["nothing-added"]


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
    assert wrong_results(MATMUL, [outcome], outcome.findings, NO_LINES, FACTS) == ()
    assert worded_finding(outcome.findings[0], WORDS).message == "Too much shared memory."


@pytest.mark.parametrize("width", [1, 3])
def test_wrong_results_in_many_ways_are_told_the_two_that_most_cases_show(width: int) -> None:
    """A kernel that is wrong everywhere gets no list of everything."""
    outcomes = [failed(f"a{number}", first_phase, 8 + number, 12, 9) for number in range(width)]
    outcomes += [failed(f"b{number}", lambda p: 2 * p.expected, 9 + number, 12, 9) for number in range(width)]
    outcomes += [failed(f"c{number}", noise, 10 + number, 12, 9) for number in range(width)]
    assert len(found_in(outcomes)) == 2
