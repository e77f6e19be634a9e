"""Infer what `auto` and a kernel's file leave open: the meaning of its sizes, its launch, the matrices' layout."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, permutations, product
from typing import get_args

from grader.assignment.models import Passed, StructParameter, passed_for
from grader.devices.base import Compiled, WrittenLaunch
from grader.elements import ELEMENTS, SPELLED
from grader.labs.base import ParameterError, Reading, Readings
from grader.labs.launching import Launching
from grader.labs.matmul.config import Layout, MatrixElement, ParameterRole, ProductConfig
from grader.labs.matmul.own_launch import launches_of, own_tile_width
from grader.labs.matmul.product import in_tiles

# Types that wrap in the same way are passed in the same way.
_ELEMENTS: Mapping[str, MatrixElement] = {
    **{SPELLED[element].name: element for element in get_args(MatrixElement)},
    "unsigned int": "int",
}
_LAYOUTS = (Layout(A="column", B="column", C="column"), Layout(B="column"), Layout(A="column"))
_ALONG = {"x": "columns", "y": "rows"}
_MOST_WAYS = 240
_SIZES = ("M", "K", "N")
_FACTORS = frozenset(name for name, element in ELEMENTS.items() if element.kind == "f")
_SIZE_NAMES: tuple[tuple[str, str], ...] = (
    (r"num_?a_?rows?|a_?rows?|rows?_?a|a_?height|h_?a|height_?a|m", "M"),
    (r"num_?a_?col(umn)?s?|a_?col(umn)?s?|col(umn)?s?_?a|a_?width|w_?a|width_?a|k|inner|p", "K"),
    (r"num_?b_?rows?|b_?rows?|rows?_?b|b_?height|h_?b|height_?b", "K"),
    (r"num_?b_?col(umn)?s?|b_?col(umn)?s?|col(umn)?s?_?b|b_?width|w_?b|width_?b", "N"),
    (r"num_?c_?rows?|c_?rows?|rows?_?c|c_?height|h_?c|height_?c", "M"),
    (r"num_?c_?col(umn)?s?|c_?col(umn)?s?|col(umn)?s?_?c|c_?width|w_?c|width_?c", "N"),
    (r"tile_?(width|size|dim)?|block_?(width|size|dim)|ts", "T"),
    (r"lda", "lda"), (r"ldb", "ldb"), (r"ldc", "ldc"),
    (r"alpha", "alpha"), (r"beta", "beta"),
    (r"n|width|size|dim|ncols|len|length|matrix_?size", "N"),
)  # fmt: skip
_BY_MATRIX = (("M", "K"), ("K", "N"), ("M", "N"))
_MOST_ORDERS = 60
Parameters = Sequence[tuple[str, str]]
Launches = Sequence[WrittenLaunch]
_Way = Reading[ProductConfig]


class OpenLaunching(Launching[ProductConfig]):
    """What is passed and launched where the assignment lists it, and where a kernel's file has to show it."""

    def passed(self, config: ProductConfig, kernel: Compiled, launch: int) -> Sequence[Passed]:
        """Return what is passed, by position, by name, or as types and names show. Raise `ParameterError`."""
        configured = config.parameters
        names = [name for _, name in kernel.parameters]
        if configured == "auto":
            return tuple(map(passed_for, guess_roles(kernel.parameters)))
        if isinstance(configured, dict):
            missing = [name for name in names if name not in configured]
            if missing:
                raise ParameterError(
                    f"the parameter {missing[0]} has no role: this assignment knows {', '.join(configured)}"
                )
            return tuple(passed_for(configured[name]) for name in names)
        return super().passed(config, kernel, launch)

    def expected_parameters(self, config: ProductConfig, launch: int) -> tuple[str, ...] | None:
        """Return None if the file may choose the types."""
        roles = config.parameters
        if isinstance(roles, str | dict) or any(isinstance(role, StructParameter) for role in roles):
            return None
        return super().expected_parameters(config, launch)

    def left_open(self, config: ProductConfig, parameters: Parameters) -> Iterator[str]:
        """Yield how the parameters (type, name) were interpreted, and what C holds."""
        if config.parameters == "auto":
            with contextlib.suppress(ValueError):  # a finding says so
                pairs = zip((name for _, name in parameters), guess_roles(parameters), strict=True)
                yield "Its parameters were taken as " + ", ".join(f"{name}: {role}" for name, role in pairs) + "."
        if config.initial_c == "zero":
            yield "C holds zeros before the kernel runs."

    def own_tile_width(self, config: ProductConfig, kernel: Compiled) -> int | None:
        """Return the width of a file's own tiles."""
        return own_tile_width(kernel, kernel.launches if config.as_launched else ())

    def readings(self, config: ProductConfig, kernel: Compiled, tile_width: int) -> Readings | None:
        """Return every way that the configuration leaves open; types and names, or the assignment, show the usual one.

        The probe's three sizes differ, so that each way gives a different result.
        """
        if isinstance(config.parameters, tuple) and config.launch.axis != "auto" and not config.as_launched:
            return None
        config, notes = _with_element(config, kernel)
        sizes = size_positions(kernel.parameters) if config.parameters == "auto" else ()
        square = len(sizes) == 1
        if square:
            config = config.model_copy(update={"square_only": True})
            notes = (*notes, "The kernel takes one size: cases that are not square are left out.")
        probe, ragged = ((3, 3, 3), (2, 2, 2)) if square else ((3, 4, 5), (2, 3, 1))
        at = partial(in_tiles, tile_width=tile_width, scalars=config.scalars_of())
        ways = list(islice(_ways(config, kernel), _MOST_WAYS))
        told = bool(ways) and (config.parameters != "auto" or not _unknown_parameter(kernel))
        usual = ways[0] if told else None
        return Readings(
            config=config,
            usual=usual,
            others=tuple(
                replace(way, notes=(*way.notes, _remark(config, kernel, way, usual, ways[0]))) for way in ways[told:]
            ),
            probe=at("probe", probe),
            # Tiles that extend beyond every border: only there a guard shows which size is which.
            ragged=None if config.multiples_only else at("probe-ragged", ragged, more=1),
            notes=notes,
            not_understood=_not_understood(config, kernel, usual, len(ways)),
        )


