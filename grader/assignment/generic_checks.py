"""What no single key of a generic lab can tell: whether sizes, buffers, launches and requirements fit together."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import get_args

from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size, sides
from grader.assignment.generic import Filling, GenericConfig, GenericLaunch, Passed
from grader.assignment.models import Family
from grader.assignment.sizes import MAX_CELLS
from grader.assignment.yaml_source import Document, Location, Problem
from grader.results import Sizes

COUNTS = (
    "global_loads", "global_load_bytes", "global_stores", "global_store_bytes", "shared_loads", "shared_stores",
    "atomics", "flop", "barriers", "load_sectors", "load_requests", "sectors", "bank_conflicts",
    "shared_wavefronts",
)  # fmt: skip
"""What a requirement may name of the student's kernel, and with `naive_` in front of the baseline."""
COUNT_NAMES = (*COUNTS, *(f"naive_{name}" for name in COUNTS), "blocks", "threads")

MAX_CONSTANT_BYTES = 64 << 10
"""CUDA C++ Programming Guide, technical specifications."""

_FILLS = re.compile(r"^(?:def inputs\b|inputs\s*=|(?:from|import)\b.*\binputs\b)", re.MULTILINE)

Place = tuple[str, Sizes, int]
"""Where expressions are evaluated: a name for messages, the sizes and the variant's value."""
Evaluated = Callable[[Sizes], object]
"""Raises `ExpressionError` where something has no value, or none that may be."""


def check_cases(
    config: GenericConfig, documents: Mapping[str, Document], families: Mapping[str, Family]
) -> Iterator[Problem]:
    """Every case gives every size, and each is one at every value of the variant."""
    for stem, family in families.items():
        for number, case in enumerate(family.cases):
            place: Location = ("cases", number)
            yield from _check_sizes(config, documents[stem], place, case.sizes)
            unknown = [str(each) for each in case.tile_widths or () if each not in config.tile.widths]
            if unknown:
                yield documents[stem].problem((*place, "variants"), f"{unknown[0]} is not among config.yaml's variants")


def _check_sizes(
    config: GenericConfig, document: Document, place: Location, written: Mapping[str, int | str]
) -> Iterator[Problem]:
    for name in written:
        if name not in config.sizes:
            yield document.problem((*place, name), f"unknown key; the sizes are {', '.join(config.sizes)}")
    for name in config.sizes:
        if name not in written:
            yield document.problem(place, f"{name} is missing: every size needs a number or an expression")
            continue
        try:
            for width in _widths(config):
                config.sizes_at({name: written[name]}, width)
        except ExpressionError as error:
            yield document.problem((*place, name), str(error))


def _widths(config: GenericConfig) -> tuple[int, ...]:
    assert config.tile.widths != "auto", "the variants are listed"
    return config.tile.widths


def check_inputs(
    root: Path, config: GenericConfig, documents: Mapping[str, Document], families: Mapping[str, Family]
) -> Iterator[Problem]:
    """What cases are filled with is built in, or the oracle fills it: a function of its own says so."""
    oracle = root / config.oracle
    if not oracle.is_file() or _FILLS.search(oracle.read_text(encoding="utf-8", errors="replace")):
        return
    for stem, family in families.items():
        named = [
            (("inputs",), family.inputs),
            *((("cases", n, "inputs"), c.inputs) for n, c in enumerate(family.cases)),
        ]
        for place, kind in named:
            if kind is not None and kind not in get_args(Filling):
                built_in = ", ".join(get_args(Filling))
                words = f"'{kind}' is not built in ({built_in}), and {config.oracle} has no function inputs"
                yield documents[stem].problem(place, words)


def check_formulas(config: GenericConfig, document: Document, families: Mapping[str, Family]) -> Iterator[Problem]:
    """Dimensions, launches, parameters and requirements have values in every case, and where loads are counted."""
    problems = list(_check_sizes(config, document, ("counted",), config.counted)) if config.counted else []
    problems += _check_sizes(config, document, ("replayed",), config.replayed_sizes) if config.replayed_sizes else []
    yield from problems
    if not problems:
        places = list(_places(config, families))
        for location, evaluated in _formulas(config):
            yield from _check(document, location, places, config, evaluated)


