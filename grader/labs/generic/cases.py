"""The cases of a lab that is data, beside those that its files list; how its kernels are launched."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator, Sequence

import numpy as np

from grader.assignment import TestCase
from grader.assignment.expressions import ExpressionError
from grader.devices.base import Compiled
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.space import space
from grader.results import Sizes, Visibility, Words


def words(config: GenericConfig) -> Words:
    """Sizes by their names, the variant by its macro's."""
    return Words(lab="generic", width=config.variant or "variant", output=config.outputs[0], baseline="the baseline")


def for_naive(config: GenericConfig) -> GenericConfig:
    """As `baseline` says, or as every kernel."""
    return config.for_baseline


def usual_sizes(config: GenericConfig, tile_width: int) -> Sizes:
    """Those at which loads are counted; else a thousand of everything, as only block sizes are asked for."""
    return config.sizes_at(config.counted, tile_width) if config.counted else dict.fromkeys(config.sizes, 1000)


def why_left_out(config: GenericConfig, case: TestCase) -> str:
    """No case ever is."""
    return ""


def expected_parameters(config: GenericConfig, launch: int) -> tuple[str, ...]:
    """The parameters as C++ text, by the buffers' element types."""
    return tuple(_parameter(config, entry) for entry in config.passed[launch])


def constant_bytes(config: GenericConfig, cases: Sequence[TestCase], tile_width: int) -> dict[str, int]:
    """The most that any case fills, or the launches on which accesses are counted."""
    sizes = [case.sizes for case in cases] + ([_largest_drawn(config, tile_width)] if config.counted else [])
    values = [config.values_at(each, tile_width) for each in sizes]
    return {name: max(config.buffers[name].size_bytes(each) for each in values) for name in config.constants}


def _parameter(config: GenericConfig, entry: object) -> str:
    buffer = config.buffers.get(str(entry))
    if buffer is None:
        return f"int {entry}" if isinstance(entry, str) and entry.isidentifier() else "int"
    const = "const " if buffer.kept else ""
    return f"{const}{buffer.kind.name} *{entry}"


def left_open(config: GenericConfig, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Nothing."""
    return iter(())


def readings(config: GenericConfig, kernel: Compiled, tile_width: int) -> None:
    """Nothing is left open."""


def own_tile_width(config: GenericConfig, kernel: Compiled) -> int | None:
    """A side of its shared arrays."""
    return kernel.actual_tile_width


has_small_cases = False
inner_sizes: tuple[str, ...] = ()


def traffic_case(config: GenericConfig, tile_width: int) -> TestCase:
    """At the sizes that `counted` names."""
    return case_of("traffic", usual_sizes(config, tile_width), tile_width)


def smaller_case(case: TestCase) -> None:
    """What an assignment requires it requires at the sizes that it names, and at larger ones."""


def drawn_case(config: GenericConfig, tile_width: int, seed: int) -> TestCase:
    """The first size an eighth to three eighths larger: who does well at the published one alone does not do well."""
    rng = np.random.default_rng([seed, zlib.crc32(b"traffic"), tile_width])
    return case_of("traffic-drawn", _drawn(config, tile_width, int(rng.integers(1, MOST_EIGHTHS + 1))), tile_width)


MOST_EIGHTHS = 3
MOST_DRAWN = 200
"""Where sizes depend on one another, most that are drawn may have no launch."""


def _drawn(config: GenericConfig, tile_width: int, eighths: int) -> Sizes:
    sizes = config.sizes_at(config.counted, tile_width)
    first = config.sizes[0]
    return {**sizes, first: sizes[first] + eighths * max(1, sizes[first] // 8)}


def _largest_drawn(config: GenericConfig, tile_width: int) -> Sizes:
    return _drawn(config, tile_width, MOST_EIGHTHS)


def drawn_sizes(config: GenericConfig, cases: Sequence[TestCase], rng: np.random.Generator, width: int) -> Sizes:
    """Each size between the smallest and the largest that cases have, all such as the assignment could ask for."""
    ranges = {name: [case.sizes[name] for case in cases] for name in config.sizes}
    effort = space(config, width).effort
    for _ in range(MOST_DRAWN):
        sizes = {name: int(rng.integers(min(known), max(known) + 1)) for name, known in ranges.items()}
        with contextlib.suppress(ExpressionError):
            effort(sizes)
            return sizes
    return cases[0].sizes


def case_of(name: str, sizes: Sizes, tile_width: int, *, inputs: str = "random") -> TestCase:
    """A case that no file lists."""
    return TestCase(
        name=name, family="", title="", reason="", sizes=sizes, tile_width=tile_width, inputs=inputs,
        max_points=0.0, visibility=Visibility.VISIBLE,
    )  # fmt: skip
