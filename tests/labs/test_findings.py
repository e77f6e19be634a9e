"""Findings as facts and in words, merged over cases, without consequences."""

from __future__ import annotations

import numpy as np

from grader.devices.base import DeclaredArray
from grader.elements import ELEMENTS
from grader.emulator import result as emulator
from grader.labs.base import Buffer
from grader.labs.findings import Names, in_order, merge, translate, without_consequences
from grader.labs.matmul.product import WORDS
from grader.layouts import ElementLayout
from grader.report.add_sentences import worded_finding
from grader.results import MAX_OCCURRENCES, Finding, Kind, Occurrence, OtherParty, Severity

FLOATS = ElementLayout.number(ELEMENTS["float"])
NAMES = Names(
    {
        name: Buffer(np.empty(dims, np.float32), FLOATS)
        for name, dims in (("A", (34, 20)), ("B", (20, 30)), ("C", (34, 30)))
    },
    {"Bs": DeclaredArray(name="Bs", dims=(16, 17)), "flat": DeclaredArray(name="flat", dims=())},
)


def seen(kind: str, **more: object) -> emulator.RunFinding:
    """A finding of the emulator."""
    defaults = {"line": 41, "column": 9, "file": "matmul.cu", "block": (0, 0, 0), "thread": (3, 0, 0)}
    return emulator.RunFinding(kind=kind, **{**defaults, **more})  # type: ignore[arg-type]


def result(kind: Kind, line: int = 10, case: str = "a", **more: object) -> Finding:
    """A finding of the results."""
    facts = {name: more.pop(name) for name in ("thread", "missing") if name in more}
    occurrence = Occurrence(case=case, count=more.get("count", 1), **facts)  # type: ignore[arg-type]
    return Finding(
        kind=kind, severity=Severity.ERROR, line=line, case=case, cases=(case,), occurrences=(occurrence,), **more
    )


def test_a_race_names_both_threads_the_element_and_the_other_line() -> None:
    """In the source's words, not addresses."""
    other = emulator.Party(block=(0, 0, 0), thread=(2, 7, 0), line=38, column=1, file="matmul.cu", access="write")
    race = seen("data-race", access="read", space="shared", object="Bs", offset=4 * (7 * 17 + 2),
                other=other)  # fmt: skip
    found = worded_finding(translate(race, NAMES, "tall@16"), WORDS)
    assert found.message == "Thread (3,0) reads Bs[7][2], which thread (2,7) wrote on line 38, with no barrier between."
    assert (found.object, found.other and found.other.line) == ("Bs[7][2]", 38)


def test_an_access_past_the_end_tells_the_matrixs_size() -> None:
    """A has 34×20 elements."""
    outside = seen("out-of-bounds", access="read", space="global", object="A", offset=4 * 680)
    found = worded_finding(translate(outside, NAMES, "c"), WORDS)
    assert found.message == (
        "Thread (3,0) of block (0,0) reads A[680], past the end of A (A is 34×20: 680 elements, numbered from 0)."
    )


def test_an_access_before_the_beginning_is_told_as_such() -> None:
    """Negative indices."""
    outside = seen("out-of-bounds", access="write", space="global", object="C", offset=-4)
    found = worded_finding(translate(outside, NAMES, "c"), WORDS)
    assert "writes C[-1], before the beginning of C" in found.message


def test_an_element_inside_a_matrix_has_its_row_and_column() -> None:
    """C[31] of 30 columns, with the size of the matrix, which no case need be named for."""
    assert NAMES.cell("C", 4 * 31) == (1, 1)
    assert NAMES.cell("C", 4 * 34 * 30) is None
    assert NAMES.index("flat", 12) == (3,)
    unset = seen("uninitialized-read", access="read", space="global", object="C", offset=4 * 31)
    assert (
        "reads C[31] (row 1, column 1 of 34×30), which no thread has"
        in worded_finding(translate(unset, NAMES, "c"), WORDS).message
    )


def test_the_same_fault_in_several_cases_is_one_finding() -> None:
    """The first occurrence, counts summed, all cases."""
    findings = [result(Kind.DATA_RACE, case=name, count=3, array="Bs") for name in ("a", "b", "a")]
    (found,) = merge([*findings])
    assert (found.case, found.cases, found.count) == ("a", ("a", "b"), 9)
    assert [(item.case, item.count) for item in found.occurrences] == [("a", 6), ("b", 3)]


