"""The expressions of a lab that is data, each with the check of its value in every case."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from grader.assignment.declaring import Evaluated, Measured, YamlFormula, has_value, launch_formulas
from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size, sides, turns_of
from grader.assignment.models import MAX_CELLS, LaunchConfig
from grader.assignment.yaml_source import YamlLocation
from grader.labs.data import MAX_CONSTANT_BYTES, BufferSpec, flattened
from grader.labs.generic.launches import LaunchModel, Parameters
from grader.labs.generic.parameters import element_named
from grader.labs.generic.requirements import COUNT_NAMES
from grader.results import Sizes

Config = Any
"""A `GenericConfig`, whose module declares what is here, or one made of it."""


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


def measured_of(config: Config) -> Iterator[Measured]:
    for key, sizes in (("counted", config.counted), ("timed", config.timed)):
        if sizes:
            yield (key,), sizes, config.tile.known
    if config.replayed_sizes:
        yield ("replayed",), config.replayed_sizes, (config.replayed_width,)
