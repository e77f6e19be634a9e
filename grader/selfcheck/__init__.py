"""Check whether an assignment is sound: its reference, skeleton, naive kernel, known mistakes, mutants of the
reference.

`check.check_assignment(assignment)` checks; `cli/selfcheck.py` shows the result as text and as a page.
"""
