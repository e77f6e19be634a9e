"""Whole programs with one mistake of the host's each, and the right ones beside them."""

from __future__ import annotations

import pytest

from grader.results.kinds import kind_named
from tests.programs.conftest import RunProgram
from tests.programs.host_programs import HostProgram, host_programs
from tests.sampling import one_in

PROGRAMS = host_programs()
SAMPLE = one_in(10, PROGRAMS, lambda program: program.name)


def test_every_program_has_a_mistake_and_a_right_one_beside_it() -> None:
    """And says which finding it must have."""
    assert len(PROGRAMS) >= 40
    for program in PROGRAMS:
        assert program.found and program.wrong != program.right, program.name
        assert all(kind_named(kind) for kind, _ in program.found), program.name
        assert "//!" not in program.wrong + program.right


@pytest.mark.parametrize("program", SAMPLE)
def test_a_mistake_of_the_hosts_is_told_on_its_line(run_program: RunProgram, program: HostProgram) -> None:
    """And nothing else is, but for what it leads to."""
    done = run_program(program.wrong)
    assert done.results is not None
    found = {(finding.kind.value, finding.line) for finding in done.results.findings}
    found -= {("wrong-result", line) for _, line in program.found}  # what the program says itself
    assert program.found <= found
    assert {each for each in found - program.found if each[1] not in program.allowed} == set()


@pytest.mark.parametrize("program", SAMPLE)
def test_the_right_program_beside_it_is_silent(run_program: RunProgram, program: HostProgram) -> None:
    """Nothing is found, and it ends well."""
    done = run_program(program.right)
    assert done.results is not None
    assert [(finding.kind.value, finding.line) for finding in done.results.findings] == []
    assert (done.code, done.errors) == (0, "")
