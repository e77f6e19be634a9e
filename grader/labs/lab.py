"""What the grader asks of a lab: everything that depends on what a kernel is meant to compute.

The grader compiles, launches, checks, compares and counts for every lab alike. Each of the four halves answers for any
assignment of buffers, sizes and expressions; a lab overrides what it has more to say of.
"""

from __future__ import annotations

from grader.labs.base import ConfigT
from grader.labs.cases import Cases
from grader.labs.judging import Judging, Telling
from grader.labs.launching import Launching


class Lab(Cases[ConfigT], Launching[ConfigT], Judging[ConfigT], Telling[ConfigT]):
    """One kind of assignment."""
