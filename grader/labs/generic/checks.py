"""What no single key of a lab that is data can tell: whether names, buffers, cases and requirements fit together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from grader.assignment.declaring import AssignmentFiles
from grader.assignment.expressions import FUNCTIONS
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.elements import ElementType
from grader.labs.generic.parameters import BUILT_IN, element_named
from grader.labs.generic.requirements import COUNT_NAMES, COUNTS, NEEDS, OF_BUFFERS
from grader.labs.traffic import WHOLE

_FILLS = re.compile(r"^(?:def inputs\b|inputs\s*=|(?:from|import)\b.*\binputs\b)", re.MULTILINE)


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
