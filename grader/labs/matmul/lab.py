"""The lab of the tiled product: judge the use of shared memory and the global loads saved, and say what comes after.

See `grader.labs.lab.Lab`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from types import MappingProxyType

from grader.assignment.expressions import evaluate
from grader.labs.hints import HintRow, product_hints
from grader.labs.lab import Lab
from grader.labs.matmul.config import ProductConfig
from grader.labs.matmul.product import ProductCases, Products
from grader.labs.matmul.readings import OpenLaunching
from grader.labs.traffic import LESS_THAN_NAIVE, Measured
from grader.results import Beyond, Demand, Ideal, Kind, Recording, Requirement, Resources, Status, Technique, Traffic
from grader.words import words

WORK = "threads at work"
_WIDE_BYTES = 8
"""Average bytes of a global load from which it counts as a load of several elements."""
MOST_PADDING = 4
"""Maximum padding of a row in elements; rows of float4 need four."""
_SERVES_SEVERAL = 1.5
"""Shared reads per multiply-add; with fewer, a value serves several sums. One cell a thread has two."""


class ProductLab(ProductCases, OpenLaunching, Products, Lab[ProductConfig]):
    """C = A · B, tile by tile: shared memory in use, fewer loads, working threads; then the techniques beyond."""

    requirements_item, requirements_title = "tiling", "Tiled through shared memory"
    loads_decide = True
    tells = MappingProxyType({"tiled": "yes"})

    def requirements(self, measured: Sequence[Measured], config: ProductConfig) -> tuple[Requirement, ...]:
        """Judge shared memory and fewer loads, wherever traffic was counted; failed if it was not."""
        if not measured:
            message = words("counts")["not_measured"]()
            return tuple(
                Requirement(name=name, status=Status.FAILED, message=message)
                for name in ("shared memory", "fewer loads")
            )
        requirements = []
        if config.tiling.shared_memory:
            uses = all(entry.uses_shared_memory for entry in measured)
            some = all(entry.student.shared_loads for entry in measured)
            message = words("counts")["shared_memory"](uses=uses, some=some)
            requirements.append(Requirement(name="shared memory", status=_status(uses), message=message))
        requirements.append(_reduction_requirement(measured, config))
        if self.judges_work(config):
            requirements.append(_work_requirement(measured, config))
        return tuple(requirements)

    def earned_share(self, requirements: Sequence[Requirement], config: ProductConfig) -> float:
        """Return all or nothing: shared memory in use, fewer loads, a right result, threads that share the work."""
        return float(all(requirement.status is not Status.FAILED for requirement in requirements))

    def ideal(self, traffic: Traffic) -> Ideal:
        """Return 2·K/T loads a cell: each element is loaded once a tile."""
        inner, width = traffic.sizes["K"], traffic.tile_width
        return Ideal(loads_per_output=2 * inner / width, words=f"2·K/T = 2·{inner}/{width}")

    def judges_work(self, config: ProductConfig) -> bool:
        """Return whether `tiling.working_threads` asks for it."""
        return config.tiling.working_threads != 0

    def kind_of(self, requirement: str) -> Kind:
        """Return the kind; a kernel with only one working thread may still be tiled."""
        return Kind.REQUIREMENT if requirement == WORK else Kind.NOT_TILED

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
        """Return every technique in the lecture's order; none if nothing was counted."""
        if own is None or needs is None:
            return Beyond()
        now = Demand(
            global_loads=own.global_loads,
            global_load_bytes=own.global_load_bytes,
            shared_loads=own.shared_loads,
            bank_passes=own.shared_wavefronts,
            barriers=_barriers_a_phase(recording) if recording else None,
            shared_bytes=needs.shared_bytes,
            threads=needs.threads_per_block,
        )
        return Beyond(
            sizes=own.sizes,
            tile_width=own.tile_width,
            flop=own.flop,
            registers=needs.registers,
            now=now,
            techniques=tuple(_techniques(own, now, declared)),
        )


def _work_requirement(measured: Sequence[Measured], config: ProductConfig) -> Requirement:
    entry, say = next((entry for entry in measured if entry.more), None), words("counts")["working_threads"]
    if entry is None:
        return Requirement(name=WORK, status=Status.SKIPPED, message=say())
    threads, launched = entry.more["working_threads"], entry.more["threads"]
    share = float(evaluate(config.tiling.working_threads, **config.values_at({}, entry.tile_width)))
    least = math.ceil(share * launched)
    facts = {"threads": f"{threads:,}", "launched": f"{launched:,}", "least": f"{least:,}" if threads < least else ""}
    return Requirement(name=WORK, status=_status(threads >= least), message=say(facts))