def test_where_there_is_no_room_for_all_occurrences_those_of_visible_cases_stay() -> None:
    """A finding that a thousand hidden cases show first still has facts for the student."""
    names = [f"hidden-{number}" for number in range(2 * MAX_OCCURRENCES)] + ["open-1", "open-2"]
    (found,) = merge([result(Kind.DATA_RACE, case=name) for name in names], hidden=frozenset(names[:-2]))
    assert len(found.occurrences) == MAX_OCCURRENCES
    assert [item.case for item in found.occurrences][-2:] == ["open-1", "open-2"]
    assert len(found.cases) == len(names)


def test_another_line_or_array_is_another_fault() -> None:
    """Nothing is swept together that is not the same."""
    findings = [
        result(Kind.DATA_RACE, 10, array="As"),
        result(Kind.DATA_RACE, 11, array="As"),
        result(Kind.DATA_RACE, 10, array="Bs"),
    ]
    assert len(merge(findings)) == 3


def test_unwritten_cells_that_a_race_explains_are_not_told_again() -> None:
    """Reading what the missing barrier kept from being written."""
    other = OtherParty(line=8, thread=(0, 0, 0), block=(0, 0, 0), access="write")
    race = result(Kind.DATA_RACE, 10, array="As", other=other)
    read = result(Kind.UNINITIALIZED_READ, 10, array="As", space="shared")
    elsewhere = result(Kind.UNINITIALIZED_READ, 10, case="b", array="As", space="shared")
    assert without_consequences([race, read, elsewhere]) == (race, elsewhere)


def test_causes_come_before_effects_and_errors_before_warnings() -> None:
    """What to fix first is first."""
    wrong, race = result(Kind.WRONG_RESULT, 1), result(Kind.DATA_RACE, 30)
    warning = result(Kind.OUT_OF_BOUNDS, 2).model_copy(update={"severity": Severity.WARNING})
    assert in_order([warning, wrong, race]) == (race, wrong, warning)


def test_a_race_of_threads_that_have_no_element_stands_behind_their_store_outside() -> None:
    """A row too short for the block: they hit the next row's elements, and leave the last row behind."""
    other = OtherParty(line=10, thread=(0, 1, 0), block=(0, 0, 0), access="write")
    race = result(Kind.DATA_RACE, 10, array="C", access="write", space="global", other=other)
    beyond = result(Kind.OUT_OF_BOUNDS, 10, array="C", access="write", space="global")
    load = result(Kind.OUT_OF_BOUNDS, 10, array="A", access="read", space="global")
    assert in_order([race, beyond]) == (beyond, race)
    assert in_order([race, load]) == (race, load)
    assert in_order([race, beyond.model_copy(update={"cases": ("b",)})])[0] == race  # it races where nobody leaves C


def test_an_access_to_several_elements_names_the_first_and_the_last() -> None:
    """A float4 that begins inside a row of 63 floats and ends beyond."""
    names = Names({"x": Buffer(np.empty(63, np.float32), FLOATS)}, {})
    outside = seen("out-of-bounds", access="read", space="global", object="x", offset=240, size=16, object_bytes=252)
    said = worded_finding(translate(outside, names, "c"), WORDS).message
    assert said.endswith("reads x[60] to x[63], past the end of x (x has 63 elements, numbered from 0).")


def test_a_shared_array_may_be_called_what_a_parameter_is_called() -> None:
    """Each has its own size: B is a matrix, and a shared array of 16×17 as well."""
    names = Names(NAMES.buffers, {"B": DeclaredArray(name="B", dims=(16, 17), line=3)})
    said = [
        worded_finding(translate(outside, names, "c"), WORDS).message
        for outside in (
            seen("out-of-bounds", access="read", space="global", object="B", offset=4 * 600),
            seen("out-of-bounds", access="read", space="shared", object="B", offset=4 * 272),
        )
    ]
    assert "B[600], past the end of B (B is 20×30" in said[0]
    assert "B[16][0], past the end of B (it is declared B[16][17] on line 3)" in said[1]


def test_a_finding_is_an_error_unless_it_only_warns() -> None:
    """Whether it does is decided where the assignment is known."""
    found = seen("out-of-bounds", access="read", space="global", object="A", offset=9999)
    assert translate(found, NAMES, "c").severity is Severity.ERROR
    assert translate(found, NAMES, "c", warns=True).severity is Severity.WARNING


def test_a_kind_that_nobody_knows_is_the_graders_own_fault() -> None:
    """A checker that is new to the table crashes nothing and costs no points; the finding says its name."""
    found = translate(seen("cold-feet"), NAMES, "tall@16")
    assert (found.severity, found.cases, found.line) == (Severity.GRADER, ("tall@16",), 41)
    assert "'cold-feet'" in found.message
