"""Run mutants until something catches them; classify the survivors with more shapes.

Hundreds of mutants are compiled as one kernel, in which a number switches each on, and run case by case, cheap cases
first. A mutant with bit-identical results to the reference there and on the extra shapes, and without findings, is
compiled alone: next to others the compiler may remove what C++ leaves undefined, such as a division by 0. If it still
passes every case, it is equivalent as far as the emulator can show. A mutant that is wrong on an extra shape, also when
compiled alone, but on no case, has survived: the assignment needs another case.

Where the assignment has its own check of results, the solution's results are spoilt too: a check must refuse what is
wrong, and must not fail at it, because a student's kernel may leave anything. That it accepts what is right shows where
the solution is graded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from grader.assignment import Assignment, TestCase
from grader.devices.base import Device, DeviceError, EditsRequest, Emulator
from grader.edits.change import Edit
from grader.grading.bench import settle
from grader.grading.launching import StudentSource, result_of
from grader.grading.opened import OpenAssignment
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.labs.launching import unwritten
from grader.oracle.values import Objection
from grader.report.causes import lesson_of
from grader.results import EditedLine
from grader.search.edited import in_context
from grader.search.trial_runner import TrialRunner
from grader.selfcheck.standings import Remark

FIRST_CASES = 6
"""Number of cases per tile width, the cheapest, that every mutant runs on."""
EXTRA_SHAPES = 8
UNIT_SIZE = 200
FILENAME = "mutant.cu"


class Fate(str, Enum):
    """The result of a mutant."""

    NO_KERNEL = "does not compile"
    CAUGHT = "caught"
    EQUIVALENT = "equivalent"
    ROUNDING = "other rounding only"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True, kw_only=True)
class MutantTrial:
    """A mutant's fate; `where` is the case that caught it, or the shape at which a survivor is wrong."""

    edit: Edit
    what: str
    fate: Fate
    where: str = ""


def try_mutants(
    opened: OpenAssignment, devices: Sequence[Emulator], mutants: Sequence[Edit], reference: str
) -> list[MutantTrial]:
    """Return each mutant's fate, in order; the devices share the work."""
    config = opened.assignment.config
    cases = [case for case in opened.assignment.cases() if not case.why_left_out(config)]
    cases.sort(key=lambda case: (case.tile_width, case.work))
    extra = _extra_cases(opened.assignment, cases)
    pools = [ThreadPoolExecutor(1) for _ in devices]
    tasks = []
    for number, first in enumerate(range(0, len(mutants), UNIT_SIZE)):
        slot = number % len(devices)
        trial = _Trial(opened, devices[slot], reference, mutants[first : first + UNIT_SIZE])
        tasks.append(pools[slot].submit(trial.run, cases, extra))
    try:
        return [tried for task in tasks for tried in task.result()]
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def read_mutants(opened: OpenAssignment, device: Emulator, reference: str) -> tuple[Edit, ...]:
    """Return the mutants of a graded reference; the device reads its text."""
    kernel = _runner(opened, device, reference, opened.assignment.widths[0]).compile(reference)
    assert kernel is not None, "the reference was graded before its mutants"
    macro = opened.assignment.config.tile.width_name
    requests = (EditsRequest(source=reference, kernel=each.display_name, macro=macro) for each in kernel.kernels)
    edits = (edit for request in requests for edit in device.edits(request))
    return mutants_of(dict.fromkeys(edits))


def _runner(opened: OpenAssignment, device: Emulator, reference: str, width: int) -> TrialRunner:
    return TrialRunner(opened, device, StudentSource(text=reference, filename=FILENAME), width)


def _extra_cases(assignment: Assignment, cases: Sequence[TestCase]) -> list[TestCase]:
    """Return cases with random sizes that the assignment allows, the same in every run.

    They use the smallest tile width: there, even a mutant that takes a hundred times as long ends.
    """
    rng = np.random.default_rng(7)
    extra, lab, width = [], lab_of(assignment.config), min(_widths(cases))
    for number in range(EXTRA_SHAPES):
        sizes = lab.drawn_sizes(assignment.config, cases, rng, width)
        extra.append(replace(cases[0], name=f"extra-{number}", sizes=sizes, tile_width=width))
    return extra


