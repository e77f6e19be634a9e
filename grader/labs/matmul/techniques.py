"""What comes after tiling: for each technique what it would ask of a GPU, from the counts of the student's own kernel.

Let a block of T×T threads compute w×h cells of C (T×T where each thread has one). It loads w + h elements for each step
along K and w·h cells, so all blocks load M·N·K·(1/w + 1/h) elements from global memory (CUDA C++ Programming Guide,
"Shared Memory"; for squares of T that is 2·M·N·K/T). A thread that computes r×r cells reads 2·r elements of shared
memory for r² multiply-adds (Volkov and Demmel, "Benchmarking GPUs to tune dense linear algebra", 2008, section 4).
So what doubles both w and h halves the loads; what doubles r halves the reads of shared memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.results import Beyond, Demand, Recording, Resources, Technique, Traffic

_WIDE_BYTES = 8
"""Of a load from global memory on average, from which on it counts as one of several elements."""
MOST_PADDING = 4
"""Elements that a row is padded by; of float4 it takes four."""
_SERVES_SEVERAL = 1.5
"""Reads of shared memory for a multiply-add, below which a value serves several sums; a thread a cell has two."""


def beyond(
    own: Traffic | None, needs: Resources | None, declared: Sequence[tuple[int, ...]], recording: Recording | None
) -> Beyond:
    """Every technique, in the order in which the lecture goes on; none where nothing was counted."""
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


def _techniques(own: Traffic, now: Demand, declared: Sequence[tuple[int, ...]]) -> Iterator[Technique]:
    conflicts, width = own.bank_conflict_wavefronts or 0, own.tile_width
    if now.bank_passes is not None:
        column = 2 * width * _element_bytes(now, own)  # one more in each row of both tiles
        yield _technique(
            "padding", now, present=any(_is_padded(dims, width) for dims in declared),
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
            "double-buffering", now, present=any(map(_is_double, declared)) or now.barriers <= 1,
            barriers=1.0, shared_bytes=2 * now.shared_bytes,
        )  # fmt: skip


def _technique(name: str, now: Demand, *, present: bool = False, **then: float | None) -> Technique:
    return Technique(name=name, present=present, then=None if present else now.model_copy(update=then))


def _element_bytes(now: Demand, own: Traffic) -> int:
    """Of what is loaded; 4 where loads are of several elements, as those of floats are."""
    size = own.global_load_bytes // max(1, own.global_loads)
    return 4 if now.global_load_bytes >= _WIDE_BYTES * now.global_loads else max(1, size)


def _barriers_a_phase(recording: Recording) -> float | None:
    """Of one thread, from a recorded run, for each time that the block fills its tiles; None where that does not show.

    How deep a phase goes along K is the kernel's own choice, so phases are counted by what is stored.
    """
    barriers = sum(op == "barrier" and thread == 0 for thread, _, _, op, *_ in recording.events)
    filled = {
        phase for _, phase, _, op, array, *_ in recording.events if op == "store" and array not in recording.buffers
    }
    return None if recording.truncated or not filled else barriers / len(filled)


def _is_padded(dims: tuple[int, ...], width: int) -> bool:
    """Whether a row has a few elements more than whole tiles."""
    return len(dims) > 1 and dims[-1] > width and 0 < dims[-1] % width <= MOST_PADDING


def _is_double(dims: tuple[int, ...]) -> bool:
    """Whether there are two of a tile."""
    return len(dims) == 3 and dims[0] == 2
