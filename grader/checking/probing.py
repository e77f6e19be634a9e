"""`auto`: what a kernel's file leaves open is found by launching it on a probe where each way gives another result.

The probe's three sizes differ and are whole tiles, so that a kernel without guards fits as well, and its grid has many
blocks. The usual way is tried first. Where that is wrong the others are, and one of them is taken only if it alone
gives a fully right result: a faulty kernel stays with the usual way, and what is told of it is its own mistake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from grader.assignment import Config, Element, InputKind, TestCase
from grader.assignment.models import Layout, Parameter
from grader.checking.compare import compare
from grader.checking.launching import ParameterError, make_launch, result_of
from grader.checking.roles import are_told, possible_roles, size_positions
from grader.checking.running import Bench
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.results import Shape, Visibility

_ELEMENTS = {"float": Element.FLOAT, "double": Element.DOUBLE, "int": Element.INT, "__half": Element.HALF}
_LAYOUTS = (("column", "column", "column"), ("row", "column", "row"), ("column", "row", "row"))
_ALONG = {"x": "columns", "y": "rows"}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to launch a kernel: what its parameters mean, how the matrices lie, what threadIdx.x walks along.

    Without `roles` they are the configuration's.
    """

    roles: tuple[Parameter, ...] | None
    layout: tuple[str, str, str]
    axis: str


def settle(bench: Bench, tile_width: int) -> tuple[Bench, tuple[str, ...]]:
    """The bench with everything that was `auto` decided, and remarks on what was found by trying.

    A kernel for which nothing can be decided keeps its bench: its cases say what is wrong with its parameters. Raises
    `DeviceFault` when the grader itself fails.
    """
    config = bench.config
    if isinstance(config.parameters, tuple) and config.launch.axis != "auto":
        return bench, ()
    bench, notes = _with_element(bench)
    ways = _ways(bench)
    usual = ways[0] if config.parameters != "auto" or are_told(bench.kernel.parameters) else None
    sizes = size_positions(bench.kernel.parameters) if config.parameters == "auto" else ()
    square = len(sizes) == 1
    if square:
        bench = replace(bench, config=bench.config.model_copy(update={"square_only": True}))
        notes = (*notes, "The kernel takes one size: cases that are not square are left out.")
    case = _probe(tile_width, square=square)
    if usual is not None and (len(ways) == 1 or _is_right(_along(bench, usual), case) is not False):
        return _along(bench, usual), notes
    fitting = [way for way in ways if way != usual and _is_right(_along(bench, way), case)]
    if len(fitting) == 1:
        return _along(bench, fitting[0]), (*notes, _remark(bench, fitting[0], usual, ways[0]))
    return (bench if usual is None else _along(bench, usual)), notes


def why_left_out(config: Config, case: TestCase) -> str:
    """Why this case is held against nobody, empty when it is; `config` is a bench's, or the assignment's."""
    if config.square_only and not case.is_square:
        return "Left out: only square matrices are asked for."
    if config.multiples_only and not case.is_multiple:
        return "Left out: this assignment asks for multiples of the tile width only."
    return ""


def _ways(bench: Bench) -> list[Way]:
    """Every way that the configuration leaves open, the usual one first."""
    config = bench.config
    layout = (config.layout.A, config.layout.B, config.layout.C)
    axes = ("x", "y") if config.launch.axis == "auto" else (config.launch.axis,)
    if config.parameters != "auto":
        return [Way(None, layout, axis) for axis in axes]
    roles = possible_roles(bench.kernel.parameters)
    layouts = dict.fromkeys((layout, *_LAYOUTS))
    # Another order or another axis is likelier than another layout, but each is tried: only one may fit.
    return [Way(entry, order, axis) for order, entry, axis in product(layouts, roles or (None,), axes)]


def _along(bench: Bench, way: Way) -> Bench:
    layout = Layout.model_validate(dict(zip("ABC", way.layout, strict=True)))
    parameters = bench.config.parameters if way.roles is None else way.roles
    config = bench.config.model_copy(update={"layout": layout, "parameters": parameters})
    return replace(bench, config=config, axis=way.axis)


def _probe(tile_width: int, *, square: bool) -> TestCase:
    """Three, four and five tiles a side, or three each way."""
    tiles = (3, 3, 3) if square else (3, 4, 5)
    m, k, n = (tile_width * count for count in tiles)
    return TestCase(
        name="probe", family="", title="", reason="", shape=Shape(M=m, K=k, N=n), tile_width=tile_width,
        inputs=InputKind.RANDOM, max_points=0.0, visibility=Visibility.HIDDEN, alpha=1.0, beta=0.0,
    )  # fmt: skip


def _is_right(bench: Bench, case: TestCase) -> bool | None:
    """Whether every cell comes out right; None for a kernel that does not end, which is not tried again."""
    scalars = bench.config.scalars
    problem = bench.problem(replace(case, alpha=scalars.alpha, beta=scalars.beta))
    try:
        launched = bench.device.launch(bench.kernel, make_launch(bench.config, bench.kernel, problem, bench.axis))
    except DeviceTimeout:
        return None
    except (ParameterError, ValueError, DeviceCrash):
        return False
    if not launched.finished:
        return None
    got, written = result_of(launched, bench.config, problem)
    return compare(got, written, problem).right


def _with_element(bench: Bench) -> tuple[Bench, tuple[str, ...]]:
    """The matrices hold what the kernel's pointers point to, where the assignment does not list the parameters."""
    kinds = {kind.partition("*")[0].replace("const", "").strip() for kind, _ in bench.kernel.parameters if "*" in kind}
    element = _ELEMENTS.get(kinds.pop()) if len(kinds) == 1 else None
    if isinstance(bench.config.parameters, tuple) or element in (None, bench.config.element):
        return bench, ()
    assert element is not None
    note = f"The kernel's matrices hold {element.value}, so it was given {element.value} and not the assignment's type."
    return replace(bench, config=bench.config.model_copy(update={"element": element})), (note,)


def _remark(bench: Bench, found: Way, usual: Way | None, first: Way) -> str:
    told = []
    if found.roles is not None and (usual is None or found.roles != usual.roles):
        names = [name for _, name in bench.kernel.parameters]
        told += [f"{names[at]} is {found.roles[at]}" for at in size_positions(bench.kernel.parameters)]
    pairs = zip("ABC", found.layout, first.layout, strict=True)
    told += [f"{name} lies {order} by {order}" for name, order, was in pairs if order != was]
    if found.axis != first.axis:
        told.append(f"threadIdx.x walks along the {_ALONG[found.axis]} of C")
    return f"Found by trying, as the only way that gives a right result: {', '.join(told)}."
