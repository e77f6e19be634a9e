"""Is an assignment sound? Its reference, skeleton and naive kernel, the classic mistakes, and mutants of the reference.

`check_assignment(assignment)` finds it out, `html` and `print_check` show it.
"""

from grader.selfcheck.check import SelfCheck, check_assignment
from grader.selfcheck.showing import html, print_check

__all__ = ["SelfCheck", "check_assignment", "html", "print_check"]