class _Trial:
    """Some mutants on one device, and their fates so far."""

    def __init__(self, opened: OpenAssignment, device: Emulator, reference: str, edits: Sequence[Edit]) -> None:
        self._opened, self._device, self._reference = opened, device, reference
        self._fates = dict.fromkeys(edits, (Fate.EQUIVALENT, ""))

    def run(self, cases: Sequence[TestCase], extra: Sequence[TestCase]) -> list[MutantTrial]:
        """Return each mutant's fate: run the first cases, then extra shapes, then the other cases."""
        first = [case for width in _widths(cases) for case in _at(width, cases)[:FIRST_CASES]]
        alive = self._outlive_all(list(self._fates), first, Fate.CAUGHT)
        right = self._outlive_all(alive, extra, Fate.SURVIVED)
        self._outlive_alone(right, cases)
        wrong = [edit for edit in alive if edit not in right]
        self._outlive_all(wrong, [case for case in cases if case not in first], Fate.CAUGHT)
        return [
            MutantTrial(edit=edit, what=in_words(edit, self._reference), fate=fate, where=where)
            for edit, (fate, where) in self._fates.items()
        ]

    def _outlive_all(self, edits: list[Edit], cases: Sequence[TestCase], caught: Fate) -> list[Edit]:
        """Return the mutants that pass all of the cases, width by width."""
        for width in _widths(cases):
            runner = _runner(self._opened, self._device, self._reference, width)
            edits = self._outlive(runner, edits, _at(width, cases), caught) if edits else []
        return edits

    def _outlive_alone(self, edits: Sequence[Edit], cases: Sequence[TestCase]) -> None:
        """Record which mutants fail a case when each is compiled alone, as a submission is."""
        for width in _widths(cases):
            runner = _runner(self._opened, self._device, self._reference, width)
            failed = {edit: self._first_failed(runner, edit, _at(width, cases)) for edit in edits}
            self._fates |= {edit: (Fate.CAUGHT, case.label) for edit, case in failed.items() if case}
            edits = [edit for edit, case in failed.items() if case is None]

    def _outlive(
        self, runner: TrialRunner, edits: Sequence[Edit], cases: Sequence[TestCase], caught: Fate
    ) -> list[Edit]:
        """Return the mutants that pass all cases of one tile width, tried together, or in halves if they interfere."""
        made = runner.unit(self._reference.encode(), edits)
        if made is None:
            return self._in_halves(runner, edits, cases, caught)
        bench, unit = made
        self._fates |= dict.fromkeys(set(edits) - set(unit.edits), (Fate.NO_KERNEL, ""))
        alive = dict(enumerate(unit.edits, 1))
        for place, case in enumerate(cases):
            (plain, wanted), *rows = runner.trials(bench, case, [0, *alive])
            if not plain.passed:
                return self._in_halves(runner, list(alive.values()), cases[place:], caught)
            for (number, edit), (score, bits) in zip(list(alive.items()), rows, strict=True):
                if not score.passed and self._is_caught(runner, edit, [case], caught):
                    del alive[number]
                elif bits != wanted:
                    self._fates[edit] = Fate.ROUNDING, ""
        return list(alive.values())

    def _in_halves(
        self, runner: TrialRunner, edits: Sequence[Edit], cases: Sequence[TestCase], caught: Fate
    ) -> list[Edit]:
        middle = len(edits) // 2
        if middle:
            halves = edits[:middle], edits[middle:]
            return [edit for half in halves for edit in self._outlive(runner, half, cases, caught)]
        return [edit for edit in edits if not self._is_caught(runner, edit, cases, caught, alone=True)]

    def _is_caught(
        self, runner: TrialRunner, edit: Edit, cases: Sequence[TestCase], caught: Fate, *, alone: bool = False
    ) -> bool:
        """Record the fate of an edit that seems wrong; a survivor must also be wrong when compiled alone."""
        failed: TestCase | None = cases[0]
        if alone or caught is Fate.SURVIVED:
            failed = self._first_failed(runner, edit, cases)
        if failed is None:
            self._fates[edit] = Fate.ROUNDING, ""
            return False
        where = failed.label
        if caught is not Fate.CAUGHT:
            told = [f"{name} = {size}" for name, size in failed.sizes.items()]
            variant = self._opened.assignment.config.variant_at(failed.tile_width)
            where = f"wrong at {', '.join([*told, variant] if variant else told)}"
        self._fates[edit] = caught, where
        return True

    def _first_failed(self, runner: TrialRunner, edit: Edit, cases: Sequence[TestCase]) -> TestCase | None:
        """Return the first case that an edit fails when compiled alone."""
        scores = runner.scores(edit.apply(self._reference), cases)
        return next((case for case, score in zip(cases, scores, strict=True) if not score.passed), None)