def _reduction_requirement(measured: Sequence[Measured], config: ProductConfig) -> Requirement:
    worst = min(measured, key=lambda entry: entry.ratio / _needed(entry, config))
    needed = _needed(worst, config)
    enough, right = worst.ratio >= needed, all(entry.right for entry in measured)
    message = words("counts")["fewer_loads"](
        place=worst.place, loads=f"{worst.student.loads_per_output:g}", naive=f"{worst.naive.loads_per_output:g}",
        ratio=f"{worst.ratio:.3g}", needed=f"{needed:.3g}", wrong=enough and not right,
    )  # fmt: skip
    return Requirement(
        name="fewer loads", status=_status(enough and right), message=message, counted=right or not enough
    )


def _needed(entry: Measured, config: ProductConfig) -> float:
    return max(LESS_THAN_NAIVE, float(evaluate(config.tiling.reduction, **config.values_at({}, entry.tile_width))))


def _status(condition: bool) -> Status:
    return Status.PASSED if condition else Status.FAILED


# Techniques beyond tiling: what each would need of a GPU, from the counts of the student's own kernel.
#
# Let a block of T×T threads compute w×h cells of C (T×T where each thread has one). It loads w + h elements for each
# step along K and w·h cells, so all blocks load M·N·K·(1/w + 1/h) elements from global memory (CUDA C++ Programming
# Guide, "Shared Memory"; for squares of T that is 2·M·N·K/T). A thread that computes r×r cells reads 2·r elements of
# shared memory for r² multiply-adds (Volkov and Demmel, "Benchmarking GPUs to tune dense linear algebra",
# 2008, section 4). So what doubles both w and h halves the loads; what doubles r halves the reads of shared memory.


def _techniques(own: Traffic, now: Demand, declared: Sequence[tuple[int, ...]]) -> Iterator[Technique]:
    conflicts, width = own.bank_conflict_wavefronts or 0, own.tile_width
    # A padded row has a few elements more than whole tiles; a double buffer is two of a tile.
    lengths = [dims[-1] for dims in declared if len(dims) > 1]
    padded = any(length > width and 0 < length % width <= MOST_PADDING for length in lengths)
    double = any(len(dims) == 3 and dims[0] == 2 for dims in declared)
    if now.bank_passes is not None:
        column = 2 * width * _element_bytes(now, own)  # one more in each row of both tiles
        yield _technique(
            "padding", now, present=padded,
            bank_passes=now.bank_passes - conflicts, shared_bytes=now.shared_bytes + column,
        )  # fmt: skip
    yield _technique(
        "wider-tiles", now,
        global_loads=now.global_loads // 2, global_load_bytes=now.global_load_bytes // 2,
        shared_bytes=4 * now.shared_bytes, threads=4 * now.threads,
    )  # fmt: skip
    yield _technique(
        "register-blocking", now, present=2 * now.shared_loads < _SERVES_SEVERAL * own.flop,
        global_loads=now.global_loads // 2, global_load_bytes=now.global_load_bytes // 2,
        shared_loads=now.shared_loads // 2, bank_passes=None if now.bank_passes is None else now.bank_passes // 2,
        shared_bytes=2 * now.shared_bytes,
    )  # fmt: skip
    yield _technique(
        "vector-loads", now, present=now.global_load_bytes >= _WIDE_BYTES * now.global_loads,
        global_loads=now.global_loads // 4,
    )  # fmt: skip
    if now.barriers is not None:
        yield _technique(
            "double-buffering", now, present=double or now.barriers <= 1,
            barriers=1.0, shared_bytes=2 * now.shared_bytes,
        )  # fmt: skip


def _technique(name: str, now: Demand, *, present: bool = False, **then: float | None) -> Technique:
    return Technique(name=name, present=present, then=None if present else now.model_copy(update=then))


def _element_bytes(now: Demand, own: Traffic) -> int:
    """Return the bytes of an element that is loaded; 4 if loads are of several elements, as floats."""
    size = own.global_load_bytes // max(1, own.global_loads)
    return 4 if now.global_load_bytes >= _WIDE_BYTES * now.global_loads else max(1, size)


def _barriers_a_phase(recording: Recording) -> float | None:
    """Return one thread's barriers for each time that the block fills its tiles, in a recorded run; None if unknown.

    The kernel chooses how deep a phase goes along K, so phases are counted by stores.
    """
    barriers = sum(op == "barrier" and thread == 0 for thread, _, _, op, *_ in recording.events)
    filled = {
        phase for _, phase, _, op, array, *_ in recording.events if op == "store" and array not in recording.buffers
    }
    return None if recording.truncated or not filled else barriers / len(filled)


LAB = ProductLab()
