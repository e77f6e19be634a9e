"""Check that a lab that is data fits together: its expressions have values in every case; its names, buffers, cases and
requirements go with each other.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from grader.assignment.config import AssignmentFiles, Evaluated, YamlFormula, has_value, launch_formulas
from grader.assignment.expressions import FUNCTIONS, ExpressionError, evaluate, evaluate_size, sides, turns_of
from grader.assignment.models import MAX_CELLS, MAX_CONSTANT_BYTES, BufferSpec, LaunchConfig, flattened
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.elements import ElementType
from grader.labs.generic.models import (
    BUILT_IN,
    COUNT_NAMES,
    COUNTS,
    NEEDS,
    OF_BUFFERS,
    LaunchModel,
    Parameters,
    element_named,
)
from grader.labs.traffic import WHOLE
from grader.results import Sizes

_FILLS = re.compile(r"^(?:def inputs\b|inputs\s*=|(?:from|import)\b.*\binputs\b)", re.MULTILINE)
Config = Any
"""A `GenericConfig`, whose module declares what is here, or one made of it."""


# -- expressions -------------------------------------------------------------------------------------------------------


def data_formulas(config: Config) -> Iterator[YamlFormula]:
    """Yield the expressions of buffers, with the check of their values."""
    for name, spec in config.specs.items():
        yield ("buffers", name), partial(_cells, spec)
        if spec.up_to is not None:
            yield ("buffers", name, "judged"), partial(_judged_count, spec.up_to, config.specs)


def requirement_formulas(config: Config, counts: Iterable[str]) -> Iterator[YamlFormula]:
    """Yield both sides of what requirements compare, which may name these counts."""
    ones = dict.fromkeys(counts, 1)
    for number, row in enumerate(config.requirements):
        places = (("require",), *(("partly", each, "require") for each in range(len(row.partly))))
        for place, condition in zip(places, row.conditions, strict=True):
            for side in sides(condition)[:2]:
                yield ("requirements", number, *place), partial(_count, side, ones)


def formulas_of(config: Config) -> Iterator[YamlFormula]:
    """Yield every expression, with the check of its value."""
    yield from data_formulas(config)
    if config.constants:
        yield ("buffers",), partial(_fits_constant_memory, config)
    for place, launch, parameters in _launches(config):
        loops = launch.loops if isinstance(launch, LaunchModel) else ()
        yield (*place, "repeat"), partial(turns_of, loops)
        for location, evaluated in launch_formulas(place, launch):
            in_turns = partial(_in_each_turn, loops, evaluated)
            yield location, partial(_without, config.chosen, in_turns) if launch is config.baseline else in_turns
        for number, parameter in enumerate(parameters):
            where = () if place == ("launch",) else place
            for entry in flattened([parameter]):
                if entry not in config.buffers and entry not in config.scalars:
                    yield (*where, "parameters", number), partial(_in_each_turn, loops, partial(has_value, entry))
    if config.launches:
        yield ("launches",), partial(_launched, config)
    for side in sides(config.sweep.where)[:2] if config.sweep.where else ():
        yield ("sweep", "where"), partial(has_value, side)
    yield from requirement_formulas(config, COUNT_NAMES)


def _launches(config: Config) -> Iterator[tuple[YamlLocation, LaunchConfig, Parameters]]:
    """Yield each launch with its place in the file and what is passed."""
    if not config.launches:
        yield ("launch",), config.launch, config.parameters
    for number, each in enumerate(config.launches):
        yield ("launches", number), each, each.parameters
    if config.baseline is not None:
        yield ("baseline",), config.baseline, config.baseline.parameters or ()


def _in_each_turn(loops: Sequence[str], evaluated: Evaluated, values: Sizes) -> None:
    turns: Sequence[Sizes] = ()
    with contextlib.suppress(ExpressionError):  # told of `repeat`
        turns = turns_of(loops, values)
    for turn in turns:
        evaluated({**values, **turn})


def _without(names: Iterable[str], evaluated: Evaluated, values: Sizes) -> None:
    """Evaluate with fewer names: the baseline's own launch has no numbers that students choose."""
    evaluated({name: value for name, value in values.items() if name not in names})


def _launched(config: Config, values: Sizes) -> None:
    try:
        launched = any(turns_of(planned.loops, values) for planned in config.planned)
    except ExpressionError:
        return  # told of `repeat`
    if not launched:
        raise ExpressionError("nothing is launched: no loop has a turn")


def _cells(spec: BufferSpec, values: Sizes) -> None:
    sizes = list(spec.shape(values))
    if min(sizes) < 1:
        raise ExpressionError(f"the dimensions are {sizes}: each must be at least 1")
    if math.prod(sizes) > MAX_CELLS:
        raise ExpressionError(f"{math.prod(sizes):,} elements are too many: at most {MAX_CELLS:,}")


def _judged_count(written: int | str, specs: Mapping[str, BufferSpec], values: Sizes) -> None:
    if (named := element_named(written)) is None:
        evaluate_size(written, **values)
    elif named[1] >= (size := math.prod(specs[named[0]].shape(values))):
        raise ExpressionError(f"{named[0]} has {size} elements, and no [{named[1]}]")


