"""What a lab provides to read its assignments: the models of their files, and checks across keys; common checks.

Labs import this package, never the reverse. It finds a lab by name and imports only that one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size
from grader.assignment.models import AssignmentModel, Config, Family, LaunchConfig, Written
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.results import Sizes

LABS = ("matmul", "generic")
"""Values of `lab` in config.yaml; the first is the default."""

ConfigT = TypeVar("ConfigT", bound=Config)
FamilyT = TypeVar("FamilyT", bound=Family)
_ConfigT = TypeVar("_ConfigT", bound=Config, covariant=True)
_FamilyT = TypeVar("_FamilyT", bound=Family, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentFiles(Generic[_ConfigT, _FamilyT]):
    """The validated files of an assignment; `families` and `documents` have the same keys."""

    root: Path
    config: _ConfigT
    document: Document
    families: Mapping[str, _FamilyT]
    documents: Mapping[str, Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDeclaration(Generic[ConfigT, FamilyT]):
    """How to read one lab's assignments.

    `config` and `family` are the models of `config.yaml` and of a file with cases. `checks` examine all files together;
    each runs only if those before it found nothing. `completed` adds what other files say to the configuration.
    `schemas` maps the names of JSON Schemas to models.
    """

    config: type[ConfigT]
    family: type[FamilyT]
    checks: tuple[Callable[[AssignmentFiles[ConfigT, FamilyT]], Iterator[YamlProblem]], ...]
    schemas: Mapping[str, type[AssignmentModel]]
    completed: Callable[[Path, ConfigT], ConfigT] = lambda _root, config: config


def declaration_of(lab: str) -> LabDeclaration[Any, Any]:
    """Return the declaration of one of `LABS`."""
    found: LabDeclaration[Any, Any] = import_module(f"grader.labs.{lab}.declared").DECLARATION
    return found


AnyFiles = AssignmentFiles[Config, Family]

MOST_THREADS = 1024
_MOST = {"block": (1024, 1024, 64), "grid": (2**31 - 1, 65535, 65535), "shared_bytes": (227 << 10,)}
"""Limits of a launch along x, y and z on any GPU; CUDA C++ Programming Guide, technical specifications."""


def beyond_any_gpu(key: str, counts: Sequence[int]) -> str:
    """Return why no GPU can launch with these counts for a key of a launch; "" if one can."""
    threads = math.prod(counts)
    if key == "block" and threads > MOST_THREADS:
        return f"{' × '.join(map(str, counts))} is {threads:,} threads: a block has at most {MOST_THREADS:,}"
    over = [(count, most) for count, most in zip(counts, _MOST[key], strict=False) if count > most]
    return f"{over[0][0]:,} is more than any GPU launches with: at most {over[0][1]:,}" if over else ""


def missing_files(files: AnyFiles) -> Iterator[YamlProblem]:
    """Report missing kernels and oracle. They must be in the assignment's folder, because it is copied as a whole."""
    root, document = files.root, files.document
    for key in ("naive", "reference", "oracle"):
        name = getattr(files.config, key)
        if name is None:
            continue
        if not (root / name).resolve().is_relative_to(root.resolve()):
            yield document.problem((key,), f"{name} is not in the assignment's folder")
        elif (key == "naive" or (key,) in document.lines) and not (root / name).is_file():
            # A packaged autograder contains no solution and does not name one.
            yield document.problem((key,), f"no such file: {name}")


def duplicates(files: AnyFiles) -> Iterator[YamlProblem]:
    """Report cases with the same name."""
    seen: dict[str, str] = {}
    for name, family in files.families.items():
        for index, case in enumerate(family.cases):
            document = files.documents[name]
            location: YamlLocation = ("cases", index, "name")
            if case.name in seen:
                yield document.problem(location, f"the name '{case.name}' is taken already, at {seen[case.name]}")
            seen.setdefault(case.name, f"{document.file}:{document.line(location)}")


def check_weights(files: AnyFiles) -> Iterator[YamlProblem]:
    """Report if no case has weight."""
    if not any(family.weight for family in files.families.values()):
        yield YamlProblem("testcases", 0, "weight", "is 0 in every family: then no case counts")


def check_ratios(files: AnyFiles) -> Iterator[YamlProblem]:
    """Report ratios without a value at some tile width, and an unknown width to time."""
    config, document = files.config, files.document
    criteria = config.performance
    for name, steps in (("traffic", criteria.traffic.thresholds), ("time", criteria.time.thresholds)):
        for number, step in enumerate(steps):
            yield from check_ratio(files, ("performance", name, "thresholds", number, "ratio"), step.ratio)
    timed = criteria.time.tile_width
    if timed is not None and config.tile.widths != "auto" and timed not in config.tile.widths:
        yield document.problem(("performance", "time", "tile_width"), f"{timed} is not among tile.widths")


def check_ratio(files: AnyFiles, location: YamlLocation, ratio: int | float | str) -> Iterator[YamlProblem]:
    """Report a ratio without a value at some tile width."""
    try:
        for width in files.config.tile.known:
            evaluate(ratio, **files.config.values_at({}, width))
    except ExpressionError as error:
        yield files.document.problem(location, str(error))


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
