"""The table of commands: name, module and help text."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command. The module `room` is imported only when needed; it has `add_arguments(parser)` and `run(options)`."""

    room: str
    words: str


COMMANDS = {
    "grade": Command("grader.cli.grade", "grade one submission (the command when none is named)"),
    "batch": Command("grader.cli.batch", "grade many submissions"),
    "selfcheck": Command("grader.cli.selfcheck", "is this assignment sound?"),
    "check": Command("grader.cli.check", "try any kernel, without an assignment"),
    "trace": Command("grader.cli.trace", "a small run of the kernel, phase by phase, as text"),
    "doctor": Command("grader.cli.doctor", "devices, libraries, limits: what will run where"),
    "package": Command("grader.cli.package", "build a ready-to-upload autograder for a course system"),
    "init": Command("grader.cli.init", "write a new assignment into a folder"),
}