def _ways(config: ProductConfig, kernel: Compiled) -> Iterator[_Way]:
    """Yield the usual one first. Another order or axis is more likely than another layout, but each is tried."""
    given = config.parameters != "auto"
    every = [config.parameters] if given else possible_roles(kernel.parameters, kernel.launches)
    contents = [config.initial_c]
    if config.as_launched and config.initial_c != "zero" and any(launch.cleared for launch in kernel.launches):
        contents.append("zero")
    for before in contents:
        for layout in dict.fromkeys((config.layout, *_LAYOUTS)) if not given else (config.layout,):
            for roles in every:
                # With beta 0 a host need not fill C, but 0 times its content must be a number.
                unfilled = isinstance(roles, tuple) and "beta" in roles and not config.scalars.beta
                read = {"layout": layout, "parameters": roles, "initial_c": "zero" if unfilled else before}
                yield from launches_of(kernel, config.model_copy(update=read))


def _with_element(config: ProductConfig, kernel: Compiled) -> tuple[ProductConfig, tuple[str, ...]]:
    """Set the element type to the kernel's pointers' unless the assignment lists the parameters."""
    element = _ELEMENTS.get(_pointed_to(kernel))
    if isinstance(config.parameters, tuple) or element in (None, config.element):
        return config, ()
    assert element is not None
    note = f"The kernel's matrices hold {element}, so it was given {element} and not the assignment's type."
    return config.model_copy(update={"element": element}), (note,)


def _pointed_to(kernel: Compiled) -> str:
    kinds = {kind.partition("*")[0].replace("const", "").strip() for kind, _ in kernel.parameters if "*" in kind}
    return " and ".join(sorted(kinds))


