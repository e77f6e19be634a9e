"""Read a file's own `<<<grid, block>>>` as a launch of the product: in M, K and N, with enough blocks to cover C."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from grader.assignment.expressions import ExpressionError, check, evaluate_size
from grader.devices.base import Compiled, WrittenLaunch
from grader.labs.base import Reading
from grader.labs.matmul.config import SIZE_NAMES, ParameterRole, ProductConfig

_NAME = re.compile(r"[A-Za-z_]\w*")
_FUNCTIONS = frozenset({"ceildiv", "min", "max"})
_SAMPLE = 3_548_160  # of which nearly every tile is a divisor: 1,024 times 3,465
LARGEST_TILE = 128


def launches_of(kernel: Compiled, config: ProductConfig) -> Iterator[Reading[ProductConfig]]:
    """Yield the file's launches of the kernel; if it has none, those that are usual for such kernels."""
    roles = config.parameters
    yield from (list(_own(kernel, roles, config)) if isinstance(roles, tuple) else ()) or _assumed(kernel, config)


def _own(kernel: Compiled, roles: Sequence[ParameterRole], config: ProductConfig) -> Iterator[Reading[ProductConfig]]:
    names = {name: role for (_, name), role in zip(kernel.parameters, roles, strict=True) if isinstance(role, str)}
    for written in kernel.launches if config.as_launched else ():
        if not written.not_understood:
            yield from _as_product(written, names, config)


def _assumed(kernel: Compiled, config: ProductConfig) -> Iterator[Reading[ProductConfig]]:
    """Yield the assignment's launch; for a file that should launch its kernel but does not, also one row of threads."""
    axes = ("x", "y") if config.launch.axis == "auto" else (config.launch.axis,)
    written = [_launched(config, {"axis": axis}) for axis in axes]
    if not config.as_launched:
        yield from written
        return
    # For y, block and grid are exchanged, but a row of threads is still along x.
    rows = {"x": ("T * T", 1), "y": (1, "T * T")}
    in_a_row = [_launched(config, {"axis": axis, "block": rows[axis]}) for axis in axes]
    yield from (*written, *in_a_row) if kernel.in_a_plane else (*in_a_row, *written)


def _launched(
    config: ProductConfig, made: Mapping[str, object], line: int = 0, guessed: str = "", notes: tuple[str, ...] = ()
) -> Reading[ProductConfig]:
    launch = config.launch.model_copy(update=made)
    return Reading(config.model_copy(update={"launch": launch}), notes, line, guessed)


def own_tile_width(kernel: Compiled, launches: Sequence[WrittenLaunch]) -> int | None:
    """Return the width of a file's tiles: a side of its shared arrays, or the part of C that a block computes."""
    declared = kernel.actual_tile_width
    for written in launches:
        cells = [_covered(text)[1] or 1 for text in written.grid[:2]]
        widest = max(cells, default=0)
        if 1 < widest <= LARGEST_TILE and not any(widest % one for one in cells):
            return widest if declared is None or widest % declared == 0 else declared
    return declared


def _as_product(
    written: WrittenLaunch, names: Mapping[str, str], config: ProductConfig
) -> Iterator[Reading[ProductConfig]]:
    """Yield the launch once for each axis along which its grid covers C."""
    tile = next((name for name, role in names.items() if role in ("T", "TILE_WIDTH")), "")
    covered = [_covered(text, tile) for text in written.grid]
    block = [_renamed(text, names) for text in written.block]
    meant = [_meant(text, names, written) for text, *_ in covered]
    fitting: list[tuple[str, str]] = []
    turned: list[tuple[str, str]] = []
    for axis, order in (("x", "NM"), ("y", "MN")):
        fits = all(not found or size in found for size, found in zip(order, meant, strict=False))
        (fitting if fits else turned).append((axis, order))
    # A host that multiplies only squares may have exchanged the dimensions of its grid: try that last.
    for axis, order in [*fitting, *turned] if fitting else [("x", "")]:
        if any(meant):
            named = [dict.fromkeys(found, size) for found, size in zip(meant, order, strict=False)] if order else []
            grid = [_renamed(text, names, *named[at : at + 1]) for at, (text, *_) in enumerate(covered)]
        else:
            # Numbers for the host's own sizes: only the block's threads show which part of C it computes.
            grid = [f"ceildiv({size}, {threads})" for size, threads in zip(order, block, strict=False)] + ["1"]
        made = _checked(block, grid, _renamed(written.shared_bytes, names), axis)
        if made is not None:
            notes = tuple(_notes(written, rounds_down=any(down for *_, down in covered)))
            grid_text = " by ".join(written.grid[:2])
            guessed = "" if any(meant) else f"line {written.line} launches {grid_text} blocks, whatever the sizes are"
            yield _launched(config, made, written.line, guessed, notes)


