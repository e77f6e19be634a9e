"""`check`: any kernel, without an assignment. `launches` reads what is asked for, `examining` looks at it."""

from grader.unassigned.command import add_arguments, run

__all__ = ["add_arguments", "run"]
