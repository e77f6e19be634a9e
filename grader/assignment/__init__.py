"""The assignment: `config.yaml` and `testcases/*.yaml` as checked models.

Load one with `load_assignment(folder)`. It raises `AssignmentError`, whose `problems` name file, line, key and
expectation.
"""

from grader.assignment.assignment import Assignment, TestCase
from grader.assignment.config import Config
from grader.assignment.loading import load_assignment
from grader.assignment.models import Family, HintLevel
from grader.assignment.yaml_source import AssignmentError, YamlProblem

__all__ = [
    "Assignment",
    "AssignmentError",
    "Config",
    "Family",
    "HintLevel",
    "TestCase",
    "YamlProblem",
    "load_assignment",
]
