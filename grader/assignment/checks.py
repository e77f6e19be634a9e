"""Checks of any lab's assignment that involve several keys; each yields problems with file and line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from grader.assignment.declaring import AssignmentFiles
from grader.assignment.expressions import ExpressionError, evaluate
from grader.assignment.models import Config, Family
from grader.assignment.yaml_source import YamlLocation, YamlProblem

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
