"""What is said of faults in a lab that is data: mostly its own hints first, then what is true of any kernel."""

from __future__ import annotations

import re

from grader.checking.access_lines import AccessLines
from grader.checking.hints import Evidence, HintTable, Rule
from grader.checking.neutral_hints import NEARER, NEUTRAL
from grader.checking.source_facts import SourceFacts
from grader.labs.generic.config import GenericConfig, HintRow
from grader.results import Finding


def hint_table(config: GenericConfig) -> HintTable:
    """What the text itself tells, the rows of `hints.yaml`, then the grader's."""
    return HintTable(rules=(*NEARER, *map(_rule, config.rows), *NEUTRAL))


def _rule(row: HintRow) -> Rule:
    def fits(finding: Finding, evidence: Evidence) -> bool:
        known = not row.array or finding.array in row.array
        known = known and (not row.requirement or not evidence.missed.isdisjoint(row.requirement))
        return known and (not row.code or bool(re.search(row.code, evidence.code(finding))))

    return Rule(row.name, row.topic, row.kinds, fits, row.hint)


def tells_values(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def is_sure(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def says_little(explanation: str) -> bool:
    """Nothing is explained."""
    return False


def line_of(explanation: str, lines: AccessLines, facts: SourceFacts) -> int:
    """The line that was seen to write a wrong element, else that which stores most, or the kernel's own."""
    written = (facts.store_line(name) for name in sorted(lines.buffers))
    return lines.blamed or lines.line("store") or next(filter(None, written), facts.kernel_line)
