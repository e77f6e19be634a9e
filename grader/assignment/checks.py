"""What no single key of an assignment can tell: whether sizes, launches, ratios and files fit together.

Each check yields problems with file and line, so that nothing of the kind is met for the first time while grading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size
from grader.assignment.models import ROLES, CaseModel, Config, Family, StructParameter
from grader.assignment.sizes import Written, sizes_of
from grader.assignment.yaml_source import Document, Location, Problem
from grader.results import Sizes


def missing_files(root: Path, config: Config, document: Document) -> Iterator[Problem]:
    """The assignment's own kernels and oracle must be there, in its folder: it is packaged and copied as a whole."""
    for key in ("naive", "reference", "oracle"):
        name = getattr(config, key)
        if name is None:
            continue
        if not (root / name).resolve().is_relative_to(root.resolve()):
            yield document.problem((key,), f"{name} is not in the assignment's folder")
        elif (key == "naive" or (key,) in document.lines) and not (root / name).is_file():
            # A packaged autograder carries no solution, and does not name one.
            yield document.problem((key,), f"no such file: {name}")


def check_sizes(document: Document, family: Family, config: Config) -> Iterator[Problem]:
    """Every case must have its sizes at every tile width that it runs at."""
    configured = _known_widths(config)
    for index, case in enumerate(family.cases):
        location: Location = ("cases", index)
        widths = case.tile_widths or family.tile_widths or configured
        unknown = [str(width) for width in widths if width not in configured]
        if unknown and config.tile.widths != "auto":
            where = (*location, "tile_widths") if case.tile_widths else ("tile_widths",)
            yield document.problem(where, f"{', '.join(unknown)} is not among config.yaml's tile.widths")
            continue
        yield from _check_case(document, location, case, widths)


def _check_case(document: Document, location: Location, case: CaseModel, widths: Sequence[int]) -> Iterator[Problem]:
    found = False
    for name, size in case.sizes.items():
        message = _size_problem({name: size}, widths)
        if message:
            found = True
            yield document.problem((*location, name), message)
    message = "" if found else _size_problem(case.sizes, widths)
    if message:
        yield document.problem(location, message)


def _size_problem(sizes: Written, widths: Sequence[int]) -> str:
    try:
        for width in widths:
            sizes_of(sizes, width)
    except ExpressionError as error:
        return str(error)
    return ""


def duplicates(documents: Mapping[str, Document], families: Mapping[str, Family]) -> Iterator[Problem]:
    """No two cases may have one name."""
    seen: dict[str, str] = {}
    for name, family in families.items():
        for index, case in enumerate(family.cases):
            document = documents[name]
            location: Location = ("cases", index, "name")
            if case.name in seen:
                yield document.problem(location, f"the name '{case.name}' is taken already, at {seen[case.name]}")
            seen.setdefault(case.name, f"{document.file}:{document.line(location)}")


def _known_widths(config: Config) -> tuple[int, ...]:
    return (config.tile.default,) if config.tile.widths == "auto" else config.tile.widths


def check_weights(families: Mapping[str, Family]) -> Iterator[Problem]:
    """Some case must count."""
    if not any(family.weight for family in families.values()):
        yield Problem("testcases", 0, "weight", "is 0 in every family: then no case counts")


def check_ratios(config: Config, document: Document) -> Iterator[Problem]:
    """What is compared with a ratio must have a value at every tile width."""
    criteria = config.performance
    places: list[tuple[Location, int | float | str]] = [(("tiling", "reduction"), config.tiling.reduction)]
    for name, steps in (("traffic", criteria.traffic.thresholds), ("time", criteria.time.thresholds)):
        places += [(("performance", name, "thresholds", n, "ratio"), step.ratio) for n, step in enumerate(steps)]
    for location, ratio in places:
        try:
            for width in _known_widths(config):
                evaluate(ratio, TILE_WIDTH=width)
        except ExpressionError as error:
            yield document.problem(location, str(error))
    timed = criteria.time.tile_width
    if timed is not None and config.tile.widths != "auto" and timed not in config.tile.widths:
        yield document.problem(("performance", "time", "tile_width"), f"{timed} is not among tile.widths")


def check_traffic(config: Config, document: Document) -> Iterator[Problem]:
    """What traffic is counted on must have its sizes at every tile width."""
    message = _size_problem(config.performance.traffic.shape.sizes, _known_widths(config))
    if message:
        yield document.problem(("performance", "traffic", "shape"), message)


def check_launch(config: Config, document: Document, families: Mapping[str, Family]) -> Iterator[Problem]:
    """Grid and block must be at least 1 in every case that the assignment holds against anyone."""
    written = [(f"the case {case.name}", case.sizes) for family in families.values() for case in family.cases]
    launches = [
        (name, sizes_of(sizes, width), width)
        for name, sizes in [*written, ("performance.traffic.shape", config.performance.traffic.shape.sizes)]
        for width in _known_widths(config)
    ]
    launches = [(name, sizes, width) for name, sizes, width in launches if _is_held(config, sizes, width)]
    for key in ("block", "grid", "shared_bytes"):
        value = getattr(config.launch, key)
        counts, least = ((value,), 0) if key == "shared_bytes" else (value, 1)
        for name, sizes, width in launches:
            message = _launch_problem(counts, least, sizes, width)
            if message:
                yield document.problem(("launch", key), message.format(name=name))
                break
    yield from _check_arguments(config, document, launches)


def _is_held(config: Config, sizes: Sizes, width: int) -> bool:
    """Whether the assignment holds a launch of these sizes against anyone."""
    square = len(set(sizes.values())) == 1
    multiple = not any(size % width for size in sizes.values())
    return (square or not config.square_only) and (multiple or not config.multiples_only)


def _launch_problem(counts: Sequence[int | str], least: int, sizes: Sizes, width: int) -> str:
    try:
        values = [evaluate_size(count, **sizes, TILE_WIDTH=width) for count in counts]
    except ExpressionError as error:
        return str(error).replace("{", "{{").replace("}", "}}")
    return f"is {values} for {{name}} at TILE_WIDTH = {width}" if min(values) < least else ""


def _check_arguments(
    config: Config, document: Document, launches: Sequence[tuple[str, Sizes, int]]
) -> Iterator[Problem]:
    """Parameters that are expressions must have a value in every launch."""
    written = config.parameters
    if written == "auto":
        return
    entries = written.items() if isinstance(written, dict) else enumerate(written)
    for key, role in entries:
        fields = role.struct if isinstance(role, StructParameter) else (role,)
        for text in fields:
            message = "" if not isinstance(text, str) or text in ROLES else _argument_problem(text, launches)
            if message:
                yield document.problem(("parameters", key), message)


def _argument_problem(text: str, launches: Sequence[tuple[str, Sizes, int]]) -> str:
    try:
        for _, sizes, width in launches:
            evaluate(text, **sizes, TILE_WIDTH=width)
    except ExpressionError as error:
        return str(error)
    return ""
