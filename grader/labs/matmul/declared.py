"""An assignment of the tiled product in its files: do sizes, launches, ratios and parameters fit together?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.assignment.checks import beyond_any_gpu, check_ratio
from grader.assignment.declaring import AssignmentFiles as AnyFiles
from grader.assignment.declaring import LabDeclaration
from grader.assignment.expressions import ExpressionError, evaluate, evaluate_size
from grader.assignment.models import Written
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.labs.matmul.config import ROLES, ProductCase, ProductConfig, ProductFamily, StructParameter
from grader.results import Sizes

ProductFiles = AnyFiles[ProductConfig, ProductFamily]
_Launched = tuple[str, Sizes, int]
"""A launch to be checked: its name for messages, its sizes and tile width."""


def check_sizes(files: ProductFiles) -> Iterator[YamlProblem]:
    """Every case must have its sizes at every tile width that it runs at."""
    config = files.config
    for name, family in files.families.items():
        document = files.documents[name]
        for index, case in enumerate(family.cases):
            location: YamlLocation = ("cases", index)
            widths = case.tile_widths or family.tile_widths or config.tile.known
            unknown = [str(width) for width in widths if width not in config.tile.known]
            if unknown and config.tile.widths != "auto":
                where = (*location, "tile_widths") if case.tile_widths else ("tile_widths",)
                yield document.problem(where, f"{', '.join(unknown)} is not among config.yaml's tile.widths")
                continue
            yield from _check_case(config, document, location, case, widths)


def _check_case(
    config: ProductConfig, document: Document, location: YamlLocation, case: ProductCase, widths: Sequence[int]
) -> Iterator[YamlProblem]:
    found = False
    for name, size in case.sizes.items():
        message = _size_problem(config, {name: size}, widths)
        if message:
            found = True
            yield document.problem((*location, name), message)
    message = "" if found else _size_problem(config, case.sizes, widths)
    if message:
        yield document.problem(location, message)


def _size_problem(config: ProductConfig, sizes: Written, widths: Sequence[int]) -> str:
    try:
        for width in widths:
            config.sizes_at(sizes, width)
    except ExpressionError as error:
        return str(error)
    return ""


def check_tiling(files: ProductFiles) -> Iterator[YamlProblem]:
    """What traffic is counted on must have its sizes at every tile width, and the reduction a value."""
    config = files.config
    yield from check_ratio(files, ("tiling", "reduction"), config.tiling.reduction)
    yield from check_ratio(files, ("tiling", "working_threads"), config.tiling.working_threads)
    message = _size_problem(config, config.performance.traffic.shape.sizes, config.tile.known)
    if message:
        yield files.document.problem(("performance", "traffic", "shape"), message)


def check_launch(files: ProductFiles) -> Iterator[YamlProblem]:
    """Grid and block must be at least 1 in every case that the assignment holds against anyone."""
    config, document = files.config, files.document
    written = [(f"the case {case.name}", case.sizes) for family in files.families.values() for case in family.cases]
    launches = [
        (name, config.sizes_at(sizes, width), width)
        for name, sizes in [*written, ("performance.traffic.shape", config.performance.traffic.shape.sizes)]
        for width in config.tile.known
    ]
    launches = [(name, sizes, width) for name, sizes, width in launches if _is_held(config, sizes, width)]
    for key in ("block", "grid", "shared_bytes"):
        value = getattr(config.launch, key)
        counts = (value,) if key == "shared_bytes" else value
        for name, sizes, width in launches:
            message = _launch_problem(key, counts, config.values_at(sizes, width))
            if message:
                yield document.problem(("launch", key), message.format(name=name, width=width))
                break
    yield from _check_arguments(config, document, launches)


def _is_held(config: ProductConfig, sizes: Sizes, width: int) -> bool:
    """Whether the assignment holds a launch of these sizes against anyone."""
    square = len(set(sizes.values())) == 1
    multiple = not any(size % width for size in sizes.values())
    return (square or not config.square_only) and (multiple or not config.multiples_only)


def _launch_problem(key: str, counts: Sequence[int | str], values: Sizes) -> str:
    try:
        found = [evaluate_size(count, **values) for count in counts]
    except ExpressionError as error:
        return str(error).replace("{", "{{").replace("}", "}}")
    where = "for {name} at TILE_WIDTH = {width}"
    if min(found) < (0 if key == "shared_bytes" else 1):
        return f"is {found} {where}"
    words = beyond_any_gpu(key, found)
    return f"{words} ({where})" if words else ""


def _check_arguments(config: ProductConfig, document: Document, launches: Sequence[_Launched]) -> Iterator[YamlProblem]:
    """Parameters that are expressions must have a value in every launch."""
    written = config.parameters
    if written == "auto":
        return
    entries = written.items() if isinstance(written, dict) else enumerate(written)
    for key, role in entries:
        fields = role.struct if isinstance(role, StructParameter) else (role,)
        for text in fields:
            message = "" if text in ROLES else _argument_problem(config, text, launches)
            if message:
                yield document.problem(("parameters", key), message)


def _argument_problem(config: ProductConfig, written: int | float | str, launches: Sequence[_Launched]) -> str:
    try:
        for _, sizes, width in launches:
            evaluate(written, **config.values_at(sizes, width))
    except ExpressionError as error:
        return str(error)
    return ""


DECLARATION = LabDeclaration(
    config=ProductConfig,
    family=ProductFamily,
    checks=(check_sizes, check_tiling, check_launch),
    schemas={"config.schema.json": ProductConfig, "testcases.schema.json": ProductFamily},
)
