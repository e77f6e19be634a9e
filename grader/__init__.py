"""Autograder for the CUDA lab 'tiled matrix multiplication'. `python -m grader --help` shows what it does.

The names for scripts are here (see docs/python.md). Each is imported at first use, so that the command line starts fast
and `grader.emulator` needs only NumPy and llvmlite.
"""

import importlib
from typing import TYPE_CHECKING

from grader.version import __version__

__all__ = [
    "Assignment",
    "AssignmentError",
    "Case",
    "Finding",
    "Kind",
    "Results",
    "Session",
    "Severity",
    "Status",
    "SubmissionError",
    "SubmissionFile",
    "UsageError",
    "__version__",
    "decode_submission",
    "for_student",
    "load_assignment",
    "load_ipython_extension",
    "read_submission",
    "write_export",
    "write_report",
]

if TYPE_CHECKING:
    from grader.assignment import Assignment, AssignmentError, load_assignment
    from grader.cli.notebook import load_ipython_extension
    from grader.errors import UsageError
    from grader.grading.pipeline import Session
    from grader.report.exports import write_export
    from grader.report.page import write_report
    from grader.report.redact import for_student
    from grader.results import Case, Finding, Kind, Results, Severity, Status
    from grader.submissions.submission import SubmissionError, SubmissionFile, decode_submission, read_submission
else:
    _HOMES = {
        "grader.assignment": ("Assignment", "AssignmentError", "load_assignment"),
        "grader.errors": ("UsageError",),
        "grader.grading.pipeline": ("Session",),
        "grader.cli.notebook": ("load_ipython_extension",),
        "grader.report.page": ("write_report",),
        "grader.report.exports": ("write_export",),
        "grader.results": ("Case", "Finding", "Kind", "Results", "Severity", "Status"),
        "grader.submissions.submission": ("SubmissionError", "SubmissionFile", "decode_submission", "read_submission"),
        "grader.report.redact": ("for_student",),
    }

    def __getattr__(name: str) -> object:
        """Import the name from its module."""
        home = next((module for module, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'grader' has no attribute {name!r}")
        value = globals()[name] = getattr(importlib.import_module(home), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