def _remark(asked: ProductConfig, kernel: Compiled, way: _Way, usual: _Way | None, first: _Way) -> str:
    told, found, before = [], way.config, first.config
    roles = found.parameters
    if asked.parameters == "auto" and isinstance(roles, tuple) and (not usual or roles != usual.config.parameters):
        names = [name for _, name in kernel.parameters]
        told += [f"{names[at]} is {roles[at]}" for at in size_positions(kernel.parameters)]
    pairs = zip("ABC", found.layout.model_dump().values(), before.layout.model_dump().values(), strict=True)
    told += [f"{name} lies {order} by {order}" for name, order, was in pairs if order != was]
    if found.launch.axis != before.launch.axis:
        told.append(f"threadIdx.x walks along the {_ALONG[found.launch.axis]} of C")
    if found.launch.block != before.launch.block and not way.line:
        told.append(f"a block is {' by '.join(map(str, found.launch.block))} threads")
    if found.initial_c != before.initial_c:
        told.append("C must hold zeros before")
    return f"Found by trying, as a way that gives a right result: {', '.join(told)}."


def _not_understood(config: ProductConfig, kernel: Compiled, usual: _Way | None, tried: int) -> str:
    """Return why the kernel cannot be judged unless some way gives a right result; "" if the usual one is certain."""
    what = ""
    if config.parameters == "auto":
        what = _unknown_parameter(kernel)
        if not what and config.as_launched and not size_positions(kernel.parameters):
            what = "the kernel takes no size: only constants of its file say how large the matrices are"
        if not what and config.as_launched and _pointed_to(kernel) not in _ELEMENTS:
            what = f"its matrices hold {_pointed_to(kernel)}: all three must hold float, double, int or half"
    if not what and usual is not None and usual.guessed:
        what = usual.guessed
    elif not what and config.as_launched and usual is not None and not usual.line:
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
    """Return which parameter types, names and the host's code do not show; "" if they show all."""
    try:
        guess_roles(kernel.parameters, kernel.launches)
    except ValueError as error:
        return str(error)
    return ""


# `parameters: auto`: roles guessed from a kernel's own parameter types and names, and from how its file launches it. A
# guess covers three pointers, sizes by their usual names, and alpha and beta; if the host allocates the matrices, that
# shows the sizes of each. If a guess does not fit, other orders are tried. Instructors whose files differ write the
# roles down.


def guess_roles(parameters: Parameters, launches: Launches = ()) -> tuple[ParameterRole, ...]:
    """Return the role of each (type, name). Raise `ValueError` for a parameter that no rule fits."""
    outputs = _pointer_roles(parameters, launches)
    told = _roles_by_extents(parameters, outputs, launches)
    scalars = _scalar_roles(parameters)
    letters = _letter_roles([name.lower() for kind, name in parameters if "*" not in kind])
    roles: list[ParameterRole] = []
    for position, (_, name) in enumerate(parameters):
        known = outputs.get(position) or told.get(name) or scalars.get(position)
        roles.append(known or letters.get(name.lower()) or _size_role(name))
    return tuple(roles)


def possible_roles(parameters: Parameters, launches: Launches = ()) -> tuple[tuple[ParameterRole, ...], ...]:
    """Return every reading of the sizes, the most certain first; empty unless there are three pointers."""
    found: list[tuple[ParameterRole, ...]] = []
    with contextlib.suppress(ValueError):
        found.append(guess_roles(parameters, launches))
    with contextlib.suppress(ValueError):  # by names alone: what the host allocates may be larger
        found.append(guess_roles(parameters))
    sizes = size_positions(parameters)
    with contextlib.suppress(ValueError):
        known: dict[int, ParameterRole] = {**_pointer_roles(parameters, launches), **_scalar_roles(parameters)}
        for order in islice(_orders(parameters, sizes), _MOST_ORDERS):
            roles = {**known, **dict(zip(sizes, order, strict=True))}
            for position, (_, name) in enumerate(parameters):
                if position not in roles:
                    roles[position] = _size_role(name)
            found.append(tuple(roles[position] for position in range(len(parameters))))
    return tuple(dict.fromkeys(found))