def _widths(cases: Sequence[TestCase]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(case.tile_width for case in cases))


def _at(width: int, cases: Sequence[TestCase]) -> list[TestCase]:
    return [case for case in cases if case.tile_width == width]


KINDS = frozenset({
    "barrier dropped", "statement dropped", "guard dropped", "condition dropped", "term dropped", "factor dropped",
    "comparison", "logic", "operator", "indices exchanged", "names exchanged", "other axis", "other buffer",
    "another number", "another step", "one more or less", "value zero",
})  # fmt: skip
"""Most other kinds are no mistakes: extra barriers, sums in another order, guards around safe accesses."""


def mutants_of(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits to try as mutants, in the order of the kernel's text."""
    chosen = (edit for edit in edits if edit.kind in KINDS and edit.switched)
    return tuple(sorted(chosen, key=lambda edit: (edit.changes[0].start, edit.kind, edit.changes[0].text)))


def in_words(edit: Edit, source: str) -> str:
    """Describe what an edit changes: what a teacher would call the mistake, and the change."""
    data, parts = source.encode(), []
    for change in edit.changes:
        old = " ".join(data[change.start : change.end].decode().split())
        parts.append(f"{old} became {change.text}" if change.text else f"{old} left out")
    before, context = in_context(data, edit.changes[0])
    line = data.count(b"\n", 0, edit.changes[0].start) + 1
    kind = edit.kind.replace("dropped", "added")  # what was left out here is missing there
    place = EditedLine(line=line, kind=kind, before=before, context=context)
    mistake = edit.kind if kind == "value zero" else lesson_of(place, source)
    return f"{mistake}: {', '.join(dict.fromkeys(parts))}"


# -- spoilt results ----------------------------------------------------------------------------------------------------


PLACES = 4
"""Elements that are spoilt in each buffer of a case."""
LEAST_REFUSED = 0.5
"""Fewer of a buffer's spoilt results than this share refused, and most wrong kernels would pass."""


def spoilt_remarks(opened: OpenAssignment, device: Device) -> Iterator[Remark]:
    """Yield what is wrong with the assignment's check of results; nothing where it has none."""
    width = opened.assignment.widths[0]
    trials: list[tuple[str, str, Sequence[Objection]]] = []  # the buffer, how it was spoilt, what the check says
    compiled = opened.compiled(device, opened.config.reference, width)
    bench = settle(opened.bench(device, compiled))[0] if compiled.ok else None
    for number, case in enumerate(opened.cases(width)) if bench else ():
        assert bench is not None
        problem = bench.problem(case)
        if problem.check is None:
            return
        try:
            launched = device.launch(bench.kernel, bench.plan(problem))
        except (DeviceError, ParameterError, ValueError):
            continue  # grading the solution tells
        held = {name: result_of(launched, problem.about(name)) for name in problem.outputs}
        outputs = {name: got for name, (got, _) in held.items()}
        if problem.check(outputs):
            continue
        rng = np.random.default_rng(number)
        for name, (got, stored) in held.items():
            for told, content in _spoilt(name, got, stored, rng):
                trials.append((name, f"{told} (in {case.label})", problem.check({**outputs, name: content})))
    for told, said in ((told, each.sentence) for _, told, found in trials for each in found if each.stopped):
        yield Remark(True, f"check fails at a spoilt result, as a student's kernel may leave it. With {told}: {said}")
        break
    for name in dict.fromkeys(name for name, _, _ in trials):
        accepted = [None if found else told for own, told, found in trials if own == name]
        tried, refused = len(accepted), accepted.count(None)
        if refused < tried:
            first = next(filter(None, accepted))
            words = f"check refuses {refused} of {tried} spoilt results in {name}; it accepts {first}"
            yield Remark(refused < LEAST_REFUSED * tried, words)


def _spoilt(
    name: str, got: np.ndarray, stored: np.ndarray, rng: np.random.Generator
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield results with one element spoilt that the solution stores: as if it was not, one off, and the next one's."""
    there = np.flatnonzero(stored)
    for place in rng.choice(there, min(PLACES, len(there)), replace=False):
        at = np.unravel_index(place, got.shape)
        for value in (
            unwritten((), got.dtype)[()],
            got[at] + got.dtype.type(1),
            got.reshape(-1)[(place + 1) % got.size],
        ):
            if value != got[at]:
                content = got.copy()
                content[at] = value
                yield f"{name}{''.join(f'[{each}]' for each in at)} = {value} instead of {got[at]}", content
