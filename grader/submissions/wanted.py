"""What an assignment asks for, as far as finding it among a student's files goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.assignment import Assignment
from grader.assignment.folder import assignment_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The file's name, and the kernel's (one of several; none where any name will do).

    `given` are the assignment's own kernels by their path in it, `starter` the path of the one to be changed. A copy of
    one is nobody's work: a repository comes with them, and a starter that nobody changed is nothing handed in. `picks`
    are the files that count for students, by any of their names.
    """

    file_name: str = "matmul.cu"
    kernels: tuple[str, ...] = ()
    given: Mapping[str, bytes] = field(default_factory=dict)
    starter: str = ""
    picks: Mapping[str, str] = field(default_factory=dict)


def wanted_by(assignment: Assignment) -> Wanted:
    """What this assignment asks for; raises `OSError` where its files cannot be read."""
    config = assignment.config
    asked = (names for unit in assignment.units for names in unit.config.kernels)
    accepted = [(names,) if isinstance(names, str) else names for names in asked]
    return Wanted(
        file_name=assignment.submission_name,
        kernels=tuple(dict.fromkeys(name for names in accepted for name in names if name != "auto")),
        given={name: data for name, data in _files(assignment).items() if name.endswith((".cu", ".cuh"))},
        starter=PurePosixPath(config.submission).as_posix(),
    )


def _files(assignment: Assignment) -> dict[str, bytes]:
    configs = [unit.config for unit in assignment.units]
    named = {
        PurePosixPath(name).as_posix()
        for config in configs
        for name in (config.naive, config.reference, config.submission)
    }
    outside = {name: assignment.path(name).read_bytes() for name in named if Path(assignment.path(name)).is_file()}
    return assignment_files(assignment.root) | outside
