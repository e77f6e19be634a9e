"""What `auto` and a kernel's file leave open: what its sizes mean, how it is launched, how the matrices lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from grader.devices.base import Compiled
from grader.elements import SPELLED
from grader.labs.base import Reading, Readings
from grader.labs.matmul.cases import probe_case, ragged_case
from grader.labs.matmul.config import Layout, MatrixElement, ParameterRole, ProductConfig
from grader.labs.matmul.own_launch import OwnLaunch, assumed_launches, own_launches
from grader.labs.matmul.roles import are_told, guess_roles, possible_roles, size_positions

# What wraps alike is passed alike.
_ELEMENTS = {SPELLED[element].name: element for element in MatrixElement} | {"unsigned int": MatrixElement.INT}
_LAYOUTS = (("column", "column", "column"), ("row", "column", "row"), ("column", "row", "row"))
_ALONG = {"x": "columns", "y": "rows"}
_MOST_WAYS = 240


@dataclass(frozen=True, slots=True)
class _Way:
    """What the parameters mean, how the matrices lie, how it is launched, what C holds before.

    Without `roles` the parameters are the configuration's.
    """

    roles: tuple[ParameterRole, ...] | None
    layout: tuple[str, str, str]
    launch: OwnLaunch
    initial_c: str


def readings(config: ProductConfig, kernel: Compiled, tile_width: int) -> Readings | None:
    """Every way that the configuration leaves open; the usual one is told by types and names, or by the assignment.

    The probe's three sizes differ, so that each way gives another result.
    """
    if isinstance(config.parameters, tuple) and config.launch.axis != "auto" and not config.as_launched:
        return None
    config, notes = _with_element(config, kernel)
    sizes = size_positions(kernel.parameters) if config.parameters == "auto" else ()
    square = len(sizes) == 1
    if square:
        config = config.model_copy(update={"square_only": True})
        notes = (*notes, "The kernel takes one size: cases that are not square are left out.")
    ways = list(islice(dict.fromkeys(_ways(config, kernel)), _MOST_WAYS))
    told = bool(ways) and (config.parameters != "auto" or are_told(kernel.parameters, kernel.launches))
    usual = ways[0] if told else None
    return Readings(
        config=config,
        usual=_reading(config, usual) if usual else None,
        others=tuple(_reading(config, way, _remark(kernel, way, usual, ways[0])) for way in ways[told:]),
        probe=probe_case(config, tile_width, square=square),
        ragged=ragged_case(config, tile_width, square=square),
        notes=notes,
        not_understood=_not_understood(config, kernel, usual, len(ways)),
    )


def _ways(config: ProductConfig, kernel: Compiled) -> Iterator[_Way]:
    """The usual one first. Another order or axis is likelier than another layout, but each is tried: one may fit."""
    layout = (config.layout.A, config.layout.B, config.layout.C)
    given = config.parameters != "auto"
    every = [None] if given else possible_roles(kernel.parameters, kernel.launches)
    contents = [config.initial_c]
    if config.as_launched and config.initial_c != "zero" and any(launch.cleared for launch in kernel.launches):
        contents.append("zero")
    for before in contents:
        for order in dict.fromkeys((layout, *_LAYOUTS)) if not given else (layout,):
            for roles in every:
                for launch in _launches(config, kernel, roles):
                    yield _Way(roles, order, launch, before)


def _launches(config: ProductConfig, kernel: Compiled, roles: tuple[ParameterRole, ...] | None) -> Iterator[OwnLaunch]:
    """As the file says; without a word of it, as most such kernels are launched."""
    parameters = config.parameters if roles is None else roles
    own = list(own_launches(kernel, parameters, config)) if isinstance(parameters, tuple) else []
    yield from own or assumed_launches(kernel, config)


def _reading(config: ProductConfig, way: _Way, *remarks: str) -> Reading:
    parameters = config.parameters if way.roles is None else way.roles
    # With beta 0 nobody need fill C; but what is multiplied by 0 must be a number.
    unfilled = isinstance(parameters, tuple) and "beta" in parameters and not config.scalars.beta
    made = config.model_copy(
        update={
            "layout": Layout.model_validate(dict(zip("ABC", way.layout, strict=True))),
            "parameters": parameters,
            "launch": way.launch.launch,
            "initial_c": "zero" if unfilled else way.initial_c,
        }
    )
    return Reading(made, way.launch.axis, (*way.launch.notes, *remarks))


def _with_element(config: ProductConfig, kernel: Compiled) -> tuple[ProductConfig, tuple[str, ...]]:
    """The matrices hold what the kernel's pointers point to, where the assignment does not list the parameters."""
    element = _ELEMENTS.get(_pointed_to(kernel))
    if isinstance(config.parameters, tuple) or element in (None, config.element):
        return config, ()
    assert element is not None
    note = f"The kernel's matrices hold {element.value}, so it was given {element.value} and not the assignment's type."
    return config.model_copy(update={"element": element}), (note,)


def _pointed_to(kernel: Compiled) -> str:
    kinds = {kind.partition("*")[0].replace("const", "").strip() for kind, _ in kernel.parameters if "*" in kind}
    return " and ".join(sorted(kinds))


def _remark(kernel: Compiled, found: _Way, usual: _Way | None, first: _Way) -> str:
    told = []
    if found.roles is not None and (usual is None or found.roles != usual.roles):
        names = [name for _, name in kernel.parameters]
        told += [f"{names[at]} is {found.roles[at]}" for at in size_positions(kernel.parameters)]
    pairs = zip("ABC", found.layout, first.layout, strict=True)
    told += [f"{name} lies {order} by {order}" for name, order, was in pairs if order != was]
    if found.launch.axis != first.launch.axis:
        told.append(f"threadIdx.x walks along the {_ALONG[found.launch.axis]} of C")
    if found.launch.launch.block != first.launch.launch.block and not found.launch.line:
        told.append(f"a block is {' by '.join(map(str, found.launch.launch.block))} threads")
    if found.initial_c != first.initial_c:
        told.append("C must hold zeros before")
    return f"Found by trying, as a way that gives a right result: {', '.join(told)}."


def _not_understood(config: ProductConfig, kernel: Compiled, usual: _Way | None, tried: int) -> str:
    """Why nothing can be said of the kernel unless some way gives a right result; empty where the usual one is sure."""
    what = ""
    if config.parameters == "auto":
        what = _unknown_parameter(kernel)
        if not what and config.as_launched and not size_positions(kernel.parameters):
            what = "the kernel takes no size: only constants of its file say how large the matrices are"
        if not what and config.as_launched and _pointed_to(kernel) not in _ELEMENTS:
            what = f"its matrices hold {_pointed_to(kernel)}: all three must hold float, double, int or half"
    if not what and usual is not None and usual.launch.guessed:
        what = usual.launch.guessed
    elif not what and config.as_launched and usual is not None and not usual.launch.line:
        strange = next((launch for launch in kernel.launches if launch.not_understood), None)
        if strange is not None:
            what = f"line {strange.line} launches it by {strange.not_understood}, which cannot be followed"
        elif not kernel.in_a_plane or kernel.actual_tile_width is None:
            what = "the file does not launch it"
    if not what:
        return ""
    none = f"None of {tried} ways to launch it gives a right product" if tried else "It was not launched"
    return (
        f"{what}. {none}; that says nothing against it. Write its `parameters:` and `launch:` into a config.yaml of"
        " your own: python -m grader init my-lab --lab auto"
    )


def _unknown_parameter(kernel: Compiled) -> str:
    try:
        guess_roles(kernel.parameters, kernel.launches)
    except ValueError as error:
        return str(error)
    return ""
