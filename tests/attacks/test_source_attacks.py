"""Sources that are made to bring the grader down, or to hide from its second look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from grader.compiling.directives import check_directives
from grader.compiling.frontend import compile_cuda
from grader.compiling.hostcode import blank_host_code, blank_unneeded
from grader.compiling.items import split_items
from grader.compiling.kernels import scan_kernels, shared_declarations
from grader.compiling.lexer import lex
from grader.compiling.values import CompileOptions, CompileProblem
from grader.devices import front_end
from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceTimeout
from grader.grading.running import look_again
from grader.grading.shapes import Budget
from grader.report.source import source_lines
from grader.results import Finding, Kind, Severity, Status
from grader.submissions.submission import decode_submission
from tests.growth import grows_with_its_size

NASTY: dict[str, Callable[[int], str]] = {
    "spaces": lambda n: "x = 1 /" + " " * n,
    "quotes in a raw string": lambda n: 'R"(' + '"\\' * (n // 2),
    "raw strings": lambda n: 'R"a(' * (n // 4),
    "square brackets": lambda n: "C[" * (n // 2),
    "parentheses": lambda n: "(" * n,
    "braces": lambda n: "{" * n,
    "kernels without an end": lambda n: "__global__ f(" * (n // 13),
    "bodies without an end": lambda n: "__global__ f(){" * (n // 15),
    "attributes without an end": lambda n: "__global__ __launch_bounds__(" * (n // 29),
    "templates without an end": lambda n: "template < ;" * (n // 12),
    "alignments without an end": lambda n: "struct __align__(" * (n // 17),
    "shared arrays without an end": lambda n: "__shared__ x[" * (n // 13),
    "functions": lambda n: "int f(){};" * (n // 10),
    "lines": lambda n: "x;\n" * (n // 3),
    "directives": lambda n: "#if 1\n" * (n // 6),
    "macros": lambda n: "".join(f"#define A{i} A{i + 1} A{i + 1}\n" for i in range(n // 22)) + "#if A0\n#endif\n",
    "one long line": lambda n: "a+" * (n // 2),
    "comments": lambda n: "/*" * (n // 2),
    "continued lines": lambda n: "\\\n" * (n // 2),
}
READERS: dict[str, Callable[[str], object]] = {
    "tokens": lambda text: lex.__wrapped__(text),
    "kernels": lambda text: scan_kernels(lex(text)),
    "items": lambda text: list(split_items(lex(text).tokens)),
    "host code": lambda text: blank_host_code(lex(text)),
    "what device code needs": lambda text: blank_unneeded(lex(text), text),
    "directives": lambda text: check_directives(lex(text)),
    "shared arrays": shared_declarations,
    "report": source_lines,
    "submission": lambda text: decode_submission(text.encode(), path=Path("a.cu")),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_reading_a_source_takes_time_that_grows_with_it(text: Callable[[int], str], reader: Callable[[str], object]):
    """Nothing that a student can write makes it quadratic."""
    assert grows_with_its_size(lambda size: partial(reader, text(size)), 10_000)


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_a_file_that_takes_all_memory_is_told_as_the_students_doing(error, monkeypatch):
    """Not as a fault of the grader, which would be tried again."""

    def explode(*_args: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(front_end, "compile_with", explode)
    compiled, ptx = front_end.compile_request(CompileRequest(source="", tile_width=16, options=CompileOptions()))
    assert (compiled.ok, ptx, [item.kind for item in compiled.problems]) == (False, "", [Kind.RESOURCE_LIMIT])


POWERS = "#define A0 2\n" + "".join(f"#define A{i + 1} (A{i}*A{i})\n" for i in range(38))
SUMS = "#define A0 2\n" + "".join(f"#define A{i + 1} (A{i}+A{i}+A{i}+A{i})\n" for i in range(38))


@pytest.mark.parametrize("macros", [POWERS, SUMS])
def test_constants_are_evaluated_within_bounds(macros):
    """Numbers stay within 64 bits, and macros that double each other are not followed for ever."""
    text = macros + "__global__ void k(float *C) { __shared__ float s[4]; s[0] = 1; C[0] = s[0]; }\n"
    [found] = shared_declarations(text.replace("s[4]", "s[A38]"))
    assert found.dims == (None,)


@dataclass(frozen=True)
class Clean:
    """An outcome with nothing to mend."""

    status: Status = Status.PASSED
    findings: tuple[Finding, ...] = ()


def test_the_second_look_cannot_be_told_from_the_first():
    """No macro says that the compiler does not optimise."""
    text = "#ifdef __CUDACC_DEBUG__\n#error seen\n#endif\n__global__ void k(float *C) { C[0] = 1; }\n"
    for debug in (False, True):
        made = compile_cuda(text, kernel="k", debug=debug)
        assert made.ok, made.problems


@pytest.mark.parametrize("answer", [DeviceCrash("it died"), DeviceTimeout("no answer"), "an error"])
def test_a_second_compilation_that_fails_is_a_finding(answer):
    """Whatever it is, what compiles with optimisation compiles without."""
    refused = Compiled(ok=False, problems=(CompileProblem(kind=Kind.COMPILE_ERROR, message="an error"),))

    class Child:
        def compile(self, request: CompileRequest) -> Compiled:
            assert request.options.debug
            if isinstance(answer, Exception):
                raise answer
            return refused

    class Bench:
        device = Child()
        kernel = refused

    request = CompileRequest(source="", tile_width=16, options=CompileOptions())
    seen = look_again(Bench(), request, (Clean(), Clean()), Budget(60.0))
    [finding] = [finding for outcome in seen for finding in outcome.findings]
    assert (finding.kind, finding.severity) == (Kind.COMPILE_ERROR, Severity.ERROR)
    assert ("an error" if answer == "an error" else str(answer)) in finding.message