def _places(config: GenericConfig, families: Mapping[str, Family]) -> Iterator[Place]:
    written = [(f"the case {case.name}", case.sizes) for family in families.values() for case in family.cases]
    written += [("counted", dict(config.counted))] if config.counted else []
    for name, sizes in written:
        for width in _widths(config):
            yield name, config.sizes_at(sizes, width), width
    if config.replayed_sizes:
        yield "replayed", config.sizes_at(config.replayed_sizes, config.replayed_width), config.replayed_width


def _formulas(config: GenericConfig) -> Iterator[tuple[Location, Evaluated]]:
    """Everything that is an expression, with the check of its value."""
    for name, buffer in config.buffers.items():
        yield ("buffers", name), partial(_cells, buffer.dims)
    if config.constants:
        yield ("buffers",), partial(_fits_constant_memory, config)
    for place, launch, parameters in _launches(config):
        yield (*place, "block"), partial(_counts, launch.block, 1)
        yield (*place, "grid"), partial(_counts, launch.grid, 1)
        yield (*place, "shared_bytes"), partial(_counts, (launch.shared_bytes,), 0)
        for number, parameter in enumerate(parameters):
            if parameter not in config.buffers:
                where = () if place == ("launch",) else place
                yield (*where, "parameters", number), partial(_value, parameter)
    for side in sides(config.sweep.where)[:2] if config.sweep.where else ():
        yield ("sweep", "where"), partial(_value, side)
    for number, requirement in enumerate(config.requirements):
        for side in sides(requirement.require)[:2]:
            yield ("requirements", number, "require"), partial(_count, side)


def _launches(config: GenericConfig) -> Iterator[tuple[Location, GenericLaunch, Passed]]:
    """Each launch with its place in the file and what is passed."""
    if not config.launches:
        yield ("launch",), config.launch, config.parameters
    for number, each in enumerate(config.launches):
        yield ("launches", number), each, each.parameters
    if config.baseline is not None:
        yield ("baseline",), config.baseline, config.baseline.parameters or ()


def _check(
    document: Document, location: Location, places: Iterable[Place], config: GenericConfig, evaluated: Evaluated
) -> Iterator[Problem]:
    """The first place at which it has no value."""
    for name, sizes, width in places:
        try:
            evaluated(config.values_at(sizes, width))
        except ExpressionError as error:
            variant = f" at {config.variant} = {width}" if config.variant else ""
            yield document.problem(location, f"{error} (in {name}{variant})")
            return


def _cells(dims: Iterable[int | str], values: Sizes) -> None:
    sizes = [evaluate_size(size, **values) for size in dims]
    if min(sizes) < 1:
        raise ExpressionError(f"the dimensions are {sizes}: each must be at least 1")
    if math.prod(sizes) > MAX_CELLS:
        raise ExpressionError(f"{math.prod(sizes):,} elements are too many: at most {MAX_CELLS:,}")


def _fits_constant_memory(config: GenericConfig, values: Sizes) -> None:
    size = sum(config.buffers[name].size_bytes(values) for name in config.constants)
    if size > MAX_CONSTANT_BYTES:
        raise ExpressionError(f"{size:,} bytes are constant: a GPU has room for {MAX_CONSTANT_BYTES:,}")


def _counts(written: Iterable[int | str], least: int, values: Sizes) -> None:
    counts = [evaluate_size(size, **values) for size in written]
    if min(counts) < least:
        raise ExpressionError(f"is {counts}: at least {least} is needed")


def _value(written: int | float | str, values: Sizes) -> None:
    evaluate(written, **values)


def _count(written: str, values: Sizes) -> None:
    evaluate(written, **{**dict.fromkeys(COUNT_NAMES, 1), **values})
