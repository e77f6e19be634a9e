"""The cause of a fault in a program without an assignment: the edit after which the program's own check is content.

A trial is a run of the whole program with one edit switched on; one compilation of a half has them all. What is right
is said by the program itself, by its exit code and by what it prints, and by all checks, which must find nothing then.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from subprocess import SubprocessError

from grader.devices.base import DeviceError
from grader.edits.change import Edit, SwitchedSource, compile_together, make_unit
from grader.errors import NotCompiledError, NotSupportedError
from grader.grading.shapes import Budget
from grader.processes.child import usable_cores
from grader.processes.forkserver import ForkServer
from grader.programs.building import built_with
from grader.programs.running import Printed, Programs, Ran, complaint_in
from grader.programs.sources import Source
from grader.results import Cause, Finding, Severity
from grader.results.kinds import KINDS, FoundBy
from grader.search.edited import edited_line

MOST_EDITS, SECONDS = 160, 6.0
"""Edits of one half that are tried, and processor seconds for all of them on each core."""
TRIAL_SECONDS, RUNS_AT_ONCE = 2.0, 40
"""What a trial may take, and how many of them one server is made for."""
NEAR, FURTHER = 8, 3
"""Cost of an edit of the host half up to which kernels are not searched as well, and what it costs more if one mends.
"""
MARGIN = 1
"""Edits that cost so much more than the first that mends are tried as well: one of them may be as good."""


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a run ended: its exit code, the line that says that something is wrong, and what was found."""

    code: int
    complaint: str
    findings: tuple[Finding, ...] = ()
    threads: int = 0

    @property
    def wrong(self) -> bool:
        """True if the program itself says so."""
        return self.code != 0 or bool(self.complaint)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)

    def is_like(self, other: Ending, *, lines: bool) -> bool:
        """True if the same was seen, if wanted on the same `lines`."""
        seen, others = ({(each.kind, lines and each.line) for each in one.findings} for one in (self, other))
        return (self.code, seen) == (other.code, others)

    def mends(self, before: Ending) -> bool:
        """True if nothing is wrong, and nothing is found that was not found before."""
        known = {each.kind for each in before.findings}
        less = not before.wrong and self.threads < before.threads  # then nothing but the checks says what is right
        return not (self.wrong or self.errors or less) and all(each.kind in known for each in self.findings)


def ending_of(ran: Ran, printed: str) -> Ending:
    """Return how a run ended, of which `printed` is what it has printed."""
    told = ran.told
    threads = sum(each.threads for each in told.kernels)
    return Ending(code=ran.code, complaint=complaint_in(printed), findings=told.findings, threads=threads)


def find_by_its_own_check(
    source: Source, arguments: Sequence[str], folder: Path, ran: Ran, printed: str, programs: Programs,
    forks: ForkServer,
) -> Cause | None:  # fmt: skip
    """Return the change of a program that mends its faults, first of its host half; None where no single one is found.

    `ran` is how the program ended, on the server of `programs`, and `printed` what it printed.
    """
    before = ending_of(ran, printed)
    if not (before.wrong or before.errors) or ran.late:
        return None
    run = _Run(source, arguments, folder, forks, programs.half)
    in_kernels = [each for each in before.errors if KINDS[each.kind].source is FoundBy.CHECKER]
    mending = _of_host(run, before, programs)
    doubtful = not mending or min(edit.cost for edit in mending) > NEAR
    if doubtful and before.wrong and len(in_kernels) == len(before.findings):
        of_kernels = _of_kernels(run, before, programs)
        further = FURTHER if of_kernels else 0
        mending = [*of_kernels, *(edit.costing(edit.cost + further) for edit in mending)]
    return _told(mending, before, source.files[source.name])


def _of_host(run: _Run, before: Ending, programs: Programs) -> list[Edit]:
    seen = {line for each in before.findings for line in _lines_of(each)}
    text = run.source.files[run.source.name]
    with contextlib.suppress(DeviceError, NotCompiledError, NotSupportedError):
        edits = programs.edits(text, sorted(seen), MOST_EDITS, any_there=not before.errors)
        if edits:
            with built_with(run.source, edits) as made:
                return _Trials(run, made[0], made[1].edits, before).mending() if made else []
    return []


