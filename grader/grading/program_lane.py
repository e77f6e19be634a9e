"""A lane of whole programs: build the program, run it on each case, judge its files and what it prints.

The program runs in a process with walls, in a folder that has its input files and empty output files alone. What is
right stays in this process, and so does all that counts points.
"""

from __future__ import annotations

import contextlib
import math
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePath

from grader.assignment import TestCase
from grader.compiling.values import CompileProblem, CompilerUnavailableError
from grader.devices.base import Compiled, Device, DeviceCrash, Launched
from grader.emulator.result import Counters
from grader.errors import NotCompiledError, NotSupportedError, UsageError
from grader.files import read_bounded
from grader.grading.compare import judge_outputs, wrong_outputs
from grader.grading.lane import Lane, LaneSteps, count_within, run_cases
from grader.grading.launching import MAX_ERRORS, Geometry, StudentSource, compile_findings, defines_for
from grader.grading.measuring import Counted, together
from grader.grading.opened import OpenAssignment
from grader.grading.running import CaseOutcome, own_finding
from grader.grading.shapes import Budget
from grader.labs.base import CaseProblem
from grader.labs.program.config import ProgramConfig, known_calls
from grader.labs.program.lab import ProgramLab
from grader.labs.program.templates import Difference
from grader.labs.traffic import Counts, Measured, traffic_of
from grader.plaintext import plain
from grader.processes.forkserver import ForkServer
from grader.processes.sandbox import MAX_FILE_BYTES
from grader.programs.building import build
from grader.programs.running import Printed, Programs, Ran, server_forks
from grader.programs.sources import Source
from grader.programs.telling import KernelCounts, Told
from grader.report.format import count
from grader.results import Finding, Kind, Occurrence, Severity, Status
from grader.results.kinds import SAFETY
from grader.words import words

_LEAST_SIGNAL = 128
_LAST_WORDS = 160
_MOST_RUNS = 100
_PLACE = re.compile(r"([^:]*):(\d{1,9}): (.*)", re.DOTALL)
_NO_LAUNCH = Geometry((1, 1, 1), (1, 1, 1), 0)


def run_program_lane(
    opened: OpenAssignment,
    device: Device,  # noqa: ARG001 (programs have devices of their own)
    source: StudentSource,
    tile_width: int,
    cases: Sequence[TestCase],
    steps: LaneSteps,
) -> Lane:
    """Build and run everything in one variant."""
    with server_forks() as forks:
        try:
            runs = ProgramRuns.of(opened, source, tile_width, forks)
            own = replace(steps, budget=Budget(steps.budget.seconds, lambda: sum(runs.worked)))
            outcomes = run_cases(
                [case for case in cases if not case.why_left_out(opened.config)], own,
                run=runs.outcome, place=lambda _: _NO_LAUNCH, line=0,
            )  # fmt: skip
            counted = count_within(own, runs.config, outcomes, lambda: _counted(runs, tile_width, outcomes))
        except CompilerUnavailableError as error:
            raise UsageError(f"{error} Whole programs need it: pip install 'cuda-grader[programs]'") from None
        except NotCompiledError as error:
            return not_compiled(source.filename, tile_width, error)
        except NotSupportedError as error:
            return _refused(source.filename, tile_width, str(error))
    compiled = Compiled(ok=True, tile_width=tile_width, compiler="clang, nvrtc")
    return Lane(
        tile_width=tile_width, compiled=compiled, outcomes=outcomes, findings=counted.findings, counted=counted,
        notes=counted.notes,
    )  # fmt: skip


