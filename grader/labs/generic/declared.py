"""What no single key of a generic lab can tell: whether sizes, buffers, launches and requirements fit together."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import get_args

from grader.assignment.declaring import AssignmentFiles as AnyFiles
from grader.assignment.declaring import (
    LabDeclaration,
    YamlFormula,
    check_everywhere,
    launch_formulas,
    launch_places,
    value,
)
from grader.assignment.expressions import FUNCTIONS, ExpressionError, evaluate, sides
from grader.assignment.models import MAX_CELLS, LaunchConfig, Written
from grader.assignment.yaml_source import AssignmentError, Document, YamlLocation, YamlProblem, read_yaml, validated
from grader.labs.data import MAX_CONSTANT_BYTES, BufferSpec
from grader.labs.generic.config import Filling, GenericConfig, GenericFamily, Passed
from grader.labs.hints import HintRows
from grader.results import Sizes

COUNTS = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "shared_loads", "shared_stores",
    "atomics", "flop", "barriers", "load_sectors", "load_requests", "sectors", "bank_conflicts",
    "shared_wavefronts", "working_threads",
)  # fmt: skip
"""What a requirement may name of the student's kernel, and with `naive_` in front of the baseline."""
COUNT_NAMES = (*COUNTS, *(f"naive_{name}" for name in COUNTS), "blocks", "threads")

_FILLS = re.compile(r"^(?:def inputs\b|inputs\s*=|(?:from|import)\b.*\binputs\b)", re.MULTILINE)

LabFiles = AnyFiles[GenericConfig, GenericFamily]
HINTS = "hints.yaml"


def check_cases(files: LabFiles) -> Iterator[YamlProblem]:
    """Every case gives every size, each is one at every value of the variant, and there is something to fill it."""
    config = files.config
    for stem, family in files.families.items():
        document = files.documents[stem]
        for number, case in enumerate(family.cases):
            place: YamlLocation = ("cases", number)
            yield from _check_sizes(config, document, place, case.sizes)
            unknown = [str(each) for each in case.tile_widths or () if each not in config.tile.known]
            if unknown:
                yield document.problem((*place, "variants"), f"{unknown[0]} is not among config.yaml's variants")
    yield from _check_inputs(files)


def _check_sizes(
    config: GenericConfig, document: Document, place: YamlLocation, written: Written
) -> Iterator[YamlProblem]:
    for name in written:
        if name not in config.sizes:
            yield document.problem((*place, name), f"unknown key; the sizes are {', '.join(config.sizes)}")
    for name in config.sizes:
        if name not in written:
            yield document.problem(place, f"{name} is missing: every size needs a number or an expression")
            continue
        try:
            for width in config.tile.known:
                config.sizes_at({name: written[name]}, width)
        except ExpressionError as error:
            yield document.problem((*place, name), str(error))


def _check_inputs(files: LabFiles) -> Iterator[YamlProblem]:
    """What cases are filled with is built in, or the oracle fills it: a function of its own says so."""
    oracle = files.root / files.config.oracle
    if not oracle.is_file():
        if ("oracle",) not in files.document.lines:  # one that is named is looked for in every lab
            yield YamlProblem(files.config.oracle, 0, "", "no such file: it says what must come out")
        return
    if _FILLS.search(oracle.read_text(encoding="utf-8", errors="replace")):
        return
    for stem, family in files.families.items():
        named = [
            (("inputs",), family.inputs),
            *((("cases", n, "inputs"), c.inputs) for n, c in enumerate(family.cases)),
        ]
        for place, kind in named:
            if kind is not None and kind not in get_args(Filling):
                built_in = ", ".join(get_args(Filling))
                words = f"'{kind}' is not built in ({built_in}), and {files.config.oracle} has no function inputs"
                yield files.documents[stem].problem(place, words)


def check_names(files: LabFiles) -> Iterator[YamlProblem]:
    """Sizes and the variant have no name that a count or a function has."""
    for key, names in (("sizes", files.config.sizes), ("variants", (files.config.variant,))):
        for name in names:
            if name in (*COUNT_NAMES, *FUNCTIONS):
                yield files.document.problem(
                    (key,), f"'{name}' means something else in expressions: choose another name"
                )


