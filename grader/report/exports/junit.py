"""JUnit XML, as CI servers read it: `failure` is the student's fault, `error` the grader's."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from grader.plaintext import one_line, plain
from grader.report.add_sentences import first_wrong
from grader.report.findings import describe
from grader.report.view import View
from grader.results import Case, Finding, Severity, Status, Words
from grader.results.base import variant_name

FILE_NAME = "junit.xml"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    """One `testcase`; `line` is 0 when the test is about no line of the student's."""

    name: str
    status: Status
    message: str = ""
    details: str = ""
    seconds: float = 0.0
    line: int = 0


def render(view: View) -> str:
    """The XML document: a suite for the compilation, one for each family, the requirements and the findings."""
    results = view.results
    root = ElementTree.Element("testsuites", name=_attribute(results.assignment))
    suites = [("compile", [_compile_test(view)])]
    suites += _families(view)
    suites.append(
        ("requirements", [_Test(name=r.name, status=r.status, message=r.message) for r in results.requirements])
    )
    suites.append(("findings", [_finding_test(finding) for finding in results.findings]))
    for name, tests in suites:
        if tests:
            root.append(_suite(name, tests, results.submission.path))
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", f"{results.seconds:.3f}")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _families(view: View) -> list[tuple[str, list[_Test]]]:
    """Cases of a family need not stand together; the order of first appearance is kept."""
    suites: dict[str, list[_Test]] = {}
    for section in view.results.sections:
        for case in section.cases:
            suites.setdefault(case.family, []).append(_case_test(case, section.words))
    return list(suites.items())


def _compile_test(view: View) -> _Test:
    compiled, errors = view.results.compile, view.errors
    return _Test(
        name="compiles",
        status=Status.PASSED if compiled.ok else Status.FAILED,
        message=errors[0].message if errors else "" if compiled.ok else view.results.verdict,
        details="\n".join(f"{m.file}:{m.line}:{m.column}: {m.severity}: {m.message}" for m in errors),
        seconds=compiled.seconds,
        line=errors[0].line if errors else 0,
    )


def _case_test(case: Case, words: Words) -> _Test:
    wrong = first_wrong(case, words.about(case.map.array if case.map else ""))
    details = [wrong, case.reason, case.reproduce]
    return _Test(
        name=f"{case.name} ({words.variant} {variant_name(case.tile_width)})" if words.width else case.name,
        status=case.status,
        message=case.message,
        details="\n".join(text for text in details if text),
        seconds=case.seconds,
    )


_OF_SEVERITY = {Severity.ERROR: Status.FAILED, Severity.WARNING: Status.PASSED, Severity.GRADER: Status.ERROR}


def _finding_test(finding: Finding) -> _Test:
    return _Test(
        name=f"{finding.kind.value} on line {finding.line}" if finding.line else finding.kind.value,
        status=_OF_SEVERITY[finding.severity],
        message=finding.message,
        details=describe(finding),
        line=finding.line,
    )


_ELEMENTS = {Status.FAILED: "failure", Status.TIMEOUT: "failure", Status.ERROR: "error", Status.SKIPPED: "skipped"}


def _suite(name: str, tests: list[_Test], file: str) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_attribute(name), tests=str(len(tests)))
    elements = [_ELEMENTS.get(test.status) for test in tests]
    for key, counted in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(elements.count(counted)))
    suite.set("time", f"{sum(test.seconds for test in tests):.3f}")
    for test, element in zip(tests, elements, strict=True):
        node = ElementTree.SubElement(suite, "testcase", classname=_attribute(name), name=_attribute(test.name))
        node.set("time", f"{test.seconds:.3f}")
        if test.line:
            node.set("file", _attribute(file))
            node.set("line", str(test.line))
        if element is not None:
            outcome = ElementTree.SubElement(node, element, message=_attribute(test.message))
            outcome.text = _text(test.details) or None
    return suite


def _attribute(text: str) -> str:
    return one_line(text)


def _text(text: str) -> str:
    """`plain` leaves only characters that XML 1.0 allows."""
    return plain(text)