def _fits_constant_memory(config: Config, values: Sizes) -> None:
    size = sum(config.specs[name].size_bytes(values) for name in config.constants)
    if size > MAX_CONSTANT_BYTES:
        raise ExpressionError(f"{size:,} bytes are constant: a GPU has room for {MAX_CONSTANT_BYTES:,}")


def _count(written: str, counts: Sizes, values: Sizes) -> None:
    evaluate(written, **{**counts, **values})


# -- names, buffers, cases ---------------------------------------------------------------------------------------------


def _written(files: AssignmentFiles) -> Iterator[tuple[Document, YamlLocation, Any]]:
    """Yield every family and every case, with its place in its file."""
    for stem, family in files.families.items():
        yield files.documents[stem], (), family
        for number, case in enumerate(family.cases):
            yield files.documents[stem], ("cases", number), case


def check_names(files: AssignmentFiles, taken: Collection[str] = COUNT_NAMES) -> Iterator[YamlProblem]:
    """Report sizes, variants and chosen numbers with the name of a count or a function."""
    config = files.config
    for key, names in (("sizes", config.sizes), ("variants", config.macros), ("chosen", tuple(config.chosen))):
        for name in names:
            if name in (*taken, *FUNCTIONS):
                yield files.document.problem(
                    (key,), f"'{name}' means something else in expressions: choose another name"
                )


def _check_scalars(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report scalars with the name of a key, and values in cases that they cannot have."""
    models = {type(case) for family in files.families.values() for case in family.cases}
    keys = {field.alias or key for model in models for key, field in model.model_fields.items()}
    for name in files.config.scalars:
        if name in keys:
            yield files.document.problem(("scalars", name), f"'{name}' is a key of every case: choose another name")
    for document, place, case in _written(files):
        for name, value in case.sizes.items() if place else ():
            if name in files.config.scalars and (wrong := _why_not_held(files.config.scalars[name].type, value)):
                yield document.problem((*place, name), wrong)


def _check_bounds(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report bounds of buffers that are not compared, or compared exactly."""
    specs = files.config.specs
    rounded = [name for name, spec in specs.items() if spec.judged and not spec.layout.is_whole]
    for document, place, written in _written(files):
        for name in written.bound:
            if name not in rounded:
                exact = name in specs and specs[name].judged
                why = "its whole numbers are compared exactly" if exact else "no output has this name"
                yield document.problem((*place, "bound", name), why)


def _check_counts(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report a buffer that is judged up to what no output of whole numbers tells."""
    specs = files.config.specs
    for name, buffer in files.config.buffers.items():
        named = element_named(buffer.judged) if buffer.judged is not None else None
        if named and not (named[0] in specs and specs[named[0]].judged and specs[named[0]].layout.is_whole):
            words = f"{named[0]} is no output of whole numbers: the oracle must say how many elements are judged"
            yield files.document.problem(("buffers", name, "judged"), words)


def _check_places(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report requirements on launches or buffers that are not there, or on what is not counted of these alone."""
    kernels = [each.kernel for each in files.config.launches]
    buffers = [name for name, spec in files.config.specs.items() if spec.way != "constant"]
    for number, row in enumerate(files.config.requirements):
        whole = sorted(row.counts & {*COUNTS, *NEEDS} - {*OF_BUFFERS})
        if row.at is not None and row.at not in kernels:
            known = f"they are {', '.join(kernels)}" if kernels else "there is no list of launches"
            yield files.document.problem(("requirements", number, "at"), f"no launch is of '{row.at}': {known}")
        elif row.of is not None and row.of not in buffers:
            words = f"no buffer in global memory is called '{row.of}': they are {', '.join(buffers)}"
            yield files.document.problem(("requirements", number, "of"), words)
        elif row.part != WHOLE and any("naive_" in each for each in row.conditions):
            key = "of" if row.at is None else "at"
            words = f"the baseline's {'buffers' if key == 'of' else 'launches'} are not counted one by one: leave out"
            yield files.document.problem(("requirements", number, "require"), f"{words} naive_, or {key}")
        elif row.of is not None and whole:
            words = f"{whole[0]} is not counted of one buffer: what is, is {', '.join(OF_BUFFERS)}"
            yield files.document.problem(("requirements", number, "require"), words)


def _why_not_held(element: ElementType, value: int | float | str) -> str:
    if isinstance(value, str):
        return f"expected a number, got '{value}'"
    try:
        element.held(value)
    except (ValueError, OverflowError) as error:
        return str(error)
    return ""


def _check_inputs(files: AssignmentFiles) -> Iterator[YamlProblem]:
    """Report kinds of inputs that are neither built in nor filled by the oracle's own function."""
    oracle = files.root / files.config.oracle
    if not oracle.is_file():
        if ("oracle",) not in files.document.lines:  # one that is named is looked for in every lab
            yield YamlProblem(files.config.oracle, 0, "", "no such file: it says what must come out")
        return
    if _FILLS.search(oracle.read_text(encoding="utf-8", errors="replace")):
        return
    for document, place, written in _written(files):
        if written.inputs not in (None, *BUILT_IN):
            built_in = ", ".join(BUILT_IN)
            words = f"'{written.inputs}' is not built in ({built_in}), and {files.config.oracle} has no function inputs"
            yield document.problem((*place, "inputs"), words)


DATA_CHECKS = (_check_scalars, _check_bounds, _check_counts, _check_inputs)
CHECKS = (check_names, _check_places, *DATA_CHECKS)