def check_formulas(files: LabFiles) -> Iterator[YamlProblem]:
    """Dimensions, launches, parameters and requirements have values in every case, and where loads are counted."""
    config, document = files.config, files.document
    written = {"counted": config.counted, "timed": config.timed, "replayed": config.replayed_sizes}
    problems = [
        problem for key, sizes in written.items() if sizes for problem in _check_sizes(config, document, (key,), sizes)
    ]
    yield from problems
    if not problems:
        counted = {key: sizes for key, sizes in (("counted", config.counted), ("timed", config.timed)) if sizes}
        places = list(launch_places(config, files.families, counted))
        if config.replayed_sizes:
            width = config.replayed_width
            places.append(("replayed", config.sizes_at(config.replayed_sizes, width), width))
        yield from check_everywhere(document, places, config, _formulas(config))


def _formulas(config: GenericConfig) -> Iterator[YamlFormula]:
    """Everything that is an expression, with the check of its value."""
    for name, spec in config.specs.items():
        yield ("buffers", name), partial(_cells, spec)
    if config.constants:
        yield ("buffers",), partial(_fits_constant_memory, config)
    for place, launch, parameters in _launches(config):
        yield from launch_formulas(place, launch)
        for number, parameter in enumerate(parameters):
            if parameter not in config.buffers:
                where = () if place == ("launch",) else place
                yield (*where, "parameters", number), partial(value, parameter)
    for side in sides(config.sweep.where)[:2] if config.sweep.where else ():
        yield ("sweep", "where"), partial(value, side)
    for number, requirement in enumerate(config.requirements):
        for side in sides(requirement.require)[:2]:
            yield ("requirements", number, "require"), partial(_count, side)


def _launches(config: GenericConfig) -> Iterator[tuple[YamlLocation, LaunchConfig, Passed]]:
    """Each launch with its place in the file and what is passed."""
    if not config.launches:
        yield ("launch",), config.launch, config.parameters
    for number, each in enumerate(config.launches):
        yield ("launches", number), each, each.parameters
    if config.baseline is not None:
        yield ("baseline",), config.baseline, config.baseline.parameters or ()


def _cells(spec: BufferSpec, values: Sizes) -> None:
    sizes = list(spec.shape(values))
    if min(sizes) < 1:
        raise ExpressionError(f"the dimensions are {sizes}: each must be at least 1")
    if math.prod(sizes) > MAX_CELLS:
        raise ExpressionError(f"{math.prod(sizes):,} elements are too many: at most {MAX_CELLS:,}")


def _fits_constant_memory(config: GenericConfig, values: Sizes) -> None:
    size = sum(config.specs[name].size_bytes(values) for name in config.constants)
    if size > MAX_CONSTANT_BYTES:
        raise ExpressionError(f"{size:,} bytes are constant: a GPU has room for {MAX_CONSTANT_BYTES:,}")


def _count(written: str, values: Sizes) -> None:
    evaluate(written, **{**dict.fromkeys(COUNT_NAMES, 1), **values})


def _with_hints(root: Path, config: GenericConfig) -> GenericConfig:
    """With the rows of `hints.yaml`; raises `AssignmentError`."""
    if not (root / HINTS).is_file():
        return config
    document = read_yaml(root / HINTS, HINTS)
    rows = validated(HintRows, document).hints
    known = [requirement.name for requirement in config.requirements]
    problems = [
        document.problem(("hints", number, "requirement"), f"'{name}' is no requirement; they are {', '.join(known)}")
        for number, row in enumerate(rows)
        for name in row.requirement
        if name not in known
    ]
    if problems:
        raise AssignmentError(*problems)
    return config.model_copy(update={"rows": rows})


DECLARATION = LabDeclaration(
    config=GenericConfig,
    family=GenericFamily,
    checks=(check_names, check_cases, check_formulas),
    schemas={
        "generic.schema.json": GenericConfig,
        "generic-testcases.schema.json": GenericFamily,
        "hints.schema.json": HintRows,
    },
    completed=_with_hints,
)
