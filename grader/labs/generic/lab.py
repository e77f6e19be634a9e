"""The lab that is data alone: its files and its `oracle.py` say everything.

The oracle has `expected(inputs, sizes)`, and if needed `bound(inputs, expected, sizes)` and `inputs(kind, sizes, rng)`;
or, where several results are right, `check(inputs, outputs, sizes)` in the place of `expected`.
Each may have one more parameter, `variant`.
"""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from grader.assignment import AssignmentError
from grader.assignment.expressions import evaluate, evaluate_size, holds, sides
from grader.hardware import find_gpu, occupancy_of
from grader.labs.base import CaseProblem, Check, ExpectedBuffer, ToTime
from grader.labs.cases import case_of
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.models import BUILT_IN, COUNTS, NEEDS, OF_WARPS, RequirementModel, element_named
from grader.labs.hints import HintRow, data_hints
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents, judged_by
from grader.labs.traffic import WHOLE, Measured, Part
from grader.oracle import Call, Earlier, Making, Oracle
from grader.oracle.values import CHECK, Objection, by_member, described, held, objections
from grader.results import LineCount, Requirement, Status, Traffic
from grader.words import words as words_of

_OF_LINES = {
    "load_sectors": "sectors", "load_requests": "requests", "shared_wavefronts": "bank_wavefronts",
}  # fmt: skip


