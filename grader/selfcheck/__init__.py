"""Check whether an assignment is sound: its reference, skeleton, naive kernel, known mistakes, mutants of the
reference.

`check.check_assignment(assignment)` checks; `showing` has the result as text and as a page.
"""
