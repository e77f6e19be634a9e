"""What `auto` and a kernel's file leave open: what its sizes mean, how the matrices lie, what threadIdx.x walks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from grader.devices.base import Compiled
from grader.elements import SPELLED
from grader.labs.base import Reading, Readings
from grader.labs.matmul.cases import probe_case
from grader.labs.matmul.config import Element, Layout, Parameter, ProductConfig
from grader.labs.matmul.roles import are_told, possible_roles, size_positions

_ELEMENTS = {SPELLED[element].name: element for element in Element}
_LAYOUTS = (("column", "column", "column"), ("row", "column", "row"), ("column", "row", "row"))
_ALONG = {"x": "columns", "y": "rows"}


@dataclass(frozen=True, slots=True)
class _Way:
    """What the parameters mean, how the matrices lie, what threadIdx.x walks; without `roles` the configuration's."""

    roles: tuple[Parameter, ...] | None
    layout: tuple[str, str, str]
    axis: str


def readings(config: ProductConfig, kernel: Compiled, tile_width: int) -> Readings | None:
    """Every way that the configuration leaves open; the usual one is told by types and names, or by the assignment.

    The probe's three sizes differ, so that each way gives another result.
    """
    if isinstance(config.parameters, tuple) and config.launch.axis != "auto":
        return None
    config, notes = _with_element(config, kernel)
    sizes = size_positions(kernel.parameters) if config.parameters == "auto" else ()
    square = len(sizes) == 1
    if square:
        config = config.model_copy(update={"square_only": True})
        notes = (*notes, "The kernel takes one size: cases that are not square are left out.")
    ways = _ways(config, kernel)
    usual = ways[0] if config.parameters != "auto" or are_told(kernel.parameters) else None
    return Readings(
        config=config,
        usual=_reading(config, usual) if usual else None,
        others=tuple(_reading(config, way, _remark(kernel, way, usual, ways[0])) for way in ways[usual is not None :]),
        probe=probe_case(config, tile_width, square=square),
        notes=notes,
    )


def _ways(config: ProductConfig, kernel: Compiled) -> list[_Way]:
    """Every way that the configuration leaves open, the usual one first."""
    layout = (config.layout.A, config.layout.B, config.layout.C)
    axes = ("x", "y") if config.launch.axis == "auto" else (config.launch.axis,)
    if config.parameters != "auto":
        return [_Way(None, layout, axis) for axis in axes]
    roles = possible_roles(kernel.parameters)
    layouts = dict.fromkeys((layout, *_LAYOUTS))
    # Another order or another axis is likelier than another layout, but each is tried: only one may fit.
    return [_Way(entry, order, axis) for order, entry, axis in product(layouts, roles or (None,), axes)]


def _reading(config: ProductConfig, way: _Way, remark: str = "") -> Reading:
    layout = Layout.model_validate(dict(zip("ABC", way.layout, strict=True)))
    parameters = config.parameters if way.roles is None else way.roles
    return Reading(config.model_copy(update={"layout": layout, "parameters": parameters}), way.axis, remark)


def _with_element(config: ProductConfig, kernel: Compiled) -> tuple[ProductConfig, tuple[str, ...]]:
    """The matrices hold what the kernel's pointers point to, where the assignment does not list the parameters."""
    kinds = {kind.partition("*")[0].replace("const", "").strip() for kind, _ in kernel.parameters if "*" in kind}
    element = _ELEMENTS.get(kinds.pop()) if len(kinds) == 1 else None
    if isinstance(config.parameters, tuple) or element in (None, config.element):
        return config, ()
    assert element is not None
    note = f"The kernel's matrices hold {element.value}, so it was given {element.value} and not the assignment's type."
    return config.model_copy(update={"element": element}), (note,)


def _remark(kernel: Compiled, found: _Way, usual: _Way | None, first: _Way) -> str:
    told = []
    if found.roles is not None and (usual is None or found.roles != usual.roles):
        names = [name for _, name in kernel.parameters]
        told += [f"{names[at]} is {found.roles[at]}" for at in size_positions(kernel.parameters)]
    pairs = zip("ABC", found.layout, first.layout, strict=True)
    told += [f"{name} lies {order} by {order}" for name, order, was in pairs if order != was]
    if found.axis != first.axis:
        told.append(f"threadIdx.x walks along the {_ALONG[found.axis]} of C")
    return f"Found by trying, as the only way that gives a right result: {', '.join(told)}."