def _notes(written: WrittenLaunch, *, rounds_down: bool) -> Iterator[str]:
    """Yield notes about how the kernel is launched."""
    yield f"Launched as line {written.line} of the file does it, in blocks of {' by '.join(written.block[:2])} threads."
    if rounds_down:
        yield (
            f"The grid of line {written.line} is rounded down: at sizes that are no multiple of the tile it leaves out"
            " the last cells. Here it has as many blocks as cover C."
        )
    if written.comma:
        yield f"Line {written.line} writes (a, b) for dim3(a, b): in C++ that is b alone. Here dim3(a, b) is launched."


def _meant(text: str, names: Mapping[str, str], written: WrittenLaunch) -> set[str]:
    """Return the roles that the names in a text may have: one host variable can be several sizes."""
    found = _names_in(text)
    groups = dict(written.same)
    found -= {name for name in found if names.get(name) not in ("M", "K", "N")}
    alike = {name for name in names if groups.get(name, name) in {groups.get(each, each) for each in found}}
    return {names[name] for name in alike} if found else set()


def _checked(block: Sequence[str], grid: Sequence[str], shared: str, axis: str) -> dict[str, object] | None:
    """Return the launch as the configuration writes it; None if it has names that are not sizes."""
    try:
        for text in (*block, *grid, shared):
            check(text, names=SIZE_NAMES)
    except ExpressionError:
        return None
    first, second = (0, 1) if axis == "x" else (1, 0)
    return {
        "axis": axis,
        "block": (block[first], block[second], block[2]),
        "grid": (grid[first], grid[second], grid[2]),
        "shared_bytes": shared,
    }


def _renamed(text: str, names: Mapping[str, str], but: Mapping[str, str] | None = None) -> str:
    """Replace names by their roles; `but` maps roles to the roles that they stand for here."""
    roles = {name: (but or {}).get(role, role) for name, role in names.items()}
    return _NAME.sub(lambda match: roles.get(match[0], match[0]), text)


def _names_in(text: str) -> set[str]:
    return set(_NAME.findall(text)) - _FUNCTIONS


def _covered(text: str, tile: str = "") -> tuple[str, int, bool]:
    """Return blocks along one dimension as `ceildiv(n, cells)`, a block's cells, and whether the file rounds down.

    The cells may be the parameter `tile`; then they count as 0, as for a text that is not a quotient of one name, which
    stays unchanged.
    """
    names = _names_in(text) - {tile}
    if len(names) != 1:
        return _some(text), 0, False
    name = names.pop()
    found = [_cells(text, name, {tile: width} if tile else {}) for width in (16, 32)]
    (cells, down), (others, _) = found
    if not tile or tile not in _names_in(text):
        return (f"ceildiv({name}, {cells})", cells, down) if cells else (_some(text), 0, False)
    return (f"ceildiv({name}, {tile})", 0, down) if (cells, others) == (16, 32) else (_some(text), 0, False)


def _some(text: str) -> str:
    """Ask for at least one block, however small a size is."""
    return text if text.isdigit() else f"max(1, {text})"


def _cells(text: str, name: str, values: dict[str, int]) -> tuple[int, bool]:
    """Return a block's elements if the text counts blocks, and whether it rounds down; 0 if it does not count them."""
    try:
        count = evaluate_size(text, **values, **{name: _SAMPLE})
        for blocks in (count, count - 1):
            cells = _SAMPLE // blocks if blocks > 0 else 0
            samples = (3 * cells, 3 * cells + 1, 5 * cells - 1, 17 * cells + cells // 2) if cells else ()
            counts = [evaluate_size(text, **values, **{name: size}) for size in samples]
            if counts and all(0 <= one - size // cells <= 1 for size, one in zip(samples, counts, strict=True)):
                return cells, cells > 1 and counts[1] == 3
    except ExpressionError:
        pass
    return 0, False