def not_compiled(name: str, tile_width: int, error: NotCompiledError) -> Lane:
    """Return the lane of a program that does not compile; an error of another file than `name` is told with its line.

    These are left out where the file itself has errors.
    """
    told: list[tuple[str, str | None]] = []
    for each in error.diagnostics:
        if each.severity == "error" and not (each.line and each.file == name):
            place = f"{PurePath(each.file).name}:{each.line}: " if each.line else ""
            told.append((place + each.message, each.hint))
    told = told[:MAX_ERRORS] or [(error.said, None)]
    problems = (CompileProblem(kind=Kind.COMPILE_ERROR, message=said, hint=hint) for said, hint in told)
    compiled = Compiled(
        ok=False,
        tile_width=tile_width,
        diagnostics=error.diagnostics,
        compiler="clang, nvrtc",
        problems=tuple(problems),
    )
    return Lane(tile_width=tile_width, compiled=compiled, findings=compile_findings(compiled, name))


def _refused(name: str, tile_width: int, said: str) -> Lane:
    """Return the lane of a program that needs what is not there: it costs no points."""
    place = _PLACE.match(said)
    own = place is not None and place[1] == name
    finding = Finding(
        kind=Kind.UNSUPPORTED, severity=Severity.GRADER, line=int(place[2]) if place and own else 0,
        message=f"The program needs what the grader does not have: {place[3] if place and own else said}.",
    )  # fmt: skip
    compiled = Compiled(ok=False, tile_width=tile_width)
    return Lane(tile_width=tile_width, compiled=compiled, findings=(finding,), fault=said)