class GenericLab(Lab[GenericConfig]):
    """An assignment of `config.yaml`, `hints.yaml` and an oracle."""

    def contents(self, data: CaseData) -> Making[Contents]:
        """Fill buffers as the case's kind says, then as the oracle fills them itself."""
        assert data.oracle is not None, "loading the assignment has looked"
        rng = data.generator()
        contents = self.filled(data, rng)
        return {**contents, **(yield from _filled_by(data.oracle, data, contents, rng))}

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        """Return what the oracle says about every output, given the contents before the launch."""
        assert data.oracle is not None
        if CHECK in data.oracle.functions:
            outputs = {name: contents[name].shape for name, spec in data.specs.items() if spec.judged}
            return {name: ExpectedBuffer(np.full(shape, np.nan), np.zeros(shape)) for name, shape in outputs.items()}
        given, sizes = _given(data, contents), dict(data.case.sizes)
        bound = _call(data, "bound", given, Earlier(0), sizes) if "bound" in data.oracle.functions else None
        said = yield from judged_by(data, contents, _call(data, "expected", given, sizes), bound)
        right = {name: exact for name, (exact, _) in said.items()}
        return {
            name: ExpectedBuffer(exact, _allowed(data, name, exact, allowed), _ignored(data, name, right))
            for name, (exact, allowed) in said.items()
        }

    def check_of(self, data: CaseData, contents: Contents) -> Check | None:
        """Return the oracle's own check, if it has one.

        A student's results may be anything: one at which it fails, or that takes it too long, is not right.
        """
        oracle = data.oracle
        if oracle is None or CHECK not in oracle.functions:
            return None

        def check(outputs: Mapping[str, np.ndarray]) -> Sequence[Objection]:
            named = {name: data.specs[name].layout.named(values) for name, values in outputs.items()}
            call = _call(data, CHECK, _given(data, contents), named, dict(data.case.sizes))
            try:
                return objections(oracle.judge(call, data.case), outputs)
            except AssignmentError as error:
                problem = error.problems[0]
                return [stopped(f"{problem.file}:{problem.line}: {problem.message}")]
            except ValueError as error:
                return [stopped(f"{data.case.label}: {error}")]

        return check

    def to_time(self, config: GenericConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """Return the sizes in `timed`, with random data; the oracle judges the results."""
        if not config.timed:
            return ()
        sizes = config.sizes_at(config.timed, tile_width)
        case = case_of("timed", sizes, tile_width)

        def problem(launched: GenericConfig, seed: int) -> CaseProblem:
            return self.make_problem(case, launched, seed=seed, oracle=oracle)

        return (ToTime(sizes=sizes, problem=problem),)

    def hint_table(self, config: GenericConfig) -> tuple[HintRow, ...]:
        """Return the rows of `hints.yaml` among the grader's own."""
        return data_hints(config.rows)

    # -- requirements: comparisons of counts ---------------------------------------------------------------------------

    def requirements(self, measured: Sequence[Measured], config: GenericConfig) -> tuple[Requirement, ...]:
        """Judge each requirement wherever loads were counted; failed if they were not, or if the result was wrong."""
        return tuple(judged(row, measured, config) for row in config.requirements)

    def earned_share(self, requirements: Sequence[Requirement], config: GenericConfig) -> float:
        """Return the weight of the requirements in list order, up to the first that does not hold, and its part.

        So what a plain kernel has anyway earns nothing, such as no bank conflicts without shared memory. What could not
        be counted is left out.
        """
        rows = zip(config.requirements, requirements, strict=True)
        judged = [(row, item) for row, item in rows if item.status is not Status.SKIPPED]
        met = list(itertools.takewhile(lambda row: row[1].status is Status.PASSED, judged))
        partly = sum(row.weight * item.share for row, item in judged[len(met) :][:1])
        whole = sum(row.weight for row, _ in judged)
        return (sum(row.weight for row, _ in met) + partly) / whole if judged else 1.0

    def weight_of(self, row: LineCount, requirement: str, config: GenericConfig) -> tuple[int, ...]:
        """Return the line's part of the counts that must be smaller; then its loads."""
        require = next((known.require for known in config.requirements if known.name == requirement), "0 < 1")
        left, right, compared = sides(require)
        names = re.findall(r"\w+", right if compared in (ast.Gt, ast.GtE) else left)
        return sum(_of_line(row, name) for name in names if name in COUNTS), row.global_loads

    def parts_counted(self, config: GenericConfig) -> Mapping[str, Part]:
        """Return the kernel and the buffer that a requirement names with `at` and `of`, by its name."""
        return {row.name: row.part for row in config.requirements if row.part != WHOLE}

    def judges_warps(self, config: GenericConfig) -> bool:
        """Return whether a requirement names counts of warps, or a buffer; else a fault would skip that requirement."""
        return any(row.of is not None or not row.counts.isdisjoint(OF_WARPS) for row in config.requirements)


def stopped(why: str) -> Objection:
    """Return the objection to results that a check could not judge."""
    return Objection(words_of("findings")["check_stopped"](failed=why), {}, stopped=True)


def _given(data: CaseData, contents: Contents) -> dict[str, object]:
    """Return what the oracle sees before the launch: buffers that hold something, and scalars."""
    given = {name: spec.layout.named(contents[name]) for name, spec in data.specs.items() if not spec.fresh}
    return given | dict(data.scalars)


def _call(data: CaseData, function: str, *arguments: object) -> Call:
    """Return the call of one of the oracle's functions, with the variant if it has a parameter of that name."""
    assert data.oracle is not None
    names = data.oracle.functions.get(function, ())
    return Call(function, arguments, {"variant": dict(data.variant)} if "variant" in names else {})


def _ignored(data: CaseData, name: str, right: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return which elements of an output are not judged, where its end does not matter; else None."""
    written = data.specs[name].up_to
    if written is None:
        return None
    named = element_named(written)
    if named:
        count = int(right[named[0]].flat[named[1]])
    else:
        count = evaluate_size(written, **data.case.sizes, **dict(data.variant))
    ignored = np.ones(right[name].shape, bool)
    ignored[: max(0, count)] = False
    return ignored


def _filled_by(oracle: Oracle, data: CaseData, contents: Contents, rng: np.random.Generator) -> Making[Contents]:
    """Return the buffers that the oracle fills itself, in the shapes and element types of the configuration."""
    if "inputs" not in oracle.functions:
        return {}
    kind, specs = data.case.inputs, data.specs
    calls = [_call(data, "inputs", kind, dict(data.case.sizes), rng)]
    (made,) = yield calls
    try:
        if not isinstance(made, Mapping):
            raise ValueError(f"gave {described(made)}; a dictionary of the buffers that it fills is needed")
        if not made and kind not in BUILT_IN:
            raise ValueError(f"fills nothing for '{kind}', which is not built in ({', '.join(BUILT_IN)})")
        strange = next((name for name in made if name not in specs or specs[name].fresh), None)
        if strange is not None:
            raise ValueError(f"gave '{strange}', which is no buffer that holds anything")
        layouts = {name: spec.layout for name, spec in specs.items()}
        return {
            name: layouts[name].rounded(by_member(held, values, name, contents[name], layouts[name]))
            for name, values in made.items()
        }
    except ValueError as error:
        raise oracle.mistake(calls, str(error), data.case) from None


def _allowed(data: CaseData, name: str, expected: np.ndarray, said: np.ndarray | None) -> np.ndarray:
    """Return how far each element may be off: as the case says, or the oracle, or by one rounding to its type.

    Whole numbers must be exact.
    """
    layout = data.specs[name].layout
    if layout.is_whole:
        return np.zeros(expected.shape, np.int64)
    if name in data.case.bounds:
        said = np.full(expected.shape, data.case.bounds[name])
    if len(set(layout.types)) == 1:
        return layout.types[0].rounding_of(expected) if said is None else said
    columns = [
        element.rounding_of(expected[..., number]) if said is None or element.kind != "f" else said[..., number]
        for number, element in enumerate(layout.types)
    ]
    return np.stack(columns, axis=-1)


def judged(row: RequirementModel, measured: Sequence[Measured], config: GenericConfig) -> Requirement:
    """Judge one requirement wherever loads were counted."""

    def told(status: Status, facts: Mapping[str, object], share: float = 0.0, *, counted: bool = True) -> Requirement:
        message = words_of("counts")["required"](facts, name=row.name, require=row.require)
        return Requirement(name=row.name, status=status, message=message, share=share, counted=counted)

    if not measured:
        return Requirement(name=row.name, status=Status.FAILED, message=words_of("counts")["not_measured"]())
    if row.part != WHOLE:
        measured = [entry.of_part(row.part) for entry in measured if not entry.right or row.part in entry.parts]
    needed = row.counts & {*OF_WARPS, *NEEDS}
    known = [entry for entry in measured if all(_of_student(entry, config, name) is not None for name in needed)]
    if not known:
        accesses = f"the accesses to {row.of}" if row.of else f"the launches of {row.at}"
        what = accesses if row.of else ", ".join(sorted(needed)) or accesses
        return told(Status.SKIPPED, {"not_counted": what})
    for entry in known:
        if not entry.right:
            return told(Status.FAILED, {"wrong": True}, counted=False)
        values = _values(entry, config, row.at)
        if not holds(row.require, **values):
            left, right = (f"{float(evaluate(side, **values)):,.10g}" for side in sides(row.require)[:2])
            place = ", ".join(f"{name} = {size}" for name, size in entry.student.sizes.items())
            facts = {"left": left, "right": right, "place": place, "otherwise": row.otherwise}
            counts = [_values(other, config, row.at) for other in known]
            all_right = all(other.right for other in known)
            partly = (each for each in row.partly if all(holds(each.require, **each_of) for each_of in counts))
            part = next(partly, None) if all_right else None
            if part is None:
                return told(Status.FAILED, facts)
            otherwise = part.otherwise or row.otherwise
            facts |= {"partly": part.require, "share": f"{part.share:.0%}", "otherwise": otherwise}
            return told(Status.FAILED, facts, part.share)
    return told(Status.PASSED, {"met": True})


def _values(entry: Measured, config: GenericConfig, at: str | None) -> dict[str, float]:
    sizes, width, config = entry.student.sizes, entry.tile_width, config.choosing(entry.chosen)
    values = config.values_at(sizes, width)
    steps = config.order_at(sizes, width).steps
    first = next((step for step in steps if at in (None, config.planned[step.number].kernel)), steps[0])
    launch, values = config.planned[first.number].launch, {**values, **first.turn}
    blocks, threads = (
        math.prod(evaluate_size(count, **values) for count in counts) for counts in (launch.grid, launch.block)
    )
    return {
        **{name: _of_student(entry, config, name) or 0 for name in (*COUNTS, *NEEDS)},
        **{f"naive_{name}": _count(entry.naive, name) or 0 for name in COUNTS},
        **values,
        "blocks": blocks,
        "threads": threads,
        **entry.more,
    }


def _of_student(entry: Measured, config: GenericConfig, name: str) -> float | None:
    """Return a count of the student's kernel; of what kernels need the largest, None where ptxas said nothing."""
    if name not in NEEDS:
        return _count(entry.student, name)
    if name == "occupancy":
        return min(_occupancies(entry, config), default=None)
    needs = {
        "registers": [each.registers for each in entry.needs],
        "shared_bytes": [each.shared_bytes for each in entry.needs],
        "spilled_bytes": [each.spill_stores_bytes + each.spill_loads_bytes for each in entry.needs],
    }
    return max(needs[name], default=None)


def _occupancies(entry: Measured, config: GenericConfig) -> Iterator[float]:
    """Yield the occupancy of each launch on the GPU that ptxas's figures are for."""
    sizes, width = entry.student.sizes, entry.tile_width
    for step in config.order_at(sizes, width).steps:
        planned, values = config.planned[step.number], {**config.values_at(sizes, width), **step.turn}
        threads = math.prod(evaluate_size(count, **values) for count in planned.launch.block)
        for each in entry.needs:
            if each.kernel in ("", planned.kernel):
                shared = each.shared_bytes + int(evaluate(planned.launch.shared_bytes, **values))
                gpu = find_gpu(each.target)
                yield occupancy_of(
                    gpu, threads_per_block=threads, registers=each.registers, shared_bytes=shared
                ).occupancy


def _count(traffic: Traffic, name: str) -> int | None:
    value: int | None = getattr(traffic, OF_WARPS.get(name, name))
    return value


def _of_line(row: LineCount, name: str) -> int:
    if name == "bank_conflicts":
        return (row.bank_wavefronts or 0) - (row.bank_ideal_wavefronts or 0)
    return getattr(row, _OF_LINES.get(name, name), None) or 0


LAB = GenericLab()
