"""Whether what an assignment writes as expressions has a value wherever its kernels are launched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from grader.assignment.checks import beyond_any_gpu
from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size
from grader.assignment.models import Config, Family, LaunchConfig, Written
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.results import Sizes

LaunchPlace = tuple[str, Sizes, int]
"""Where expressions are evaluated: a name for messages, the sizes and the variant's value."""
Evaluated = Callable[[Sizes], object]
"""Raises `ExpressionError` where something has no value, or none that may be."""
YamlFormula = tuple[YamlLocation, Evaluated]


def launch_places(config: Config, families: Mapping[str, Family], more: Mapping[str, Written]) -> Iterator[LaunchPlace]:
    """Every case at every variant, and the sizes under these keys of `config.yaml`."""
    written = [(f"the case {case.name}", case.sizes) for family in families.values() for case in family.cases]
    for name, sizes in (*written, *more.items()):
        for width in config.tile.known:
            yield name, config.sizes_at(sizes, width), width


def check_everywhere(
    document: Document, places: Sequence[LaunchPlace], config: Config, formulas: Iterable[YamlFormula]
) -> Iterator[YamlProblem]:
    """Of each formula the first place at which it has no value."""
    for location, evaluated in formulas:
        for name, sizes, width in places:
            try:
                evaluated(config.values_at(sizes, width))
            except ExpressionError as error:
                variant = config.variant_at(width)
                where = f"{name} at {variant}" if variant else name
                yield document.problem(location, f"{error} (in {where})")
                break


def launch_formulas(place: YamlLocation, launch: LaunchConfig) -> Iterator[YamlFormula]:
    """Block, grid and shared bytes, which must be such as a GPU launches with."""
    counts = {"block": launch.block, "grid": launch.grid, "shared_bytes": (launch.shared_bytes,)}
    for key, written in counts.items():
        yield (*place, key), partial(_counts, key, written)


def _counts(key: str, written: Iterable[int | str], values: Sizes) -> None:
    counts = [evaluate_size(size, **values) for size in written]
    least = 0 if key == "shared_bytes" else 1
    if min(counts) < least:
        raise ExpressionError(f"is {counts}: at least {least} is needed")
    if words := beyond_any_gpu(key, counts):
        raise ExpressionError(words)


def value(written: int | float | str, values: Sizes) -> None:
    """Raise `ExpressionError` where an expression has none."""
    evaluate(written, **values)
