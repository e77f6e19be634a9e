"""A submission's feedback as plain text: by itself, and as remarks in the student's own file."""

from __future__ import annotations

from collections import defaultdict

from grader.plaintext import one_line, plain, points_of
from grader.report.exports.findings import describe
from grader.results import Results, Severity

FINDINGS_TOLD = 20
LINES_TOLD = 4000


def feedback_text(results: Results) -> str:
    """What counts, the verdict, what to fix first, points by item, findings; of what the student may see."""
    parts = [f"{results.assignment}: {points_of(results.final, results.max_score)} points"]
    parts += [step.words for step in results.adjustments]
    parts += [f"Fix first: {results.fix_first}"] if results.fix_first else []
    parts.append(results.verdict)
    parts.append(
        "\n".join(
            f"{item.title or item.name}: {points_of(item.points, item.max_points)}. {item.message}".strip()
            for item in results.rubric
        )
    )
    parts += [describe(finding) for finding in results.findings[:FINDINGS_TOLD]]
    return "\n\n".join(plain(part) for part in parts if part) + "\n"


def remarked_source(results: Results) -> str:
    """The student's file with the feedback above it, and each finding below its line, as comments."""
    remarks: dict[int, list[str]] = defaultdict(list)
    for each in results.compile.diagnostics:
        if each.severity == "error":
            remarks[each.line].append(each.message)
    for finding in results.findings[:FINDINGS_TOLD]:
        if finding.severity is not Severity.GRADER and finding.line:
            remarks[finding.line].append(finding.message)
    head = [f"// {line}".rstrip() for line in feedback_text(results).splitlines()]
    source = plain(results.submission.source, 1 << 20).split("\n")[:LINES_TOLD]
    body: list[str] = []
    for number, line in enumerate(source, 1):
        body.append(line)
        body += [f"// ^^^ line {number}: {one_line(words)}" for words in dict.fromkeys(remarks[number])]
    return "\n".join([*head, "//", *body]).rstrip("\n") + "\n"
