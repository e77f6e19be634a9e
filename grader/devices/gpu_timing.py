"""Time and verify one launch in the GPU's child process."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from grader.devices.base import TimedLaunch
from grader.devices.gpu_driver import Driver, Region
from grader.devices.gpu_requests import PrepareRequest
from grader.devices.gpu_tools import SIGNS, Matrix, Panel, Tools, fills_of, freivalds, is_exact
from grader.elements import SPELLED

TIMING_GUARD_BYTES = 1 << 20
_SEED_MASK = (1 << 64) - 1


class TimingBench:
    """Two matrices and their product between guard zones, and a buffer that clears the L2 cache when it is filled."""

    def __init__(
        self, driver: Driver, tools: Tools, room: PrepareRequest, guard_bytes: int = TIMING_GUARD_BYTES
    ) -> None:
        product = room.product
        self._driver, self._tools, self._element = driver, tools, product.element
        self._alpha, self._beta = product.alpha, product.beta
        rows, inner, columns = product.shape
        self._left, self._right, self._output = product.layout
        shapes = (rows, inner), (inner, columns), (rows, columns)
        sizes = dict(zip(product.layout, shapes, strict=True))
        self._arrays = {
            name: tools.guarded(height * width * SPELLED[product.element].size_bytes, guard_bytes)
            for name, (height, width) in sizes.items()
        }
        self._matrices = {
            name: _matrix(self._arrays[name].data, *size, order=product.layout[name]) for name, size in sizes.items()
        }
        self._flush = Region(driver.allocate(room.flush_bytes), 0, room.flush_bytes)

    @property
    def _inputs(self) -> tuple[str, str]:
        return self._left, self._right

    @property
    def regions(self) -> dict[str, Region]:
        """The arrays of a kernel's pointers, by name."""
        return {name: array.data for name, array in self._arrays.items()}

    def refill(self, seed: int, pair: int) -> None:
        """Fill inputs and guard zones afresh; poison the output, or fill it if beta is not 0."""
        fills = fills_of(pair, self._element)
        for name, fill in zip(self._inputs, fills, strict=True):
            self._tools.fill(self._matrices[name], self._seed(seed, name), fill, self._element)
        if self._beta:
            self._tools.fill(self._matrices[self._output], self._seed(seed, self._output), SIGNS, self._element)
        else:
            self._tools.poison(self._arrays[self._output].data)
        for array in self._arrays.values():
            self._tools.arm(array)

    def measure(self, launch: Callable[[], None], *, seed: int, pair: int) -> TimedLaunch:
        """Time one launch on fresh inputs, and verify its output.

        The kernel first runs untimed on inputs of another seed: its code is then warm, and anything it kept of them is
        useless. The probes are drawn after it ends, or with beta, before it runs.
        """
        self.refill(seed ^ 0x5555555555555555, pair)
        launch()
        self.refill(seed, pair)
        probe = None
        before = None
        if self._beta:
            probe = self._probe()
            before = self._tools.times(self._matrices[self._output], probe, self._element)
        self._tools.fill_words(self._flush, pair & 0xFFFF)
        start = self._driver.mark()
        launch()
        milliseconds = self._driver.elapsed_ms(start, self._driver.mark())
        verdict = self._verdict(seed, pair, probe or self._probe(), before)
        return replace(verdict, milliseconds=milliseconds)

    def _verdict(self, seed: int, pair: int, probe: Panel, before: Panel | None) -> TimedLaunch:
        tools, element = self._tools, self._element
        fills = fills_of(pair, element)
        changed = {
            name: tools.changed(self._matrices[name], self._seed(seed, name), fill, element)
            for name, fill in zip(self._inputs, fills, strict=True)
        }
        for name, fill in zip(self._inputs, fills, strict=True):
            if changed[name]:  # verify against the original inputs, not against what the kernel made of them
                tools.fill(self._matrices[name], self._seed(seed, name), fill, element)
        wrong, first = freivalds(
            tools, list(self._matrices.values()), before, probe, element,
            alpha=self._alpha, beta=self._beta, exact=is_exact(fills, self._alpha, self._beta),
        )  # fmt: skip
        breached = {name: tools.breached(array) for name, array in self._arrays.items()}
        return TimedLaunch(
            changed={name: count for name, count in changed.items() if count},
            breached={name: count for name, count in breached.items() if count},
            wrong_rows=wrong,
            first_wrong_row=first,
        )

    def _probe(self) -> Panel:
        return self._tools.probes(self._matrices[self._right].columns, secrets.randbits(64))

    def _seed(self, seed: int, name: str) -> int:
        return (seed + 0x9E3779B97F4A7C15 * ord(name)) & _SEED_MASK


def _matrix(region: Region, rows: int, columns: int, *, order: str) -> Matrix:
    strides = (columns, 1) if order == "row" else (1, rows)
    return Matrix(region, rows, columns, *strides)
