"""Describe how to read a lab's assignments: the models of their files, and which texts are expressions.

Labs import this package, never the reverse. It finds a lab by name and imports only that one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size
from grader.assignment.models import AssignmentModel, Config, Family, LaunchConfig, Written
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.hardware import MOST_BLOCK, MOST_GRID
from grader.results import Sizes

LABS = ("matmul", "generic", "program")
"""Values of `lab` in config.yaml; the first is the default."""
Evaluated = Callable[[Sizes], object]
"""Raises `ExpressionError` where something has no value, or none that may be."""
YamlFormula = tuple[YamlLocation, Evaluated]
Measured = tuple[YamlLocation, Written, Sequence[int]]
"""Sizes that `config.yaml` gives under a key, and the tile widths at which kernels are launched with them."""
MOST_THREADS = 1024
_MOST = {"block": MOST_BLOCK, "grid": MOST_GRID, "shared_bytes": (227 << 10,)}
"""Limits of a launch along x, y and z on any GPU; CUDA C++ Programming Guide, technical specifications."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFiles:
    """The validated files of an assignment; `families` and `documents` have the same keys.

    Config and families are of the models that its lab declares.
    """

    root: Path
    config: Any
    document: Document
    families: Mapping[str, Any]
    documents: Mapping[str, Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDeclaration:
    """How to read one lab's assignments.

    `config` and `family` are the models of `config.yaml` and of a file with cases; `schemas` maps the names of JSON
    Schemas to models. `formulas` must have values in every case and at all sizes of `measured`, `ratios` at every tile
    width. `checks` are further ones; `completed` adds what other files say to the configuration.
    """

    config: type[Config]
    family: type[Family]
    schemas: Mapping[str, type[AssignmentModel]]
    formulas: Callable[[Any], Iterator[YamlFormula]]
    measured: Callable[[Any], Iterable[Measured]]
    ratios: Callable[[Any], Mapping[YamlLocation, int | float | str]] = lambda _: {}
    checks: tuple[Callable[[AssignmentFiles], Iterator[YamlProblem]], ...] = ()
    completed: Callable[[Path, Any], Any] = lambda _root, config: config


def declaration_of(lab: str) -> LabDeclaration:
    """Return the declaration of one of `LABS`."""
    found: LabDeclaration = import_module(f"grader.labs.{lab}.config").DECLARATION
    return found


def beyond_any_gpu(key: str, counts: Sequence[int]) -> str:
    """Return why no GPU can launch with these counts for a key of a launch; "" if one can."""
    threads = math.prod(counts)
    if key == "block" and threads > MOST_THREADS:
        return f"{' × '.join(map(str, counts))} is {threads:,} threads: a block has at most {MOST_THREADS:,}"
    over = [(count, most) for count, most in zip(counts, _MOST[key], strict=False) if count > most]
    return f"{over[0][0]:,} is more than any GPU launches with: at most {over[0][1]:,}" if over else ""


def launch_formulas(place: YamlLocation, launch: LaunchConfig) -> Iterator[YamlFormula]:
    """Yield block, grid and shared bytes; a GPU must be able to launch with their values."""
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


def has_value(written: int | float | str, values: Sizes) -> None:
    """Raise `ExpressionError` where an expression has no value."""
    evaluate(written, **values)
