"""Check whether an assignment is sound: its reference, skeleton, naive kernel, known mistakes, mutants of the
reference.

`check_assignment(assignment)` checks; `html` and `print_check` show the result.
"""

from grader.selfcheck.check import SelfCheck, check_assignment
from grader.selfcheck.showing import html, print_check

__all__ = ["SelfCheck", "check_assignment", "html", "print_check"]