@dataclass
class ProgramRuns:
    """The runs of one program, each for at most so many `seconds`; `worked` are those that each has taken.

    `half` is the device half of a program that is changed; empty until its first run has compiled it. `told` is what
    the server said of each case's last run, by its label.
    """

    opened: OpenAssignment
    config: ProgramConfig
    lab: ProgramLab
    program: Source
    built: Path
    forks: ForkServer
    seconds: float
    half: str | None = None
    told: dict[str, Told] = field(default_factory=dict)
    worked: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, opened: OpenAssignment, source: StudentSource, tile_width: int, forks: ForkServer) -> ProgramRuns:
        """Build a program, or recall what was built. Raise as `build` does."""
        config, lab = opened.config, opened.lab
        assert isinstance(config, ProgramConfig)
        assert isinstance(lab, ProgramLab)
        program = Source(
            files={source.filename: source.text, **config.headers},
            defines={name: str(value) for name, value in defines_for(config, tile_width).items()},
            spelled={name: name for name in config.headers},
        )
        built = build(program, lambda _: None)
        return cls(opened, config, lab, program, built, forks, config.limits.seconds)

    def outcome(self, case: TestCase) -> CaseOutcome:
        """Run the program on a case and judge it; see `runs`."""
        (outcome,) = self.runs([(case, 0)])
        return outcome

    def runs(self, asked: Sequence[tuple[TestCase, int]]) -> Iterator[CaseOutcome]:
        """Run the program on each case, with the edit of that number switched on, and judge it.

        Raise `NotSupportedError` where the program needs what is not there, `NotCompiledError` for its device half.
        """
        runs = max(1, min(len(asked), _MOST_RUNS))
        with contextlib.closing(Programs(self.forks, self.built, half=self.half, runs=runs)) as server:
            for case, number in asked:
                yield self._judged(server, case, number)

    def _judged(self, server: Programs, case: TestCase, number: int) -> CaseOutcome:
        problem = self.lab.make_problem(case, self.config, seed=self.opened.seed, oracle=self.opened.oracle)
        before = server.worked
        try:
            with tempfile.TemporaryDirectory(prefix="grader-program-") as folder:
                run = self._run(server, case, problem, Path(folder), number)
            outcome, self.told[case.label] = run.outcome(), run.ran.told
            self.half = self.half if self.half is None else run.ran.told.half or self.half
        except DeviceCrash as error:
            said = f"The emulator did not come through this case: {error}."
            fault = own_finding(Kind.UNSUPPORTED, case, said=said).model_copy(update={"severity": Severity.GRADER})
            outcome = CaseOutcome(case=case, geometry=_NO_LAUNCH, status=Status.ERROR, message=said, findings=(fault,))
        self.worked.append(server.worked - before)
        return replace(outcome, seconds=self.worked[-1])

    def _run(self, server: Programs, case: TestCase, problem: CaseProblem, folder: Path, number: int) -> _Run:
        config, lab = self.config, self.lab
        for name, content in lab.inputs(config, problem).items():
            (folder / name).write_bytes(content)
        written = lab.written(config, problem)
        for name in written:
            (folder / name).touch()
        printed, complained = Printed(lab.printed_bytes(config, problem)), Printed(config.limits.output_bytes)
        ran = server.run(
            self.program, lab.arguments(config, problem), folder, seconds=self.seconds, output=(printed, complained),
            stdin=subprocess.DEVNULL, writable=[folder / name for name in written], number=number,
        )  # fmt: skip
        files = {}
        for name, most in written.items():
            with contextlib.suppress(OSError):
                files[name] = read_bounded(folder / name, MAX_FILE_BYTES, follow_links=False)[:most]
        return _Run(
            config=config, lab=lab, case=case, problem=problem, ran=ran, files=files, printed=printed.getvalue(),
            complained=complained.getvalue(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """One run of a program, to be judged: what it left in its files and what it printed."""

    config: ProgramConfig
    lab: ProgramLab
    case: TestCase
    problem: CaseProblem
    ran: Ran
    files: Mapping[str, bytes]
    printed: str
    complained: str

    def outcome(self) -> CaseOutcome:
        """Return the outcome: the findings, and the first output that is not right."""
        case, kernels = self.case, self.ran.told.kernels
        launched, why = self._left()
        judged = judge_outputs(launched, self.problem)
        found = [self._of_case(finding) for finding in self.ran.told.findings]
        faults = [finding for finding in found if finding.severity is Severity.ERROR]
        if self.ran.late and not any(finding.kind is Kind.TIMEOUT for finding in faults):
            said = words("program")["not_ended"](seconds=f"{self.config.limits.seconds:g}")
            found.append(own_finding(Kind.TIMEOUT, case, said=said))
        why = self._wrong_end() or why
        if why and not self.ran.late and not any(finding.kind in SAFETY for finding in faults):
            found.append(own_finding(Kind.WRONG_RESULT, case, said=why))
        tampered = any(finding.kind is Kind.TAMPERING for finding in faults)
        right = judged.right and not why and not tampered
        compared = not why and not self.ran.late
        status = Status.PASSED if right else Status.FAILED
        geometry = Geometry(kernels[0].grid, kernels[0].block, 0) if kernels else _NO_LAUNCH
        return CaseOutcome(
            case=case,
            geometry=geometry,
            status=Status.TIMEOUT if self.ran.late else status,
            problem=judged.problem,
            comparison=judged.comparison if compared else None,
            got=judged.got if compared else None,
            others=wrong_outputs(launched, self.problem)[1:] if compared and not right else (),
            findings=tuple(found),
            lines=launched.counters,
            output=launched.output,
        )

    def _left(self) -> tuple[Launched, str]:
        """Return what the program left, as after a launch, and why it cannot be right whatever the numbers are."""
        outputs, difference = self.lab.of_text(self.config, self.problem, self.printed)
        why = _told_of(difference)
        for name, buffer in self.config.buffers.items():
            if buffer.file and buffer.written:
                content = self.files.get(buffer.file, b"")
                outputs[name], more = self.lab.of_file(self.config, self.problem, name, content)
                if more > 0:
                    wanted = count(self.problem.buffers[name].content.size)
                    why = why or words("program")["too_long"](file=buffer.file, wanted=wanted)
        launched = Launched(
            arrays={name: each.elements for name, each in outputs.items()},
            written={name: each.written for name, each in outputs.items()},
            counters=Counters.together([each.counters for each in self.ran.told.kernels]),
            output=self.printed + self.complained,
        )
        return launched, why

    def _wrong_end(self) -> str:
        """Return what is wrong with the exit code; empty where it is right."""
        code, expected = self.ran.code, self.lab.exit_code(self.config, self.problem)
        if code == expected:
            return ""
        lines = (self.complained.strip() or self.printed.strip()).splitlines()
        said = plain(lines[-1], _LAST_WORDS) if lines else ""
        ended_by = code - _LEAST_SIGNAL
        name = signal.Signals(ended_by).name if ended_by in set(signal.Signals) else ""
        astray = "1" if name in ("SIGSEGV", "SIGBUS") else ""
        return words("program")["ended"](
            code=str(code), expected_code=str(expected), signal=name, astray=astray, said=said
        )

    def _of_case(self, finding: Finding) -> Finding:
        """Return a finding as one of this case; without its hint where the assignment gives none."""
        label = self.case.label
        seen = finding.occurrences or (Occurrence(said=finding.message, count=finding.count),)
        hints = self.config.hint_level not in ("none", "where")
        return finding.model_copy(
            update={
                "case": label,
                "cases": (label,),
                "occurrences": tuple(each.model_copy(update={"case": label}) for each in seen),
                "hint": finding.hint if hints else None,
            }
        )


def _told_of(difference: Difference | None) -> str:
    if difference is None:
        return ""
    say = words("program")
    expected = say["quoted"](expected=difference.expected) if difference.expected else ""
    return say["printed"](
        line=str(difference.line), word=plain(difference.word, _LAST_WORDS),
        expected=say["number"]() if difference.number else expected,
    )  # fmt: skip


# --- counts


def _counted(runs: ProgramRuns, tile_width: int, outcomes: Sequence[CaseOutcome]) -> Counted:
    """Count launches and calls, at the published sizes and at drawn ones."""
    config, lab = runs.config, runs.lab
    case, drawn = lab.traffic_case(config, tile_width), lab.drawn_case(config, tile_width, runs.opened.seed)
    launches = [runs.outcome(each) for each in (case, drawn)]
    faulty = any(outcome.findings for outcome in outcomes)
    found = [item for outcome in launches for item in outcome.findings]
    if any(outcome.case.label not in runs.told for outcome in launches):
        return Counted(findings=tuple(item for item in found if item.severity is Severity.GRADER))
    measured = partial(_measured, runs, published=launches[0])
    return together(launches, outcomes, measured, () if faulty else tuple(found))


def _measured(runs: ProgramRuns, outcome: CaseOutcome, *, published: CaseOutcome) -> Measured:
    drawn, case, told = outcome is not published, outcome.case, runs.told[outcome.case.label]
    assert outcome.problem is not None
    outputs = max(1, outcome.problem.expected.size)

    def counts_of(name: str, launches: Sequence[KernelCounts]) -> Counts:
        counters = Counters.together([each.counters for each in launches])
        more = {
            "launches": sum(each.launches for each in launches),
            "blocks": math.prod(launches[0].grid) if launches else 0,
            "threads": math.prod(launches[0].block) if launches else 0,
        }
        return Counts(traffic_of(name, counters, case.sizes, case.tile_width, outputs=outputs), more)

    whole = counts_of("student", told.kernels)
    variant, sizes = runs.config.variant_at(case.tile_width), runs.lab.words(runs.config).tell(case.sizes)
    return Measured(
        naive=whole.traffic, student=whole.traffic, reference=None, right=outcome.status is Status.PASSED, drawn=drawn,
        place=f"{variant} ({sizes})" if variant and drawn else variant or sizes,
        more={**dict.fromkeys(known_calls(), 0), **told.calls, **whole.more},
        parts={
            row.part: counts_of(row.at, [each for each in told.kernels if each.kernel == row.at])
            for row in runs.config.requirements
            if row.at is not None
        },
    )  # fmt: skip