def _orders(parameters: Parameters, sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield possible roles of so many sizes: all different; for more than three, matrix by matrix, then any."""
    if len(sizes) == 1:
        yield ("N",)
    elif len(sizes) <= len(_SIZES):
        yield from permutations(_SIZES, len(sizes))
    elif len(sizes) <= 2 * len(_SIZES):
        for turned in product((1, -1), repeat=3):
            named = [role for pair, step in zip(_BY_MATRIX, turned, strict=True) for role in pair[::step]]
            yield tuple(named[: len(sizes)])
        names = [_role_by_name(parameters[position][1]) for position in sizes]
        choices = [(name,) if name in _SIZES else _SIZES for name in names]
        yield from (order for order in product(*choices) if set(order) == set(_SIZES))


def size_positions(parameters: Parameters) -> tuple[int, ...]:
    """Return which parameters are the matrices' sizes, or may be because they have no usual name."""
    return tuple(
        position
        for position, (kind, name) in enumerate(parameters)
        if "*" not in kind and kind not in _FACTORS and _role_by_name(name) in (*_SIZES, None)
    )


def _letter_roles(names: Sequence[str]) -> dict[str, str]:
    """Map three letters in alphabetical order (i, j, k; m, n, p; l, m, n) to A's rows, the inner size, B's columns.

    Not m, n, k, which are always used in BLAS's sense.
    """
    letters = sorted({name for name in names if len(name) == 1})
    if len(letters) != 3 or set(letters) == {"k", "m", "n"}:
        return {}
    return dict(zip(letters, ("M", "K", "N"), strict=True))


def _scalar_roles(parameters: Parameters) -> dict[int, str]:
    """Map floating-point numbers to alpha and beta, by their names or in this order."""
    numbers = [position for position, (kind, _) in enumerate(parameters) if kind in _FACTORS]
    named = [_role_by_name(parameters[position][1]) for position in numbers]
    if set(named) <= {"alpha", "beta"}:
        return dict(zip(numbers, map(str, named), strict=True))
    return dict(zip(numbers, ("alpha", "beta"), strict=False)) if len(numbers) <= 2 else {}


def _roles_by_extents(parameters: Parameters, outputs: dict[int, str], launches: Launches) -> dict[str, str]:
    """Infer sizes from the host's allocations: M is common to A and C, K to A and B, N to B and C."""
    role_of = {parameters[position][1]: role for position, role in outputs.items()}
    for launch in launches:
        extents = {role_of[name]: set(sizes) for name, sizes in launch.extents if name in role_of}
        if not {"A", "C"} <= set(extents):
            continue
        # The variable that allocates B may not be passed: then K is what only A has, and N is what only C has.
        a, b, c = (extents.get(name, set()) for name in "ABC")
        common = [a & c, a & b or a - c, b & c or c - a]
        told = {next(iter(names)): role for names, role in zip(common, _SIZES, strict=True) if len(names) == 1}
        if len(told) == len(_SIZES):
            told.update({name: told[same] for name, same in launch.same if same in told})
            return told
    return {}


def _pointer_roles(parameters: Parameters, launches: Launches = ()) -> dict[int, str]:
    """Choose C: the only pointer to non-const elements, or copied back, or named so; else the last one."""
    pointers = [position for position, (kind, _) in enumerate(parameters) if "*" in kind]
    if len(pointers) != 3:
        raise ValueError(f"three pointers are needed for A, B and C, there are {len(pointers)}")
    writable = [position for position in pointers if "const" not in parameters[position][0]]
    back = {name for launch in launches for name in launch.copied_back}
    copied = [position for position in pointers if parameters[position][1] in back]
    named = [
        position
        for position in pointers
        if re.fullmatch(r"(d_?|g_?)?(c|out\w*|p|result)(_?d)?", parameters[position][1].lower())
    ]
    output = next((found[0] for found in (writable, copied, named) if len(found) == 1), pointers[-1])
    inputs = [position for position in pointers if position != output]
    return {output: "C", inputs[0]: "A", inputs[1]: "B"}


def _size_role(name: str) -> str:
    role = _role_by_name(name)
    if role is None:
        raise ValueError(f"what the parameter {name} means cannot be told from its name")
    return role


def _role_by_name(name: str) -> str | None:
    return next((role for pattern, role in _SIZE_NAMES if re.fullmatch(pattern, name.lower())), None)
