"""The lab of the tiled product; see `grader.labs.lab.Lab`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from grader.devices.base import Compiled
from grader.labs.base import CaseProblem, Check, ExpectedBuffer, Readings, ToTime
from grader.labs.cases import case_of
from grader.labs.data import BufferSpec, Passed, StructParameter
from grader.labs.hints import HintRow, product_hints
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents, Filling, constant, counting
from grader.labs.matmul.cases import ProductCases
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.own_launch import own_tile_width
from grader.labs.matmul.product import TIMED, Product, answer, freivalds, timed_inputs
from grader.labs.matmul.readings import guess_roles, readings, roles_of
from grader.labs.matmul.tiling import TiledRequirements, beyond
from grader.oracle import Making, Oracle
from grader.results import Beyond, Recording, Resources, Sizes, Traffic

_FILLINGS: Mapping[str, Mapping[str, Filling]] = {
    "ones_twos": {"A": constant(1), "B": constant(2)},
    "identity": {"A": lambda shape, element, _: np.eye(*shape, dtype=element.dtype)},
    "index": {"A": counting(29), "B": counting(31)},
}
"""Fillings of A and B that are not random, by the kind of a case."""


class ProductLab(ProductCases, TiledRequirements, Lab[ProductConfig]):
    """C = A · B, tile by tile."""

    problem = Product

    def filling(self, name: str, spec: BufferSpec, kind: str) -> Filling:
        """Fill A and B differently in some kinds of cases."""
        filling = _FILLINGS.get(kind, {}).get(name)
        if name in TIMED.get(kind, {}) and spec.initial != "zeros":
            filling = TIMED[kind][name]
        return filling or super().filling(name, spec, kind)

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        """Return C; computed by the grader if the assignment has no oracle, and left open where it is timed."""
        if data.case.inputs in TIMED:
            shape = contents["C"].shape
            return {"C": ExpectedBuffer(np.broadcast_to(np.nan, shape), np.broadcast_to(0.0, shape))}
        return {"C": (yield from answer(data, contents))}

    def check_of(self, data: CaseData, contents: Contents) -> Check | None:
        """Return Freivalds' check where the kernel is timed: C itself would take longer than all launches."""
        return freivalds(data, contents) if data.case.inputs in TIMED else None

    def passed(self, config: ProductConfig, kernel: Compiled, launch: int) -> Sequence[Passed]:
        """Return what is passed, by position, by name, or as types and names show."""
        return roles_of(config, kernel)

    def expected_parameters(self, config: ProductConfig, launch: int) -> tuple[str, ...] | None:
        """Return None if the file may choose the types."""
        roles = config.parameters
        if isinstance(roles, str | dict) or any(isinstance(role, StructParameter) for role in roles):
            return None
        return super().expected_parameters(config, launch)

    def left_open(self, config: ProductConfig, parameters: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Yield how the parameters (type, name) were interpreted, and what C holds."""
        if config.parameters == "auto":
            with contextlib.suppress(ValueError):  # a finding says so
                pairs = zip((name for _, name in parameters), guess_roles(parameters), strict=True)
                yield "Its parameters were taken as " + ", ".join(f"{name}: {role}" for name, role in pairs) + "."
        if config.initial_c == "zero":
            yield "C holds zeros before the kernel runs."

    def readings(self, config: ProductConfig, kernel: Compiled, tile_width: int) -> Readings | None:
        """Return what `auto` and the kernel's own file leave open."""
        return readings(config, kernel, tile_width)

    def own_tile_width(self, config: ProductConfig, kernel: Compiled) -> int | None:
        """Return the width of a file's own tiles."""
        return own_tile_width(config, kernel)

    def to_time(self, config: ProductConfig, tile_width: int, oracle: Oracle | None) -> tuple[ToTime, ...]:
        """Return square products on inputs that change from pair to pair; none for a file that is launched as it says
        itself.

        Such a file may have no launch at these sizes, and its scalars are not the baseline's: its traffic is compared.
        """
        if config.as_launched:
            return ()
        element, scalars = config.element.value, config.scalars_of()

        def problem(sizes: Sizes, launched: ProductConfig, seed: int) -> CaseProblem:
            inputs = timed_inputs(element, seed)
            case = case_of("timed", sizes, tile_width, inputs=inputs, scalars=scalars)
            return self.make_problem(case, launched, seed=seed)

        squares = (dict.fromkeys("MKN", size) for size in config.performance.time.sizes)
        return tuple(ToTime(sizes=sizes, problem=partial(problem, sizes), product=element) for sizes in squares)

    def hint_table(self, config: ProductConfig) -> tuple[HintRow, ...]:
        """Return the product's own hints, the same in every assignment."""
        return product_hints()

    def beyond(
        self,
        own: Traffic | None,
        needs: Resources | None,
        declared: Sequence[tuple[int, ...]],
        recording: Recording | None,
    ) -> Beyond:
        """Return the techniques in the lecture's order."""
        return beyond(own, needs, declared, recording)

    def traffic_words(self, tile_width: int) -> str:
        """Say what tiling alone can reach, and what decides without times."""
        return (
            f"Each element of A and B that a block loads can serve {tile_width} threads from shared memory, so"
            f" {tile_width}× fewer loads than the naive kernel's is what tiling alone can reach. Nothing was"
            " timed: without a GPU, traffic decides."
        )

    def time_words(self, traffic: Sequence[Traffic]) -> str:
        """Say why the time shrinks less than the loads."""
        student = next((row for row in traffic if row.kernel == "student"), None)
        naive = next((row for row in traffic if row.kernel == "naive"), None)
        cut = ""
        if student and naive and student.global_load_bytes:
            cut = f" Loads from global memory were cut {naive.global_load_bytes / student.global_load_bytes:.3g} times."
        return (
            "Tiling cuts loads from global memory by the tile width, but not the time:"
            " a recent GPU's caches already serve most of the naive kernel's loads, and the tiled kernel still reads"
            f" two values from shared memory for every multiply-add. 1.2 to 1.8 times is what tiling alone gives.{cut}"
            " More comes from computing several cells a thread in registers."
        )


LAB = ProductLab()
