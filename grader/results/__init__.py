"""The result of grading one submission: the only interface between grading and reporting.

Every output (HTML, terminal, JUnit, Gradescope, gradebook…) is made from these models alone, so it can be rebuilt from
`results.json`. The file's format is schema 2; `schema()` returns its JSON Schema. Files of schema 1 can be read, too.
"""

from grader.results.base import SWEEP, Kind, ResultModel, Severity, Sizes, Status, Visibility, added, exact
from grader.results.cases import Case, Cell, ErrorMap, Explanation
from grader.results.check import BufferUse, Check
from grader.results.compiling import Compile, Diagnostic, Resources
from grader.results.findings import MAX_OCCURRENCES, Cause, EditedLine, Finding, Occurrence, OtherParty
from grader.results.graded import (
    SCHEMA,
    Adjustment,
    DeviceInfo,
    Part,
    Requirement,
    Results,
    RubricItem,
    Submission,
    Sweep,
    schema,
)
from grader.results.merge_parts import whole, whole_of
from grader.results.next_steps import BarrierTrial, Beyond, Demand, Technique
from grader.results.performance import Ideal, LineCount, Performance, Threshold, Timing, Traffic
from grader.results.recordings import Contents, Recording, Replays, SharedArray, WrongTerm
from grader.results.vocabulary import Words

__all__ = [
    "MAX_OCCURRENCES",
    "SCHEMA",
    "SWEEP",
    "Adjustment",
    "BarrierTrial",
    "Beyond",
    "BufferUse",
    "Case",
    "Cause",
    "Cell",
    "Check",
    "Compile",
    "Contents",
    "Demand",
    "DeviceInfo",
    "Diagnostic",
    "EditedLine",
    "ErrorMap",
    "Explanation",
    "Finding",
    "Ideal",
    "Kind",
    "LineCount",
    "Occurrence",
    "OtherParty",
    "Part",
    "Performance",
    "Recording",
    "Replays",
    "Requirement",
    "Resources",
    "ResultModel",
    "Results",
    "RubricItem",
    "Severity",
    "SharedArray",
    "Sizes",
    "Status",
    "Submission",
    "Sweep",
    "Technique",
    "Threshold",
    "Timing",
    "Traffic",
    "Visibility",
    "Words",
    "WrongTerm",
    "added",
    "exact",
    "schema",
    "whole",
    "whole_of",
]  # fmt: skip