def _of_kernels(run: _Run, before: Ending, programs: Programs) -> list[Edit]:
    """Try edits of kernels and of functions for the device; the host half stays as it was built."""
    text, lines = run.source.files[run.source.name], sorted({each.line for each in before.findings})
    edits = [edit for edit in programs.edits(text, lines, MOST_EDITS, of_kernels=True) if edit.switched]

    def first_run(unit: SwitchedSource) -> _Run:
        changed = replace(run, source=replace(run.source, changed=unit.text), half="")
        with contextlib.closing(Programs(run.forks, programs.program, half="")) as server:
            ran, _ = changed.on(server)
        return replace(changed, half=ran.told.half)

    made = None
    with contextlib.suppress(DeviceError, NotSupportedError, OSError, SubprocessError):
        made = compile_together(edits, partial(make_unit, text.encode()), first_run)
    return _Trials(made[0], programs.program, made[1].edits, before).mending() if made else []


def _lines_of(finding: Finding) -> set[int]:
    return {finding.line, *(each.line for each in finding.related if not each.file)} - {0}


def _told(mending: Sequence[Edit], before: Ending, text: str) -> Cause | None:
    """Return the likeliest of the edits that mend: on the line of a finding, or else the nearest."""
    if not mending:
        return None
    found = {each.line for each in before.findings}
    edit = min(mending, key=lambda each: (each.line not in found, each.cost))
    changed = edited_line(edit, text, text, macro="")
    others = {each.line for each in mending if each.cost <= edit.cost + MARGIN} - {edit.line}
    return Cause(
        **changed.model_dump(exclude={"removes"}), proved=before.wrong, edit=edit.diff(text), lines=(edit.line,),
        others=tuple(sorted(others)),
    )  # fmt: skip


@dataclass(frozen=True)
class _Run:
    """What a run of a program takes; `half` is its compiled device half, empty to compile it."""

    source: Source
    arguments: Sequence[str]
    folder: Path
    forks: ForkServer
    half: str

    def on(self, server: Programs, *, number: int = 0) -> tuple[Ran, str]:
        """Run the program, with the edit of that number; return what it printed, too."""
        printed = Printed(), Printed()
        ran = server.run(self.source, self.arguments, self.folder, seconds=TRIAL_SECONDS, output=printed, number=number)
        return ran, "".join(each.getvalue() for each in printed)


@dataclass
class _Trials:
    """Runs of one program with edits of one of its halves, as many at once as there are cores."""

    run: _Run
    program: Path
    edits: Sequence[Edit]
    before: Ending

    def mending(self) -> list[Edit]:
        """Return the edits that mend, of those that were tried in time; none if the program ends in different ways."""
        cores = usable_cores()
        self._worked = dict[int, float]()
        self._time = Budget(SECONDS, lambda: sum(self._worked.values()) / cores)
        self._numbers, self._lock, self._mending = iter(range(len(self.edits) + 1)), threading.Lock(), list[Edit]()
        self._same = True
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda _: self._try_some(), range(cores)))
        return self._mending if self._same else []

    def _next(self) -> Iterator[int]:
        while not self._time.spent and self._same:
            with self._lock:
                number = next(self._numbers, None)
                costs = [edit.cost for edit in self._mending]
            if number is None or (number and costs and self.edits[number - 1].cost > min(costs) + MARGIN):
                return
            yield number

    def _try_some(self) -> None:
        run = self.run
        with contextlib.closing(Programs(run.forks, self.program, half=run.half, runs=RUNS_AT_ONCE)) as server:
            for number in self._next():
                ending = self._ending(server, number)
                self._worked[threading.get_ident()] = server.worked
                self._judge(number, ending)

    def _judge(self, number: int, ending: Ending | None) -> None:
        if not number:  # without any edit: as the program itself has ended
            self._same = ending is not None and ending.is_like(self.before, lines=not self.run.source.changed)
        elif ending is not None and ending.mends(self.before):
            with self._lock:
                self._mending.append(self.edits[number - 1])

    def _ending(self, server: Programs, number: int) -> Ending | None:
        """Run the program; None if it does not end well enough to be judged."""
        try:
            ran, printed = self.run.on(server, number=number)
        except (DeviceError, NotSupportedError, NotCompiledError, OSError, SubprocessError):
            return None
        return None if ran.late else ending_of(ran, printed)
