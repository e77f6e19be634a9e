"""Whole programs with one mistake of the host's each, and the right ones beside them."""

from __future__ import annotations

from grader.results.kinds import kind_named
from tests.programs.host_programs import host_programs


def test_every_program_has_a_mistake_and_a_right_one_beside_it() -> None:
    """And says which finding it must have."""
    programs = host_programs()
    assert len(programs) >= 40
    for program in programs:
        assert program.found and program.wrong != program.right, program.name
        assert all(kind_named(kind) for kind, _ in program.found), program.name
        assert "//!" not in program.wrong + program.right
