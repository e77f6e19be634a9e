"""The result of grading one submission: the only interface between grading and reporting.

Every output (HTML, terminal, JUnit, Gradescope, gradebook…) is made from these models alone, so it can be rebuilt from
`results.json`. The file's format is schema 2; `schema()` returns its JSON Schema. Files of schema 1 can be read, too.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.results.base import (
        COMPONENTS,
        SWEEP,
        ResultModel,
        Sizes,
        Status,
        Visibility,
        Words,
        added,
        exact,
        in_source,
    )  # fmt: skip
    from grader.results.findings import (
        MAX_OCCURRENCES,
        Case,
        Cause,
        Cell,
        EditedLine,
        ErrorMap,
        Explanation,
        Finding,
        Occurrence,
        OtherParty,
        Related,
        Sighting,
    )  # fmt: skip
    from grader.results.graded import (
        SCHEMA,
        Adjustment,
        BufferUse,
        Check,
        Compile,
        DeviceInfo,
        Diagnostic,
        Part,
        Requirement,
        Resources,
        Results,
        RubricItem,
        Submission,
        Sweep,
        refusal,
        schema,
        whole,
        whole_of,
    )  # fmt: skip
    from grader.results.kinds import Kind, Severity
    from grader.results.measured import (
        BarrierTrial,
        Beyond,
        Contents,
        Demand,
        Ideal,
        LineCount,
        Performance,
        Recording,
        Replays,
        SharedArray,
        Technique,
        Threshold,
        Timing,
        Traffic,
    )  # fmt: skip

__all__ = [
    "COMPONENTS", "MAX_OCCURRENCES", "SCHEMA", "SWEEP", "Adjustment", "BarrierTrial", "Beyond", "BufferUse", "Case",
    "Cause", "Cell", "Check", "Compile", "Contents", "Demand", "DeviceInfo", "Diagnostic", "EditedLine", "ErrorMap",
    "Explanation", "Finding", "Ideal", "Kind", "LineCount", "Occurrence", "OtherParty", "Part", "Performance",
    "Recording", "Related", "Replays", "Requirement", "Resources", "ResultModel", "Results", "RubricItem", "Severity",
    "SharedArray", "Sighting", "Sizes", "Status", "Submission", "Sweep", "Technique", "Threshold", "Timing",
    "Traffic", "Visibility", "Words", "added", "exact", "in_source", "refusal", "schema", "whole", "whole_of",
]  # fmt: skip

_HOMES = ("kinds", "base", "findings", "measured", "graded")


def __getattr__(name: str) -> object:
    """Load the models at first use: they take time, and a program that runs without a fault needs the kinds alone."""
    for home in _HOMES if name in __all__ else ():
        module = import_module(f"{__name__}.{home}")
        if hasattr(module, name):
            value = globals()[name] = getattr(module, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
