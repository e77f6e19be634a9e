"""One finding in words: the same sentences in every text export."""

from __future__ import annotations

from grader.results import Finding


def place(finding: Finding) -> str:
    """Where it happened: `line 41, block (0,0,0), thread (3,0,0)`, as far as known."""
    parts = [f"line {finding.line}"] if finding.line else []
    if finding.block is not None:
        parts.append(f"block {_triple(finding.block)}")
    if finding.thread is not None:
        parts.append(f"thread {_triple(finding.thread)}")
    return ", ".join(parts)


def describe(finding: Finding) -> str:
    """The finding in up to three lines: kind and message, place and count, hint."""
    lines = [f"{finding.kind.value}: {finding.message}"]
    where = [text for text in (place(finding), _extent(finding)) if text]
    if where:
        lines.append(f"  at {'; '.join(where)}")
    if finding.hint:
        lines.append(f"  help: {finding.hint}")
    return "\n".join(lines)


def _extent(finding: Finding) -> str:
    count = f"{finding.count:,} times" if finding.count > 1 else ""
    cases = f"in {len(finding.cases)} cases" if len(finding.cases) > 1 else ""
    return ", ".join(text for text in (count, cases) if text)


def _triple(value: tuple[int, int, int]) -> str:
    return f"({value[0]},{value[1]},{value[2]})"
