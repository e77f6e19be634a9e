"""An assignment of the tiled product in its files: do sizes, launches, ratios and parameters fit together?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from grader.assignment.declaring import AssignmentFiles as AnyFiles
from grader.assignment.declaring import (
    LabDeclaration,
    YamlFormula,
    check_everywhere,
    check_ratio,
    launch_formulas,
    launch_places,
    value,
)
from grader.assignment.expressions import ExpressionError
from grader.assignment.models import Written
from grader.assignment.yaml_source import Document, YamlLocation, YamlProblem
from grader.labs.matmul.config import ROLES, ProductCase, ProductConfig, ProductFamily, StructParameter
from grader.results import Sizes

ProductFiles = AnyFiles[ProductConfig, ProductFamily]


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
    """Grid, block and parameters must have values in every case that the assignment holds against anyone."""
    config = files.config
    counted = {"performance.traffic.shape": config.performance.traffic.shape.sizes}
    places = [place for place in launch_places(config, files.families, counted) if _is_held(config, *place[1:])]
    formulas = (*launch_formulas(("launch",), config.launch), *_arguments(config))
    yield from check_everywhere(files.document, places, config, formulas)


def _is_held(config: ProductConfig, sizes: Sizes, width: int) -> bool:
    """Whether the assignment holds a launch of these sizes against anyone."""
    square = len(set(sizes.values())) == 1
    multiple = not any(size % width for size in sizes.values())
    return (square or not config.square_only) and (multiple or not config.multiples_only)


def _arguments(config: ProductConfig) -> Iterator[YamlFormula]:
    """Parameters that are expressions."""
    written = config.parameters
    if written == "auto":
        return
    for key, role in written.items() if isinstance(written, dict) else enumerate(written):
        for text in role.struct if isinstance(role, StructParameter) else (role,):
            if text not in ROLES:
                yield ("parameters", key), partial(value, text)


DECLARATION = LabDeclaration(
    config=ProductConfig,
    family=ProductFamily,
    checks=(check_sizes, check_tiling, check_launch),
    schemas={"config.schema.json": ProductConfig, "testcases.schema.json": ProductFamily},
)
